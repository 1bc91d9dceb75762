// Sends a form of the blocks without leaving the page. Without this script the same form is posted, and a page answers.
(function () {
  function say(form, text, kind) {
    var place = form.querySelector('[data-souk-answer]');
    place.textContent = text;
    place.setAttribute('data-kind', kind);
  }

  // The field that an issue of the answer is about: data.email is the field data[email].
  function fieldOf(form, issue) {
    var field = form.elements.namedItem(String(issue.path).replace(/\.(\w+)/g, '[$1]'));
    return field && field.labels && field.labels.length > 0 ? field : null;
  }

  function clearIssue(field) {
    var place = document.getElementById(field.id + '-error');
    if (!place) return;
    place.remove();
    field.removeAttribute('aria-invalid');
    field.setAttribute('aria-describedby', field.soukDescribedBy);
  }

  function showIssue(field, words) {
    clearIssue(field);
    var place = document.createElement('span');
    place.id = field.id + '-error';
    place.className = 'souk-form__error';
    place.textContent = words;
    field.after(place);
    field.soukDescribedBy = field.getAttribute('aria-describedby') || '';
    field.setAttribute('aria-describedby', (field.soukDescribedBy + ' ' + place.id).trim());
    field.setAttribute('aria-invalid', 'true');
  }

  // Each issue stands under its field, and typing goes on at the first; what belongs to no field is said below the form.
  function showIssues(form, answer) {
    var issues = (answer && Array.isArray(answer.issues) && answer.issues) || [];
    var rest = [];
    var first;
    issues.forEach(function (issue) {
      var field = fieldOf(form, issue);
      if (!field) return rest.push(issue.message);
      showIssue(field, issue.message);
      first = first || field;
    });
    if (first) first.focus();
    else if (rest.length === 0) rest.push((answer && answer.message) || form.getAttribute('data-souk-failed'));
    say(form, rest.join(' '), 'failed');
  }

  function send(form, button) {
    var body = new URLSearchParams(new FormData(form));
    Array.prototype.forEach.call(form.elements, clearIssue);
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
            if (!response.ok) return showIssues(form, answer);
            form.reset();
            say(form, form.getAttribute('data-souk-sent'), 'done');
          });
      })
      .catch(function () {
        // What was typed stays where it is. A lost connection has no words of its own worth showing.
        say(form, form.getAttribute('data-souk-failed'), 'failed');
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

  function closeSheet(sheet) {
    sheet.open = false;
    sheet.querySelector('summary').focus();
  }

  // A sheet that opens is typed into at its first empty field, and closed by its button or by Escape.
  function beginSheet(sheet) {
    sheet.querySelector('[data-souk-close]').hidden = false;
    sheet.addEventListener('toggle', function () {
      if (!sheet.open) return;
      var fields = Array.from(sheet.querySelectorAll('.souk-form__row input, .souk-form__row textarea'));
      (
        fields.find(function (field) {
          return !field.value && !field.disabled;
        }) || sheet.querySelector('h2')
      ).focus();
    });
  }

  function begin(root) {
    root.querySelectorAll('form[data-souk-questions]').forEach(nameButton);
    root.querySelectorAll('form[data-souk-terms]').forEach(showTerms);
    root.querySelectorAll('[data-souk-sheet]').forEach(beginSheet);
  }

  document.addEventListener('click', function (event) {
    var button = event.target.closest('[data-souk-sheet] [data-souk-close]');
    if (button) closeSheet(button.closest('[data-souk-sheet]'));
  });
  document.addEventListener('keydown', function (event) {
    var sheet = event.key === 'Escape' && event.target.closest && event.target.closest('[data-souk-sheet][open]');
    if (sheet) closeSheet(sheet);
  });
  document.addEventListener('input', function (event) {
    if (event.target.closest('[data-souk-form]')) clearIssue(event.target);
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
