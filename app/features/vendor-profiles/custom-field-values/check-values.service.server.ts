import { FILE_PROBLEMS, inspectFile, MAX_BYTES, pictureType } from '#app/adapters/files/inspect-file.server.ts';
import { WebRefusal } from '#app/adapters/web/web-reader.server.ts';
import { invalidInput, type Issue } from '#app/core/errors.ts';
import type { MediaItem } from '#app/core/media.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { findPublishedProducts } from '#app/features/products/listing/published.service.server.ts';
import {
  isMediaType,
  type FieldAnswer,
  type FieldDefinition,
} from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { computeMedia } from '#app/features/vendor-profiles/application-form/rich-answers.ts';
import { cleanRichText } from '#app/features/vendor-profiles/application-form/rich-text.server.ts';
import type { Uploader } from '#app/platform/uploads/upload-tokens.service.server.ts';
import { keyOfPrivate } from '#app/platform/uploads/upload.ts';
import { listUploads, type Upload } from '#app/platform/uploads/uploads.service.server.ts';

/** All addresses of one form together are read within this time. */
const READ_LIMIT_MS = 8_000;
const GONE = { rule: 'file_gone', message: rule('file_expired') };
const NO_IMAGE = { rule: 'not_an_image', message: rule('not_an_image') };

type Part = { key: string; item: MediaItem };
type Given = { fields: readonly FieldDefinition[]; answers: FieldAnswer[]; known: readonly FieldAnswer[] };

/**
 * Looks at what stands behind answers: files are the sender's own and what their names say, addresses of pictures are
 * pictures within the limits, products are in the store, formatted text is cleaned. What stood there before (`known`) is not
 * looked at again. Throws invalid_input (422). Returns the answers to store and the uploads that they hold.
 */
export async function checkAnswerParts(
  ctx: Ctx,
  uploader: Uploader,
  { fields, answers, known }: Given,
): Promise<{ answers: FieldAnswer[]; uploads: bigint[] }> {
  const typeOf = new Map(fields.map((field) => [field.key, field.type]));
  const unchanged = new Set(known.map(({ key, value }) => JSON.stringify([key, value])));
  const fresh = answers.filter(({ key, value }) => !unchanged.has(JSON.stringify([key, value])));
  const isOf = (wanted: string) => (answer: FieldAnswer) => typeOf.get(answer.key) === wanted;
  const media = fresh.filter(({ key }) => isMediaType(typeOf.get(key) ?? 'text'));
  const parts = media.flatMap(({ key, value }): Part[] => computeMedia(key, value).map((item) => ({ key, item })));
  const found = [
    await checkFiles(ctx, uploader, fresh.filter(isOf('file'))),
    await checkMediaParts(ctx, uploader, parts),
    { issues: await checkProducts(ctx, fresh.filter(isOf('product'))), uploads: [] },
  ];
  const issues = found.flatMap((one) => one.issues);
  if (issues.length > 0) throw invalidInput(issues);
  return {
    answers: answers.map((answer) =>
      isOf('richtext')(answer) && typeof answer.value === 'string'
        ? { ...answer, value: cleanRichText(answer.value) }
        : answer,
    ),
    uploads: found.flatMap((one) => one.uploads),
  };
}

type Found = { issues: Issue[]; uploads: bigint[] };
const issueAt = (key: string, problem: { rule: string; message: string }): Issue => ({
  path: `fields.${key}`,
  ...problem,
});

/** Whether an upload is the sender's: with a ticket what came on it, else anything of the scope. */
const isOwn = (upload: Upload, { tokenId }: Uploader): boolean => tokenId === null || upload.tokenId === tokenId;

async function checkFiles(ctx: Ctx, uploader: Uploader, answers: readonly FieldAnswer[]): Promise<Found> {
  const keys = answers.map(({ value }) => keyOfPrivate(String(value)) ?? '');
  const uploads = await ctx.db.fast(uploader.scope, (tx) => listUploads(tx, keys.filter(Boolean)));
  const issues: Issue[] = [];
  const own: bigint[] = [];
  for (const [index, { key }] of answers.entries()) {
    const upload = uploads.find((one) => one.key === keys[index] && isOwn(one, uploader));
    const bytes = upload && (await ctx.adapters.files.readBytes(upload.key));
    if (!upload || !bytes) {
      issues.push(issueAt(key, GONE));
      continue;
    }
    const problem = await inspectFile(bytes, upload.contentType);
    if (problem) {
      await ctx.adapters.files.remove(upload.key);
      issues.push(issueAt(key, { rule: problem, message: FILE_PROBLEMS[problem] }));
    } else own.push(upload.id);
  }
  return { issues, uploads: own };
}

async function checkMediaParts(ctx: Ctx, uploader: Uploader, parts: readonly Part[]): Promise<Found> {
  const sources = parts.map(({ item }) => item.src);
  const uploads = await ctx.db.fast(uploader.scope, (tx) => listUploads(tx, sources));
  const deadline = AbortSignal.timeout(READ_LIMIT_MS);
  const issues: Issue[] = [];
  const own: bigint[] = [];
  for (const { key, item } of parts) {
    const known = uploads.filter((one) => one.key === item.src || one.src === item.src);
    const mine = known.find((one) => isOwn(one, uploader));
    if (mine) own.push(mine.id);
    // Where a staged upload lies is known to its owner only; where the platform shows a file, anybody may see it.
    else if (known.some((one) => one.key === item.src)) issues.push(issueAt(key, GONE));
    else if (item.contentType !== 'EXTERNAL_VIDEO') {
      const problem = await checkAddress(ctx, item.src, deadline);
      if (problem) issues.push(issueAt(key, problem));
    }
  }
  return { issues, uploads: own };
}

/** Reads a picture that somebody named by its address; undefined when it is one within the limits. */
async function checkAddress(
  ctx: Ctx,
  src: string,
  signal: AbortSignal,
): Promise<{ rule: string; message: string } | undefined> {
  try {
    const bytes = await ctx.adapters.web.read(src, { limitBytes: MAX_BYTES, signal });
    const type = await pictureType(bytes);
    if (!type) return NO_IMAGE;
    const problem = await inspectFile(bytes, type);
    return problem && { rule: problem, message: FILE_PROBLEMS[problem] };
  } catch (error) {
    if (!(error instanceof WebRefusal)) throw error;
    return NO_IMAGE;
  }
}

async function checkProducts(ctx: Ctx, answers: readonly FieldAnswer[]): Promise<Issue[]> {
  if (answers.length === 0) return [];
  const toId = ({ value }: FieldAnswer): bigint => BigInt(String(value));
  // Any product that buyers see may be named, whoever sells it.
  const scope = marketplaceScope(ctx.viewer.store.id);
  const products = await ctx.db.fast(scope, (tx) => findPublishedProducts(tx, answers.map(toId)));
  const problem = { rule: 'invalid_value', message: rule('not_a_product') };
  return answers.filter((answer) => !products.has(toId(answer))).map(({ key }) => issueAt(key, problem));
}
