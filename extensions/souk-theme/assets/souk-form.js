// Sends a form of the blocks without leaving the page. Without this script the same form is posted, and a page answers.
(function () {
  function say(form, text, kind) {
    var place = form.querySelector('[data-souk-answer]');
    place.textContent = text;
    place.setAttribute('data-kind', kind);
  }

  function textOf(form, answer) {
    if (answer && Array.isArray(answer.issues) && answer.issues.length > 0) {
      return answer.issues
        .map(function (issue) {
          return issue.message;
        })
        .join(' ');
    }
    return (answer && answer.message) || form.getAttribute('data-souk-failed');
  }

  function send(form, button) {
    var body = new URLSearchParams(new FormData(form));
    say(form, form.getAttribute('data-souk-sending'), 'busy');
    button.setAttribute('aria-disabled', 'true');
    fetch(form.action, { method: 'POST', headers: { accept: 'application/json' }, body: body })
      .then(function (response) {
        return response
          .json()
          .catch(function () {
            return null;
          })
          .then(function (answer) {
            if (!response.ok) throw new Error(textOf(form, answer));
            form.reset();
            say(form, form.getAttribute('data-souk-sent'), 'done');
          });
      })
      .catch(function (error) {
        // What was typed stays where it is. A lost connection has no words of its own worth showing.
        say(form, error instanceof TypeError ? form.getAttribute('data-souk-failed') : error.message, 'failed');
      })
      .then(function () {
        button.removeAttribute('aria-disabled');
      });
  }

  // What can be offered for a variant comes from the app: whether offers are taken, and from which price on.
  function showTerms(form) {
    var asked = form.elements.variantId.value;
    fetch(form.getAttribute('data-souk-terms') + '&variant=' + encodeURIComponent(asked), {
      headers: { accept: 'application/json' },
    })
      .then(function (response) {
        return response.ok ? response.json() : null;
      })
      .then(function (terms) {
        // Another variant may have been chosen since.
        if (!terms || form.elements.variantId.value !== asked) return;
        if (!terms.enabled) {
          // Offers are off, and the page was drawn before the store knew: without words of the merchant nothing is shown.
          if (!form.hasAttribute('data-souk-disabled')) {
            form.closest('.souk').hidden = true;
            return;
          }
          // With them the form keeps its place, so that nothing below it moves.
          Array.prototype.forEach.call(form.elements, function (field) {
            field.disabled = true;
          });
          form.querySelector('[data-souk-hint]').textContent = form.getAttribute('data-souk-disabled');
          return;
        }
        form.soukCurrency = terms.listed.currency;
        form.querySelector('[data-souk-hint]').textContent = fill(form, 'minimum', Number(terms.minimum.amount));
        form.elements.quantity.max = terms.maxQuantity;
        showTotal(form);
      })
      .catch(function () {});
  }

  function fill(form, name, amount) {
    var format = new Intl.NumberFormat(form.getAttribute('data-souk-lang'), {
      style: 'currency',
      currency: form.soukCurrency,
    });
    return form.getAttribute('data-souk-' + name).replace('[p]', format.format(amount));
  }

  function showTotal(form) {
    var typed = form.elements.amount.value.trim().replace(',', '.');
    var total = Number(typed) * Number(form.elements.quantity.value);
    var place = form.querySelector('[data-souk-sum]');
    place.textContent = form.soukCurrency && typed !== '' && total > 0 ? fill(form, 'total', total) : '';
  }

  // Where the store asks more than the block does, its button leads on and does not send yet.
  function nameButton(form) {
    fetch(form.action, { headers: { accept: 'application/json' } })
      .then(function (response) {
        return response.ok ? response.json() : null;
      })
      .then(function (answer) {
        if (!answer || answer.questions === 0) return;
        form.querySelector('button[type=submit]').textContent = form.getAttribute('data-souk-questions');
      })
      .catch(function () {});
  }

  function begin(root) {
    root.querySelectorAll('form[data-souk-questions]').forEach(nameButton);
    root.querySelectorAll('form[data-souk-terms]').forEach(showTerms);
  }

  document.addEventListener('input', function (event) {
    var form = event.target.form;
    if (!form || !form.hasAttribute('data-souk-terms')) return;
    if (event.target.name === 'variantId') showTerms(form);
    else showTotal(form);
  });
  document.addEventListener('shopify:section:load', function (event) {
    begin(event.target);
  });
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', function () {
      begin(document);
    });
  else begin(document);

  // One listener for the page: the theme editor puts sections in and takes them out again.
  document.addEventListener('submit', function (event) {
    var form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-souk-form')) return;
    event.preventDefault();
    var button = form.querySelector('[type="submit"]');
    if (button.getAttribute('aria-disabled') !== 'true') send(form, button);
  });
})();
