import type { z } from 'zod';
import { wordIssue, type ErrorParams, type Issue } from './errors.ts';

/**
 * The issues of a failed parse as the API names them: the path with dots (`lines.0.quantity`), the rule, its English text
 * and the numbers in it. Server and forms use the same function, so a field is told the same in both.
 */
export function toIssues(error: z.ZodError): Issue[] {
  return error.issues.map((issue) =>
    wordIssue({
      path: issue.path.map(String).join('.'),
      rule: toRule(issue),
      message: issue.message,
      params: toParams(issue),
    }),
  );
}

function toRule(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom' && typeof issue.params?.rule === 'string') return issue.params.rule;
  if (issue.code === 'custom') return issue.message === 'Invalid input' ? 'invalid' : 'custom';
  if (issue.code === 'invalid_format') return `invalid_${issue.format}`;
  if (issue.code === 'too_small' || issue.code === 'too_big') return `${issue.code}_${String(issue.origin)}`;
  if (issue.code === 'invalid_type' && issue.input === undefined && / received undefined$/.test(issue.message))
    return 'required';
  return issue.code;
}

function toParams(issue: z.core.$ZodIssue): ErrorParams {
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) };
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) };
  if (issue.code === 'custom' && issue.params) return toTextParams(issue.params);
  return {};
}

/** What a rule of our own says beside its name: numbers and words. */
function toTextParams({ rule: _rule, ...params }: Record<string, unknown>): ErrorParams {
  return Object.fromEntries(
    Object.entries(params).filter((entry): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    ),
  );
}
