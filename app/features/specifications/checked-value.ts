import type { ErrorParams } from '#app/core/errors.ts';

export type Problem = { rule: string; message: string; params: ErrorParams };
/** A value in the form in which the platform keeps it ('' for none), or the rule that it breaks. */
export type CheckedValue = { ok: true; value: string } | ({ ok: false } & Problem);
/** The rules of a definition by their names. */
export type Rules = ReadonlyMap<string, string>;
/** What a check looks at beside the value; `currency` is the store's. */
export type ValueContext = { rules: Rules; currency: string };

export const good = (value: string): CheckedValue => ({ ok: true, value });
export const bad = (rule: string, message: string, params: ErrorParams = {}): CheckedValue => ({
  ok: false,
  rule,
  message,
  params,
});
