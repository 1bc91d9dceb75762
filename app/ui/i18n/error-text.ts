import { ERRORS, REASONS, type ErrorParams, type Issue, type Refusal } from '#app/core/errors.ts';
import type { Translate } from './keys.ts';

/** A refusal in the viewer's language; one that is not known here, or lacks a parameter, stays as it came. */
export function refusalText(t: Translate, { code, reason, message, params = {} }: Refusal): string {
  if (!isKnown(ERRORS, code)) return message;
  if (reason === undefined) return isFilled(ERRORS[code].text, params) ? t(`errors:${code}`, params) : message;
  if (!isKnown(REASONS, reason) || !isFilled(REASONS[reason], params)) return message;
  return t('errors:state_refuses', { reason: t(`errors:reasons.${reason}`, params) });
}

const isKnown = <Known extends object>(known: Known, key: string | undefined): key is Extract<keyof Known, string> =>
  key !== undefined && Object.hasOwn(known, key);

/** Whether the parameters hold every name that the text has a place for. */
const isFilled = (text: string, params: ErrorParams): boolean =>
  [...text.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => params[name] !== undefined);

/** One field's issue in the viewer's language: by its own words first (the specification's), then by its rule. */
export function issueText(t: Translate, issue: Issue): string {
  const lookUp = (key: string): string | undefined => {
    const text: string = (t as unknown as (key: string, options: object) => string)(`errors:issues.${key}`, {
      defaultValue: '',
      n: /\d+/.exec(issue.message)?.[0],
      ...issue.params,
    });
    return text === '' ? undefined : text;
  };
  const own =
    lookUp(slugOf(issue.message)) ?? lookUp(`rules.${issue.rule}`) ?? lookUp(slugOf(withoutNumber(issue.message)));
  if (own) return own;
  return isZodDefault(issue.message) ? (lookUp(issue.rule) ?? lookUp('invalid') ?? issue.message) : issue.message;
}

/** The key under which a rule's own English text is translated: 'Required field' → `required_field`. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 60);
}

/** A text whose number is a bound of the contract: it is translated once, with the number put in. */
export function withoutNumber(text: string): string {
  return text.replace(/\d+/, 'n');
}

function isZodDefault(message: string): boolean {
  return /^(Invalid|Too small|Too big|Unrecognized key)/.test(message);
}
