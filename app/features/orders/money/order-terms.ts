import { foldName } from '#app/core/text/folding.ts';
import { sumMinor, type Currency } from '#app/core/money/money.ts';
import type { Percent } from '#app/core/money/percent.ts';
import { splitLargestRemainder } from '#app/core/money/split.ts';
import {
  chooseCommission,
  type CommissionLine,
  type CommissionRule,
  type ProductMetafield,
} from '#app/features/commissions/commission.ts';
import type { FinanceFlags } from '#app/features/commissions/finance-flags.ts';
import type { DiscountShare } from '#app/features/discounts/discount.ts';
import { MARKETPLACE } from '#app/features/shipping/rates/cart-rates.ts';
import type { OrderHistory, LineFacts, OrderFacts } from '../order.ts';

/**
 * What is in force when an order is first recorded, and is kept with it for good (M34). `vendorIds` is by folded name, aliases
 * included; `metafields` by product id; `quotes` are our own carrier's rates by vendor id, MARKETPLACE for what no vendor
 * sells, if the order used them, and `quoteSource` says where they are from (missing in what was written before there were any);
 * `pickups` are the vendors from whom the buyer collects; left out where there are none.
 * `discountShares` are the discounts whose bearer was decided here, by the index of their application (M39): left out where the
 * order has none.
 */
export type SaleTerms = {
  flags: FinanceFlags;
  defaultLines: CommissionLine[];
  vendorLines: Record<string, CommissionLine[]>;
  vendorIds: Record<string, string>;
  metafields: Record<string, ProductMetafield[]>;
  quotes: Record<string, bigint> | null;
  quoteSource?: QuoteSource;
  pickups?: string[];
  /** The vendors whose quotes carriers were asked for; left out where there are none. */
  liveQuotes?: string[];
  discountShares?: Record<string, DiscountShare>;
};

/** Where quotes are from: kept at the checkout (`live` where carriers were asked for it), or computed again from the sale; `missing` where neither could be had. */
export type QuoteSource = 'stored' | 'live' | 'recomputed' | 'missing';

/** Why a line is the marketplace's and not a vendor's. */
export type MarketplaceReason = 'no_vendor' | 'unknown_vendor' | 'gift_card';

/** A line as it was sold. `weightMinor` is its list amount as a weight of shipping; `hasShare` is false where it gets none of it. */
export type LineTerms = {
  lineId: string;
  vendorId: string | null;
  marketplaceReason: MarketplaceReason | null;
  rule: CommissionRule;
  unitPriceMinor: bigint;
  quantity: number;
  weightMinor: bigint;
  hasShare: boolean;
};

/** One party of the order (a vendor, or the marketplace as null) and its weight in the split of shipping. */
export type GroupTerms = { vendorId: string | null; weightMinor: bigint; hasShare: boolean };

/** All that later recomputation leans on. A pure function of the sale and its terms. */
export type OrderTerms = { orderId: string; terms: SaleTerms; lines: LineTerms[]; groups: GroupTerms[] };

/** Freezes rules and weights of an order at its sale. */
export function snapshotOrderTerms(known: OrderHistory, terms: SaleTerms): OrderTerms {
  const { sale } = known;
  const anyNeedsShipping = sale.lines.some((line) => line.requiresShipping);
  const lines = sale.lines.map((line): LineTerms => {
    const hasShare = anyNeedsShipping ? line.requiresShipping : true;
    return { ...snapshotLine(line, terms, sale.currency), hasShare, weightMinor: hasShare ? listAmountOf(line) : 0n };
  });
  return { orderId: sale.id, terms, lines, groups: snapshotGroups(lines, terms) };
}

/** Adds what is not in the terms yet (a new line's vendor, list or metafields); what was frozen stays (M56). */
export function extendTerms(
  terms: SaleTerms,
  found: Pick<SaleTerms, 'vendorLines' | 'vendorIds' | 'metafields'>,
): SaleTerms {
  return {
    ...terms,
    vendorLines: { ...found.vendorLines, ...terms.vendorLines },
    vendorIds: { ...found.vendorIds, ...terms.vendorIds },
    metafields: { ...found.metafields, ...terms.metafields },
  };
}

/** The frozen side of a line that an edit added: the sale's lists apply, and it has no share of shipping (M56). */
export function snapshotAddedLine(line: LineFacts, terms: SaleTerms, currency: Currency): LineTerms {
  return { ...snapshotLine(line, terms, currency), hasShare: false, weightMinor: 0n };
}

/**
 * The order with its lines of unknown vendors given to vendors that are known by now; all other lines, and the weights, stay as
 * they were frozen. Lines whose vendor is still unknown stay the marketplace's.
 */
export function adoptLines(
  orderTerms: OrderTerms,
  sale: OrderFacts,
  found: Pick<SaleTerms, 'vendorLines' | 'vendorIds' | 'metafields'>,
): OrderTerms {
  const terms = extendTerms(orderTerms.terms, found);
  const factsOf = new Map(sale.lines.map((line) => [line.id, line]));
  const lines = orderTerms.lines.map((line) => {
    const facts = factsOf.get(line.lineId);
    return line.marketplaceReason === 'unknown_vendor' && facts
      ? { ...line, ...snapshotLine(facts, terms, sale.currency) }
      : line;
  });
  return { ...orderTerms, terms, lines, groups: snapshotGroups(lines, terms) };
}

