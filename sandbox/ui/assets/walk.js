// Ticks the steps of the walk through one order as they are done, on the first page and on the small card of the others.
const EVERY_MS = 4000;
const lists = document.querySelectorAll('[data-walk]');

function show(done) {
  for (const list of lists) {
    let hasNext = false;
    for (const step of list.querySelectorAll('[data-step]')) {
      const isDone = done.includes(step.dataset.step);
      step.dataset.state = isDone ? 'done' : hasNext ? 'open' : 'next';
      hasNext ||= !isDone;
      const said = step.querySelector('[data-walk-said]');
      if (said) said.textContent = isDone ? 'Done: ' : '';
    }
    const all = document.querySelector('[data-walk-all]');
    if (all) all.hidden = hasNext;
    const small = list.closest('[data-walk-float]');
    if (!small) continue;
    small.hidden = !hasNext;
    const now = small.querySelector('[data-walk-now]');
    now.textContent = small.querySelector('[data-state="next"]')?.dataset.text ?? '';
  }
  for (const count of document.querySelectorAll('[data-walk-count]')) count.textContent = String(done.length);
}

async function refresh() {
  if (document.visibilityState !== 'visible') return;
  try {
    const answer = await fetch('/walk');
    if (answer.ok) show((await answer.json()).done);
  } catch {
    // The sandbox is stopped or restarts: the next try says more.
  }
}

if (lists.length > 0) {
  setInterval(refresh, EVERY_MS);
  document.addEventListener('visibilitychange', refresh);
}
