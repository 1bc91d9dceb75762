import type { Issue } from '#app/core/errors.ts';
import { isWebAddress } from '#app/core/text/web-address.ts';
import { wrongType } from '#app/core/issues.ts';
import { rule } from '#app/core/rules.ts';
import { readDisplay, visibleFields, type Answers, type AnswerValue } from '#app/core/text/field-display.ts';
import { checkFile, checkMedia, isEmptyHtml, type Checked } from './rich-answers.ts';

/** Fields of a store, at most. */
export const MAX_FIELDS = 60;

/** Every type of field that the specifications name; `text` and `input` are one. */
export const FIELD_TYPES = [
  'input',
  'text',
  'textarea',
  'richtext',
  'select',
  'checkbox',
  'product',
  'terms',
  'video',
  'file',
  'image',
  'media',
  'list_media',
  'date',
  'date_time',
  'url',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** A type that shows something and takes no answer. */
export const isDisplayOnly = (type: FieldType): boolean => type === 'video';

/** A field of vendors: asked in the application form, kept with the vendor, shown on its page. */
export type FieldDefinition = {
  key: string;
  name: string;
  type: FieldType;
  required: boolean;
  description: string;
  options: string[];
  link: string;
  showOnVendorPage: boolean;
  registration: boolean;
};

/** An answer as it is sent and stored: by the field's stable key, with the name it had when it was given. */
export type FieldAnswer = { key: string; name: string; value: string | boolean | string[] };

/** The types that hold pictures and films. */
export const isMediaType = (type: FieldType): boolean => type === 'image' || type === 'media' || type === 'list_media';

export const LINE_MAX = 1_000;
export const TEXT_MAX = 10_000;

/**
 * The fields of the public application form: nothing that only admins see. Browser and server both judge by exactly these,
 * so that a condition on a field that only admins see means the same to both.
 */
export function publicFields(fields: readonly FieldDefinition[]): FieldDefinition[] {
  return fields.filter((field) => field.registration && readDisplay(field.description).show);
}

/**
 * Checks answers against the definitions, as the form does: hidden fields are dropped, required ones must be filled, each
 * value must fit its type. `lenient` is for admins, who may leave fields empty and keep answers to fields that are gone.
 * `ignored` are keys of fields that are not asked here: what is given for them is dropped. Issues are at `fields.<key>`.
 */
export function checkAnswers(
  fields: readonly FieldDefinition[],
  given: readonly FieldAnswer[],
  o: { lenient?: boolean; ignored?: ReadonlySet<string> } = {},
): { answers: FieldAnswer[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const byKey = new Map<string, FieldAnswer>();
  for (const answer of given) {
    if (byKey.has(answer.key)) issues.push(issueAt(answer.key, 'duplicate', rule('duplicate')));
    byKey.set(answer.key, answer);
  }
  const known = new Set(fields.map((field) => field.key));
  const values: Answers = new Map(given.map(({ key, value }) => [key, value]));
  const answers: FieldAnswer[] = [];
  for (const { field, required } of visibleFields(fields, values, { forAdmin: o.lenient === true })) {
    if (isDisplayOnly(field.type)) continue;
    const answer = byKey.get(field.key);
    const checked = checkValue(field, answer?.value);
    if (checked.problem) issues.push(issueAt(field.key, checked.problem.rule, checked.problem.message));
    else if (checked.value !== undefined) answers.push({ key: field.key, name: field.name, value: checked.value });
    else if (required && o.lenient !== true) issues.push(issueAt(field.key, 'required', rule('required_field')));
  }
  for (const answer of byKey.values()) {
    if (known.has(answer.key) || o.ignored?.has(answer.key)) continue;
    if (o.lenient === true) answers.push(answer);
    else issues.push(issueAt(answer.key, 'unknown_field', rule('field_gone')));
  }
  return { answers, issues };
}

const problem = (rule: string, message: string): Checked => ({ problem: { rule, message } });
const issueAt = (key: string, rule: string, message: string): Issue => ({ path: `fields.${key}`, rule, message });

/** A value that fits the field's type, nothing when it is empty, or what is wrong with it. */
function checkValue(field: FieldDefinition, value: AnswerValue | undefined): Checked {
  if (value === undefined || value === '') return {};
  if (field.type === 'checkbox') return checkChoices(field, value);
  if (field.type === 'terms') return checkTerms(value);
  if (isMediaType(field.type)) return checkMedia(field, value);
  if (typeof value !== 'string') return problem('invalid_type', wrongType('string'));
  const text = value.trim();
  if (text === '') return {};
  if (field.type === 'richtext' && isEmptyHtml(text)) return {};
  if (field.type === 'file') return checkFile(text);
  if (field.type === 'product' && !/^[1-9]\d{0,17}$/.test(text)) {
    return problem('invalid_value', rule('not_a_product'));
  }
  const max = field.type === 'textarea' || field.type === 'richtext' ? TEXT_MAX : LINE_MAX;
  if (text.length > max) return problem('too_big', rule('max_characters', { maximum: max }));
  if (field.type === 'select' && !field.options.includes(text)) {
    return problem('invalid_value', rule('not_an_option'));
  }
  if (field.type === 'url' && !isWebAddress(text)) return problem('must_be_a_valid_url', rule('valid_url'));
  if (field.type === 'date' && !isDay(text)) return problem('invalid_date', rule('date_format'));
  if (field.type === 'date_time' && !isDayTime(text)) {
    return problem('invalid_datetime', rule('date_time_format'));
  }
  return { value: text };
}

function checkChoices(field: FieldDefinition, value: AnswerValue): Checked {
  const chosen = typeof value === 'string' ? [value] : value;
  if (typeof chosen === 'boolean') return problem('invalid_type', wrongType('array'));
  if (chosen.some((one) => !field.options.includes(one))) return problem('invalid_value', rule('not_options'));
  const unique = field.options.filter((option) => chosen.includes(option));
  return unique.length > 0 ? { value: unique } : {};
}

function checkTerms(value: AnswerValue): Checked {
  if (value === true || value === 'true') return { value: true };
  return value === false || value === 'false' ? {} : problem('invalid_type', wrongType('boolean'));
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

function isDayTime(text: string): boolean {
  const [day = '', time = ''] = text.split('T');
  return isDay(day) && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(time);
}
