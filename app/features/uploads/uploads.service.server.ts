import { randomUUID } from 'node:crypto';
import { createFile, stageUpload } from '#app/adapters/shopify/files.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { contentTypeFor, isAdminsProxy, plainName, PROXIES, resourceOf } from './upload.ts';
import type { StagedUpload } from './uploads.contract.ts';
import * as repo from './uploads.repo.server.ts';

/** A target for a file of the store's own storage. It is noted, so that another vendor cannot use it. */
export async function stageUploadFor(
  ctx: Ctx,
  file: { filename: string; fileSize: number; mime: string },
): Promise<StagedUpload> {
  const resource = resourceOf(file.mime);
  invariant(resource, 'the contract lets only known types through');
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const filename = file.filename.replace(/^.*[\\/]/, '');
  const target = await stageUpload(platform, { filename, mimeType: file.mime, sizeBytes: file.fileSize, resource });
  await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    repo.insertUpload(tx, {
      proxy: 'stage-upload',
      key: target.resourceUrl,
      filename,
      contentType: file.mime,
      sizeBytes: file.fileSize,
      at: ctx.clock.now(),
    }),
  );
  const { url, parameters, resourceUrl } = target;
  return { stagedTarget: { url, parameters, resourceUrl }, resource };
}

/** A target in our own storage for one of the seven folders; another folder is not_found (404). */
export async function openUploadTarget(
  ctx: Ctx,
  o: { proxy: string; ext: string; name: string },
): Promise<{ url: string; location: string }> {
  const proxy = PROXIES.find((one) => one === o.proxy);
  if (!proxy) throw new AppError('not_found');
  if (isAdminsProxy(proxy) && !ctx.viewer.isAdmin)
    throw new AppError('missing_permission', { permission: 'switch_vendor' });
  const contentType = contentTypeFor(proxy, o.ext);
  if (!contentType)
    throw invalidInput([{ path: 'ext', rule: 'file_type', message: 'is not an accepted type of file' }]);
  const ext = o.ext.replace(/^\./, '').toLowerCase();
  const key = `${proxy}/${ctx.viewer.store.id}/${randomUUID()}/${plainName(o.name)}.${ext}`;
  await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    repo.insertUpload(tx, { proxy, key, filename: o.name, contentType, sizeBytes: 0, at: ctx.clock.now() }),
  );
  return ctx.adapters.files.uploadTarget({ key, contentType });
}

/** Whether a file of the store was made of an upload of the viewer's scope. */
export function ownsFile(ctx: Ctx, fileId: string): Promise<boolean> {
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.ownsFile(tx, fileId));
}

/** The file of a staged upload of the viewer's scope; it is made the first time. Throws not_found (404) for another's. */
export async function fileOfUpload(ctx: Ctx, platform: PlatformClient, resourceUrl: string): Promise<string> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const upload = await repo.findUpload(tx, resourceUrl, { lock: true });
    if (!upload) throw new AppError('not_found');
    if (upload.fileId) return upload.fileId;
    // The call is made while the row is held, because two questions for the same upload must not make two files.
    const contentType = resourceOf(upload.contentType) ?? 'FILE';
    const fileId = await createFile(platform, { source: resourceUrl, alt: '', contentType });
    await repo.setFile(tx, upload.id, fileId);
    return fileId;
  });
}

/** Refuses (404) a source that is an upload of another vendor; addresses outside of our uploads are anybody's. */
export async function requireUploadSource(ctx: Ctx, source: string): Promise<void> {
  if (ctx.viewer.vendorScope === '*') return;
  const upload = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.findUpload(tx, source));
  if (upload && upload.vendorId !== ctx.viewer.vendorScope) throw new AppError('not_found');
}
