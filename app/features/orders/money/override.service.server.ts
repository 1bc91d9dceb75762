import { AppError, invalidInput } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { asCurrency, formatAmount, money, plainAmount, toDto } from '#app/core/money/money.ts';
import { formatPercent } from '#app/core/money/percent.ts';
import { marketplaceScope, scopeOf, type Locale } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { parseCommissionOverride } from '#app/features/commissions/commission-input.ts';
import type { CommissionOverride } from '#app/features/commissions/commission.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { resolvePastVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SettledOrder } from './split-order.ts';
import { previewSettlement, resettleOrder } from '../ingest/ingest.service.server.ts';
import * as repo from './override.repo.server.ts';
import type { StoredOrder } from '../rows.ts';

export type OverrideInput = {
  vendor: string;
  orderId: bigint;
  flat: string | number | null;
  percentage: string | number | null;
  preview?: boolean | undefined;
};

/** What stands after an override. `overpaid` is what the vendor then owes, because more was paid out already (M65). */
export type OverrideOutcome = {
  ok: true;
  saved: boolean;
  commission: MoneyDto;
  payout: MoneyDto;
  overpaid?: MoneyDto;
};

/**
 * Replaces the commission of a vendor's part of an order, or brings the frozen rates back (null and null). With `preview`
 * nothing is written. Throws missing_permission (403) for who may not pay out. A foreign or unknown vendor or order is not_found (404).
 */
export async function overrideCommission(ctx: Ctx, input: OverrideInput): Promise<OverrideOutcome> {
  if (!input.preview) await assertMayPayOut(ctx);
  const { vendor, part: vendorOrder } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const found = await resolvePastVendor(tx, input.vendor);
    return { vendor: found, part: await repo.findVendorOrder(tx, input.orderId, found.id) };
  });
  if (!vendorOrder) throw new AppError('not_found');
  const parsed = parseCommissionOverride(plainOverride(input, ctx.viewer.locale), asCurrency(vendorOrder.currency));
  if (!parsed.ok) throw invalidInput(parsed.refusal);
  const override = parsed.value;
  const vendorId = String(vendor.id);
  const decide = ({ decisions }: StoredOrder): StoredOrder['decisions'] => ({
    ...decisions,
    overrides: withOverride(decisions.overrides, vendorId, override),
  });
  const saved = input.preview !== true && !isSame(vendorOrder, override);
  const settled = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    if (!saved) return previewSettlement(tx, input.orderId, decide);
    const { actor } = ctx.viewer;
    const result = await resettleOrder(ctx, tx, input.orderId, decide, {
      type: 'admin',
      id: `${actor.kind}:${actor.id}`,
    });
    await recordAudit(tx, [
      {
        subject: 'order',
        subjectId: String(input.orderId),
        vendorId: vendor.id,
        action: override === null ? 'order.commission.restored' : 'order.commission.overridden',
        actor,
        detail: { commission: [describe(vendorOrder), override && describeOverride(override, vendorOrder)] },
        at: ctx.clock.now(),
      },
    ]);
    return result;
  });
  invariant(settled, 'an order with a vendor part is stored');
  return { ok: true, saved: input.preview !== true, ...buildOutcome(settled, vendorId, vendorOrder) };
}

function withOverride(
  overrides: Record<string, CommissionOverride>,
  vendorId: string,
  override: CommissionOverride | null,
): Record<string, CommissionOverride> {
  const others = Object.fromEntries(Object.entries(overrides).filter(([id]) => id !== vendorId));
  return override === null ? others : { ...others, [vendorId]: override };
}

function isSame(vendorOrder: repo.OverrideVendorOrder, override: CommissionOverride | null): boolean {
  return (
    vendorOrder.overridePercent === (override?.percent ?? null) &&
    vendorOrder.overrideFlatMinor === (override?.flatMinor ?? null)
  );
}

function describe(vendorOrder: repo.OverrideVendorOrder): object | null {
  const { overridePercent: percent, overrideFlatMinor: flatMinor } = vendorOrder;
  return percent === null || flatMinor === null ? null : describeOverride({ percent, flatMinor }, vendorOrder);
}

function describeOverride(override: CommissionOverride, vendorOrder: repo.OverrideVendorOrder): object {
  return { percentage: formatPercent(override.percent), flat: formatAmount(override.flatMinor, vendorOrder.currency) };
}

function buildOutcome(settled: SettledOrder, vendorId: string, vendorOrder: repo.OverrideVendorOrder) {
  const own = settled.vendorOrders.find((order) => order.vendorId === vendorId);
  invariant(own, 'a vendor part belongs to its order');
  const toMoneyDto = (amountMinor: bigint): MoneyDto => toDto(money(amountMinor, own.currency));
  const postedMinor = settled.isPaid && !vendorOrder.historical ? own.payoutMinor + vendorOrder.adjustedMinor : 0n;
  const owedMinor = vendorOrder.paidOutMinor - postedMinor;
  return {
    commission: toMoneyDto(own.commissionMinor),
    payout: toMoneyDto(own.payoutMinor),
    ...(owedMinor > 0n ? { overpaid: toMoneyDto(owedMinor) } : {}),
  };
}

/** An override as it was typed (`12,5`), with plain decimals. */
function plainOverride({ percentage, flat }: OverrideInput, locale: Locale) {
  const plain = (value: string | number | null) => (value === null ? null : plainAmount(value, locale));
  return { percentage: plain(percentage), flat: plain(flat) };
}
