import type { Currency } from '#app/core/money/money.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readStoredSettings } from '../zones/shipping-settings.service.server.ts';
import { toGrams } from '../zones/weight.ts';
import type { Destination } from '../zones/zone.ts';
import { withZones, type PartyItems } from './cart-parties.ts';
import { chooseAmount, hasPickup, RATE_CODES, rateCart, type Party, type RateCode } from './cart-rates.ts';
import {
  findCharged,
  liveQuoteKey,
  pickupKey,
  quoteKey,
  type ChargedQuotes,
  type OrderQuotes,
} from './match-charge.ts';
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

/** An order whose shipping our carrier quoted; `destination` and `zip` are null where the platform withholds the address. */
export type QuotedOrder = {
  id: bigint;
  code: RateCode;
  quotedMinor: bigint;
  currency: Currency;
  createdAt: Date;
  destination: Destination | null;
  zip: string | null;
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
    located.flatMap(({ parties }) => parties.flatMap(({ live, key, pickup }) => [live, key, pickup])),
  );
  const found = new Map<bigint, OrderQuotes>();
  for (const { order, parties } of located) {
    const stored = findCharged(
      parties.map(({ party, live, key, pickup }) => ({
        party,
        kept: [...(kept.get(live) ?? []).map((quote) => ({ ...quote, isLive: true })), ...(kept.get(key) ?? [])],
        pickups: kept.get(pickup) ?? [],
      })),
      order,
    );
    const charged = stored ?? (await computeAgain(tx, order, parties));
    if (charged) found.set(order.id, { ...charged, source: stored ? 'stored' : 'recomputed' });
  }
  return found;
}

type Located = QuotedOrder & { destination: Destination };

const toItem = ({ vendorName, unitPriceMinor, productId, variantId, quantity }: QuotedLine): RateItem => ({
  productId,
  variantId,
  quantity,
  vendorKey: toVendorKey(vendorName),
  priceMinor: unitPriceMinor,
  grams: 0n,
});

/** What a party's quotes are kept under: with live rates, without, and to collect. */
type QuoteKeys = { live: string; key: string; pickup: string };

/** An order whose destination is known, with the keys that its parties' quotes are kept under. */
function locate(order: QuotedOrder): { order: Located; parties: (PartyItems & QuoteKeys)[] }[] {
  const { destination } = order;
  if (destination === null) return [];
  const parties = order.parties.map(({ party, lines }) => {
    const items = lines.map(toItem);
    return {
      party,
      items,
      key: hashToken(quoteKey(destination, items)),
      live: hashToken(liveQuoteKey(order.zip ?? '', destination, items)),
      pickup: hashToken(pickupKey(destination, items)),
    };
  });
  return [{ order: { ...order, destination }, parties }];
}

async function computeAgain(
  tx: SqlTx,
  { destination, currency, code }: Located,
  parties: readonly PartyItems[],
): Promise<ChargedQuotes | undefined> {
  const items = parties.flatMap((one) => one.items);
  const vendorKeys = [...new Set(items.map(({ vendorKey }) => vendorKey))];
  const variantIds = items.flatMap(({ variantId }) => variantId ?? []);
  const sources = await readSources(tx, { productIds: [], variantIds, vendorKeys });
  if (!sources) return undefined;
  const weights = await quotes.readWeights(tx, variantIds);
  const gramsOf = new Map(items.map(({ variantId }) => [variantId, readGrams(weights.get(variantId ?? ''))]));
  // What it cannot weigh it does not quote: the charge is split by what was sold.
  if ([...gramsOf.values()].includes(undefined)) return undefined;
  const weighed = parties.map(({ party, items: own }) => ({
    party,
    items: own.map((item) => ({ ...item, grams: gramsOf.get(item.variantId) ?? 0n })),
  }));
  const { names, useDefaults, hasPickups } = readStoredSettings(sources.delivery);
  const zoned = withZones(weighed, sources.zones, {
    useDefaults,
    currency,
    ...(hasPickups ? { pickups: sources.pickups } : {}),
  });
  const rated = rateCart(zoned, { destination, names, pickupName: '' });
  const collected = new Set(hasPickup(code) ? rated.pickups : []);
  const shipped = rated.quotes.filter(({ party }) => !collected.has(party));
  const isWhole = collected.size + shipped.length === parties.length && parties.length > 0;
  if (!isWhole || (code === RATE_CODES.pickup && shipped.length > 0)) return undefined;
  return {
    amounts: Object.fromEntries([
      ...[...collected].map((party) => [party, 0n] as const),
      ...shipped.map((quote) => [quote.party, chooseAmount(quote, code)] as const),
    ]),
    pickups: [...collected],
  };
}

/** The grams of a variant as its product states them: 0 for one that is not known here, undefined for what is no weight. */
const readGrams = (stated: { weight: string | null; unit: string | null } | undefined): bigint | undefined =>
  stated ? toGrams(stated.weight, stated.unit) : 0n;
