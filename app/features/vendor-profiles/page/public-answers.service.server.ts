import type { MediaItem } from '#app/core/media.ts';
import { findPublishedProducts } from '#app/features/products/listing/published.service.server.ts';
import { readDisplay } from '#app/core/text/field-display.ts';
import {
  isDisplayOnly,
  isMediaType,
  type FieldAnswer,
  type FieldDefinition,
  type FieldType,
} from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { computeMedia } from '#app/features/vendor-profiles/application-form/rich-answers.ts';
import { cleanRichText } from '#app/features/vendor-profiles/application-form/rich-text.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { listUploads } from '#app/platform/uploads/uploads.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { pageFields, type PublicAnswer } from './vendor-page.ts';

/** Files are private, and that terms were accepted is nobody else's business. */
const isPrivate = ({ type }: FieldDefinition): boolean => type === 'file' || type === 'terms';

/**
 * What everybody reads of a page's answers: of fields that are shown on pages and not for admins only. Pictures and films
 * are their addresses, a product its title, formatted text is cleaned once more; what says nothing is left out, and so is all while the
 * store shows no fields of vendors (`display`). Needs the
 * marketplace's scope, because products of other vendors may be named.
 */
export async function publicAnswers(
  tx: SqlTx,
  definitions: readonly FieldDefinition[],
  answers: readonly FieldAnswer[],
): Promise<PublicAnswer[]> {
  if (!(await readSwitches(tx)).display) return [];
  const fields = new Map(
    pageFields(definitions)
      .filter((field) => readDisplay(field.description).show && !isPrivate(field) && !isDisplayOnly(field.type))
      .map((field) => [field.key, field]),
  );
  const known = answers.flatMap((answer) => {
    const field = fields.get(answer.key);
    return field ? [{ key: answer.key, type: field.type, value: answer.value }] : [];
  });
  const isMedia = known.filter(({ type }) => isMediaType(type));
  const uploads = await listUploads(
    tx,
    isMedia.flatMap(({ key, value }) => computeMedia(key, value).map(({ src }) => src)),
  );
  const products = await findPublishedProducts(
    tx,
    known.flatMap(({ type, value }) => (type === 'product' ? productId(value) : [])),
  );
  return known.flatMap(({ key, type, value }): PublicAnswer[] => {
    if (isMediaType(type)) return pictures(key, type, finished(computeMedia(key, value), uploads));
    const shown =
      type === 'product'
        ? (productId(value).map((id) => products.get(id) ?? '')[0] ?? '')
        : type === 'richtext' && typeof value === 'string'
          ? cleanRichText(value)
          : typeof value === 'boolean'
            ? String(value || '')
            : value;
    return shown.length === 0 ? [] : [{ key, type, value: shown }];
  });
}

const productId = (value: FieldAnswer['value']): bigint[] =>
  typeof value === 'string' && /^[1-9]\d{0,17}$/.test(value) ? [BigInt(value)] : [];

/** Pictures and films where they can be seen. One that the platform has not finished is left out until it has. */
function finished(items: readonly MediaItem[], uploads: readonly { key: string; src: string | null }[]): MediaItem[] {
  return items.flatMap((item) => {
    const staged = uploads.find((one) => one.key === item.src);
    const src = staged ? staged.src : item.src;
    return src ? [{ ...item, src }] : [];
  });
}

function pictures(key: string, type: FieldType, media: readonly MediaItem[]): PublicAnswer[] {
  const [first, ...others] = media.map(({ src }) => src);
  if (first === undefined) return [];
  return [{ key, type, media, value: type === 'list_media' || others.length > 0 ? [first, ...others] : first }];
}
