import { appendTo } from '#app/core/append-to.ts';
import { foldName } from '#app/core/text/folding.ts';
import { sumMinor } from '#app/core/money/money.ts';
import type { CommissionLine } from '#app/features/commissions/commission.ts';
import { readListsOfThePast, readTermsInForce } from '#app/features/commissions/commissions.service.server.ts';
import { DEFAULT_FINANCE_FLAGS } from '#app/features/commissions/finance-flags.ts';
import { readMadeDiscounts, snapshotShares } from '#app/features/discounts/discount-shares.service.server.ts';
import type { MadeDiscount } from '#app/features/discounts/discount.ts';
import { MARKETPLACE, RATE_CODES } from '#app/features/shipping/rates/cart-rates.ts';
import { findOrderQuotes, type QuotedOrder } from '#app/features/shipping/rates/order-quotes.service.server.ts';
import { toDestination } from '#app/features/shipping/rates/rate-request.ts';
import { ensureVendors } from '#app/platform/vendors/vendors.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './ingest.repo.server.ts';
import type { OrderIngest } from './order-events.ts';
import { listVendorNames, type OrderHistory, type LineFacts, type OrderFacts } from '../order.ts';
import { extendTerms, snapshotOrderTerms, type OrderTerms, type SaleTerms } from '../money/order-terms.ts';

/** For orders that keep the terms of their sale: these are not asked for anything. */
const NO_TERMS: SaleTerms = {
  flags: DEFAULT_FINANCE_FLAGS,
  defaultLines: [],
  vendorLines: {},
  vendorIds: {},
  metafields: {},
  quotes: null,
};

type QuoteTerms = Pick<SaleTerms, 'quotes' | 'quoteSource' | 'pickups' | 'liveQuotes'>;

/**
 * What a new order is charged by, the vendors' lists as they were when each edited order was recorded (M56), discounts made here,
 * and the quotes of new orders that our own carrier was chosen for.
 */
export type CollectedTerms = {
  now: SaleTerms;
  atSale: ReadonlyMap<bigint, SaleTerms['vendorLines']>;
  /** Discounts that new orders applied and that were made here (M39). */
  made: readonly MadeDiscount[];
  quotes: ReadonlyMap<bigint, QuoteTerms>;
};

/** What a new order, or a new line of an old one, is charged by: read once for the whole batch. */
export async function collectTerms(
  services: Pick<Services, 'clock'>,
  tx: SqlTx,
  cases: readonly OrderIngest[],
): Promise<CollectedTerms> {
  const fresh = cases.filter((one) => !one.stored || hasNewLines(one));
  if (fresh.length === 0) return { now: NO_TERMS, atSale: new Map(), made: [], quotes: new Map() };
  const names = [...new Set(fresh.flatMap((one) => [one.known.sale, one.known.latest].flatMap(spelledVendorNames)))];
  const vendorIds = names.length > 0 ? await ensureVendors(tx, names, services.clock.now()) : new Map<string, bigint>();
  const { flags, defaultLines, vendorLines } = await readTermsInForce(tx, [...vendorIds.values()]);
  const edited = fresh.filter((one) => one.stored);
  const atSale = await readListsAtSale(tx, edited, [...vendorIds.values()]);
  const orderTerms = edited.flatMap((one) => (one.stored ? [one.stored.orderTerms.terms] : []));
  const lists = [
    ...[{ defaultLines, vendorLines }, ...orderTerms].flatMap((terms) => [
      terms.defaultLines,
      ...toLists(terms.vendorLines),
    ]),
    ...[...atSale.values()].flatMap(toLists),
  ];
  const needsMetafields = lists.some((list) => list.some((line) => line.constraint !== null));
  const productIds = needsMetafields
    ? fresh.flatMap((one) => one.known.latest.lines.flatMap((line) => line.productId ?? []))
    : [];
  const now = {
    flags,
    defaultLines,
    vendorLines,
    vendorIds: Object.fromEntries([...vendorIds].map(([key, id]) => [key, String(id)])),
    metafields: productIds.length > 0 ? await repo.readMetafields(tx, productIds.map(BigInt)) : {},
    quotes: null,
  };
  const sales = fresh.flatMap((one) => (one.stored ? [] : [one.known.sale]));
  const made = await readMadeDiscounts(tx, sales);
  return { now, atSale, made, quotes: await readQuotes(tx, fresh, now.vendorIds) };
}

const toLists = (vendorLines: SaleTerms['vendorLines']): CommissionLine[][] => Object.values(vendorLines);

/** An edit may bring a vendor that the order did not have; what counts is that vendor's list of the sale, not of today. */
async function readListsAtSale(
  tx: SqlTx,
  edited: readonly OrderIngest[],
  vendorIds: readonly bigint[],
): Promise<CollectedTerms['atSale']> {
  if (edited.length === 0) return new Map();
  const listsAt = await readListsOfThePast(tx, vendorIds);
  return new Map(edited.flatMap(({ id, stored }) => (stored ? [[id, listsAt(stored.recordedAt)]] : [])));
}

