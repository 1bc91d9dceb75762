import type { z } from 'zod';
import { wordIssue, type ErrorParams, type Issue } from './errors.ts';
import { readRule, rule, RULES, type RuleCode } from './rules.ts';

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
      message: isOurs ? issue.message : rule(isRule(code) ? code : 'invalid', params),
      params,
    });
  });
}

const isRule = (code: string): code is RuleCode => Object.hasOwn(RULES, code);

function toRule(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom') {
    if (typeof issue.params?.rule === 'string') return issue.params.rule;
    return issue.message === UNWORDED ? 'invalid' : 'custom';
  }
  if (issue.code === 'invalid_format') return known(`invalid_${issue.format}`, 'invalid_format');
  if (issue.code === 'too_small' && !issue.inclusive && Number(issue.minimum) === 0) return 'above_zero';
  if (issue.code === 'too_small' || issue.code === 'too_big')
    return known(`${issue.code}_${issue.origin}`, `${issue.code}_number`);
  if (issue.code === 'invalid_type' && issue.input === undefined && / received undefined$/.test(issue.message))
    return 'required';
  return known(issue.code, 'invalid');
}

const known = (code: string, otherwise: RuleCode): string => (isRule(code) ? code : otherwise);

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
