import type { FormValues } from './form-values.ts';

/** Fields whose values are kept nowhere. */
const SECRET = /password|confirmation|current|code/i;

/** Names a form: the page it stands on, and its fields. */
function formatName(values: FormValues): string {
  const { pathname, search } = window.location;
  return `souk-typed:${pathname}${search}#${Object.keys(values).sort().join(',')}`;
}

/**
 * Keeps what stands in a form for this tab, when it could not be sent because one has to sign in again first: signing in
 * leads back to the page. A form with a password or a code is not kept, and where the browser keeps nothing, nothing is.
 */
export function storeDraft(values: FormValues): void {
  const names = Object.keys(values);
  if (names.length === 0 || names.some((name) => SECRET.test(name))) return;
  try {
    window.sessionStorage.setItem(formatName(values), JSON.stringify(values));
  } catch {
    // The form itself is not touched.
  }
}

/** What was kept of a form with these values, once; undefined where nothing was. */
export function takeDraft<Values extends FormValues>(values: Values): Values | undefined {
  try {
    const name = formatName(values);
    const kept = window.sessionStorage.getItem(name);
    if (kept === null) return undefined;
    window.sessionStorage.removeItem(name);
    return { ...values, ...(JSON.parse(kept) as Values) };
  } catch {
    return undefined;
  }
}
