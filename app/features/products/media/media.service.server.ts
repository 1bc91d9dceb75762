import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { deleteFile, readStoreFile } from '#app/adapters/shopify/products/files.server.ts';
import { FILE_PROBLEMS, MAX_PIXELS } from '#app/adapters/files/inspect-file.server.ts';
import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { findUploader } from '#app/platform/uploads/upload-tokens.service.server.ts';
import { fileOfUpload, recordSource, ownsFile } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import * as repo from '../products.repo.server.ts';

const TRIES = 12;
const PAUSE_MS = 250;

/**
 * Where a file of the store lies. `reference` is the platform's own, or the resourceUrl of an upload of the caller, of which
 * a file is made the first time. Throws not_found (404) for what is not the caller's, platform_refused (422) for what the
 * platform does not take, invalid_input (422) for a picture of too many pixels, which is deleted.
 */
export async function readMediaSource(
  ctx: Ctx,
  reference: string,
  token: string | undefined,
): Promise<{ src: string }> {
  const uploader = await findUploader(ctx, token);
  const isReference = reference.startsWith('gid://');
  // A ticket opens what came on it, and that is named by its resourceUrl.
  if (isReference && uploader.tokenId !== null) throw new AppError('not_found');
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const fileId = isReference
    ? await requireFile(ctx, reference)
    : await fileOfUpload(ctx, platform, reference, uploader);
  const src = await waitForSource(ctx, platform, fileId, { isUpload: !isReference });
  if (!isReference) await recordSource(ctx, fileId, src);
  return { src };
}

async function waitForSource(
  ctx: Ctx,
  platform: PlatformClient,
  fileId: string,
  o: { isUpload: boolean },
): Promise<string> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const file = await readStoreFile(platform, fileId);
    if (!file) throw new AppError('not_found');
    if (file.refusal !== undefined) {
      if (o.isUpload) await deleteFile(platform, fileId);
      throw new AppError('platform_refused', { reason: file.refusal });
    }
    if (o.isUpload && file.pixels > MAX_PIXELS) {
      await deleteFile(platform, fileId);
      throw invalidInput([{ path: 'ressourceId', rule: 'too_many_pixels', message: FILE_PROBLEMS.too_many_pixels }]);
    }
    if (file.src !== null) return file.src;
    await ctx.clock.sleep(PAUSE_MS);
  }
  throw stateRefuses('file_in_progress');
}

async function requireFile(ctx: Ctx, gid: string): Promise<string> {
  if (!/^gid:\/\/shopify\/(MediaImage|Video|GenericFile)\/\d+$/.test(gid)) throw new AppError('not_found');
  if (ctx.viewer.vendorScope === '*') return gid;
  const shown = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.showsMedium(tx, gid));
  if (!shown && !(await ownsFile(ctx, gid))) throw new AppError('not_found');
  return gid;
}
