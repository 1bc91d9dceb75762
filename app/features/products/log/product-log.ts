import { formatValue } from '../review/change-rows.ts';
import { plainText } from '../editing/description.ts';
import { withEntryNames } from '#app/features/specifications/entry-value.ts';
import type { Owner } from '#app/features/specifications/specification.ts';
import { LOGGED_FIELDS, LOGGED_TEXTS } from './logged-fields.ts';

type LoggedText = (typeof LOGGED_TEXTS)[number];

/** One field that something changed, as people read it; null is nothing, or too much to say. */
export type LoggedField = {
  field: (typeof LOGGED_FIELDS)[number];
  old: string | null;
  new: string | null;
  /** Of a translation: the language, the text, and what of the product it belongs to. */
  translation?: { locale: string; text: LoggedText; name: string };
};

/** The titles of a product's variants by their ids; a product without options has one without a title. */
export type VariantTitles = ReadonlyMap<string, string>;

const MAX_SHOWN = 300;
const MAX_VALUES = 3;
const TRANSLATION = new RegExp(`^([A-Za-z0-9-]+)\\.(${LOGGED_TEXTS.join('|')})(?: (.*))?$`, 's');

/** What an entry of the log changed, from what to what: its detail is {field: [old, new]}, or has that as `fields`. */
export function loggedFields(detail: Record<string, unknown>, titles: VariantTitles = new Map()): LoggedField[] {
  const nested = detail.fields;
  const source = isRecord(nested) ? { ...detail, ...nested } : detail;
  const fields = LOGGED_FIELDS.flatMap((field): LoggedField[] => {
    const pair = toPair(source[field]);
    return pair ? [{ field, old: formatShown(field, pair[0], titles), new: formatShown(field, pair[1], titles) }] : [];
  });
  return [...fields, ...toTranslations(source)];
}

function toPair(value: unknown): readonly [unknown, unknown] | undefined {
  return Array.isArray(value) && value.length === 2 ? [value[0], value[1]] : undefined;
}

/** Translations stand in an entry by language and text: `de.title`, `de.optionValue Wood: Oak`. */
function toTranslations(source: Record<string, unknown>): LoggedField[] {
  const found = Object.entries(source).flatMap(([name, value]) => {
    const [, locale, kind, of = ''] = TRANSLATION.exec(name) ?? [];
    const text = LOGGED_TEXTS.find((one) => one === kind);
    const pair = toPair(value);
    if (locale === undefined || text === undefined || !pair) return [];
    const [old, now] = pair.map((one) => formatShown(text === 'description' ? text : 'translation', one));
    const translation = { locale, text, name: of };
    return [{ field: 'translation' as const, old: old ?? null, new: now ?? null, translation }];
  });
  // The database keeps them in an order of its own: people read a language as its screen has it.
  return found.sort(
    ({ translation: one }, { translation: other }) =>
      one.locale.localeCompare(other.locale, 'en') ||
      LOGGED_TEXTS.indexOf(one.text) - LOGGED_TEXTS.indexOf(other.text) ||
      one.name.localeCompare(other.name, 'en'),
  );
}

type Named = { namespace: string; key: string };
/** Those of some fields of products or of variants that somebody may read. */
export type Readable = <One extends Named>(owner: Owner, fields: readonly One[]) => One[];

/** The detail of an entry without the fields that somebody may not read; a list of which nothing is left is left out. */
export function readableDetail(detail: Record<string, unknown>, readable: Readable): Record<string, unknown> {
  const { specificationsOf, ...details } = detail;
  const translated = isRecord(specificationsOf) ? specificationsOf : {};
  const kept = Object.entries(details).flatMap(([field, value]): [string, unknown][] => {
    if (field === 'fields' && isRecord(value)) return [[field, readableDetail(value, readable)]];
    if (/specification$/i.test(TRANSLATION.exec(field)?.[2] ?? '')) {
      return isReadableText(translated[field], readable) ? [[field, value]] : [];
    }
    if (field !== 'specifications' && field !== 'variantSpecifications') return [[field, value]];
    const owner = field === 'specifications' ? 'PRODUCT' : 'PRODUCTVARIANT';
    const sides = (Array.isArray(value) ? value : []).map((side: unknown) => readableSide(side, owner, readable));
    return sides.some((side) => side !== null) ? [[field, sides]] : [];
  });
  return Object.fromEntries(kept);
}

/** Whether the specification may be read of which an entry has a translation. An entry that does not name it tells nothing. */
function isReadableText(named: unknown, readable: Readable): boolean {
  if (!isRecord(named)) return false;
  const { owner, namespace, key } = named as { owner: Owner } & Named;
  return readable(owner, [{ namespace, key }]).length > 0;
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

function formatShown(field: LoggedField['field'], value: unknown, titles: VariantTitles = new Map()): string | null {
  const text = formatWords(field, field === 'stock' ? findStock(value, titles) : parseText(value));
  return text !== null && text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** A description without its marks, and amounts with both of their places. */
function formatWords(field: LoggedField['field'], text: string | null): string | null {
  if (text === null) return null;
  if (field === 'description') return plainText(text);
  return field === 'price' || field === 'compareAt' ? text.replace(/(\.\d)(?!\d)/g, '$10') : text;
}

/** Stock with the variant that has it, where there are several. */
function findStock(value: unknown, titles: VariantTitles): string | null {
  if (!isRecord(value) || 'tooLong' in value) return null;
  const stocks = Object.entries(value);
  const shown = stocks.slice(0, MAX_VALUES).map(([id, stock]) => {
    const title = titles.get(id) ?? (stocks.length > 1 ? `#${id}` : '');
    return title === '' ? String(stock) : `${title}: ${String(stock)}`;
  });
  return [...shown, ...(stocks.length > MAX_VALUES ? ['…'] : [])].join(', ');
}

function parseText(value: unknown): string | null {
  if (value === null || typeof value !== 'object') return formatValue(value);
  if (Array.isArray(value)) return value.length === 0 ? null : formatNames(value);
  if ('tooLong' in value) return null;
  if ('options' in value) return formatNames((value as { options: { name: string; values: string[] }[] }).options);
  const values = [
    ...new Set(Object.values(value).map((one) => (Array.isArray(one) ? formatNames(one) : formatValue(one)))),
  ];
  const shown = values.slice(0, MAX_VALUES).map((one) => one ?? '–');
  return [...shown, ...(values.length > MAX_VALUES ? ['…'] : [])].join(', ');
}

/** Options by their values, metafields by key and value, media by their texts. */
function formatNames(list: readonly unknown[]): string {
  return list
    .map((item) => {
      if (typeof item === 'string') return item;
      const one = item as { name?: string; values?: string[]; key?: string; value?: string; alt?: string };
      if (one.values) return `${one.name ?? ''}: ${one.values.join(', ')}`;
      if (one.key !== undefined) return `${one.key}: ${one.value || '–'}`;
      return one.alt === undefined || one.alt === '' ? '▢' : one.alt;
    })
    .join('; ');
}
