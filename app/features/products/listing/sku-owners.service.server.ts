import { appendTo } from '#app/core/append-to.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import * as repo from './sku-owners.repo.server.ts';

export type { SkuOwner } from './sku-owners.repo.server.ts';

/** SKUs of one question to the database. */
const AT_ONCE = 5_000;

/**
 * The variants of the whole store that have these SKUs, by SKU in small letters. The caller says no more of another vendor's
 * than that a SKU is taken.
 */
export async function findSkuOwners(ctx: Ctx, skus: Iterable<string>): Promise<Map<string, repo.SkuOwner[]>> {
  const requested = [...new Set([...skus].map((sku) => sku.trim().toLowerCase()))].filter((sku) => sku !== '');
  const owners = new Map<string, repo.SkuOwner[]>();
  for (let from = 0; from < requested.length; from += AT_ONCE) {
    const found = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
      repo.listSkuOwners(tx, requested.slice(from, from + AT_ONCE)),
    );
    for (const owner of found) appendTo(owners, owner.sku, owner);
  }
  return owners;
}

/** The products of these vendors that have these handles, by handle in small letters. */
export async function findHandleOwners(
  ctx: Ctx,
  handles: Iterable<string>,
  vendorIds: ReadonlySet<bigint>,
): Promise<Map<string, repo.HandleOwner>> {
  const requested = [...new Set([...handles].map((handle) => handle.toLowerCase()))];
  const owners = new Map<string, repo.HandleOwner>();
  for (let from = 0; from < requested.length; from += AT_ONCE) {
    const found = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) =>
      repo.listHandleOwners(tx, { handles: requested.slice(from, from + AT_ONCE), vendorIds: [...vendorIds] }),
    );
    for (const owner of found) owners.set(owner.handle, owner);
  }
  return owners;
}

/** Where the pictures of these products lie. */
export async function listPictureAddresses(ctx: Ctx, productIds: readonly bigint[]): Promise<Set<string>> {
  if (productIds.length === 0) return new Set();
  const scope = marketplaceScope(ctx.viewer.store.id);
  return new Set(await ctx.db.fast(scope, (tx) => repo.listPictureAddresses(tx, productIds)));
}
