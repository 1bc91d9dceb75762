import { isWebAddress } from '#app/core/text/web-address.ts';
import { rule } from '#app/core/rules.ts';
import { bad, good, type CheckedValue, type Rules, type ValueContext } from './checked-value.ts';
import { checkEntry } from './entry-value.ts';
import { checkFile, MAX_FILES } from './file-value.ts';
import { checkMeasure, checkMoney, checkRating } from './measured-value.ts';
import { checkPattern } from './pattern.ts';
import { checkRichText } from './rich-text-value.ts';
import { checkDecimal, checkInteger } from './number-value.ts';
import { toChoices, listIn, type Specification, type Validation } from './specification.ts';

const MAX_LINE = 5_000;
const MAX_TEXT = 65_000;
const MAX_LISTED = 128;

export const toRules = (validations: readonly Validation[]): Rules =>
  new Map(validations.map(({ name, value }) => [name, value]));

/**
 * Whether a value fits a specification, by the platform's own rules and those of its definition. The same in the browser and on
 * the server. Blank is no value and always fits; whether one is needed is asked elsewhere. `currency` is the store's.
 */
export function checkValue(
  specification: Pick<Specification, 'type' | 'validations'>,
  raw: string,
  currency: string,
): CheckedValue {
  if (raw.trim() === '') return good('');
  const { type, validations } = specification;
  const context = { rules: toRules(validations), currency };
  if (type.startsWith('list.')) return checkList(type.slice('list.'.length), specification, raw, context);
  return checkOne(type, raw, context, toChoices(specification));
}

function checkOne(type: string, raw: string, context: ValueContext, choices: readonly string[]): CheckedValue {
  const checker = CHECKERS[type];
  if (!checker) return bad('not_fillable', 'is kept elsewhere and cannot be changed here');
  // What a program of the store compares is compared by the letter, so a choice is taken as it is written.
  if (choices.includes(raw)) return good(raw);
  const checked = checker(raw, context);
  if (!checked.ok || choices.length === 0) return checked;
  return choices.includes(checked.value) ? checked : bad('not_a_choice', rule('not_an_option'));
}

const CHECKERS: Readonly<Record<string, (raw: string, context: ValueContext) => CheckedValue>> = {
  single_line_text_field: (raw, { rules }) =>
    /[\r\n]/.test(raw.trim()) ? bad('one_line', 'must be one line') : checkText(raw.trim(), rules, MAX_LINE),
  multi_line_text_field: (raw, { rules }) => checkText(raw.replace(/\r\n?/g, '\n'), rules, MAX_TEXT),
  rich_text_field: (raw) => checkRichText(raw),
  number_integer: (raw, { rules }) => checkInteger(raw, rules),
  number_decimal: (raw, { rules }) => checkDecimal(raw, rules),
  boolean: (raw) => (raw === 'true' || raw === 'false' ? good(raw) : bad('yes_or_no', 'must be true or false')),
  date: (raw, { rules }) => checkDate(raw.trim(), rules),
  date_time: (raw, { rules }) => checkMoment(raw.trim(), rules),
  url: (raw, { rules }) => checkAddress(raw.trim(), rules),
  color: (raw) =>
    /^#[0-9a-f]{6}$/i.test(raw.trim())
      ? good(raw.trim().toLowerCase())
      : bad('colour', 'must be a colour such as #4f46e5'),
  money: (raw, context) => checkMoney(raw, context),
  weight: (raw, { rules }) => checkMeasure('weight', raw, rules),
  dimension: (raw, { rules }) => checkMeasure('dimension', raw, rules),
  volume: (raw, { rules }) => checkMeasure('volume', raw, rules),
  rating: (raw, { rules }) => checkRating(raw, rules),
  metaobject_reference: (raw) => checkEntry(raw),
  file_reference: (raw, { rules }) => checkFile(raw, rules),
  product_reference: (raw) =>
    /^gid:\/\/shopify\/Product\/\d{1,19}$/.test(raw.trim()) ? good(raw.trim()) : bad('product', rule('not_a_product')),
};

