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

  // One listener for the page: the theme editor puts sections in and takes them out again.
  document.addEventListener('submit', function (event) {
    var form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.hasAttribute('data-souk-form')) return;
    event.preventDefault();
    var button = form.querySelector('[type="submit"]');
    if (button.getAttribute('aria-disabled') !== 'true') send(form, button);
  });
})();
