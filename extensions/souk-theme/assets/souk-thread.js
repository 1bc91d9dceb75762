// Draws the messages of a conversation; loaded with the first one.
(function () {
  function text(chat, name) {
    return chat.getAttribute('data-souk-' + name);
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

  // The last week in the words of the buyer's language, counted from now; what is older by its day.
  function timeOf(chat, at) {
    var lang = text(chat, 'lang');
    var minutes = (new Date(at) - Date.now()) / 60000;
    if (minutes < -10080) return new Intl.DateTimeFormat(lang, { dateStyle: 'long' }).format(new Date(at));
    var unit = minutes > -1 ? 'second' : minutes > -60 ? 'minute' : minutes > -1440 ? 'hour' : 'day';
    var size = { second: Infinity, minute: 1, hour: 60, day: 1440 }[unit];
    return new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(Math.ceil(minutes / size), unit);
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

  function rowOf(chat, thread, message) {
    var isOwn = message.sender === 'buyer';
    var row = make('li', '', isOwn ? 'souk-chat__own' : '');
    row.appendChild(make('strong', nameOf(chat, message, thread.seller)));
    if (message.image) row.appendChild(pictureOf(chat, message));
    row.appendChild(make('span', message.text, 'souk-chat__text'));
    var seen = isOwn && message.seen ? ' · ' + text(chat, 'seen') : '';
    row.appendChild(make('small', timeOf(chat, message.createdAt) + seen));
    if (isOwn && message.text.includes('•••')) row.appendChild(make('small', text(chat, 'masked')));
    return row;
  }

  window.soukDrawThread = function (chat, thread) {
    var log = chat.querySelector('[data-souk-log]');
    var list = chat.querySelector('[data-souk-messages]');
    var isNew = list.children.length !== thread.messages.length;
    log.hidden = false;
    list.replaceChildren(...thread.messages.map((message) => rowOf(chat, thread, message)));
    if (isNew) log.scrollTop = log.scrollHeight;
  };
})();
