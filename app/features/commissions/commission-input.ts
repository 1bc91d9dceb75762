import { numberFormat } from '#app/core/intl.ts';
import type { ErrorParams, Issue } from '#app/core/errors.ts';
import { fillText } from '#app/core/rules.ts';
import { amountIssue, formatAmount, placesOf, readAmount, type Currency } from '#app/core/money/money.ts';
import { parsePercent } from '#app/core/money/percent.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';
import {
  resolveRanges,
  type CommissionConstraint,
  type CommissionLine,
  type CommissionOverride,
} from './commission.ts';

/** A commission line as people and programs send it: decimals in the store's currency, percent as a decimal. */
export type CommissionLineInput = {
  min: string | number;
  max?: string | number | null | undefined;
  flat?: string | number | null | undefined;
  percentage: string | number;
  constraint?: CommissionConstraint | null | undefined;
};

/** The English texts of the rules; the keys are what other languages translate. */
export const COMMISSION_TEXTS = {
  min_not_negative: 'should be at least 0',
  max_above_min: 'should be greater than {min}',
  percentage_range: 'should be between 0 and 100',
  percentage_number: 'must be a number',
  percentage_places: 'must have at most {places} decimal places',
  flat_not_negative: 'should be at least 0',
  too_many_lines: 'should have at most {limit} lines',
  constraint_key: 'Required field',
  constraint_value: 'Required field',
  constraint_length: 'must have at most {limit} characters',
  unconditioned_missing: 'At least one commission line should not have a condition',
  gap: 'There should not be a gap between {from} and {to}',
  gap_above: 'There should not be a gap between {from} and above',
  overlap: 'There should not be an overlap between {from} and {to}',
  overlap_above: 'There should not be an overlap between {from} and above',
  both_required: 'percentage and flat are set together or removed together',
} as const;

type RuleKey = keyof typeof COMMISSION_TEXTS;

/** The most lines that a commission list has. */
export const MAX_LINES = 100;
const MAX_CONSTRAINT_LENGTH = 255;
const HUNDRED_PERCENT = 1_000_000n;

/**
 * Reads a commission list and checks every rule of it: amounts in the currency's places, max above min, percentage 0–100, a
 * line without a condition, and unconditioned ranges that start at 0 and neither leave a gap nor overlap.
 * An empty list is allowed for a vendor, who then follows the default.
 */
export function parseCommissionLines(
  inputs: readonly CommissionLineInput[],
  currency: Currency,
  options: { allowEmpty: boolean },
): Result<CommissionLine[], Issue[]> {
  if (inputs.length > MAX_LINES) return refuse([buildIssue('', 'too_many_lines', { limit: MAX_LINES })]);
  const issues: Issue[] = [];
  const lines = inputs.map((input, position) => parseLine(input, currency, String(position), issues));
  if (issues.length > 0) return refuse(issues);
  if (inputs.length === 0 && options.allowEmpty) return ok([]);
  const coverage = checkCoverage(lines, currency);
  return coverage.length > 0 ? refuse(coverage) : ok(lines);
}

/** Reads an override: both fields, or null and null to go back to the frozen rates (M32). */
export function parseCommissionOverride(
  input: { percentage: string | number | null; flat: string | number | null },
  currency: Currency,
): Result<CommissionOverride | null, Issue[]> {
  if (input.percentage === null && input.flat === null) return ok(null);
  if (input.percentage === null || input.flat === null) {
    return refuse([buildIssue(input.percentage === null ? 'percentage' : 'flat', 'both_required', {})]);
  }
  const issues: Issue[] = [];
  const percent = parsePercentage(input.percentage, 'percentage', issues);
  const flatMinor = parseNonNegative(input.flat, currency, 'flat', 'flat_not_negative', issues);
  return issues.length > 0 ? refuse(issues) : ok({ percent, flatMinor });
}

function parseLine(input: CommissionLineInput, currency: Currency, path: string, issues: Issue[]): CommissionLine {
  const minMinor = parseNonNegative(input.min, currency, `${path}.min`, 'min_not_negative', issues);
  const maxMinor = isBlank(input.max) ? null : parseMinor(input.max, currency, `${path}.max`, issues);
  if (maxMinor !== null && maxMinor <= minMinor && !issues.some((issue) => issue.path.startsWith(`${path}.m`))) {
    issues.push(buildIssue(`${path}.max`, 'max_above_min', { min: String(input.min) }));
  }
  const flatMinor = isBlank(input.flat)
    ? 0n
    : parseNonNegative(input.flat, currency, `${path}.flat`, 'flat_not_negative', issues);
  const percent = parsePercentage(input.percentage, `${path}.percentage`, issues);
  return { minMinor, maxMinor, flatMinor, percent, constraint: parseConstraint(input.constraint, path, issues) };
}

