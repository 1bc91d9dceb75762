import { DAY_MS } from '#app/core/durations.ts';
import { money, toDto, type Currency } from '#app/core/money/money.ts';
import { decodeCursor, encodeCursor } from '#app/core/paging.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { AppError } from '#app/core/errors.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { changeFinanceConfig, readFinanceConfig } from '#app/features/commissions/finance-config.service.server.ts';
import type { FinanceFlags } from '#app/features/commissions/finance-flags.ts';
import {
  countSoldOrders,
  settleSoldOrders,
  type ReplayedVendorOrder,
} from '#app/features/orders/money/replay.service.server.ts';
import { assertMayPayOut, mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { findVendorNames } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { WHAT_IF_DAYS, type FlagsWhatIfInput, type WhatIfStep } from './what-if.contract.ts';

const ORDERS_A_STEP = 1_000;

/** The flags in force with the version that a save must name, and whether the viewer may change them. */
export async function readFinanceForm(ctx: Ctx) {
  const { flags, version } = await ctx.db.fast(scopeOf(ctx.viewer), readFinanceConfig);
  return { financeConfig: flags, version, mayChange: await mayPayOut(ctx) };
}

/**
 * Saves the flags for orders recorded from now on; every order keeps those of its sale. Throws missing_permission (403) without
 * the payout right, conflict (409) over a version that is no longer there.
 */
export async function saveFinanceForm(
  ctx: Ctx,
  o: { financeConfig: FinanceFlags; version: number },
): Promise<{ ok: true }> {
  await assertMayPayOut(ctx);
  const { store, actor } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    if ((await readFinanceConfig(tx)).version !== o.version) throw new AppError('conflict');
    const changed = await changeFinanceConfig(tx, { changes: o.financeConfig, at, actor });
    if (Object.keys(changed).length === 0) return;
    const detail = Object.fromEntries(
      Object.entries(changed).map(([name, values]) => [`financeConfig.${name}`, values]),
    );
    await recordAudit(tx, [
      { subject: 'settings', subjectId: 'features', vendorId: null, action: 'settings.saved', actor, detail, at },
    ]);
  });
  return { ok: true };
}

/**
 * One step of a comparison: some of the past 90 days' paid orders, settled under the flags in force and under changed ones.
 * `before` and `after` are what the vendors would be paid.
 */
export async function compareFlags(ctx: Ctx, input: FlagsWhatIfInput): Promise<WhatIfStep> {
  const since = new Date(ctx.clock.now().getTime() - WHAT_IF_DAYS * DAY_MS);
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const { flags } = await readFinanceConfig(tx);
    const total = after ? null : await countSoldOrders(tx, { since, vendorId: null });
    const step = { since, vendorId: null, after, limit: ORDERS_A_STEP };
    const now = await settleSoldOrders(tx, step, flags);
    const changed = await settleSoldOrders(tx, step, input.financeConfig);
    const sums = sumPayouts(now.parts, changed.parts);
    const nameOf = await findVendorNames(tx, [...new Set(sums.map(({ vendorId }) => vendorId))].map(BigInt));
    return {
      since: since.toISOString(),
      total,
      count: now.count,
      vendors: sums.map(({ vendorId, currency, orders, beforeMinor, afterMinor }) => ({
        vendorId,
        vendor: nameOf.get(BigInt(vendorId)) ?? '',
        orders,
        before: toDto(money(beforeMinor, currency)),
        after: toDto(money(afterMinor, currency)),
      })),
      next: now.next && encodeCursor(now.next),
    };
  });
}

type Sum = { vendorId: string; currency: Currency; orders: number; beforeMinor: bigint; afterMinor: bigint };

/** What each vendor is paid of the same orders under two sets of flags; the parts stand in the same order. */
function sumPayouts(before: readonly ReplayedVendorOrder[], after: readonly ReplayedVendorOrder[]): Sum[] {
  const sums = new Map<string, Sum>();
  for (const [index, { part: vendorOrder }] of before.entries()) {
    const { vendorId, currency } = vendorOrder;
    const key = `${vendorId}|${currency}`;
    const sum = sums.get(key) ?? { vendorId, currency, orders: 0, beforeMinor: 0n, afterMinor: 0n };
    sum.orders += 1;
    sum.beforeMinor += vendorOrder.payoutMinor;
    sum.afterMinor += after[index]?.part.payoutMinor ?? 0n;
    sums.set(key, sum);
  }
  return [...sums.values()];
}
