import { randomUUID } from 'node:crypto';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { Proxy } from './upload.ts';
import * as repo from './uploads.repo.server.ts';

export type KeptFile = { id: bigint; key: string };

/**
 * Keeps a file that the program made itself in a private folder, as the marketplace's: nobody else has an address to write it. Until
 * something holds it, it is swept like any upload. Throws storage_unavailable (503), and provider_failed (502) where the storage does not take it.
 */
export async function keepFile(
  ctx: Ctx,
  o: { proxy: Proxy; name: string; bytes: Buffer; contentType: string },
): Promise<KeptFile> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const key = `${o.proxy}/${ctx.viewer.store.id}/${randomUUID()}/${o.name}`;
  // Noted before it is stored, so that no file lies there that nobody knows of.
  const id = await ctx.db.fast(scope, async (tx) => {
    const row = { proxy: o.proxy, key, filename: o.name, contentType: o.contentType, sizeBytes: o.bytes.length };
    await repo.insertUpload(tx, { ...row, tokenId: null, at: ctx.clock.now() });
    return (await repo.findUpload(tx, key))?.id;
  });
  const { url } = await ctx.adapters.files.uploadTarget({
    key,
    contentType: o.contentType,
    sizeBytes: o.bytes.length,
  });
  const isKept = await ctx.adapters.files.sendBytes(url, o.bytes, o.contentType);
  if (!isKept || id === undefined) throw new AppError('provider_failed');
  return { id, key };
}

/** The bytes of an upload of the viewer's own to a folder, which nothing holds yet; undefined for any other. */
export async function readOwnUpload(ctx: Ctx, o: { proxy: Proxy; key: string }): Promise<Buffer | undefined> {
  const upload = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.findUpload(tx, o.key));
  if (upload?.proxy !== o.proxy || upload.attachedTo !== null) return undefined;
  return ctx.adapters.files.readBytes(o.key);
}
