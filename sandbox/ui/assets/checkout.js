/** Keeps the checkout's summary true while the buyer chooses; without it, the button "Apply" does the same. */
const form = document.querySelector('form[data-checkout]');
const summary = document.getElementById('summary');
let pending = null;
let latest = 0;

async function update(name) {
  latest += 1;
  const mine = latest;
  const response = await fetch(form.dataset.checkout, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  });
  const text = await response.text();
  if (!response.ok || mine !== latest) return;
  summary.innerHTML = text;
  // Where it is sent decides what is offered; whoever chooses among the rows keeps them under the hand.
  const rows = summary.querySelector('template[data-methods]');
  if (rows && name !== 'shipping') document.getElementById('methods').replaceChildren(rows.content);
}

form.addEventListener('change', (event) => {
  if (['country', 'zip', 'city', 'shipping', 'payment', 'discount'].includes(event.target.name))
    pending = update(event.target.name).finally(() => {
      pending = null;
    });
});
// Whoever pays while the sums are being fetched pays what will be shown.
form.addEventListener('submit', async (event) => {
  if (!pending) return;
  event.preventDefault();
  const intent = event.submitter?.value;
  await pending;
  const button = [...form.querySelectorAll('button[name="intent"]')].find((candidate) => candidate.value === intent);
  if (button) form.requestSubmit(button);
});
