import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Shop, Variant } from '../../core/state.ts';
import { inventoryLevelPayload } from '../payloads/product.ts';

export type Level = Variant['inventory']['levels'][number];

/** The stock of a variant at a location, opened at zero when it is not kept there yet. */
export function levelOf(sandbox: Sandbox, variant: Variant, locationId: number): Level {
  const existing = variant.inventory.levels.find((level) => level.locationId === locationId);
  if (existing) return existing;
  const added: Level = { id: nextId(sandbox), locationId, available: 0, committed: 0, updatedAt: sandbox.clock.iso() };
  variant.inventory.levels.push(added);
  return added;
}

/** Keeps a variant at a location with what is available there, and tells the app. */
export function connectLevel(
  sandbox: Sandbox,
  shop: Shop,
  variant: Variant,
  locationId: number,
  available: number,
): Level {
  if (variant.inventory.levels.some((level) => level.locationId === locationId))
    throw new Refusal('The inventory item is already stocked at the location.', ['locationId'], 'INVALID');
  const level = levelOf(sandbox, variant, locationId);
  level.available = available;
  sandbox.webhooks.emit(shop, 'inventory_levels/connect', inventoryLevelPayload(shop, variant, level));
  sandbox.save();
  return level;
}

/** Keeps a variant at a location no longer and tells the app. The last location stays. */
export function disconnectLevel(sandbox: Sandbox, shop: Shop, variant: Variant, locationId: number): void {
  const { levels } = variant.inventory;
  const left = levels.filter((level) => level.locationId !== locationId);
  if (left.length === levels.length)
    throw new Refusal('The inventory item is not stocked at the location.', ['inventoryLevelId'], 'NOT_FOUND');
  if (left.length === 0)
    throw new Refusal(
      'An inventory item must be stocked at one location at least.',
      ['inventoryLevelId'],
      'CANNOT_DEACTIVATE_FROM_ONLY_LOCATION',
    );
  variant.inventory.levels = left;
  const payload = { inventory_item_id: variant.inventory.id, location_id: locationId };
  sandbox.webhooks.emit(shop, 'inventory_levels/disconnect', payload);
  sandbox.save();
}

/** Sets what is available at a location and tells the app. Returns the change. */
export function setStock(
  sandbox: Sandbox,
  shop: Shop,
  variant: Variant,
  locationId: number,
  available: number,
): number {
  if (!Number.isInteger(available) || Math.abs(available) > 1_000_000_000)
    throw new Refusal('The quantity must be a whole number below a billion.', ['quantity']);
  if (!shop.locations.some((location) => location.id === locationId))
    throw new Refusal('The location does not exist.', ['locationId'], 'NOT_FOUND');
  return moveStock(sandbox, shop, variant, locationId, {
    available: available - levelOf(sandbox, variant, locationId).available,
    committed: 0,
  });
}

/** Moves stock by differences and tells the app when what is available changed. Returns that change. */
export function moveStock(
  sandbox: Sandbox,
  shop: Shop,
  variant: Variant,
  locationId: number,
  by: { available: number; committed: number },
): number {
  const level = levelOf(sandbox, variant, locationId);
  level.available += by.available;
  level.committed = Math.max(0, level.committed + by.committed);
  if (by.available !== 0) {
    level.updatedAt = sandbox.clock.iso();
    sandbox.webhooks.emit(shop, 'inventory_levels/update', inventoryLevelPayload(shop, variant, level));
  }
  sandbox.save();
  return by.available;
}

/** The location an order's line ships from: the first active one with enough stock, else the first that keeps the variant, else the first. */
export function chooseLocation(shop: Shop, variant: Variant | null, quantity: number): number {
  const active = shop.locations.filter((location) => location.active && location.fulfillsOnlineOrders);
  const levels =
    variant?.inventory.levels.filter((level) => active.some((location) => location.id === level.locationId)) ?? [];
  const chosen =
    levels.find((level) => level.available >= quantity)?.locationId ??
    levels[0]?.locationId ??
    active[0]?.id ??
    shop.locations[0]?.id;
  if (chosen === undefined) throw new Refusal('The shop has no location.', ['location']);
  return chosen;
}
