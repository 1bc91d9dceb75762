import type { FieldDefinition } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import type { PublicAnswer } from './vendor-page.ts';

/** A field of a vendor's page as a theme draws it; `kind` says how, and which of the parts it has. */
export type ThemeField = { key: string; name: string } & FieldValue;

/** What the collection of a vendor's page tells themes, in one value; its presence says that the collection is such a page. */
export type ThemePage = { vendor: string; fields: ThemeField[] };

/** What the platform takes in one value is more; what a theme reads for every page that it draws should be little. */
const MAX_LENGTH = 60_000;

/**
 * The page of a vendor for themes: what everybody may read of its answers, under the fields' present names and in their
 * order. Answers past 60,000 characters altogether are left out.
 */
export function themePage(
  vendor: string,
  fields: readonly FieldDefinition[],
  answers: readonly PublicAnswer[],
): ThemePage {
  const byKey = new Map(answers.map((answer) => [answer.key, answer]));
  const page: ThemePage = { vendor, fields: [] };
  let length = 0;
  for (const { key, name } of fields) {
    const answer = byKey.get(key);
    if (!answer) continue;
    for (const themeField of themeFields(answer)) {
      const field = { key, name, ...themeField };
      length += JSON.stringify(field).length;
      if (length > MAX_LENGTH) return page;
      page.fields.push(field);
    }
  }
  return page;
}

type FieldValue =
  | { kind: 'text' | 'link'; value: string }
  | { kind: 'html'; html: string }
  | { kind: 'list' | 'images' | 'videos'; values: string[] }
  | { kind: 'yes' };

function themeFields({ type, value, media }: PublicAnswer): FieldValue[] {
  if (media) {
    const of = (isImage: boolean) =>
      media.filter((item) => (item.contentType === 'IMAGE') === isImage).map((item) => item.src);
    const parts = [
      { kind: 'images' as const, values: of(true) },
      { kind: 'videos' as const, values: of(false) },
    ];
    return parts.filter((part) => part.values.length > 0);
  }
  if (Array.isArray(value)) return [{ kind: 'list', values: value }];
  if (type === 'checkbox') return [{ kind: 'yes' }];
  if (type === 'richtext') return [{ kind: 'html', html: value }];
  return [{ kind: type === 'url' ? 'link' : 'text', value }];
}
