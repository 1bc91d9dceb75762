import { createHash } from 'node:crypto';
import { createProduct, updateProduct } from '#app/adapters/shopify/products/product-set.server.ts';
import {
  findFreeHandle,
  findProductByHandle,
  type NamedProduct,
} from '#app/adapters/shopify/products/product-handles.server.ts';
import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import type { ProductWrite } from '#app/adapters/shopify/products/product-input.server.ts';
import { HOUR_MS } from '#app/core/durations.ts';
import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as creations from './creations.repo.server.ts';
import { leavePlace, type QuotaSlot } from '../listing/listing-limit.service.server.ts';
import type { ProductInput } from '../product-input.contract.ts';
import * as repo from '../products.repo.server.ts';

/** How long a creation that broke off is remembered; the same request later than that makes a product of its own. */
const REMEMBERED_HOURS = 24;

/** What two requests for the same product have in common. */
export function computeFingerprint(input: ProductInput, vendor: string): string {
  const text = JSON.stringify([vendor, input], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return createHash('sha256').update(text).digest('hex');
}

/** What two requests for a vendor's offer of an entry have in common: a vendor has one, whatever price it was asked for with. */
export function fingerprintOfOffer(entryId: bigint, vendor: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['offer', String(entryId), vendor]))
    .digest('hex');
}

/**
 * The draft that an earlier request for the same product left at the platform when its answer was lost, or its process or
 * database went away before the draft was taken in. Undefined where nothing broke off.
 */
export async function findBrokenOff(
  ctx: Ctx,
  fingerprint: string,
  product: { vendor: string; title: string },
): Promise<NamedProduct | undefined> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const started = await ctx.db.fast(scope, (tx) => creations.findCreation(tx, fingerprint));
  if (!started || started.startedAt < rememberedSince(ctx)) return undefined;
  const platform = await ctx.adapters.platform(ctx.viewer.store.domain);
  const made = await findProductByHandle(platform, started.handle);
  if (made?.status !== 'DRAFT' || made.vendor !== product.vendor || made.title !== product.title) return undefined;
  const known = await ctx.db.fast(scope, (tx) => repo.findProduct(tx, made.id));
  return known?.submittedAt ? undefined : made;
}

/** How often another handle is looked for, when somebody else takes the one that was free a moment ago. */
const TRIES = 3;

/**
 * Makes a product at the platform; the handle is noted first, so that a creation that breaks off is found again. One that
 * broke off and left nothing yet is made under the handle that it had: the platform may still be at it, and no two products
 * have one handle, so that only one of the two comes to be.
 */
export async function makeProduct(
  ctx: Ctx,
  platform: PlatformClient,
  write: ProductWrite,
  { fingerprint, held: slot }: { fingerprint: string; held: QuotaSlot },
): Promise<bigint> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const recorded = await ctx.db.fast(scope, (tx) => creations.findCreation(tx, fingerprint));
  const isRecent = recorded !== undefined && recorded.startedAt >= rememberedSince(ctx);
  let left = isRecent && !(await findProductByHandle(platform, recorded.handle)) ? recorded.handle : undefined;
  for (let attempt = 1; ; attempt++) {
    const handle = left ?? (await findFreeHandle(platform, write.title));
    const note = { handle, startedAt: ctx.clock.now() };
    await ctx.db.fast(scope, (tx) => creations.saveCreation(tx, fingerprint, note));
    slot.begin();
    try {
      return await createProduct(platform, write, handle);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'platform_refused' || attempt === TRIES) throw error;
      const taken = await findProductByHandle(platform, handle);
      if (!taken) throw error;
      const isOurs = taken.status === 'DRAFT' && taken.vendor === write.vendor && taken.title === write.title;
      if (left !== undefined && isOurs) {
        await updateProduct(platform, taken.id, write);
        return taken.id;
      }
      left = undefined;
    }
  }
}

/** The product was taken in: the same request makes another one from now on. */
export async function endCreation(
  ctx: Ctx,
  tx: SqlTx,
  { fingerprint, held: slot }: { fingerprint: string; held: QuotaSlot },
): Promise<void> {
  // One that broke off before and is in the list by now needs no place, but left the one that it had.
  await leavePlace(tx, slot.key ?? fingerprint);
  await creations.forgetCreation(tx, fingerprint, rememberedSince(ctx));
}

function rememberedSince(ctx: Ctx): Date {
  return new Date(ctx.clock.now().getTime() - REMEMBERED_HOURS * HOUR_MS);
}
