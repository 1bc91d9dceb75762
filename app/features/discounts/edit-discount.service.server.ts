import type { PlatformClient } from '#app/adapters/shopify/client.server.ts';
import { updateDiscount } from '#app/adapters/shopify/discounts.server.ts';
import { readDiscounts } from '#app/adapters/shopify/discounts-read.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { formatPercent } from '#app/core/money/percent.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { openGranted, requireDiscounts } from './discount-settings.service.server.ts';
import { toLiableParty } from './discount.ts';
import { cancelEditRefresh, planEditRefresh } from './discount-jobs.server.ts';
import type { DiscountDetailDto, EditInput } from './discounts.contract.ts';
import * as repo from './discounts.repo.server.ts';
import { getDiscount } from './discounts.service.server.ts';
import { toWrite } from './finish-discount.service.server.ts';
import { readDiscount } from './read-discount.ts';
import { takeOver, type Editor } from './refresh-discounts.service.server.ts';

const ANSWER_WAIT_MS = MINUTE_MS;

/**
 * Changes what a discount takes off, when it runs, and what it asks for; its name, whose goods it is for and who bears it stay, because
 * orders are matched and split by them. What the store then says is kept: where its answer is lost, a job reads it within a minute.
 * Throws missing_permission (403) for an admin without the right to pay out, invalid_input (422), not_found (404) for another's, conflict (409) over a version that was
 * changed or while another change is unanswered, invalid_state (409) for
 * one that does not run or without the store's access, platform_refused (422), platform_failed (502).
 */
export async function editDiscount(ctx: Ctx, id: bigint, input: EditInput): Promise<DiscountDetailDto> {
  const { store, locale, actor, isAdmin } = ctx.viewer;
  // What an admin changes of a discount changes what is paid out to vendors.
  if (isAdmin) await assertMayPayOut(ctx);
  const now = ctx.clock.now();
  const row = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireDiscounts(tx);
    return requireEditable(await repo.findDiscount(tx, id), { version: input.version, now });
  });
  const currency = asCurrency(row.currency);
  const terms = readDiscount(
    {
      method: row.method,
      name: row.name,
      value: input.value,
      active: input.active,
      minPurchase: input.minPurchase,
      limit: row.method === 'code' ? input.limit : { onePerCustomer: false, withUsage: false, usage: null },
      liableParty: toLiableParty(row.vendorPercent),
      vendorPercent: formatPercent(row.vendorPercent),
    },
    { currency, locale, timezone: store.timezone, now },
  );
  const platform = await openGranted(ctx);
  const { platformId } = row;
  if (platformId === null) throw stateRefuses('discount_not_running');
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    requireEditable(await repo.findDiscount(tx, id, { lock: true }), { version: input.version, now });
    await repo.markEdit(tx, id, now);
    await planEditRefresh(tx, { id, version: row.version, dueAt: new Date(now.getTime() + ANSWER_WAIT_MS) });
  });
  const write = toWrite({ ...row, ...terms }, { collectionIds: [], tags: [] });
  try {
    await updateDiscount(platform, platformId, write);
  } catch (error) {
    // What was refused changed nothing; what was not answered may have.
    if (error instanceof AppError && error.status < 500)
      await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
        await repo.markEdit(tx, id, null);
        await cancelEditRefresh(tx, row);
      });
    throw error;
  }
  await keepEdit(ctx, platform, { id, version: row.version, platformId, editor: { actor, isBearer: !isAdmin } });
  return getDiscount(ctx, id);
}

async function keepEdit(
  ctx: Ctx,
  platform: PlatformClient,
  o: { id: bigint; version: number; platformId: bigint; editor: Editor },
): Promise<void> {
  const [found] = await readDiscounts(platform, [o.platformId]);
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await takeOver(ctx, tx, o.id, found, o.editor);
    await cancelEditRefresh(tx, o);
  });
}

/** A discount that can be changed. Throws not_found (404), conflict (409), invalid_state (409). */
function requireEditable(
  row: repo.DiscountRow | undefined,
  { version, now }: { version: number; now: Date },
): repo.DiscountRow {
  if (!row) throw new AppError('not_found');
  if (row.state !== 'live' || (row.endsAt !== null && row.endsAt <= now)) throw stateRefuses('discount_not_running');
  const isRequested = row.editRequestedAt !== null && now.getTime() - row.editRequestedAt.getTime() < ANSWER_WAIT_MS;
  if (row.version !== version || isRequested) throw new AppError('conflict');
  return row;
}
