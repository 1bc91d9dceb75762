import { readMedia } from '#app/core/media.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findPublishedProducts } from '#app/features/products/listing/published.service.server.ts';
import {
  isMediaType,
  type FieldAnswer,
  type FieldType,
} from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { readFormSettings } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { computeMedia } from '#app/features/vendor-profiles/application-form/rich-answers.ts';
import { cleanRichText } from '#app/features/vendor-profiles/application-form/rich-text.server.ts';
import { keyOfPrivate, storedName } from '#app/platform/uploads/upload.ts';
import { listUploads } from '#app/platform/uploads/uploads.service.server.ts';
import type { ShownAnswer } from './custom-field-values.contract.ts';

/** Private files are shown by addresses that are good for an hour, because a frame's new tab has no session to ask with. */
const SHOWN_SECONDS = 3_600;

type Needs = Pick<Services, 'adapters'>;

/** Answers as an admin looks at them: by the field's type, files and pictures by addresses that open. */
export async function showAnswers(tx: SqlTx, ctx: Needs, answers: readonly FieldAnswer[]): Promise<ShownAnswer[]> {
  const { fields } = await readFormSettings(tx);
  const typeOf = new Map(fields.map((field) => [field.key, field.type]));
  const products = await findPublishedProducts(
    tx,
    answers.flatMap(({ key, value }) => (typeOf.get(key) === 'product' ? [BigInt(String(value))] : [])),
  );
  const uploads = await listUploads(tx, toSources(answers));
  return Promise.all(
    answers.map(async ({ key, name, value }): Promise<ShownAnswer> => {
      const type = typeOf.get(key) ?? guessType(value);
      const shown = { key, name: name === '' ? key : name, type, value, items: [] };
      if (isMediaType(type)) {
        const items = computeMedia(key, value).map(({ src, contentType }) => {
          const upload = uploads.find((one) => one.key === src);
          return { kind: contentType, src: upload?.src ?? src, name: upload?.filename ?? storedName(src) };
        });
        return { ...shown, items };
      }
      if (type === 'file') return { ...shown, items: await showFile(ctx, String(value), uploads) };
      if (type === 'richtext') return { ...shown, value: cleanRichText(String(value)) };
      if (type !== 'product') return shown;
      const title = products.get(BigInt(String(value)));
      return { ...shown, items: title === undefined ? [] : [{ kind: 'PRODUCT', src: String(value), name: title }] };
    }),
  );
}

async function showFile(
  ctx: Needs,
  location: string,
  uploads: readonly { key: string; filename: string }[],
): Promise<ShownAnswer['items']> {
  const key = keyOfPrivate(location);
  const upload = uploads.find((one) => one.key === key);
  if (!key || !upload) return [];
  const src = await ctx.adapters.files.readUrl({ key, seconds: SHOWN_SECONDS });
  return [{ kind: 'FILE', src, name: upload.filename }];
}

/** The addresses and keys that stand in answers. */
function toSources(answers: readonly FieldAnswer[]): string[] {
  return answers.flatMap(({ key, value }) => {
    const location = typeof value === 'string' ? keyOfPrivate(value) : undefined;
    return [...computeMedia(key, value).map(({ src }) => src), ...(location ? [location] : [])];
  });
}

/** What the answer of a field that is gone was, by how it is written. */
function guessType(value: FieldAnswer['value']): FieldType {
  if (value === true || value === false) return 'terms';
  const [first = ''] = typeof value === 'string' ? [value] : value;
  if (readMedia(first)) return 'media';
  if (keyOfPrivate(first)) return 'file';
  return typeof value === 'string' ? 'text' : 'checkbox';
}
