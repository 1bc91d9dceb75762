// Shows a conversation with a seller beside its product. Without this script the same form is posted, and a page answers.
(function () {
  var OPEN_MS = 5000;
  var IDLE_MS = 30000;

  function find(chat, name) {
    return chat.querySelector('[data-souk-' + name + ']');
  }

  function text(chat, name) {
    return chat.getAttribute('data-souk-' + name);
  }

  function say(chat, words, kind) {
    var place = find(chat, 'answer');
    place.textContent = words;
    place.setAttribute('data-kind', kind);
  }

  // What was typed stays where it is. A lost connection has no words of its own worth showing.
  function refused(chat) {
    return function (error) {
      say(chat, (error instanceof TypeError ? '' : error.message) || text(chat, 'failed'), 'failed');
    };
  }

  function make(tag, words, name) {
    var element = document.createElement(tag);
    element.textContent = words;
    if (name) element.className = name;
    return element;
  }

  function nameOf(chat, message, seller) {
    if (message.sender === 'admin') return text(chat, 'store');
    var name = message.sender === 'buyer' ? text(chat, 'you') : seller;
    return message.byMarketplace ? text(chat, 'behalf').replace('[n]', name) : name;
  }

  function timeOf(chat, at) {
    var format = { dateStyle: 'short', timeStyle: 'short' };
    return new Intl.DateTimeFormat(text(chat, 'lang'), format).format(new Date(at));
  }

  // Each answer has another address of the same picture: the one that is loaded stays.
  function pictureOf(chat, message) {
    var known = (chat.soukPictures = chat.soukPictures || {});
    if (known[message.id]) return known[message.id];
    var link = make('a', '', 'souk-chat__picture');
    known[message.id] = Object.assign(link, { href: message.image, target: '_blank', rel: 'noopener' });
    var image = Object.assign(make('img', ''), message.imageSize, { alt: text(chat, 'image'), src: message.image });
    link.appendChild(image);
    return link;
  }

  // Loads what makes a picture smaller.
  function shrink(chat, file) {
    if (!file) return Promise.resolve();
    return new Promise(function (onload, onerror) {
      document.head.appendChild(Object.assign(make('script', ''), { src: text(chat, 'script'), onload, onerror }));
    }).then(function () {
      return window.soukPicture(file, text(chat, 'unreadable'));
    });
  }

  function show(chat, thread) {
    var log = find(chat, 'log');
    var list = find(chat, 'messages');
    var isNew = !chat.soukThread || chat.soukThread.messages.length !== thread.messages.length;
    chat.soukThread = thread;
    log.hidden = false;
    list.textContent = '';
    thread.messages.forEach(function (message) {
      var row = make('li', '', message.sender === 'buyer' ? 'souk-chat__own' : '');
      row.appendChild(make('strong', nameOf(chat, message, thread.seller)));
      if (message.image) row.appendChild(pictureOf(chat, message));
      row.appendChild(make('span', message.text, 'souk-chat__text'));
      var seen = message.sender === 'buyer' && message.seen ? ' · ' + text(chat, 'seen') : '';
      row.appendChild(make('small', timeOf(chat, message.createdAt) + seen));
      list.appendChild(row);
    });
    if (isNew) log.scrollTop = log.scrollHeight;
    chat.querySelectorAll('[data-souk-first]').forEach(function (row) {
      row.hidden = true;
      row.querySelector('input').disabled = true;
    });
    var count = find(chat, 'count');
    count.hidden = thread.unreadCount === 0;
    count.textContent = thread.unreadCount;
    find(chat, 'report').hidden = thread.reported;
    markSeen(chat);
  }

  // What stands in the open drawer, on a page that somebody looks at, was read.
  function markSeen(chat) {
    var thread = chat.soukThread;
    var newest = thread && thread.messages[thread.messages.length - 1];
    if (!newest || thread.unreadCount === 0 || !chat.open || document.hidden || chat.soukSeen === newest.id) return;
    chat.soukSeen = newest.id;
    post(chat, { token: chat.soukToken, readId: newest.id })
      .then(function (answer) {
        show(chat, answer.thread);
      })
      .catch(function () {});
  }

  function post(chat, fields, to) {
    var form = find(chat, 'update');
    return fetch(to || (fields.token ? text(form, 'update') : form.action), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
    }).then(function (response) {
      return response
        .json()
        .catch(function () {
          return null;
        })
        .then(function (answer) {
          if (response.ok && answer) return answer;
          var words = ((answer && answer.issues) || []).map(function (issue) {
            return issue.message;
          });
          if (response.status === 410) end(chat);
          throw new Error(words.join(' ') || (answer && answer.message) || text(chat, 'failed'));
        });
    });
  }

  function end(chat) {
    chat.soukToken = null;
    chat.soukEnded = true;
  }

  function load(chat) {
    if (chat.soukEnded || chat.soukBusy) return Promise.resolve();
    chat.soukBusy = true;
    var query = new URLSearchParams({ product: text(chat, 'product'), vendor: text(chat, 'vendor') });
    if (chat.soukToken) query.set('token', chat.soukToken);
    if (chat.soukThread) query.set('since', chat.soukThread.version);
    return fetch(text(chat, 'thread') + '&' + query, { headers: { accept: 'application/json' } })
      .then(function (response) {
        return response.ok ? response.json() : null;
      })
      .then(function (block) {
        if (!block) return;
        if (!block.enabled) {
          for (var field of find(chat, 'update').elements) field.disabled = true;
          say(chat, text(chat, 'disabled'), 'done');
          end(chat);
        } else if (block.thread) {
          chat.soukToken = block.token;
          show(chat, block.thread);
        } else if (chat.soukThread) {
          end(chat);
          say(chat, text(chat, 'ended'), 'failed');
        }
      })
      .catch(function () {})
      .then(function () {
        chat.soukBusy = false;
        plan(chat);
      });
  }

  // Asks again only while there is a conversation and somebody looks: soon while it is open, now and then while it is not.
  function plan(chat) {
    clearTimeout(chat.soukTimer);
    if (!chat.isConnected || document.hidden || chat.soukEnded || !chat.soukToken) return;
    chat.soukTimer = setTimeout(
      function () {
        load(chat);
      },
      chat.open ? OPEN_MS : IDLE_MS,
    );
  }

  function send(chat, form) {
    var button = form.querySelector('[type="submit"]');
    if (button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    say(chat, text(chat, 'sending'), 'busy');
    var fields = chat.soukToken
      ? { token: chat.soukToken, text: form.elements.text.value }
      : Object.fromEntries(new FormData(form));
    var file = find(chat, 'picture').querySelector('input');
    shrink(chat, file.files[0])
      .then(function (image) {
        if (image) fields.image = image;
        return post(chat, fields);
      })
      .then(function (answer) {
        form.elements.text.value = '';
        file.value = '';
        say(chat, '', 'done');
        if (answer.thread) return show(chat, answer.thread);
        if (!answer.token) return say(chat, text(chat, 'mailed'), 'done');
        chat.soukToken = answer.token;
        return load(chat);
      })
      .catch(refused(chat))
      .then(function () {
        button.removeAttribute('aria-disabled');
        plan(chat);
      });
  }

  function report(chat, form) {
    post(chat, { token: chat.soukToken, note: form.elements.note.value }, form.action)
      .then(function () {
        find(chat, 'report').hidden = true;
        say(chat, text(chat, 'reported'), 'done');
      })
      .catch(refused(chat));
  }

  function close(chat) {
    chat.open = false;
    chat.querySelector('summary').focus();
  }

  function begin(root) {
    root.querySelectorAll('details[data-souk-chat]').forEach(function (chat) {
      if (chat.classList.contains('souk-chat--bubble'))
        chat.hidden = !!document.querySelector('.souk-chat:not(.souk-chat--bubble)');
      find(chat, 'close').hidden = false;
      find(chat, 'picture').hidden = false;
      // A picture needs no text.
      find(chat, 'update').elements.text.required = false;
      chat.addEventListener('toggle', function () {
        if (chat.open) find(chat, 'update').elements.text.focus();
        if (chat.open && !chat.soukThread) load(chat);
        markSeen(chat);
        plan(chat);
      });
      if (chat.hasAttribute('data-souk-customer')) load(chat);
    });
  }

  // One listener for the page: the theme editor puts sections in and takes them out again.
  document.addEventListener('submit', function (event) {
    var chat = event.target.closest('[data-souk-chat]');
    if (!chat) return;
    event.preventDefault();
    (event.target.hasAttribute('data-souk-report-form') ? report : send)(chat, event.target);
  });
  document.addEventListener('click', function (event) {
    var button = event.target.closest('[data-souk-close]');
    if (button) close(button.closest('[data-souk-chat]'));
  });
  document.addEventListener('keydown', function (event) {
    var chat = event.key === 'Escape' && event.target.closest && event.target.closest('[data-souk-chat][open]');
    if (chat) close(chat);
  });
  document.addEventListener('visibilitychange', function () {
    if (document.hidden) return;
    document.querySelectorAll('[data-souk-chat]').forEach(function (chat) {
      if (chat.soukToken) load(chat);
    });
  });
  document.addEventListener('shopify:section:load', function (event) {
    begin(event.target);
  });
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', function () {
      begin(document);
    });
  else begin(document);
})();
