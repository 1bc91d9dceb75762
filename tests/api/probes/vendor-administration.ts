import { foldName } from '#app/core/text/folding.ts';
import { buildUser } from '#tests/factories/people.ts';
import { buildSecondFactor } from '#tests/factories/second-factors.ts';
import { buildVendor, nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

async function buildApplication(side: Side): Promise<string> {
  const number = nextNumber();
  const vendorName = `Bulk maker ${number}`;
  const row = await program().owner.vendorApplication.create({
    data: {
      storeId: side.store.id,
      email: `bulk-${number}@souk.test`,
      vendorName,
      vendorKey: foldName(vendorName),
      fields: [],
      status: 'pending',
      receivedAt: program().clock.now(),
    },
  });
  return String(row.id);
}

/** A page that waits for approval, of a vendor of its own. */
async function buildPage(side: Side): Promise<string> {
  const vendor = await buildVendor({ store: side.store });
  await program().owner.vendorPage.create({
    data: {
      storeId: side.store.id,
      vendorId: vendor.id,
      draft: { imageUrl: '', description: '<p>Clay</p>', fields: [] },
      updatedAt: program().clock.now(),
    },
  });
  return vendor.name;
}

/** Somebody else of the side's vendor, who can be changed and removed. */
const buildColleague = async (side: Side): Promise<string> =>
  String((await buildUser({ vendor: side.vendor, role: 'staff' })).id);

const freshVendor = async (side: Side): Promise<string> => (await buildVendor({ store: side.store })).name;

const ofParams = { ids: ['params.vendor'], sharedInStore: ['params.vendor'] } as const;
const ofBody = { ids: ['body.vendor'], sharedInStore: ['body.vendor'] } as const;

export const probes = defineProbes([
  {
    endpoint: 'applications.bulk',
    request: async (side) => ({
      body: { ids: [await buildApplication(side), await buildApplication(side)], action: 'reject', reason: 'No room' },
    }),
    ids: ['body.ids.*'],
    sharedInStore: ['body.ids.*'],
  },
  { endpoint: 'vendors.read', request: async (side) => ({ params: { vendor: await freshVendor(side) } }), ...ofParams },
  {
    endpoint: 'vendors.remove',
    request: async (side) => ({ params: { vendor: await freshVendor(side) }, query: { confirm: 'true' } }),
    ...ofParams,
  },
  {
    endpoint: 'vendors.rename',
    request: async (side) => ({
      body: { oldVendor: await freshVendor(side), newVendor: `Renamed house ${nextNumber()}` },
    }),
    ids: ['body.oldVendor'],
    sharedInStore: ['body.oldVendor'],
  },
  {
    endpoint: 'vendors.saveSettings',
    request: async (side) => ({
      body: {
        vendor: await freshVendor(side),
        autoApprove: true,
        isManagedByMarketplace: false,
        commissions: [{ min: '0', percentage: '12.5' }],
      },
    }),
    ...ofBody,
  },
  { endpoint: 'customFields.read', request: () => ({}) },
  { endpoint: 'customFields.save', request: () => ({ body: { enableApproval: true, fields: [] } }) },
  {
    endpoint: 'vendorPage.read',
    request: (side) => ({ query: { vendor: side.vendor.name } }),
    ids: ['query.vendor'],
  },
  {
    endpoint: 'vendorPage.save',
    request: (side) => ({
      body: {
        metafields: [],
        description: '<p>Wheel-thrown stoneware.</p>',
        imageUrl: 'https://pictures.souk.test/shop.jpg',
        vendor: side.vendor.name,
      },
    }),
    ids: ['body.vendor'],
  },
  {
    endpoint: 'vendorPage.runAction',
    request: async (side) => ({ body: { action: 'approve', vendor: await buildPage(side) } }),
    ...ofBody,
  },
  {
    endpoint: 'vendorPage.saveSettings',
    request: () => ({ body: { enabled: true, collectionTemplate: 'vendor', holdChanges: false } }),
  },
  { endpoint: 'staff.list', request: (side) => ({ query: { vendor: side.vendor.name } }), ids: ['query.vendor'] },
  {
    endpoint: 'staff.invite',
    request: (side) => ({
      body: {
        email: `colleague-${nextNumber()}@souk.test`,
        name: 'Noor',
        role: 'staff',
        permissions: ['read_orders'],
        vendor: side.vendor.name,
      },
    }),
    ids: ['body.vendor'],
  },
  {
    endpoint: 'staff.setRole',
    request: async (side) => ({
      params: { id: await buildColleague(side) },
      body: { role: 'staff', permissions: ['read_products'] },
    }),
    ids: ['params.id'],
  },
  {
    endpoint: 'staff.resetSecondFactor',
    request: async (side) => {
      const id = await buildColleague(side);
      await buildSecondFactor(side.store, BigInt(id));
      return { params: { id } };
    },
    ids: ['params.id'],
  },
  {
    endpoint: 'staff.remove',
    request: async (side) => ({ params: { id: await buildColleague(side) } }),
    ids: ['params.id'],
    once: true,
  },
]);
