import { DAY_MS } from '#app/core/durations.ts';
import { program } from '#tests/support/program.ts';
import { nextNumber } from './numbers.ts';
import type { BuiltVendor } from './stores.ts';

/** A product on sale as it stands in the database, without variants and without the platform knowing it. */
export async function buildProductOnSale(vendor: BuiltVendor, title?: string): Promise<bigint> {
  const id = BigInt(9_500_000 + nextNumber());
  const at = program().clock.now();
  await program().owner.product.create({
    data: {
      storeId: vendor.store.id,
      vendorId: vendor.id,
      id,
      vendorName: vendor.name,
      title: title ?? `Kettle ${id}`,
      handle: `kettle-${id}`,
      status: 'ACTIVE',
      bodyHtml: '',
      media: [],
      options: [],
      priceMinor: 2_000n,
      inventoryTotal: 5,
      searchText: '',
      submission: 'none',
      // Read later than the store's first reading begins, which would find gone what the platform does not know.
      createdAt: at,
      platformUpdatedAt: at,
      readAt: new Date(at.getTime() + DAY_MS),
    },
  });
  return id;
}