/**
 * The quotes of new orders by vendor (M07). An order of several carriers is shared by value: what the others quoted nobody says.
 */
async function readQuotes(
  tx: SqlTx,
  fresh: readonly OrderIngest[],
  vendorIds: SaleTerms['vendorIds'],
): Promise<CollectedTerms['quotes']> {
  const orders = fresh.flatMap((one) => (one.stored ? [] : toQuotedOrder(one, vendorIds)));
  if (orders.length === 0) return new Map();
  const found = await findOrderQuotes(tx, orders);
  return new Map(
    orders.map(({ id, code, parties }): [bigint, QuoteTerms] => {
      const quote = found.get(id);
      // Where nobody's quote is found any more, the row itself still says that all is collected.
      const all = code === RATE_CODES.pickup ? parties.map(({ party }) => party) : [];
      const pickups = (quote?.pickups ?? all).filter((party) => party !== MARKETPLACE);
      return [
        id,
        {
          quotes: quote?.amounts ?? null,
          quoteSource: quote?.source ?? 'missing',
          ...(pickups.length > 0 ? { pickups } : {}),
          ...(quote?.live ? { liveQuotes: quote.live } : {}),
        },
      ];
    }),
  );
}

/** A new order as its quotes are looked for; nothing where another carrier was charged, alone or beside ours. */
function toQuotedOrder({ id, known: { sale }, buyer }: OrderIngest, vendorIds: SaleTerms['vendorIds']): QuotedOrder[] {
  const code = sale.shipping[0]?.rateCode;
  if (code === undefined || sale.shipping.some((line) => line.rateCode !== code)) return [];
  const parties = new Map<string, LineFacts[]>();
  for (const line of sale.lines.filter((one) => one.requiresShipping)) {
    const owner = line.isGiftCard ? undefined : vendorIds[foldName(line.vendorName)];
    const party = owner ?? MARKETPLACE;
    appendTo(parties, party, line);
  }
  const address = buyer?.shippingAddress;
  return [
    {
      id,
      code,
      currency: sale.currency,
      createdAt: new Date(sale.createdAt),
      quotedMinor: sumMinor(sale.shipping.map((line) => line.chargedMinor + line.discountMinor)),
      destination: address?.country ? toDestination(address.country, address.state) : null,
      zip: address?.zip ?? null,
      parties: [...parties].map(([party, lines]) => ({ party, lines })),
    },
  ];
}

const spelledVendorNames = (facts: OrderFacts): string[] =>
  facts.lines.filter((line) => !line.isGiftCard && line.vendorName.trim() !== '').map((line) => line.vendorName.trim());

function hasNewLines(one: OrderIngest): boolean {
  const orderTerms = new Set(one.stored?.orderTerms.lines.map((line) => line.lineId));
  return one.known.latest.lines.some((line) => !orderTerms.has(line.id));
}

/** The terms of an order's sale. What was frozen stays; an older version that arrives late is the true sale, and is frozen under the same terms. */
export function snapshotSale(one: OrderIngest, { now, atSale, made, quotes }: CollectedTerms): OrderTerms {
  const vendorLines = atSale.get(one.id);
  const own = narrowTerms(vendorLines ? { ...now, vendorLines } : now, one.known);
  if (!one.stored) {
    const discountShares = snapshotShares(made, one.known.sale);
    return snapshotOrderTerms(one.known, {
      ...own,
      ...quotes.get(one.id),
      ...(discountShares ? { discountShares } : {}),
    });
  }
  const { orderTerms, known } = one.stored;
  const terms = hasNewLines(one) ? extendTerms(orderTerms.terms, own) : orderTerms.terms;
  if (!isSameSale(known.sale, one.known.sale)) return snapshotOrderTerms(one.known, terms);
  return terms === orderTerms.terms ? orderTerms : { ...orderTerms, terms };
}

const isSameSale = (left: OrderFacts, right: OrderFacts): boolean =>
  left.updatedAt === right.updatedAt &&
  left.lines.length === right.lines.length &&
  left.lines.every((line, index) => line.quantity === right.lines[index]?.quantity);

/** Only what concerns the order is frozen with it: its own vendors, their lists, its own products. */
function narrowTerms(terms: SaleTerms, known: OrderHistory): SaleTerms {
  const names = new Set(listVendorNames(known.sale).concat(listVendorNames(known.latest)));
  const vendorIds = Object.fromEntries(Object.entries(terms.vendorIds).filter(([key]) => names.has(key)));
  const owned = new Set(Object.values(vendorIds));
  const products = new Set(known.latest.lines.map((line) => line.productId));
  return {
    ...terms,
    vendorIds,
    vendorLines: Object.fromEntries(Object.entries(terms.vendorLines).filter(([id]) => owned.has(id))),
    metafields: Object.fromEntries(Object.entries(terms.metafields).filter(([id]) => products.has(id))),
  };
}
