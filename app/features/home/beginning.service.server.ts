import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { countOrdersByVendor } from '#app/features/orders/read-models/order-counts.service.server.ts';
import { findNewestSale } from '#app/features/orders/read-models/order-figures.service.server.ts';
import { countProductsByVendor } from '#app/features/products/listing/product-counts.service.server.ts';
import { listVendors } from '#app/platform/vendors/vendors.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Beginning } from './home.contract.ts';

const SHOWN = 5;

/** The brands that a store's products and past orders name, before any of them is a vendor; null where there are none. */
export async function readBeginning(tx: SqlTx): Promise<Beginning | null> {
  const products = await countProductsByVendor(tx);
  const orders = await countOrdersByVendor(tx);
  const brands = (await listVendors(tx))
    .filter(({ status, deletedAt }) => status === 'known' && !deletedAt)
    .map(({ id, name }) => ({
      id: String(id),
      name,
      products: products.get(id)?.products ?? 0,
      orders: orders.get(id)?.orders ?? 0,
    }))
    .filter((brand) => brand.products > 0 || brand.orders > 0)
    .sort((one, other) => other.products - one.products || other.orders - one.orders);
  if (brands.length === 0) return null;
  const sale = await findNewestSale(tx);
  return {
    count: brands.length,
    brands: brands.slice(0, SHOWN),
    sale: sale
      ? { name: sale.name, vendor: sale.vendor, total: toDto(money(sale.totalMinor, asCurrency(sale.currency))) }
      : null,
  };
}
