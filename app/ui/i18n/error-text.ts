import {
  ERRORS,
  fillText,
  REASONS,
  type ErrorCode,
  type ErrorParams,
  type Issue,
  type ReasonCode,
} from '#app/core/errors.ts';
import type { Translate } from './keys.ts';

/** A refusal as screens get it: from an action, or from the API (which sends no params, but a filled English message). */
export type Refusal = { code?: string; message: string; params?: ErrorParams; issues?: readonly Issue[] };

/** A refusal in the viewer's language; what we have no translation for stays as it came. */
export function refusalText(t: Translate, { code, message, params }: Refusal): string {
  if (!isKnownCode(code)) return message;
  const needed = [...ERRORS[code].text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const values = params ?? readParams(ERRORS[code].text, message) ?? {};
  if (needed.some((name) => values[name] === undefined)) return message;
  if (code !== 'state_refuses') return t(`errors:${code}`, values);
  return t('errors:state_refuses', { reason: reasonText(t, String(values.reason)) });
}

/** Why a state refuses, in the viewer's language: the reasons are known by their English texts. */
function reasonText(t: Translate, reason: string): string {
  for (const code of REASON_CODES) {
    const params = readParams(REASONS[code], reason);
    if (params) return t(`errors:reasons.${code}`, params);
  }
  return reason;
}

const REASON_CODES = Object.keys(REASONS) as ReasonCode[];

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

function isKnownCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && code in ERRORS;
}

/** Reads the parameters back out of a filled text, where nothing else was sent; undefined for another text. */
function readParams(template: string, filled: string): ErrorParams | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  if (names.length === 0) return template === filled ? {} : undefined;
  const escaped = template.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const match = new RegExp(`^${escaped.join('(.+)')}$`, 's').exec(filled);
  if (!match) return undefined;
  const params = Object.fromEntries(names.map((name, index) => [name, match[index + 1] ?? '']));
  return fillText(template, params) === filled ? params : undefined;
}