function checkText(text: string, rules: Rules, max: number): CheckedValue {
  const count = Array.from(text).length;
  const minimum = Number(rules.get('min') ?? 0);
  const maximum = Math.min(Number(rules.get('max') ?? max), max);
  if (count < minimum) return bad('too_few_characters', `must have at least ${minimum} characters`, { minimum, count });
  if (count > maximum) return bad('too_many_characters', `must have at most ${maximum} characters`, { maximum, count });
  return checkPattern(text, rules.get('regex')) ? good(text) : bad('pattern', 'is not written as it should be');
}

function checkDate(text: string, rules: Rules): CheckedValue {
  if (!isDay(text)) return bad('date', rule('date_format'));
  return within(text, rules, (day) => Date.parse(`${day.slice(0, 10)}T00:00:00Z`));
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** A time without a zone is one of the world's own (UTC), as the platform reads it. */
function checkMoment(text: string, rules: Rules): CheckedValue {
  const parts = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  const at = Date.parse(parts?.[4] ? text : `${text}Z`);
  if (!parts || !isDay(parts[1] ?? '') || Number.isNaN(at)) {
    return bad('date_time', rule('date_time_format'));
  }
  const written = new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
  return within(written, rules, (moment) => Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(moment) ? moment : `${moment}Z`));
}

function within(value: string, rules: Rules, read: (text: string) => number): CheckedValue {
  const [minimum, maximum] = [rules.get('min'), rules.get('max')];
  // A bound that cannot be read compares with nothing; the platform judges by it.
  if (minimum !== undefined && read(value) < read(minimum))
    return bad('too_early', `must not be before ${minimum}`, { minimum });
  if (maximum !== undefined && read(value) > read(maximum))
    return bad('too_late', `must not be after ${maximum}`, { maximum });
  return good(value);
}

function checkAddress(text: string, rules: Rules): CheckedValue {
  const isOther = /^(mailto|tel|sms):[^\s<>"']+$/i.test(text);
  if (text.length > 2048 || !(isWebAddress(text) || isOther)) return bad('must_be_a_valid_url', rule('valid_url'));
  const domains = listIn(rules.get('allowed_domains')).map((domain) => domain.toLowerCase());
  if (domains.length === 0) return good(text);
  const host = isOther ? '' : new URL(text).hostname.toLowerCase();
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`))
    ? good(text)
    : bad('domain', `must be an address of ${domains.join(', ')}`, { domains: domains.join(', ') });
}

function checkList(
  type: string,
  specification: Pick<Specification, 'validations'>,
  raw: string,
  context: ValueContext,
): CheckedValue {
  const items = readItems(raw);
  if (!items) return bad('list', 'must be a list');
  const { rules } = context;
  const minimum = Number(rules.get('list.min') ?? 0);
  const max = type === 'file_reference' ? MAX_FILES : MAX_LISTED;
  const maximum = Math.min(Number(rules.get('list.max') ?? max), max);
  const filled = items.filter((item) => item.trim() !== '');
  if (filled.length === 0) return good('');
  if (filled.length < minimum) return bad('too_few_entries', `must have at least ${minimum} entries`, { minimum });
  if (filled.length > maximum) return bad('too_many_entries', `must have at most ${maximum} entries`, { maximum });
  const choices = toChoices(specification);
  const values: string[] = [];
  for (const item of filled) {
    const checked = checkOne(type, item, context, choices);
    if (!checked.ok) return checked;
    values.push(checked.value);
  }
  return good(JSON.stringify(type === 'number_integer' ? values.map(Number) : values));
}

/** The entries of a list as texts; undefined for what is no list of plain values. */
function readItems(raw: string): string[] | undefined {
  try {
    const value: unknown = JSON.parse(raw);
    if (!Array.isArray(value) || value.length > MAX_LISTED * 2) return undefined;
    return value.every((one) => typeof one === 'string' || typeof one === 'number')
      ? value.map((one) => String(one))
      : undefined;
  } catch {
    return undefined;
  }
}
