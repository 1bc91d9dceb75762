/** Keeps the checkout's summary true while the buyer chooses; without it, the button "Apply" does the same. */
const form = document.querySelector('form[data-checkout]');
const summary = document.getElementById('summary');
let pending = null;
let latest = 0;

async function update() {
  latest += 1;
  const mine = latest;
  const response = await fetch(form.dataset.checkout, {
    method: 'POST',
    body: new URLSearchParams(new FormData(form)),
  });
  const text = await response.text();
  if (response.ok && mine === latest) summary.innerHTML = text;
}

form.addEventListener('change', (event) => {
  if (['country', 'shipping', 'payment', 'discount'].includes(event.target.name))
    pending = update().finally(() => {
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
