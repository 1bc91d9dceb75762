import { ERRORS, REASONS, type ErrorParams, type Issue, type Refusal } from '#app/core/errors.ts';
import type { Translate } from './keys.ts';

/** A refusal in the viewer's language; one that is not known here, or lacks a parameter, stays as it came. */
export function refusalText(t: Translate, { code, reason, message, params = {} }: Refusal): string {
  if (!isKnown(ERRORS, code)) return message;
  if (reason === undefined) return isFilled(ERRORS[code].text, params) ? t(`errors:${code}`, params) : message;
  if (!isKnown(REASONS, reason) || !isFilled(REASONS[reason], params)) return message;
  return t('errors:invalid_state', { reason: t(`errors:reasons.${reason}`, params) });
}

const isKnown = <Known extends object>(known: Known, key: string | undefined): key is Extract<keyof Known, string> =>
  key !== undefined && Object.hasOwn(known, key);

/** Whether the parameters hold every name that the text has a place for. */
const isFilled = (text: string, params: ErrorParams): boolean =>
  [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => params[name] !== undefined);

/** One field's issue in the viewer's language, by its rule; one that is not known here stays as it came. */
export function issueText(t: Translate, { rule, params, message }: Issue): string {
  const lookUp = t as unknown as (key: string, options: object) => string;
  return lookUp(`errors:rules.${rule}`, { defaultValue: message, ...params });
}
