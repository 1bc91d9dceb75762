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
    return (error) => {
      say(chat, (error instanceof TypeError ? '' : error.message) || text(chat, 'failed'), 'failed');
    };
  }

  var loading = {};

  // Loads a script that is needed later: what draws messages, or what makes a picture smaller.
  function need(chat, name) {
    return (loading[name] =
      loading[name] ||
      new Promise((onload, onerror) => {
        var script = Object.assign(document.createElement('script'), {
          src: text(chat, name + '-script'),
          onload,
          onerror,
        });
        document.head.appendChild(script);
      }));
  }

  function shrink(chat, file) {
    if (!file) return Promise.resolve();
    return need(chat, 'picture').then(() => window.soukPicture(file, text(chat, 'unreadable')));
  }

  function show(chat, thread) {
    chat.soukThread = thread;
    need(chat, 'thread')
      .then(() => window.soukDrawThread(chat, chat.soukThread))
      .catch(() => {});
    chat.querySelectorAll('[data-souk-first]').forEach((row) => {
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
      .then((answer) => show(chat, answer.thread))
      .catch(() => {});
  }

  function post(chat, fields, to) {
    var form = find(chat, 'update');
    return fetch(to || (fields.token ? text(form, 'update') : form.action), {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams(fields),
    }).then((response) =>
      response
        .json()
        .catch(() => null)
        .then((answer) => {
          if (response.ok && answer) return answer;
          var words = ((answer && answer.issues) || []).map((issue) => issue.message);
          if (response.status === 410) end(chat);
          throw new Error(words.join(' ') || (answer && answer.message) || text(chat, 'failed'));
        }),
    );
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
      .then((response) => (response.ok ? response.json() : null))
      .then((block) => {
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
      .catch(() => {})
      .then(() => {
        chat.soukBusy = false;
        plan(chat);
      });
  }

  // Asks again only while there is a conversation and somebody looks: soon while it is open, now and then while it is not.
  function plan(chat) {
    clearTimeout(chat.soukTimer);
    if (!chat.isConnected || document.hidden || chat.soukEnded || !chat.soukToken) return;
    chat.soukTimer = setTimeout(() => load(chat), chat.open ? OPEN_MS : IDLE_MS);
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
      .then((image) => {
        if (image) fields.image = image;
        return post(chat, fields);
      })
      .then((answer) => {
        form.elements.text.value = '';
        file.value = '';
        nameFile(chat);
        say(chat, '', 'done');
        if (answer.thread) return show(chat, answer.thread);
        if (!answer.token) return say(chat, text(chat, 'mailed'), 'done');
        chat.soukToken = answer.token;
        return load(chat);
      })
      .catch(refused(chat))
      .then(() => {
        button.removeAttribute('aria-disabled');
        plan(chat);
      });
  }

  function report(chat, form) {
    post(chat, { token: chat.soukToken, note: form.elements.note.value }, form.action)
      .then(() => {
        find(chat, 'report').hidden = true;
        say(chat, text(chat, 'reported'), 'done');
      })
      .catch(refused(chat));
  }

  function close(chat) {
    chat.open = false;
    chat.querySelector('summary').focus();
  }

  // Typing goes on at the first field that is still asked for.
  function focus(chat) {
    var { name, email, text } = find(chat, 'update').elements;
    [name, email, text].find((field) => !field.disabled && (field === text || !field.value)).focus();
  }

  // The name of the file that was chosen stands beside the button.
  function nameFile(chat) {
    var file = find(chat, 'picture').querySelector('input').files[0];
    find(chat, 'file').textContent = file ? file.name : '';
  }

  function begin(root) {
    root.querySelectorAll('details[data-souk-chat]').forEach((chat) => {
      if (chat.classList.contains('souk-chat--bubble'))
        chat.hidden = !!document.querySelector('.souk-chat:not(.souk-chat--bubble)');
      find(chat, 'close').hidden = false;
      find(chat, 'picture').hidden = false;
      // A picture needs no text.
      find(chat, 'update').elements.text.required = false;
      chat.addEventListener('toggle', () => {
        if (chat.open) focus(chat);
        if (chat.open && !chat.soukThread) load(chat);
        markSeen(chat);
        plan(chat);
      });
      if (chat.hasAttribute('data-souk-customer')) load(chat);
    });
  }

  // One listener for the page: the theme editor puts sections in and takes them out again.
  document.addEventListener('submit', (event) => {
    var chat = event.target.closest('[data-souk-chat]');
    if (!chat) return;
    event.preventDefault();
    (event.target.hasAttribute('data-souk-report-form') ? report : send)(chat, event.target);
  });
  document.addEventListener('change', (event) => {
    var picture = event.target.closest('[data-souk-picture]');
    if (picture) nameFile(picture.closest('[data-souk-chat]'));
  });
  document.addEventListener('click', (event) => {
    var button = event.target.closest('[data-souk-chat] [data-souk-close]');
    if (button) close(button.closest('[data-souk-chat]'));
  });
  document.addEventListener('keydown', (event) => {
    var chat = event.key === 'Escape' && event.target.closest && event.target.closest('[data-souk-chat][open]');
    if (chat) close(chat);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return;
    document.querySelectorAll('[data-souk-chat]').forEach((chat) => {
      if (chat.soukToken) load(chat);
    });
  });
  document.addEventListener('shopify:section:load', (event) => begin(event.target));
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => begin(document));
  else begin(document);
})();
