import { stateRefuses } from '#app/core/errors.ts';
import { asCurrency, formatAmount, parseAmount, sumMinor } from '#app/core/money/money.ts';
import { readSettingsSection } from '#app/platform/settings/settings.service.server.ts';
import { shippoSection } from '#app/features/shipping/live/shippo-section.service.server.ts';
import { toGrams } from '#app/features/shipping/zones/weight.ts';
import {
  listSoldUnits,
  type ShippableVendorOrder,
} from '#app/features/orders/fulfillment/shippable-part.service.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { computeMaxGrams, computeMaxPrice, isPaidFor, MAX_LABELS_A_UNIT, type LabelLimits } from './label-limits.ts';
import type { LabelUnits } from './label.ts';
import type { LabelRow } from './labels.repo.server.ts';

/** What a label may cost in any case, in whole units of the currency, until the marketplace says otherwise. */
const DEFAULT_FLOOR = '10';

async function readLimits(tx: Tx, currency: string): Promise<LabelLimits> {
  const { maxPricePercent, minPrice, extraGrams } = (await readSettingsSection(tx, shippoSection)).value;
  const floor = parseAmount(minPrice === '' ? DEFAULT_FLOOR : minPrice, asCurrency(currency));
  return { maxPricePercent, minPriceMinor: floor.ok ? floor.value : 0n, extraGrams };
}

type Wanted = { part: ShippableVendorOrder; units: readonly LabelUnits[]; isReturn: boolean };

/** The items that a label is for: those that it sends, or all that were shipped where it brings some of them back. */
async function listItems(tx: Tx, { part: vendorOrder, units, isReturn }: Wanted) {
  const sold = await listSoldUnits(tx, vendorOrder.orderId, vendorOrder.vendorId);
  const quantityOf = new Map(units.map(({ lineId, quantity }) => [lineId, quantity]));
  return sold.flatMap(({ id, shipped, unitPriceMinor, weight, weightUnit }) => {
    const quantity = isReturn ? shipped : (quantityOf.get(String(id)) ?? 0);
    return quantity > 0 ? [{ quantity, unitPriceMinor, unitGrams: Number(toGrams(weight, weightUnit)) }] : [];
  });
}

/** Throws invalid_state (409) where the packages of a vendor weigh more than its items and what the marketplace adds to them. */
export async function requireAllowedWeight(tx: Tx, o: Wanted & { grams: number }): Promise<void> {
  const limit = computeMaxGrams(await readLimits(tx, o.part.currency), await listItems(tx, o));
  if (limit === undefined || o.grams <= limit) return;
  throw stateRefuses('label_above_weight', { grams: Math.ceil(o.grams), limit: Math.floor(limit) });
}

/**
 * Throws invalid_state (409) where a label of a vendor costs more than the marketplace allows for its items, or where nobody says what it costs in the order's currency.
 */
export async function requireAllowedPrice(tx: Tx, o: Wanted & { ownMinor: bigint | null }): Promise<void> {
  const { part: vendorOrder, ownMinor } = o;
  const items = await listItems(tx, o);
  const valueMinor = sumMinor(items.map((one) => one.unitPriceMinor * BigInt(one.quantity)));
  const limit = computeMaxPrice(await readLimits(tx, vendorOrder.currency), valueMinor);
  if (limit === undefined) return;
  if (ownMinor === null) throw stateRefuses('label_price_unlimited', { currency: vendorOrder.currency });
  if (ownMinor <= limit) return;
  throw stateRefuses('label_above_price', {
    price: `${formatAmount(ownMinor, vendorOrder.currency)} ${vendorOrder.currency}`,
    limit: `${formatAmount(limit, vendorOrder.currency)} ${vendorOrder.currency}`,
  });
}

/**
 * Throws invalid_state (409) where the items have labels enough: each unit that was shipped one to come back, and each that was sold two
 * to be sent, so that one that got lost is sent again. Labels that were refused or voided do not count.
 */
export async function requireLabelLeft(
  tx: Tx,
  { part: vendorOrder, units, isReturn }: Wanted,
  own: readonly LabelRow[],
): Promise<void> {
  const labels = own.filter((label) => label.isReturn === isReturn && isPaidFor(label.status));
  const sold = await listSoldUnits(tx, vendorOrder.orderId, vendorOrder.vendorId);
  if (isReturn) {
    if (labels.length < sold.reduce((sum, { shipped }) => sum + shipped, 0)) return;
    throw stateRefuses('label_returns_full');
  }
  for (const { lineId, quantity } of units) {
    const line = sold.find(({ id }) => String(id) === lineId);
    const labelled = labels.flatMap((label) => label.units).filter((unit) => unit.lineId === lineId);
    const before = labelled.reduce((sum, unit) => sum + unit.quantity, 0);
    if (before + quantity > MAX_LABELS_A_UNIT * (line?.sold ?? 0)) throw stateRefuses('label_units_full');
  }
}
