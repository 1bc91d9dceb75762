import { randomUUID } from 'node:crypto';
import { createFile, stageUpload } from '#app/adapters/shopify/products/files.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { countOnUploadToken, findUploader, type Uploader } from './upload-tokens.service.server.ts';
import {
  contentTypeFor,
  isAdminsProxy,
  isPrivateProxy,
  plainName,
  PRIVATE_PATH,
  PROXIES,
  tableExtension,
  toResource,
  TABLES,
  type Proxy,
} from './upload.ts';
import type { StagedUpload } from './uploads.contract.ts';
import * as repo from './uploads.repo.server.ts';

export type { Upload } from './uploads.repo.server.ts';

const READ_SECONDS = 300;

type File = { filename: string; fileSize: number; mime: string };

/** A target for a file of the store's own storage. It is noted, so that another vendor cannot use it. */
export async function stageUploadFor(ctx: Ctx, file: File, token?: string): Promise<StagedUpload> {
  const resource = toResource(file.mime);
  invariant(resource, 'the contract lets only known types through');
  const uploader = await findUploader(ctx, token);
  if (uploader.tokenId !== null && resource === 'FILE') {
    throw invalidInput([{ path: 'mime', rule: 'file_type', message: rule('file_type') }]);
  }
  // Counted before the platform is asked, so that somebody who asks without end gets no targets either.
  await ctx.db.fast(uploader.scope, (tx) => countOnUploadToken(tx, uploader, file.fileSize));
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const filename = file.filename.replace(/^.*[\\/]/, '') || 'file';
  const target = await stageUpload(platform, { filename, mimeType: file.mime, sizeBytes: file.fileSize, resource });
  await ctx.db.fast(uploader.scope, (tx) =>
    repo.insertUpload(tx, {
      proxy: 'stage-upload',
      key: target.resourceUrl,
      filename,
      contentType: file.mime,
      sizeBytes: file.fileSize,
      tokenId: uploader.tokenId,
      at: ctx.clock.now(),
    }),
  );
  const { url, parameters, resourceUrl } = target;
  return { stagedTarget: { url, parameters, resourceUrl }, resource };
}

type Target = { proxy: string; ext: string; name: string; size?: number | undefined; ticket?: string | undefined };

/**
 * A target in our own storage for one of the seven folders; another folder is not_found (404). A ticket opens the folder of
 * fields' files only. The location of a private file is an address of ours, which asks who reads.
 */
export async function openUploadTarget(ctx: Ctx, o: Target): Promise<{ url: string; location: string }> {
  const proxy = PROXIES.find((one) => one === o.proxy);
  const uploader = await findUploader(ctx, o.ticket);
  if (!proxy || (uploader.tokenId !== null && proxy !== 'metafield-file')) throw new AppError('not_found');
  if (isAdminsProxy(proxy) && !ctx.viewer.isAdmin)
    throw new AppError('missing_permission', { permission: 'switch_vendor' });
  const { url, location } = await openTarget(ctx, uploader, { ...o, proxy });
  return { url, location };
}

/** A target for a table of products, which only whoever uploaded it reads; `name` is the file's own. */
export function openTableTarget(
  ctx: Ctx,
  o: { name: string; size?: number | undefined },
): Promise<{ url: string; location: string; contentType: string }> {
  const uploader = { scope: scopeOf(ctx.viewer), tokenId: null };
  return openTarget(ctx, uploader, { ...o, proxy: TABLES, ext: tableExtension(o.name) });
}

type Opened = { proxy: Proxy; ext: string; name: string; size?: number | undefined };

