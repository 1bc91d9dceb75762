import { DAY_MS } from '#app/core/durations.ts';
import { asCurrency, money, toDto, type Currency } from '#app/core/money/money.ts';
import { decodeCursor, encodeCursor } from '#app/core/paging.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { CommissionLine } from '#app/features/commissions/commission.ts';
import { listsFor, readTermsInForce, type TermsInForce } from '#app/features/commissions/commissions.service.server.ts';
import { readLines } from '#app/features/commissions/commission-lists.service.server.ts';
import { chargeByLists } from '#app/features/orders/money/replay.ts';
import {
  countSoldOrders,
  settleSoldOrders,
  type ReplayedVendorOrder,
} from '#app/features/orders/money/replay.service.server.ts';
import { findVendorNames, resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { WHAT_IF_DAYS, type WhatIfInput, type WhatIfStep } from './what-if.contract.ts';

const ORDERS_A_STEP = 2_000;

/**
 * One step of a comparison: some of the past 90 days' paid orders, charged by the lists in force and by the changed list. The
 * requester adds the steps up, so that each is short, shows how far it is, and can be the last. Throws invalid_input (422) for a
 * list that could not be saved, not_found (404) for an unknown vendor.
 */
export async function compareLists(ctx: Ctx, input: WhatIfInput): Promise<WhatIfStep> {
  const { store } = ctx.viewer;
  const isDefault = input.vendor === undefined;
  const lines = readLines(asCurrency(store.currency), input.commissions, { allowEmpty: !isDefault });
  const since = new Date(ctx.clock.now().getTime() - WHAT_IF_DAYS * DAY_MS);
  const after = input.cursor === undefined ? undefined : decodeCursor(input.cursor);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendor = input.vendor === undefined ? null : await resolveVendor(tx, input.vendor);
    const vendorId = vendor?.id ?? null;
    const total = after ? null : await countSoldOrders(tx, { since, vendorId });
    const {
      count,
      parts: vendorOrders,
      next,
    } = await settleSoldOrders(tx, { since, vendorId, after, limit: ORDERS_A_STEP });
    const vendorIds = [...new Set(vendorOrders.map(({ part: vendorOrder }) => vendorOrder.vendorId))].map(BigInt);
    const now = await readTermsInForce(tx, vendorIds);
    const stated = lines.map((line) => ({ ...line, currency: ctx.viewer.store.currency }));
    const sums = sumByVendor(vendorOrders, now, withChanged(now, vendorId, stated));
    const nameOf = await findVendorNames(tx, vendorIds);
    return {
      since: since.toISOString(),
      total,
      count,
      vendors: sums.map(({ vendorId: id, currency, orders, beforeMinor, afterMinor }) => ({
        vendorId: id,
        vendor: nameOf.get(BigInt(id)) ?? '',
        orders,
        before: toDto(money(beforeMinor, currency)),
        after: toDto(money(afterMinor, currency)),
      })),
      next: next && encodeCursor(next),
    };
  });
}

type Lists = Pick<TermsInForce, 'defaultLines' | 'vendorLines'>;

function withChanged(now: Lists, vendorId: bigint | null, lines: CommissionLine[]): Lists {
  return vendorId === null
    ? { ...now, defaultLines: lines }
    : { ...now, vendorLines: { ...now.vendorLines, [String(vendorId)]: lines } };
}

type Sum = { vendorId: string; currency: Currency; orders: number; beforeMinor: bigint; afterMinor: bigint };

function sumByVendor(vendorOrders: readonly ReplayedVendorOrder[], now: Lists, changed: Lists): Sum[] {
  const sums = new Map<string, Sum>();
  for (const { part: vendorOrder, terms } of vendorOrders) {
    const { vendorId, currency } = vendorOrder;
    const key = `${vendorId}|${currency}`;
    const sum = sums.get(key) ?? { vendorId, currency, orders: 0, beforeMinor: 0n, afterMinor: 0n };
    sum.orders += 1;
    sum.beforeMinor += chargeByLists(vendorOrder, terms, listsFor(now, vendorId));
    sum.afterMinor += chargeByLists(vendorOrder, terms, listsFor(changed, vendorId));
    sums.set(key, sum);
  }
  return [...sums.values()];
}
