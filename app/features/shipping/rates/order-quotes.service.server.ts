import type { Currency } from '#app/core/money.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { toGrams } from '../zones/weight.ts';
import { readStoredSettings } from '../zones/shipping-settings.service.server.ts';
import type { Destination } from '../zones/zone.ts';
import { listParties } from './cart-parties.ts';
import { rateCart, type QuotePart } from './cart-rates.ts';
import { findCharged, quoteKey, type OrderQuote } from './quote.ts';
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
  code: string;
  quotedMinor: bigint;
  currency: Currency;
  createdAt: Date;
  destination: Destination | null;
  lines: readonly QuotedLine[];
};

/**
 * Each order's parts of its shipping: as they were quoted to its checkout, else computed again by the zones of today. An order
 * is missing where neither can be had. Reads only, so that a repeat finds the same. Needs the marketplace's scope.
 */
export async function findOrderQuotes(tx: SqlTx, orders: readonly QuotedOrder[]): Promise<Map<bigint, OrderQuote>> {
  const keyed = orders.flatMap((order) =>
    order.destination === null
      ? []
      : [{ order, destination: order.destination, key: hashToken(quoteKey(order.destination, order.lines)) }],
  );
  const kept = await quotes.findQuotes(
    tx,
    keyed.map(({ key }) => key),
  );
  const found = new Map<bigint, OrderQuote>();
  for (const { order, destination, key } of keyed) {
    const stored = findCharged(kept.get(key) ?? [], order);
    const parts = stored ?? (await computeAgain(tx, order, destination));
    if (parts) found.set(order.id, { parts, source: stored ? 'stored' : 'recomputed' });
  }
  return found;
}

async function computeAgain(tx: SqlTx, order: QuotedOrder, destination: Destination): Promise<QuotePart[] | undefined> {
  const { lines, currency } = order;
  const sources = await readSources(tx, {
    productIds: lines.flatMap(({ productId }) => productId ?? []),
    vendorKeys: [...new Set(lines.map(({ vendorName }) => toVendorKey(vendorName)))],
  });
  if (!sources) return undefined;
  const weights = await quotes.readWeights(
    tx,
    lines.flatMap(({ variantId }) => variantId ?? []),
  );
  const items = lines.map((line): RateItem => {
    const { weight, unit } = weights.get(line.variantId ?? '') ?? { weight: null, unit: null };
    return {
      ...{ productId: line.productId, variantId: line.variantId, quantity: line.quantity },
      ...{ vendorKey: toVendorKey(line.vendorName), grams: toGrams(weight, unit), priceMinor: line.unitPriceMinor },
    };
  });
  const { names, useDefaults } = readStoredSettings(sources.delivery);
  const options = rateCart(listParties(items, sources, { useDefaults, currency }), { destination, names });
  return options.find(({ code }) => code === order.code)?.parts;
}