async function openTarget(
  ctx: Ctx,
  uploader: Uploader,
  o: Opened,
): Promise<{ url: string; location: string; contentType: string }> {
  const { proxy } = o;
  const contentType = contentTypeFor(proxy, o.ext);
  if (!contentType) throw invalidInput([{ path: 'ext', rule: 'file_type', message: rule('file_type') }]);
  const ext = o.ext.replace(/^\./, '').toLowerCase();
  const key = `${proxy}/${ctx.viewer.store.id}/${randomUUID()}/${plainName(o.name)}.${ext}`;
  await ctx.db.fast(uploader.scope, async (tx) => {
    await countOnUploadToken(tx, uploader, o.size);
    await repo.insertUpload(tx, {
      proxy,
      key,
      filename: o.name,
      contentType,
      sizeBytes: o.size ?? 0,
      tokenId: uploader.tokenId,
      at: ctx.clock.now(),
    });
  });
  const { url, location } = await ctx.adapters.files.uploadTarget({ key, contentType, sizeBytes: o.size });
  return { url, location: isPrivateProxy(proxy) ? privateLocation(ctx, key) : location, contentType };
}

function privateLocation(ctx: Ctx, key: string): string {
  return `${ctx.env.SHOPIFY_APP_URL.replace(/\/$/, '')}${PRIVATE_PATH}${key}`;
}

/**
 * Where a private file can be read for some minutes: by a vendor its own, by an admin any of the store, with a ticket what
 * came on it. Anything else is not_found (404).
 */
export async function readPrivateFile(
  ctx: Ctx,
  o: { proxy: string; storeId: string; id: string; name: string },
  token: string | undefined,
): Promise<{ src: string }> {
  const uploader = await findUploader(ctx, token);
  const key = storedText([o.proxy, o.storeId, o.id, o.name].join('/'));
  const upload = await ctx.db.fast(uploader.scope, (tx) => repo.findUpload(tx, key, { tokenId: uploader.tokenId }));
  if (!upload || upload.proxy === 'stage-upload') throw new AppError('not_found');
  return { src: await ctx.adapters.files.readUrl({ key, seconds: READ_SECONDS }) };
}

/** Whether a file of the store was made of an upload of the viewer's scope. */
export function ownsFile(ctx: Ctx, fileId: string): Promise<boolean> {
  return ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.ownsFile(tx, fileId));
}

/** The file of a staged upload of somebody; it is made the first time. Throws not_found (404) for another's. */
export async function fileOfUpload(
  ctx: Ctx,
  platform: PlatformClient,
  resourceUrl: string,
  uploader: Uploader = { scope: scopeOf(ctx.viewer), tokenId: null },
): Promise<string> {
  return ctx.db.fast(uploader.scope, async (tx) => {
    const upload = await repo.findUpload(tx, resourceUrl, { lock: true, tokenId: uploader.tokenId });
    if (!upload) throw new AppError('not_found');
    if (upload.fileId) return upload.fileId;
    // The call is made while the row is held, because two questions for the same upload must not make two files.
    const contentType = toResource(upload.contentType) ?? 'FILE';
    const fileId = await createFile(platform, { source: resourceUrl, alt: '', contentType });
    await repo.setFile(tx, upload.id, fileId);
    return fileId;
  });
}

/** Notes where the platform shows a file that was made of an upload. */
export function recordSource(ctx: Ctx, fileId: string, src: string): Promise<void> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.setSource(tx, fileId, src));
}

/** Refuses (404) a source that is an upload of another vendor; addresses outside of our uploads are anybody's. */
export async function requireUploadSource(ctx: Ctx, source: string): Promise<void> {
  if (ctx.viewer.vendorScope === '*') return;
  const upload = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => repo.findUpload(tx, source));
  if (upload && upload.vendorId !== ctx.viewer.vendorScope) throw new AppError('not_found');
}

/** Uploads of the scope by the addresses that stand in answers. */
export function listUploads(tx: SqlTx, sources: readonly string[]): Promise<repo.Upload[]> {
  return sources.length === 0 ? Promise.resolve([]) : repo.listUploads(tx, sources);
}

/** Notes that something holds uploads, so that they are not swept. */
export async function attachUploads(tx: SqlTx, ctx: Ctx, ids: readonly bigint[], to: string): Promise<void> {
  if (ids.length > 0) await repo.attach(tx, ids, to, ctx.clock.now());
}

/** Gives the uploads that something holds to a vendor. */
export function giveUploads(tx: SqlTx, attachedTo: string, vendorId: bigint): Promise<void> {
  return repo.giveToVendor(tx, attachedTo, vendorId);
}
