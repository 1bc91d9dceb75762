import { foldName } from '#app/core/text/folding.ts';
import { asStoreId, asVendorId, type StoreId, type VendorId } from '#app/core/ids.ts';
import { program } from '#tests/support/program.ts';
import { nextNumber } from './numbers.ts';

export type BuiltStore = { id: StoreId; domain: string; currency: string; timezone: string };
export type BuiltVendor = { id: VendorId; name: string; handle: string; store: BuiltStore };

export { nextNumber };

/** An installed store, without access to the platform. For one with access see installDemoStore(). */
export async function buildStore(
  o: { domain?: string; name?: string; currency?: string; timezone?: string; portalHost?: string } = {},
): Promise<BuiltStore> {
  const number = nextNumber();
  const row = await program().owner.store.create({
    data: {
      domain: o.domain ?? `store-${number}.myshopify.com`,
      name: o.name ?? `Store ${number}`,
      email: `owner-${number}@souk.test`,
      currency: o.currency ?? 'USD',
      timezone: o.timezone ?? 'Europe/Amsterdam',
      portalHost: o.portalHost ?? null,
      installedAt: program().clock.now(),
    },
  });
  return { id: asStoreId(row.id), domain: row.domain, currency: row.currency, timezone: row.timezone };
}

/** An active vendor, in a store of its own unless one is given. */
export async function buildVendor(
  o: { store?: BuiltStore; name?: string; handle?: string; status?: string; autoApprove?: boolean } = {},
): Promise<BuiltVendor> {
  const store = o.store ?? (await buildStore());
  const number = nextNumber();
  const name = o.name ?? `Vendor ${number}`;
  const row = await program().owner.vendor.create({
    data: {
      storeId: store.id,
      name,
      key: foldName(name),
      handle: o.handle ?? `vendor-${number}`,
      email: `vendor-${number}@souk.test`,
      status: o.status ?? 'active',
      autoApprove: o.autoApprove ?? null,
      createdAt: program().clock.now(),
    },
  });
  return { id: asVendorId(row.id), name: row.name, handle: row.handle, store };
}
