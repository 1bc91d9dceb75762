import { wordOf } from './change-rows.ts';
import { plainText } from './description.ts';
import { withEntryNames } from '#app/features/specifications/entry-value.ts';
import type { Owner } from '#app/features/specifications/specification.ts';
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

type Named = { namespace: string; key: string };
/** Those of some fields of products or of variants that somebody may read. */
export type Readable = <One extends Named>(owner: Owner, fields: readonly One[]) => One[];

/** The detail of an entry without the fields that somebody may not read; a list of which nothing is left is left out. */
export function readableDetail(detail: Record<string, unknown>, readable: Readable): Record<string, unknown> {
  const kept = Object.entries(detail).flatMap(([field, value]): [string, unknown][] => {
    if (field === 'fields' && isRecord(value)) return [[field, readableDetail(value, readable)]];
    if (field !== 'specifications' && field !== 'variantSpecifications') return [[field, value]];
    const owner = field === 'specifications' ? 'PRODUCT' : 'PRODUCTVARIANT';
    const sides = (Array.isArray(value) ? value : []).map((side: unknown) => readableSide(side, owner, readable));
    return sides.some((side) => side !== null) ? [[field, sides]] : [];
  });
  return Object.fromEntries(kept);
}

/** One side of a logged difference: a list of fields, or such lists by the ids of variants. Null where nothing is left. */
function readableSide(side: unknown, owner: Owner, readable: Readable): unknown {
  if (Array.isArray(side)) {
    const left = readable(owner, side as Named[]);
    return left.length > 0 ? left : null;
  }
  // A list that was too long for the log says nothing of what stood in it.
  if (!isRecord(side) || 'tooLong' in side) return null;
  const lists = Object.entries(side).map(([id, list]) => [id, readableSide(list, owner, readable)] as const);
  const left = lists.filter(([, list]) => list !== null);
  return left.length > 0 ? Object.fromEntries(left) : null;
}

/** The detail of an entry of the log with the names of the store's entries in the place of their references. */
export function withNames(
  detail: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(detail).map(([field, value]) => [field, named(value, names)]));
}

function named(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return withEntryNames(value, names);
  if (Array.isArray(value)) return value.map((one: unknown) => named(one, names));
  return isRecord(value) ? withNames(value, names) : value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

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
