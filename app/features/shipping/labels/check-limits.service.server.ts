import { stateRefuses } from '#app/core/errors.ts';
import { asCurrency, formatAmount, parseAmount, sumMinor } from '#app/core/money/money.ts';
import { readSettingsSection } from '#app/features/settings/settings.service.server.ts';
import { shippoSection } from '#app/features/shipping/live/shippo-section.service.server.ts';
import { toGrams } from '#app/features/shipping/zones/weight.ts';
import {
  countShippedUnits,
  listSoldItems,
  type ShippablePart,
} from '#app/features/orders/views/shippable-part.service.server.ts';
import type { Tx } from '#app/server/db.server.ts';
import { computeMaxGrams, computeMaxPrice, countReturns, type LabelLimits } from './label-limits.ts';
import type { LabelUnits } from './label.ts';
import * as repo from './labels.repo.server.ts';

async function readLimits(tx: Tx, currency: string): Promise<LabelLimits> {
  const { maxPricePercent, minPrice, extraGrams } = (await readSettingsSection(tx, shippoSection)).value;
  const floor = parseAmount(minPrice, asCurrency(currency));
  return { maxPricePercent, minPriceMinor: floor.ok ? floor.value : 0n, extraGrams };
}

type Wanted = { part: ShippablePart; units: readonly LabelUnits[]; isReturn: boolean };

/** The items that a label is for: those that it sends, or all that were shipped where it brings some of them back. */
async function listItems(tx: Tx, { part, units, isReturn }: Wanted) {
  const sold = await listSoldItems(tx, part.orderId, part.vendorId);
  const quantityOf = new Map(units.map(({ lineId, quantity }) => [lineId, quantity]));
  return sold.map(({ id, quantity, unitPriceMinor, weight, weightUnit }) => ({
    quantity: isReturn ? quantity : (quantityOf.get(String(id)) ?? 0),
    unitPriceMinor,
    unitGrams: Number(toGrams(weight, weightUnit)),
  })).filter((one) => one.quantity > 0);
}

/** Throws invalid_state (409) where the packages of a vendor weigh more than its items and what the marketplace adds to them. */
export async function requireAllowedWeight(tx: Tx, o: Wanted & { grams: number }): Promise<void> {
  const limit = computeMaxGrams(await readLimits(tx, o.part.currency), await listItems(tx, o));
  if (limit === undefined || o.grams <= limit) return;
  throw stateRefuses('label_above_weight', { grams: Math.ceil(o.grams), limit: Math.floor(limit) });
}

/**
 * Throws invalid_state (409) where a label of a vendor costs more than the marketplace allows for its items, with what is bought of them
 * already, or where nobody says what it costs in the order's currency.
 */
export async function requireAllowedPrice(tx: Tx, o: Wanted & { ownMinor: bigint | null }): Promise<void> {
  const { part, ownMinor } = o;
  const items = await listItems(tx, o);
  const valueMinor = sumMinor(items.map((one) => one.unitPriceMinor * BigInt(one.quantity)));
  const limit = computeMaxPrice(await readLimits(tx, part.currency), valueMinor);
  if (limit === undefined) return;
  if (ownMinor === null) throw stateRefuses('label_price_unlimited', { currency: part.currency });
  if (ownMinor <= limit) return;
  throw stateRefuses('label_above_price', {
    price: `${formatAmount(ownMinor, part.currency)} ${part.currency}`,
    limit: `${formatAmount(limit, part.currency)} ${part.currency}`,
  });
}

/** Throws invalid_state (409) where each unit that was shipped of a part has its return label. */
export async function requireReturnLeft(tx: Tx, part: ShippablePart): Promise<void> {
  const labels = (await repo.listLabels(tx, part.orderId)).filter(({ vendorId }) => vendorId === part.vendorId);
  if (countReturns(labels) >= (await countShippedUnits(tx, part.orderId, part.vendorId)))
    throw stateRefuses('label_returns_full');
}
