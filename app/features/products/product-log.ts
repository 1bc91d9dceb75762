import { wordOf } from './change-rows.ts';
import { plainText } from './description.ts';
import { CHANGE_FIELDS, type ChangeField } from './differences.ts';

/** One field that something changed, as people read it; null is nothing, or too much to say. */
export type LoggedField = { field: ChangeField | 'vendor' | 'status'; old: string | null; new: string | null };

const FIELDS: readonly LoggedField['field'][] = [...CHANGE_FIELDS, 'vendor', 'status'];
const MOST_SHOWN = 300;
const MOST_VALUES = 3;

/** What an entry of the log changed, from what to what: its detail is {field: [old, new]}, or has that as `fields`. */
export function loggedFields(detail: Record<string, unknown>): LoggedField[] {
  const nested = detail.fields;
  const source = nested !== null && typeof nested === 'object' ? { ...detail, ...nested } : detail;
  return FIELDS.flatMap((field): LoggedField[] => {
    const pair: unknown = source[field];
    if (!Array.isArray(pair) || pair.length !== 2) return [];
    return [{ field, old: shownOf(field, pair[0]), new: shownOf(field, pair[1]) }];
  });
}

function shownOf(field: LoggedField['field'], value: unknown): string | null {
  const text = wordsOf(field, textOf(value));
  return text !== null && text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** A description without its marks, and amounts with both of their places. */
function wordsOf(field: LoggedField['field'], text: string | null): string | null {
  if (text === null) return null;
  if (field === 'description') return plainText(text);
  return field === 'price' || field === 'compareAt' ? text.replace(/(\.\d)(?!\d)/g, '$10') : text;
}

function textOf(value: unknown): string | null {
  if (value === null || typeof value !== 'object') return wordOf(value);
  if (Array.isArray(value)) return value.length === 0 ? null : namesOf(value);
  if ('tooLong' in value) return null;
  if ('options' in value) return namesOf((value as { options: { name: string; values: string[] }[] }).options);
  const values = [...new Set(Object.values(value).map((one) => (Array.isArray(one) ? namesOf(one) : wordOf(one))))];
  const shown = values.slice(0, MOST_VALUES).map((one) => one ?? '–');
  return [...shown, ...(values.length > MOST_VALUES ? ['…'] : [])].join(', ');
}

/** Options by their values, metafields by key and value, media by their texts. */
function namesOf(list: readonly unknown[]): string {
  return list
    .map((item) => {
      const one = item as { name?: string; values?: string[]; key?: string; value?: string; alt?: string };
      if (one.values) return `${one.name ?? ''}: ${one.values.join(', ')}`;
      if (one.key !== undefined) return `${one.key}: ${one.value ?? ''}`;
      return one.alt === undefined || one.alt === '' ? '▢' : one.alt;
    })
    .join('; ');
}
