// The other offers of a product's entry, cheapest first. Without an answer the block's link leads to the list as it is.
(function () {
  function element(name, className, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  }

  function priceOf(block, offer) {
    var amount = Number(offer.price.amount);
    var shown = new Intl.NumberFormat(block.getAttribute('data-souk-lang') || undefined, {
      style: 'currency',
      currency: offer.price.currency,
    }).format(amount);
    return offer.from ? block.getAttribute('data-souk-from').replace('[p]', shown) : shown;
  }

  function cartForm(block, offer) {
    var form = element('form', 'souk-offers__buy');
    form.method = 'post';
    form.action = block.getAttribute('data-souk-cart');
    var id = element('input');
    id.type = 'hidden';
    id.name = 'id';
    id.value = offer.variantId;
    var button = element('button', 'souk-button button', block.getAttribute('data-souk-add'));
    button.setAttribute('aria-label', button.textContent + ': ' + offer.vendor);
    form.append(id, button);
    return form;
  }

  function rowOf(block, offer) {
    var row = element('li', 'souk-offers__row');
    var link = element('a', 'souk-offers__vendor', offer.vendor);
    link.href =
      block.getAttribute('data-souk-root').replace(/\/$/, '') + '/products/' + encodeURIComponent(offer.handle);
    row.append(link, element('span', 'souk-offers__price', priceOf(block, offer)));
    if (!offer.available) row.append(element('span', 'souk-offers__state', block.getAttribute('data-souk-sold-out')));
    else if (offer.variantId) row.append(cartForm(block, offer));
    return row;
  }

  function draw(block, offers) {
    var own = block.getAttribute('data-souk-product');
    var others = offers.filter(function (offer) {
      return offer.id !== own;
    });
    if (others.length === 0) {
      block.hidden = true;
      return;
    }
    var many = block.getAttribute('data-souk-many').replace('[n]', String(offers.length));
    var said = offers.length === 1 ? block.getAttribute('data-souk-one') : many;
    var list = element('ul', 'souk-offers__list');
    others.forEach(function (offer) {
      list.append(rowOf(block, offer));
    });
    block.querySelector('.souk-offers__all').replaceWith(element('p', 'souk-offers__count', said), list);
  }

  function fill(root) {
    root.querySelectorAll('[data-souk-offers]').forEach(function (block) {
      fetch(block.getAttribute('data-souk-offers'), { headers: { accept: 'application/json' } })
        .then(function (response) {
          return response.ok ? response.json() : null;
        })
        .then(function (answer) {
          if (answer) draw(block, answer.products);
        })
        .catch(function () {
          // The link leads to the list.
        });
    });
  }

  fill(document);
  document.addEventListener('shopify:section:load', function (event) {
    fill(event.target);
  });
})();
