import type { Issue } from '#app/core/errors.ts';

/** Calls `done` once no pointer presses anything: an error that appears would move a tick or a link from under the pointer. */
export function whenReleased(done: () => void): void {
  if (!document.querySelector(':active')) {
    done();
    return;
  }
  const released = new AbortController();
  for (const event of ['pointerup', 'pointercancel', 'keyup']) {
    addEventListener(
      event,
      () => {
        released.abort();
        // The click itself comes after this event.
        setTimeout(done);
      },
      { capture: true, signal: released.signal },
    );
  }
}

/** Brings the first wrong field of the page into view and into focus, once the error stands beside it. */
export function focusFirst(issues: readonly Issue[]): void {
  const names = issues.filter(({ path }) => path !== '').map(({ path }) => CSS.escape(path));
  if (names.length === 0) return;
  const selector = names.map((name) => `[name="${name}"], [name="${name}[]"]`).join(', ');
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(selector)?.focus();
  });
}