function snapshotLine(
  line: LineFacts,
  terms: SaleTerms,
  currency: Currency,
): Omit<LineTerms, 'weightMinor' | 'hasShare'> {
  const owner = findOwner(line, terms);
  const metafields = line.productId === null ? [] : (terms.metafields[line.productId] ?? []);
  const lists = {
    vendorLines: owner.vendorId === null ? [] : (terms.vendorLines[owner.vendorId] ?? []),
    defaultLines: owner.vendorId === null ? [] : terms.defaultLines,
  };
  return {
    lineId: line.id,
    ...owner,
    rule: chooseCommission(lists, line.unitPriceMinor, metafields, currency),
    unitPriceMinor: line.unitPriceMinor,
    quantity: line.quantity,
  };
}

function findOwner(line: LineFacts, terms: SaleTerms): Pick<LineTerms, 'vendorId' | 'marketplaceReason'> {
  if (line.isGiftCard) return { vendorId: null, marketplaceReason: 'gift_card' };
  const name = foldName(line.vendorName);
  if (name === '') return { vendorId: null, marketplaceReason: 'no_vendor' };
  const vendorId = findVendorId(terms.vendorIds, name);
  return vendorId === undefined
    ? { vendorId: null, marketplaceReason: 'unknown_vendor' }
    : { vendorId, marketplaceReason: null };
}

/** Terms that were frozen under an earlier folding keep its keys: they are folded when nothing has the name as it is. */
function findVendorId(vendorIds: SaleTerms['vendorIds'], name: string): string | undefined {
  if (Object.hasOwn(vendorIds, name)) return vendorIds[name];
  return Object.entries(vendorIds).find(([key]) => foldName(key) === name)?.[1];
}

function snapshotGroups(lines: readonly LineTerms[], terms: SaleTerms): GroupTerms[] {
  const groups = new Map<string | null, GroupTerms>();
  for (const line of lines) {
    const group = groups.get(line.vendorId) ?? { vendorId: line.vendorId, weightMinor: 0n, hasShare: false };
    group.weightMinor += line.weightMinor;
    group.hasShare ||= line.hasShare;
    groups.set(line.vendorId, group);
  }
  const list = [...groups.values()];
  if (terms.quotes === null) return list;
  const { quotes } = terms;
  return list.map((group) => {
    const quote = quotes[group.vendorId ?? MARKETPLACE] ?? 0n;
    return { ...group, weightMinor: quote, hasShare: group.hasShare || quote > 0n };
  });
}

/** P: unit price × quantity as quoted, tax included where prices include it (M03). */
export function listAmountOf(line: Pick<LineFacts, 'unitPriceMinor' | 'quantity'>): bigint {
  return line.unitPriceMinor * BigInt(line.quantity);
}

/** Somebody who takes part in a split, or is left out of it. */
export type Sharer = { weightMinor: bigint; hasShare: boolean };

/** Splits an amount over those that have a share, by weight; the others get nothing (M01, M02, M05). */
export function splitOverSharers(totalMinor: bigint, sharers: readonly Sharer[]): bigint[] {
  const open = sharers.flatMap((sharer, index) => (sharer.hasShare ? [index] : []));
  const vendorOrders = sharers.map(() => 0n);
  if (open.length === 0) return vendorOrders;
  const shares = splitLargestRemainder(
    totalMinor,
    open.map((index) => sharers[index]?.weightMinor ?? 0n),
  );
  open.forEach((index, position) => {
    vendorOrders[index] = shares[position] ?? 0n;
  });
  return vendorOrders;
}

/** One allocation of a discount whose bearer was decided, on one line. */
export type SharedDiscount = { title: string; vendorPercent: Percent; amountMinor: bigint };

/** D of a line: its own allocations, those whose bearer was decided one by one, plus its part of what is allocated nowhere (M04). */
export type LineDiscount = { totalMinor: bigint; shared: SharedDiscount[]; otherMinor: bigint };

/** The discount of each line of this version of the order, in line order. Allocations with a decided bearer stay apart (M39). */
export function splitDiscounts(facts: OrderFacts, orderTerms: Pick<OrderTerms, 'terms' | 'lines'>): LineDiscount[] {
  const allocated = facts.lines.map((line) => sumMinor(line.discounts.map((discount) => discount.amountMinor)));
  const onShipping = sumMinor(facts.shipping.map((line) => line.discountMinor));
  const rest = facts.totalDiscountsMinor - sumMinor(allocated) - onShipping;
  const weights = facts.lines.map((line) => ({ weightMinor: listAmountOf(line), hasShare: !line.isGiftCard }));
  const restVendorOrders = rest > 0n ? splitOverSharers(rest, weights) : weights.map(() => 0n);
  const { discountShares } = orderTerms.terms;
  const ownerOf = new Map(orderTerms.lines.map((line) => [line.lineId, line.vendorId]));
  return facts.lines.map((line, index) => {
    const vendorId =
      discountShares && (ownerOf.get(line.id) ?? snapshotAddedLine(line, orderTerms.terms, facts.currency).vendorId);
    const shared = line.discounts.flatMap(({ applicationIndex, amountMinor }): SharedDiscount[] => {
      const share = discountShares?.[applicationIndex];
      if (!share || !isLiable(share, vendorId ?? null)) return [];
      return [{ title: share.title, vendorPercent: share.vendorPercent, amountMinor }];
    });
    const totalMinor = (allocated[index] ?? 0n) + (restVendorOrders[index] ?? 0n);
    return {
      totalMinor,
      shared,
      otherMinor: totalMinor - sumMinor(shared.map((share) => share.amountMinor)),
    };
  });
}

/** The marketplace's own lines have nobody to share with. */
const isLiable = ({ vendorIds }: DiscountShare, vendorId: string | null): boolean =>
  vendorId !== null && (vendorIds === null || vendorIds.includes(vendorId));
