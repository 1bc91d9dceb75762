import { readMedia } from '#app/core/media.ts';
import type { FieldAnswer, FieldDefinition } from '#app/features/registration/registration.ts';

/** A field of a vendor's page as a theme draws it; `kind` says how, and which of the parts it has. */
export type ThemeField = { key: string; name: string } & (
  | { kind: 'text' | 'link'; value: string }
  | { kind: 'html'; html: string }
  | { kind: 'list' | 'images' | 'videos'; values: string[] }
  | { kind: 'yes' }
);

/** What the collection of a vendor's page tells themes, in one value; its presence says that the collection is such a page. */
export type ThemePage = { vendor: string; fields: ThemeField[] };

/** What the platform takes in one value is more; what a theme reads for every page that it draws should be little. */
const MOST_LENGTH = 60_000;

/** What is for nobody but the marketplace, and what says nothing to a shopper: a file, ticked terms, a product's number. */
const UNTOLD = new Set<FieldDefinition['type']>(['file', 'terms', 'product', 'video']);

/**
 * The page of a vendor for themes: the answers to the given fields, in the fields' order. `clean` takes away of formatted text
 * what could run. Answers past 60,000 characters altogether are left out.
 */
export function themePage(
  vendor: string,
  fields: readonly FieldDefinition[],
  answers: readonly FieldAnswer[],
  clean: (html: string) => string,
): ThemePage {
  const byKey = new Map(answers.map((answer) => [answer.key, answer.value]));
  const page: ThemePage = { vendor, fields: [] };
  let length = 0;
  for (const field of fields) {
    const value = byKey.get(field.key);
    if (value === undefined || UNTOLD.has(field.type)) continue;
    for (const told of themeFields(field, value, clean)) {
      length += JSON.stringify(told).length;
      if (length > MOST_LENGTH) return page;
      page.fields.push(told);
    }
  }
  return page;
}

function themeFields(
  field: FieldDefinition,
  value: FieldAnswer['value'],
  clean: (html: string) => string,
): ThemeField[] {
  const { key, name } = field;
  if (value === true) return [{ key, name, kind: 'yes' }];
  if (value === false) return [];
  const texts = (Array.isArray(value) ? value : [value]).filter((text) => text !== '');
  const [first] = texts;
  if (first === undefined) return [];
  const media = texts.flatMap((text) => readMedia(text) ?? []);
  if (media.length > 0) {
    const of = (isImage: boolean) =>
      media.filter((item) => (item.contentType === 'IMAGE') === isImage).map((item) => item.src);
    const parts = [
      { kind: 'images' as const, values: of(true) },
      { kind: 'videos' as const, values: of(false) },
    ];
    return parts.filter((part) => part.values.length > 0).map((part) => ({ key, name, ...part }));
  }
  if (field.type === 'richtext') return [{ key, name, kind: 'html', html: clean(first) }];
  if (field.type === 'url') return [{ key, name, kind: 'link', value: first }];
  return Array.isArray(value)
    ? [{ key, name, kind: 'list', values: texts }]
    : [{ key, name, kind: 'text', value: first }];
}
