import { removeCollections } from '#app/adapters/shopify/discounts.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import type { StoreId, VendorId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { listVendorCollections } from '#app/features/vendor-profiles/page/vendor-collection.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { toSharedDiscountDto } from './discount-dto.server.ts';
import { planFinish, planNarrow } from './discount-jobs.server.ts';
import { readDiscountRules, requireDiscounts } from './discount-settings.service.server.ts';
import { canEnd, decideDiscount } from './discount.ts';
import type { SharedDiscountDto } from './discounts.contract.ts';
import * as list from './discount-list.repo.server.ts';
import * as repo from './discounts.repo.server.ts';

/** The discounts of the marketplace that the acting vendor bears or refused, newest first; at most 100. */
export async function listSharedDiscounts(ctx: Ctx): Promise<{ discounts: SharedDiscountDto[] }> {
  const vendorId = requireOneVendor(ctx);
  const now = ctx.clock.now();
  // The rows are the marketplace's: what is read of them is narrowed to this vendor's part here.
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireDiscounts(tx);
    const { vendorsMayRefuse } = await readDiscountRules(tx);
    const rows = await list.listShared(tx, vendorId, now);
    const { timezone } = ctx.viewer.store;
    return { discounts: rows.map((row) => toSharedDiscountDto(row, { now, timezone, vendorsMayRefuse, vendorId })) };
  });
}

/**
 * Leaves a discount of the marketplace that the acting vendor would bear: it does not include that vendor's products any more, and ends
 * with the last vendor of it. The same again changes nothing. Throws not_found (404) for one that the vendor does not bear,
 * invalid_state (409) where the marketplace does not allow it or the discount does not run, missing_permission (403) for an admin who acts
 * for the vendor without the right to pay out.
 */
export async function refuseDiscount(ctx: Ctx, id: bigint): Promise<{ discounts: SharedDiscountDto[] }> {
  const vendorId = requireOneVendor(ctx);
  if (ctx.viewer.isAdmin) await assertMayPayOut(ctx);
  const now = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireDiscounts(tx);
    const row = await repo.findDiscount(tx, id, { lock: true });
    if (!row || row.vendorId !== null || row.vendorPercent === 0n) throw new AppError('not_found');
    if (await list.hasRefused(tx, id, vendorId)) return;
    if (row.vendorIds.length > 0 && !row.vendorIds.includes(BigInt(vendorId))) throw new AppError('not_found');
    if (!(await readDiscountRules(tx)).vendorsMayRefuse) throw stateRefuses('discount_refusal_off');
    if (!canEnd(row, now)) throw stateRefuses('discount_not_running');
    // One for everybody's goods cannot leave somebody out: it was made before vendors could refuse.
    if (row.vendorIds.length === 0) throw stateRefuses('discount_of_all_vendors');
    await repo.insertRefusal(tx, id, vendorId, now);
    await leave(ctx, tx, row, vendorId, now);
  });
  return listSharedDiscounts(ctx);
}

async function leave(ctx: Ctx, tx: SqlTx, row: repo.DiscountRow, vendorId: VendorId, now: Date): Promise<void> {
  const { id } = row;
  const vendorIds = row.vendorIds.filter((one) => one !== BigInt(vendorId));
  const ended = vendorIds.length === 0 ? decideDiscount(row.state, 'end') : undefined;
  if (ended?.ok) {
    await repo.updateDiscount(tx, id, { state: ended.value, updatedAt: now });
    await planFinish(tx, { id, dueAt: now, isEnd: true });
  } else {
    await repo.updateDiscount(tx, id, { vendorIds, updatedAt: now });
    await planNarrow(tx, { id, vendorId: BigInt(vendorId), now });
  }
  const about = {
    subject: 'discount',
    subjectId: String(id),
    vendorId: null,
    actor: ctx.viewer.actor,
    at: now,
  } as const;
  await recordAudit(tx, [{ ...about, action: 'discount.left', detail: { vendor: ctx.viewer.vendorName } }]);
  await queueMails(tx, ctx, [
    {
      dedupeKey: `discount/${id}/left/${vendorId}`,
      template: 'marketplace-discount-refused',
      audience: { kind: 'admins' },
      params: { discountId: String(id), vendorId: String(vendorId) },
      dueAt: now,
      createdAt: now,
    },
  ]);
  ctx.jobs.wakeAfterCommit(tx, 'due');
}

/**
 * Takes the goods of a vendor who refused out of a discount at the platform. May run twice: what is out already stays so. One that is not
 * confirmed yet is waited for. Throws platform_failed (502) then and where the platform does not answer.
 */
export async function narrowDiscount(
  services: Services,
  storeId: StoreId,
  { discountId, vendorId }: { discountId: bigint; vendorId: bigint },
): Promise<JobEnd | undefined> {
  const { row, collectionIds } = await services.db.fast(marketplaceScope(storeId), async (tx) => ({
    row: await repo.findDiscount(tx, discountId),
    collectionIds: await listVendorCollections(tx, [vendorId]),
  }));
  const store = await findStoreById(services, storeId);
  if (!row || !store || store.uninstalledAt || row.vendorIds.includes(vendorId)) return undefined;
  if (row.state === 'creating') throw new AppError('platform_failed');
  if (row.state !== 'live' || row.platformId === null || collectionIds.length === 0) return undefined;
  const platform = await services.adapters.platform(store.domain);
  await removeCollections(platform, { method: row.method, id: row.platformId, collectionIds });
  return undefined;
}

function requireOneVendor({ viewer }: Ctx): VendorId {
  if (viewer.vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  return viewer.vendorScope;
}
