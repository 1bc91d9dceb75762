import { idOfGid, toGid } from '#sandbox/core/gid.ts';
import { Refusal, nextId } from '#sandbox/core/kernel.ts';
import { setStock } from '#sandbox/platform/store/inventory.ts';
import { findByInventoryItem, type Owned } from '#sandbox/platform/store/lookup.ts';
import type { Context, View } from '../context.ts';
import { inventoryItemView } from '../views/views-product.ts';
import { locationView } from '../views/views-shop.ts';
import type { Replay } from './mutations-order.ts';

export type SetQuantitiesArgs = {
  input: {
    name: string;
    reason: string;
    referenceDocumentUri?: string | null;
    quantities: { inventoryItemId: string; locationId: string; quantity: number; changeFromQuantity?: number | null }[];
  };
};
type Change = { inventoryItemId: number; locationId: number; delta: number; after: number };

export function setQuantities(context: Context, args: SetQuantitiesArgs, replay: Replay): View {
  const { sandbox, shop } = context;
  if (args.input.name !== 'available')
    throw new Refusal(
      "not implemented in the sandbox: quantities other than 'available'",
      ['input', 'name'],
      'INVALID_NAME',
    );
  const changes = replay('inventorySetQuantities', args, (): Change[] => {
    const wanted = args.input.quantities.map((quantity, index) => {
      const field = ['input', 'quantities', String(index)];
      const owned = requireItem(context, quantity.inventoryItemId, [...field, 'inventoryItemId']);
      const locationId = idOfGid(quantity.locationId, 'Location') ?? 0;
      if (!shop.locations.some((location) => location.id === locationId))
        throw new Refusal('The specified location could not be found.', [...field, 'locationId'], 'INVALID_LOCATION');
      const level = owned.variant.inventory.levels.find((candidate) => candidate.locationId === locationId);
      if (!level)
        throw new Refusal(
          'The specified inventory item is not stocked at the location.',
          [...field, 'inventoryItemId'],
          'ITEM_NOT_STOCKED_AT_LOCATION',
        );
      if (quantity.changeFromQuantity != null && quantity.changeFromQuantity !== level.available)
        throw new Refusal(
          'The quantity does not match changeFromQuantity.',
          [...field, 'changeFromQuantity'],
          'CHANGE_FROM_QUANTITY_STALE',
        );
      return { owned, locationId, quantity: quantity.quantity };
    });
    return wanted.map(({ owned, locationId, quantity }) => ({
      inventoryItemId: owned.variant.inventory.id,
      locationId,
      delta: setStock(sandbox, shop, owned.variant, locationId, quantity),
      after: quantity,
    }));
  });
  if (changes.every((change) => change.delta === 0)) return { inventoryAdjustmentGroup: null };
  return {
    inventoryAdjustmentGroup: {
      __typename: 'InventoryAdjustmentGroup',
      id: toGid('InventoryAdjustmentGroup', nextId(sandbox)),
      createdAt: sandbox.clock.iso(),
      reason: args.input.reason,
      referenceDocumentUri: args.input.referenceDocumentUri ?? null,
      changes: () =>
        changes.map((change) => {
          const owned = findByInventoryItem(shop, change.inventoryItemId);
          const location = shop.locations.find((candidate) => candidate.id === change.locationId);
          return {
            name: 'available',
            delta: change.delta,
            quantityAfterChange: change.after,
            ledgerDocumentUri: null,
            item: owned ? inventoryItemView(context, owned.product, owned.variant) : null,
            location: location ? locationView(context, location) : null,
          };
        }),
    },
  };
}

export function requireItem(context: Context, gid: string, field: string[]): Owned {
  const owned = findByInventoryItem(context.shop, idOfGid(gid, 'InventoryItem') ?? 0);
  if (!owned) throw new Refusal('The specified inventory item could not be found.', field, 'INVALID_INVENTORY_ITEM');
  return owned;
}
