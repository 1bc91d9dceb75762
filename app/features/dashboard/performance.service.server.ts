import { marketplaceScope } from '#app/core/viewer.ts';
import { listLateVendors } from '#app/features/orders/read-models/order-counts.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { listOutliers } from './dashboard.ts';
import type { Performance, PerformanceRow } from './dashboard.contract.ts';
import { readVendorScores } from './dashboard.service.server.ts';

/**
 * How reliably the vendors of the marketplace sell in the range that an address names, and which of them ship late now; with
 * `show=late` those alone. Throws feature_disabled (404) while figures are off.
 */
export async function readPerformance(ctx: Ctx, address: URLSearchParams): Promise<Performance> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const { range, vendors: scores } = await readVendorScores(ctx, address);
  const late = await ctx.db.fast(scope, (tx) => listLateVendors(tx, ctx.clock.now()));
  const outliers = listOutliers(scores);
  const lateOf = new Map(late.map((one) => [String(one.vendorId), one.orders]));
  const sold: PerformanceRow[] = scores.map((score, index) => ({
    id: score.id,
    vendor: score.vendor,
    late: lateOf.get(score.id) ?? 0,
    score: { ...score, warnings: outliers[index] ?? [] },
  }));
  const known = new Set(scores.map(({ id }) => id));
  const others = late
    .filter(({ vendorId }) => !known.has(String(vendorId)))
    .map(({ vendorId, vendor, orders }) => ({ id: String(vendorId), vendor, late: orders, score: null }));
  const onlyLate = address.get('show') === 'late';
  const rows = [...sold, ...others];
  return { range, onlyLate, late: late.length, rows: onlyLate ? rows.filter((row) => row.late > 0) : rows };
}
