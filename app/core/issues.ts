import type { z } from 'zod';
import { fillText, wordIssue, type ErrorParams, type Issue } from './errors.ts';
import { readRule } from './rules.ts';

/**
 * The kinds of issue of the schema library with the English text of each; other languages translate them as rules
 * (`errors:rules.<kind>`). They stand here and not among the rules, because a browser loads them with its first form only.
 */
export const KIND_TEXTS = {
  invalid: 'does not fit here',
  invalid_type: 'must be of the type {expected}',
  invalid_value: 'must be one of {values}',
  invalid_union: 'has none of the accepted forms',
  unrecognized_keys: 'has unknown fields: {keys}',
  not_multiple_of: 'must be a multiple of {divisor}',
  invalid_email: 'must be a valid e-mail address',
  invalid_url: 'must be a valid URL',
  invalid_datetime: 'must be a date and time',
  invalid_date: 'must be a date',
  invalid_regex: 'is not written as it should be',
  too_small_string: 'must have at least {minimum} characters',
  too_big_string: 'must have at most {maximum} characters',
  too_small_number: 'must be at least {minimum}',
  too_big_number: 'must be at most {maximum}',
  too_small_int: 'must be at least {minimum}',
  too_big_int: 'must be at most {maximum}',
  too_small_bigint: 'must be at least {minimum}',
  too_big_bigint: 'must be at most {maximum}',
  too_small_array: 'must have at least {minimum} entries',
  too_big_array: 'must have at most {maximum} entries',
  required: 'Required',
  above_zero: 'must be above 0',
} as const satisfies Record<string, string>;

/** The words for a value of another type than the schema library would name it: `string`, `array`, `boolean`. */
export const wrongType = (expected: string): string => fillText(KIND_TEXTS.invalid_type, { expected });

/** The library's words for a check of ours that says nothing. */
const UNWORDED = 'Invalid input';
const MAX_NAMED = 10;
const MAX_NAMES = 200;

/**
 * The issues of a failed parse as the API names them: the path with dots (`lines.0.quantity`), the rule, its English text
 * and the numbers in it. The schema library's own words never leave here: each of its kinds is a rule of ours. Server and
 * forms use the same function, so a field is told the same in both.
 */
export function toIssues(error: z.ZodError): Issue[] {
  return error.issues.map((issue) => {
    const [code, params] = [toRule(issue), toParams(issue)];
    const isOurs = readRule(issue.message) !== undefined || (issue.code === 'custom' && issue.message !== UNWORDED);
    return wordIssue({
      path: issue.path.map(String).join('.'),
      rule: code,
      message: isOurs ? issue.message : fillText(KIND_TEXTS[isKind(code) ? code : 'invalid'], params),
      params,
    });
  });
}

type Kind = keyof typeof KIND_TEXTS;
const isKind = (code: string): code is Kind => Object.hasOwn(KIND_TEXTS, code);

function toRule(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') {
    if (typeof issue.params?.rule === 'string') return issue.params.rule;
    return issue.message === UNWORDED ? 'invalid' : 'custom';
  }
  if (issue.code === 'invalid_format') return known(`invalid_${issue.format}`, 'invalid_regex');
  if (issue.code === 'too_small' && !issue.inclusive && Number(issue.minimum) === 0) return 'above_zero';
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return known(`${issue.code}_${issue.origin}`, `${issue.code}_number`);
  if (issue.code === 'invalid_type' && issue.input === undefined && / received undefined$/.test(issue.message))
    return 'required';
  return known(issue.code, 'invalid');
}

const known = (code: string, otherwise: Kind): Kind => (isKind(code) ? code : otherwise);

function toParams(issue: z.core.$ZodIssue): ErrorParams {
  switch (issue.code) {
    case 'too_small':
      return { minimum: Number(issue.minimum) };
    case 'too_big':
      return { maximum: Number(issue.maximum) };
    case 'invalid_type':
      return { expected: issue.expected };
    case 'invalid_value':
      return { values: nameSome(issue.values.map(String)) };
    case 'unrecognized_keys':
      return { keys: nameSome(issue.keys) };
    case 'not_multiple_of':
      return { divisor: issue.divisor };
    case 'custom':
      return issue.params ? toTextParams(issue.params) : {};
    default:
      return {};
  }
}

/** The first of several names as a text of limited length: keys are as long as a caller makes them. */
function nameSome(names: readonly string[]): string {
  const text = names.slice(0, MAX_NAMED).join(', ');
  return text.length > MAX_NAMES || names.length > MAX_NAMED ? `${text.slice(0, MAX_NAMES)}…` : text;
}

/** What a rule of our own says beside its name: numbers and words. */
function toTextParams({ rule: _code, ...params }: Record<string, unknown>): ErrorParams {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    ),
  );
}
