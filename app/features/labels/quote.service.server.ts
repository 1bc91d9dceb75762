import type { ShippoAddress, ShippoQuote } from '#app/adapters/shippo/shippo.server.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asCurrency, formatAmount, money, toDto, type Currency } from '#app/core/money/money.ts';
import { scopeOf } from '#app/core/viewer.ts';
import {
  listShippedVendors,
  requireShippableVendorOrder,
  type ShippableVendorOrder,
} from '#app/features/orders/fulfillment/shippable-part.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { readLabelMode, requireShippo, toRefusal } from './shippo-key.service.server.ts';
import { findShipFromOf } from '#app/features/shipping/ship-from/ship-from.service.server.ts';
import { toCarrierFields } from '#app/features/shipping/ship-from/carrier-address.ts';
import { amountIn } from '#app/features/shipping/live/provider-amount.ts';
import { toGrams } from '#app/features/shipping/zones/weight.ts';
import { requireAllowedWeight } from './check-limits.service.server.ts';
import { isSamePlace } from './label-limits.ts';
import { requireShipping } from '#app/features/shipping/zones/shipping-settings.service.server.ts';
import {
  asksForPhone,
  isRateFresh,
  listCustomsItems,
  passesCustoms,
  RATE_LIFETIME_MS,
  type LabelUnits,
} from './label.ts';
import type { LabelRateDto, QuoteDto, QuoteInput } from './labels.contract.ts';
import * as repo from './labels.repo.server.ts';

/** What carriers are asked about: between which addresses, and whose units of an order. */
type Shipment = {
  vendorId: bigint;
  currency: Currency;
  part: ShippableVendorOrder | undefined;
  from: ShippoAddress;
  to: ShippoAddress;
  units: LabelUnits[];
};

const MAX_RATES = 100;
const ATTRIBUTES = ['BESTVALUE', 'CHEAPEST', 'FASTEST'] as const;

/**
 * Asks carriers what a package costs and keeps the rates for whoever buys one. Another vendor's order is not_found (404); what is
 * missing before carriers can be asked is invalid_state (409) with its reason.
 */
export async function quoteRatesOf(ctx: Ctx, input: QuoteInput): Promise<QuoteDto> {
  const shipment = await ctx.db.unit(scopeOf(ctx.viewer), async (tx) => {
    await requireShipping(tx);
    return readShipment(ctx, tx, input);
  });
  const { client, isTest, chargeVendor } = await requireShippo(ctx);
  const { from, to, vendorId, currency, part: vendorOrder, units } = shipment;
  const packages = input.parcels.map(({ grams, length, width, height, distanceUnit }) => ({
    grams: String(grams),
    length: String(length),
    width: String(width),
    height: String(height),
    distanceUnit,
  }));
  let quote: ShippoQuote;
  try {
    quote = await client.quote({
      from,
      to,
      packages,
      customs: buildCustoms(shipment, input),
      reference: `souk:${String(ctx.viewer.store.id)}`,
      isReturn: input.isReturn,
    });
    if (quote.rates.length > 0 && quote.rates.every((rate) => amountIn(rate, currency) === null)) {
      const priced = new Map((await client.listRates(quote.shipmentId, currency)).map((rate) => [rate.rateId, rate]));
      quote = { ...quote, rates: quote.rates.map((rate) => priced.get(rate.rateId) ?? rate) };
    }
  } catch (error) {
    throw toRefusal(error);
  }
  const quotedAt = ctx.clock.now();
  const rows = quote.rates.slice(0, MAX_RATES).map((rate): repo.RateRow => ({
    storeId: BigInt(ctx.viewer.store.id),
    vendorId,
    rateId: rate.rateId,
    shipmentId: quote.shipmentId,
    orderId: vendorOrder?.orderId ?? null,
    carrier: rate.carrier,
    service: rate.service,
    amount: rate.amount,
    currency: rate.currency,
    ownMinor: amountIn(rate, currency),
    ownCurrency: currency,
    days: rate.days,
    attributes: rate.attributes,
    isTest: rate.isTest ?? isTest,
    packageCount: packages.length,
    isReturn: input.isReturn,
    units,
    destinationHash: hashAddress(to),
    grams: sumGrams(input),
    quotedAt,
  }));
  await ctx.db.unit(scopeOf(ctx.viewer), async (tx) => {
    await repo.deleteStaleRates(tx, vendorId, new Date(quotedAt.getTime() - RATE_LIFETIME_MS));
    await repo.insertRates(tx, rows);
  });
  return {
    rates: rows.map((row) => toRateDto(row, { chargeVendor, now: quotedAt })),
    missing: to.phone === '' && asksForPhone(quote.messages) ? ['phone'] : [],
    messages: quote.messages.map(({ source, code, text }) => ({ source, code, text })),
  };
}

