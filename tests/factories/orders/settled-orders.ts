import { asCurrency, parseAmount, type Currency } from '#app/core/money/money.ts';
import { parsePercent } from '#app/core/money/percent.ts';
import type { CommissionLine, CommissionOverride } from '#app/features/commissions/commission.ts';
import { computeGoodwill, decideLiableParty } from '#app/features/orders/money/pending-refunds.ts';
import { splitOrder, type OrderDecisions, type SettledOrder } from '#app/features/orders/money/split-order.ts';
import type { OrderHistory, OrderFacts } from '#app/features/orders/order.ts';
import { addVersion } from '#app/features/orders/order-versions.ts';
import { parseOrder } from '#app/features/orders/ingest/parse-order.ts';
import { snapshotOrderTerms, type SaleTerms } from '#app/features/orders/money/order-terms.ts';
import type { ListLine, PlatformOrder, Scenario } from '#tests/factories/orders/scenarios.ts';

export function must<Value>(result: { ok: true; value: Value } | { ok: false; refusal: unknown }): Value {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
}

/** Reads a platform order and fails the test with the issues where it cannot be read. */
export function readOrder(payload: unknown): OrderFacts {
  return must(parseOrder(payload));
}

export function toMinor(text: string, currency: Currency): bigint {
  return must(parseAmount(text, currency));
}

/** The program's own commission line of a plain one. */
export function buildCommissionLine(line: Partial<ListLine>, currency: Currency): CommissionLine {
  return {
    minMinor: toMinor(line.min ?? '0', currency),
    maxMinor: line.max === undefined || line.max === null ? null : toMinor(line.max, currency),
    flatMinor: toMinor(line.flat ?? '0', currency),
    percent: must(parsePercent(line.percentage ?? '0')),
    constraint: line.constraint ?? null,
  };
}

export function termsOf(scenario: Scenario): SaleTerms {
  const currency = asCurrency(scenario.currency);
  const list = (lines: ListLine[]): CommissionLine[] => lines.map((line) => buildCommissionLine(line, currency));
  return {
    flags: scenario.flags,
    defaultLines: list(scenario.defaultList),
    vendorLines: mapValues(scenario.vendorLists, list),
    vendorIds: scenario.vendorIds,
    metafields: mapValues(scenario.productTags, (tag) => [{ namespace: 'custom', key: 'tag', values: [tag] }]),
    quotes: scenario.quotes === null ? null : mapValues(scenario.quotes, (quote) => toMinor(quote, currency)),
    discountShares: mapValues(scenario.discountShares, ({ percentage, vendors }) => ({
      title: 'Shared',
      vendorPercent: must(parsePercent(percentage)),
      vendorIds: vendors,
    })),
  };
}

export function decisionsOf(scenario: Scenario): OrderDecisions {
  const currency = asCurrency(scenario.currency);
  const decided: OrderDecisions = {
    overrides: mapValues(scenario.overrides, (override): CommissionOverride => ({
      percent: must(parsePercent(override.percentage)),
      flatMinor: toMinor(override.flat, currency),
    })),
    goodwill: mapValues(scenario.goodwill, (amount) => toMinor(amount, currency)),
    shippingRefundVendors: scenario.shippingRefundVendors,
  };
  const latest = scenario.versions.at(-1);
  const refunds = latest ? readOrder(latest).refunds : [];
  return refunds.reduce((decisions, refund) => {
    const vendorId = scenario.gestureVendors[refund.id] ?? null;
    // As it was sent, whatever became of it since.
    const sent = { ...refund, transactions: refund.transactions.map((one) => ({ ...one, state: 'success' as const })) };
    const goodwillMinor = computeGoodwill(sent, latest?.taxes_included ?? false);
    return decideLiableParty(decisions, { id: refund.id, shippingMinor: 0n, goodwillMinor }, vendorId);
  }, decided);
}

/** Learns versions in the given order of arrival. */
export function ingestAll(versions: readonly PlatformOrder[]): OrderHistory {
  let known: OrderHistory | null = null;
  for (const version of versions) known = addVersion(known, readOrder(version));
  if (known === null) throw new Error('an order has at least one version');
  return known;
}

/** The settled state of a scenario after versions arrived in this order (all of them, in time, unless told otherwise). */
export function settleScenario(scenario: Scenario, versions = scenario.versions): SettledOrder {
  const known = ingestAll(versions);
  return splitOrder(known, snapshotOrderTerms(known, termsOf(scenario)), decisionsOf(scenario));
}

function mapValues<From, To>(record: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