function parseConstraint(
  constraint: CommissionConstraint | null | undefined,
  path: string,
  issues: Issue[],
): CommissionConstraint | null {
  if (!constraint) return null;
  const key = constraint.key.trim();
  if (key === '') issues.push(buildIssue(`${path}.constraint.key`, 'constraint_key', {}));
  if (constraint.value === '') issues.push(buildIssue(`${path}.constraint.value`, 'constraint_value', {}));
  for (const [field, text] of [['key', key] as const, ['value', constraint.value] as const]) {
    if (text.length > MAX_CONSTRAINT_LENGTH) {
      issues.push(buildIssue(`${path}.constraint.${field}`, 'constraint_length', { limit: MAX_CONSTRAINT_LENGTH }));
    }
  }
  return { key, value: constraint.value };
}

function isBlank(input: string | number | null | undefined): input is null | undefined | '' {
  return input === null || input === undefined || input === '';
}

function parseMinor(input: string | number, currency: Currency, path: string, issues: Issue[]): bigint {
  const parsed = readAmount(input, currency);
  if (parsed.ok) return parsed.value;
  issues.push(amountIssue(path, parsed.refusal));
  return 0n;
}

function parseNonNegative(
  input: string | number,
  currency: Currency,
  path: string,
  rule: RuleKey,
  issues: Issue[],
): bigint {
  const minor = parseMinor(input, currency, path, issues);
  if (minor < 0n) issues.push(buildIssue(path, rule, {}));
  return minor;
}

function parsePercentage(input: string | number, path: string, issues: Issue[]): bigint {
  const parsed = parsePercent(input);
  if (!parsed.ok) {
    const { refusal } = parsed;
    issues.push(
      refusal.rule === 'too_many_places'
        ? buildIssue(path, 'percentage_places', { places: refusal.places })
        : buildIssue(path, 'percentage_number', {}),
    );
    return 0n;
  }
  if (parsed.value < 0n || parsed.value > HUNDRED_PERCENT) issues.push(buildIssue(path, 'percentage_range', {}));
  return parsed.value;
}

/** Walks the unconditioned ranges from 0 upwards and names each gap and each overlap by its ends. */
function checkCoverage(lines: readonly CommissionLine[], currency: Currency): Issue[] {
  const ranges = resolveRanges(lines).filter((line) => line.constraint === null);
  if (ranges.length === 0) return [buildIssue('', 'unconditioned_missing', {})];
  ranges.sort((a, b) => (a.minMinor === b.minMinor ? a.position - b.position : a.minMinor < b.minMinor ? -1 : 1));
  const issues: Issue[] = [];
  let coveredTo: bigint | null = 0n;
  for (const range of ranges) {
    const path = `${range.position}.min`;
    if (coveredTo !== null && range.minMinor > coveredTo) {
      issues.push(rangeIssue(path, 'gap', coveredTo, range.minMinor, currency));
    } else if (coveredTo === null || range.minMinor < coveredTo) {
      issues.push(rangeIssue(path, 'overlap', range.minMinor, lowerEnd(coveredTo, range.maxMinor), currency));
    }
    coveredTo = coveredTo === null || range.maxMinor === null ? null : higher(coveredTo, range.maxMinor);
  }
  const last = ranges.at(-1);
  if (coveredTo !== null) issues.push(rangeIssue(`${last?.position ?? 0}.max`, 'gap', coveredTo, null, currency));
  return issues;
}

function rangeIssue(
  path: string,
  rule: 'gap' | 'overlap',
  fromMinor: bigint,
  toMinor: bigint | null,
  currency: Currency,
): Issue {
  const from = formatThreshold(fromMinor, currency);
  return toMinor === null
    ? buildIssue(path, `${rule}_above`, { from })
    : buildIssue(path, rule, { from, to: formatThreshold(toMinor, currency) });
}

function lowerEnd(left: bigint | null, right: bigint | null): bigint | null {
  if (left === null) return right;
  return right === null || left < right ? left : right;
}

function higher(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

/** A price as the validation texts show it ("$50", "€12.50"); whole amounts stand without decimals. */
function formatThreshold(amountMinor: bigint, currency: Currency): string {
  const places = placesOf(currency);
  const format = numberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    trailingZeroDisplay: 'stripIfInteger',
  });
  // A decimal string keeps every digit; a number would not.
  return format.format(formatAmount(amountMinor, currency) as `${number}`);
}

function buildIssue(path: string, rule: RuleKey, params: ErrorParams): Issue {
  return { path, rule, message: fillText(COMMISSION_TEXTS[rule], params), params };
}
