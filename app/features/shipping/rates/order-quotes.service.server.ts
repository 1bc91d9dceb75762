import type { Currency } from '#app/core/money.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readStoredSettings } from '../zones/shipping-settings.service.server.ts';
import { toGrams } from '../zones/weight.ts';
import type { Destination } from '../zones/zone.ts';
import { withZones, type PartyItems } from './cart-parties.ts';
import { amountOf, rateCart, type Party, type RateCode } from './cart-rates.ts';
import { findCharged, quoteKey, type OrderQuotes } from './quote.ts';
import * as quotes from './quotes.repo.server.ts';
import { toVendorKey, type RateItem } from './rate-request.ts';
import { readSources } from './rates.repo.server.ts';

/** A line of an order that is shipped, at its price before discounts. */
type QuotedLine = {
  productId: string | null;
  variantId: string | null;
  vendorName: string;
  quantity: number;
  unitPriceMinor: bigint;
};

/** An order whose shipping our carrier quoted; `destination` is null where the platform withholds the address. */
export type QuotedOrder = {
  id: bigint;
  code: RateCode;
  quotedMinor: bigint;
  currency: Currency;
  createdAt: Date;
  destination: Destination | null;
  parties: readonly { party: Party; lines: readonly QuotedLine[] }[];
};

/**
 * Each party's part of the shipping of orders: as it was quoted to the checkout, else computed again by the zones of today. An
 * order is missing where neither can be had. Reads only, so that a repeat finds the same. Needs the marketplace's scope.
 */
export async function findOrderQuotes(tx: SqlTx, orders: readonly QuotedOrder[]): Promise<Map<bigint, OrderQuotes>> {
  const located = orders.flatMap(locate);
  const kept = await quotes.findQuotes(
    tx,
    located.flatMap(({ parties }) => parties.map(({ key }) => key)),
  );
  const found = new Map<bigint, OrderQuotes>();
  for (const { order, parties } of located) {
    const stored = findCharged(
      parties.map(({ party, key }) => ({ party, kept: kept.get(key) ?? [] })),
      order,
    );
    const amounts = stored ?? (await computeAgain(tx, order, parties));
    if (amounts) found.set(order.id, { amounts, source: stored ? 'stored' : 'recomputed' });
  }
  return found;
}

type Located = QuotedOrder & { destination: Destination };

const toItem = ({ vendorName, unitPriceMinor, productId, variantId, quantity }: QuotedLine): RateItem => ({
  ...{ productId, variantId, quantity, vendorKey: toVendorKey(vendorName) },
  ...{ priceMinor: unitPriceMinor, grams: 0n },
});

/** An order whose destination is known, with the keys that its parties' quotes are kept under. */
function locate(order: QuotedOrder): { order: Located; parties: (PartyItems & { key: string })[] }[] {
  const { destination } = order;
  if (destination === null) return [];
  const parties = order.parties.map(({ party, lines }) => {
    const items = lines.map(toItem);
    return { party, items, key: hashToken(quoteKey(destination, items)) };
  });
  return [{ order: { ...order, destination }, parties }];
}

async function computeAgain(
  tx: SqlTx,
  { destination, currency, code }: Located,
  parties: readonly PartyItems[],
): Promise<OrderQuotes['amounts'] | undefined> {
  const items = parties.flatMap((one) => one.items);
  const vendorKeys = [...new Set(items.map(({ vendorKey }) => vendorKey))];
  const sources = await readSources(tx, { productIds: [], vendorKeys });
  if (!sources) return undefined;
  const weights = await quotes.readWeights(
    tx,
    items.flatMap(({ variantId }) => variantId ?? []),
  );
  const weighed = parties.map(({ party, items: own }) => ({
    party,
    items: own.map((item) => {
      const { weight, unit } = weights.get(item.variantId ?? '') ?? { weight: null, unit: null };
      return { ...item, grams: toGrams(weight, unit) };
    }),
  }));
  const { names, useDefaults } = readStoredSettings(sources.delivery);
  const rated = rateCart(withZones(weighed, sources.zones, { useDefaults, currency }), { destination, names });
  if (rated.quotes.length === 0) return undefined;
  return Object.fromEntries(rated.quotes.map((quote) => [quote.party, amountOf(quote, code)]));
}
