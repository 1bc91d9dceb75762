import { AppError } from '#app/core/errors.ts';
import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import { STOCK_LOCATIONS, SET_STOCK } from './products.operations.server.ts';
import type { SetStockMutation, StockLocationsQuery } from '../operations.generated.ts';

/** The location where the app puts stock: the first active one that fulfils online orders. */
export async function findStockLocation(platform: PlatformClient): Promise<bigint> {
  const { locations } = await platform.query<StockLocationsQuery>(STOCK_LOCATIONS);
  const active = locations.nodes.filter((location) => location.isActive);
  const location = active.find((one) => one.fulfillsOnlineOrders) ?? active[0];
  if (!location) throw new AppError('platform_refused', { reason: 'the store has no active location' });
  return idOfGid(location.id);
}

export type StockChange = { inventoryItemId: bigint; locationId: bigint; from: number | null; to: number };

const toQuantity = (change: StockChange) => ({
  inventoryItemId: buildGid('InventoryItem', change.inventoryItemId),
  locationId: buildGid('Location', change.locationId),
  quantity: change.to,
  changeFromQuantity: change.from,
});

/** A change that the platform refuses, by its place in the list: it was sold or changed since it was read (`isStale`), or in its own words. */
export type RefusedStock = { index: number; isStale: boolean; message: string };

/**
 * Sets stock of at most 250 items of any products, each where it is still what it was when it was read; none is set where one is
 * refused. Returns the refused ones. Throws platform_refused (422) where the platform does not say which.
 */
export async function setStockTogether(
  platform: PlatformClient,
  key: string,
  changes: readonly StockChange[],
): Promise<RefusedStock[]> {
  const input = { name: 'available', reason: 'correction', quantities: changes.map(toQuantity) };
  const { inventorySetQuantities } = await platform.mutate<SetStockMutation>(
    SET_STOCK,
    { key, input },
    { idempotent: true },
  );
  const { userErrors } = requireAnswer(inventorySetQuantities);
  const refused = userErrors.map(({ field, code, message }) => ({
    index: Number(field?.[2] ?? Number.NaN),
    isStale: isStaleCode(code),
    message,
  }));
  if (refused.some(({ index }) => !Number.isInteger(index))) refuseUserErrors(userErrors);
  return refused;
}

const isStaleCode = (code: string | null | undefined): boolean => /STALE|COMPARE/i.test(code ?? '');

/** Sets stock where it is still what it was when it was read. Throws conflict (409) when it was sold or changed meanwhile. */
export async function setStock(platform: PlatformClient, key: string, changes: readonly StockChange[]): Promise<void> {
  for (let at = 0; at < changes.length; at += 250) {
    const part = changes.slice(at, at + 250);
    const { inventorySetQuantities } = await platform.mutate<SetStockMutation>(
      SET_STOCK,
      {
        key: at === 0 ? key : `${key}-${at}`,
        input: {
          name: 'available',
          reason: 'correction',
          quantities: part.map(toQuantity),
        },
      },
      { idempotent: true },
    );
    const { userErrors } = requireAnswer(inventorySetQuantities);
    if (userErrors.some((error) => isStaleCode(error.code))) {
      throw new AppError('conflict');
    }
    refuseUserErrors(userErrors);
  }
}
