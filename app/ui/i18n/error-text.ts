import type { Issue, Refusal } from '#app/core/errors.ts';
import type { Translate } from './keys.ts';
import { isWording } from './wordings.ts';

type LookUp = (key: string, options: object) => string;

/** A refusal in the viewer's language; one that is not known here, or lacks a parameter, stays as it came. */
export function refusalText(t: Translate, { code, reason, message, params = {} }: Refusal): string {
  const translate = t as unknown as LookUp;
  // A missing role is said by a sentence of its own: no permission is named.
  if (code === 'missing_permission' && reason !== undefined)
    return isFilled(translate, `errors:reasons.${reason}`, params)
      ? translate(`errors:reasons.${reason}`, params)
      : message;
  if (code === undefined || !isFilled(translate, `errors:${code}`, { ...params, ...(reason ? { reason } : {}) }))
    return message;
  if (reason === undefined) return translate(`errors:${code}`, params);
  if (!isFilled(translate, `errors:reasons.${reason}`, params)) return message;
  return t('errors:invalid_state', { reason: translate(`errors:reasons.${reason}`, params) });
}

/** Whether there is such a text, and the parameters hold every name that it has a place for. */
function isFilled(translate: LookUp, key: string, params: Record<string, unknown>): boolean {
  const text = translate(key, { ...params, defaultValue: '', skipInterpolation: true });
  const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
  return text !== '' && names.every((name) => params[name] !== undefined || isWording(name));
}

/** One field's issue in the viewer's language, by its rule; one that is not known here stays as it came. */
export function issueText(t: Translate, { rule, params, message }: Issue): string {
  const translate = t as unknown as LookUp;
  return translate(`errors:rules.${rule}`, { defaultValue: message, ...params });
}