/** A rate that was quoted within the viewer's scope; any other is not_found (404). */
export async function readRateOf(ctx: Ctx, rateId: string): Promise<LabelRateDto> {
  return ctx.db.unit(scopeOf(ctx.viewer), async (tx) => {
    await requireShipping(tx);
    const row = await repo.findRate(tx, rateId);
    if (!row) throw new AppError('not_found');
    return toRateDto(row, { ...(await readLabelMode(tx)), now: ctx.clock.now() });
  });
}

function toRateDto(row: repo.RateRow, o: { chargeVendor: boolean; now: Date }): LabelRateDto {
  return {
    id: row.rateId,
    orderId: row.orderId === null ? null : String(row.orderId),
    carrier: row.carrier,
    service: row.service,
    amount: { amount: row.amount, currency: row.currency },
    price: row.ownMinor === null ? null : toDto(money(row.ownMinor, asCurrency(row.ownCurrency))),
    days: row.days,
    attributes: ATTRIBUTES.filter((one) => row.attributes.includes(one)),
    packages: row.packageCount,
    isTest: row.isTest,
    isReturn: row.isReturn,
    chargesVendor: o.chargeVendor && !row.isTest,
    quotedAt: row.quotedAt.toISOString(),
    isBuyable: (row.packageCount === 1 || !row.isReturn) && isRateFresh(row.quotedAt, o.now),
  };
}

async function readShipment(ctx: Ctx, tx: Tx, input: QuoteInput): Promise<Shipment> {
  const { viewer } = ctx;
  const vendorOrder =
    input.orderId === undefined ? undefined : await requireShippableVendorOrder(tx, input.orderId, input.vendor);
  if (!vendorOrder && viewer.vendorScope === '*') throw stateRefuses('act_for_a_vendor');
  const vendorId = vendorOrder?.vendorId ?? BigInt(viewer.vendorScope);
  if (input.isReturn) await requireReturnable(tx, vendorOrder);
  const { shipFromAddress } = await findShipFromOf(tx, vendorId);
  const home = shipFromAddress && toCarrierFields(shipFromAddress);
  const from = input.from ? toCarrierFields(input.from) : home;
  if (!from) throw stateRefuses('label_from_missing');
  const ordered = vendorOrder && toShippoAddress(vendorOrder.address);
  const known = input.to ? toCarrierFields(input.to) : ordered;
  if (!known) throw stateRefuses('label_to_missing');
  if (vendorOrder && !viewer.isAdmin) requireOwnPlaces({ input, home, ordered });
  const to = known.phone === '' ? { ...known, phone: input.phone ?? '' } : known;
  // What passes customs on its way back is declared by papers that nobody fills in here.
  if (input.isReturn && passesCustoms(from.country, to.country)) throw stateRefuses('label_return_customs');
  const units = vendorOrder && !input.isReturn ? chooseUnits(vendorOrder, input) : [];
  if (vendorOrder && !viewer.isAdmin)
    await requireAllowedWeight(tx, { part: vendorOrder, units, isReturn: input.isReturn, grams: sumGrams(input) });
  return {
    vendorId,
    part: vendorOrder,
    from,
    to,
    currency: vendorOrder?.currency ?? asCurrency(viewer.store.currency),
    units,
  };
}

const sumGrams = ({ parcels }: Pick<QuoteInput, 'parcels'>): number =>
  Math.ceil(parcels.reduce((sum, { grams }) => sum + grams, 0));

