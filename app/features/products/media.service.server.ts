import { readFileSource } from '#app/adapters/shopify/files.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { fileOfUpload, ownsFile } from '#app/features/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import * as repo from './products.repo.server.ts';

const TRIES = 12;
const PAUSE_MS = 250;

/**
 * Where a file of the store lies. `reference` is the platform's own, or the resourceUrl of an upload of this scope, of which
 * a file is made the first time. Throws not_found (404) for what is not the viewer's.
 */
export async function readMediaSource(ctx: Ctx, reference: string): Promise<{ src: string }> {
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const fileId = reference.startsWith('gid://')
    ? await requireFile(ctx, reference)
    : await fileOfUpload(ctx, platform, reference);
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const src = await readFileSource(platform, fileId);
    if (src === undefined) throw new AppError('not_found');
    if (src !== null) return { src };
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw stateRefuses('file_in_work');
}

async function requireFile(ctx: Ctx, gid: string): Promise<string> {
  if (!/^gid:\/\/shopify\/(MediaImage|Video|GenericFile)\/\d+$/.test(gid)) throw new AppError('not_found');
  if (ctx.viewer.vendorScope === '*') return gid;
  const shown = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.showsMedium(tx, gid));
  if (!shown && !(await ownsFile(ctx, gid))) throw new AppError('not_found');
  return gid;
}
