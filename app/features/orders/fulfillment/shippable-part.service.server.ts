import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asCurrency, type Currency } from '#app/core/money/money.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { BuyerAddress } from '../buyer.ts';
import { findBuyer, findVendorOrders } from '../orders.repo.server.ts';
import { listShippableLines, type ShippableLine } from './shippable-part.repo.server.ts';

export { listVendorOrdersOf as listPartsOf } from './bulk-fulfill.repo.server.ts';
export {
  listFulfillmentsWith,
  listShippedVendors,
  listSoldUnits,
  listTrackedFulfillments,
  wasShippedWith,
  type ShippableLine,
} from './shippable-part.repo.server.ts';

/** One vendor's part of an order as whoever sends it has to know it: where to, and what is left to ship. */
export type ShippableVendorOrder = {
  orderId: bigint;
  name: string;
  vendorId: bigint;
  vendorName: string;
  currency: Currency;
  historical: boolean;
  /** Null where the platform withholds it, or once it was erased. */
  address: BuyerAddress | null;
  lines: ShippableLine[];
};

/** The parts of an order within the scope, each with what is left to ship. None is not_found (404). */
export async function listShippableVendorOrders(tx: SqlTx, orderId: bigint): Promise<ShippableVendorOrder[]> {
  const vendorOrders = await findVendorOrders(tx, orderId);
  if (vendorOrders.length === 0) throw new AppError('not_found');
  const lines = await listShippableLines(tx, orderId);
  const buyer = await findBuyer(tx, orderId);
  return vendorOrders.map((vendorOrder) => ({
    orderId,
    name: vendorOrder.name,
    vendorId: vendorOrder.vendorId,
    vendorName: vendorOrder.vendorName,
    currency: asCurrency(vendorOrder.currency),
    historical: vendorOrder.historical,
    address: buyer?.shippingAddress ?? null,
    lines: lines.filter((line) => line.vendorId === vendorOrder.vendorId),
  }));
}

/**
 * The part of one vendor. Another vendor's is not_found (404); where the scope has several and none is named, it is
 * invalid_state (409).
 */
export async function requireShippableVendorOrder(
  tx: SqlTx,
  orderId: bigint,
  vendorId: bigint | undefined,
): Promise<ShippableVendorOrder> {
  const vendorOrders = await listShippableVendorOrders(tx, orderId);
  const found =
    vendorId === undefined ? vendorOrders : vendorOrders.filter((vendorOrder) => vendorOrder.vendorId === vendorId);
  const [vendorOrder] = found;
  if (!vendorOrder) throw new AppError('not_found');
  if (found.length > 1) throw stateRefuses('one_vendor_at_a_time');
  return vendorOrder;
}