type Places = { input: QuoteInput; home: ShippoAddress | null; ordered: ShippoAddress | undefined };

/**
 * A vendor's label goes to the address of the order, and a return label from it to where the vendor ships from: the marketplace pays for
 * it. Throws invalid_state (409) for other places, which admins may name.
 */
function requireOwnPlaces({ input, home, ordered }: Places): void {
  const isOther = input.to !== undefined && (!ordered || !isSamePlace(input.to, ordered));
  const isReturnedExternally = input.isReturn && input.from !== undefined && (!home || !isSamePlace(input.from, home));
  if (isOther || isReturnedExternally) throw stateRefuses('label_other_address');
}

/** Only what was shipped comes back. */
async function requireReturnable(tx: Tx, vendorOrder: ShippableVendorOrder | undefined): Promise<void> {
  const shipped = vendorOrder ? await listShippedVendors(tx, vendorOrder.orderId) : [];
  if (!vendorOrder || !shipped.includes(vendorOrder.vendorId)) throw stateRefuses('label_nothing_shipped');
}

/** The units that are sent: those that are named, of what is left, or all of it. */
function chooseUnits(vendorOrder: ShippableVendorOrder, { units }: QuoteInput): LabelUnits[] {
  const leftOf = new Map(vendorOrder.lines.map((line) => [line.id, line.left]));
  if (vendorOrder.lines.length === 0) throw stateRefuses('label_nothing_left');
  if (!units) return vendorOrder.lines.map(({ id, left }) => ({ lineId: String(id), quantity: left }));
  const chosen = new Map<bigint, number>();
  for (const { lineId, quantity } of units) chosen.set(lineId, (chosen.get(lineId) ?? 0) + quantity);
  for (const [lineId, quantity] of chosen) {
    const left = leftOf.get(lineId);
    if (left === undefined) throw new AppError('not_found');
    if (quantity > left) throw stateRefuses('more_than_left', { left });
  }
  return [...chosen].map(([lineId, quantity]) => ({ lineId: String(lineId), quantity }));
}

/** The delivery address as carriers take it; undefined where it is not whole. */
export function toShippoAddress(address: ShippableVendorOrder['address']): ShippoAddress | undefined {
  if (!address?.street1 || !address.city || !address.country) return undefined;
  const { name, company, street1, street2, city, state, zip, country, phone } = address;
  return {
    name: name ?? company ?? '',
    company: company ?? '',
    street1,
    street2: street2 ?? '',
    city,
    state: state ?? '',
    zip: zip ?? '',
    country,
    phone: phone ?? '',
    email: '',
  };
}

/** By which a rate that was quoted without an order is known to go where the order goes. */
export const hashAddress = ({ street1, street2, city, zip, country }: ShippoAddress): string =>
  hashToken([street1, street2, city, zip, country].map((text) => text.toLowerCase().replaceAll(/\s/g, '')).join('\n'));

function buildCustoms({ part: vendorOrder, from, to, units, currency }: Shipment, { parcels }: QuoteInput) {
  if (!vendorOrder || !passesCustoms(from.country, to.country)) return null;
  const grams = parcels.reduce((sum, one) => sum + one.grams, 0);
  const lines = units.flatMap(({ lineId, quantity }) => {
    const line = vendorOrder.lines.find(({ id }) => String(id) === lineId);
    if (!line) return [];
    const { title, sku, unitPriceMinor, weight, weightUnit } = line;
    const unitGrams = toGrams(weight, weightUnit);
    if (unitGrams === undefined) throw stateRefuses('weight_unreadable', { title });
    return [{ title, sku, quantity, unitPriceMinor, unitGrams: Number(unitGrams) }];
  });
  return {
    signer: from.name,
    items: listCustomsItems(lines, Math.floor(grams)).map((item) => ({
      description: item.description,
      quantity: item.quantity,
      sku: item.sku,
      currency,
      grams: String(item.grams),
      value: formatAmount(item.valueMinor, currency),
      originCountry: from.country,
    })),
  };
}
