import { program } from '#tests/support/program.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';

/** A page that the storefront shows. */
async function buildPage({ store, vendor }: Side): Promise<void> {
  const at = program().clock.now();
  const live = { imageUrl: '', description: '<p>Hello</p>', fields: [] };
  const page = { live, approved: true, version: 1, updatedAt: at, collectionHandle: vendor.handle };
  await program().owner.vendorPage.upsert({
    where: { storeId_vendorId: { storeId: store.id, vendorId: vendor.id } },
    create: { storeId: store.id, vendorId: vendor.id, ...page },
    update: page,
  });
}
const query = ({ store }: Side) => ({ store: store.domain });

export const probes = defineProbes([
  { endpoint: 'storefront.populate', request: (side) => ({ query: query(side) }) },
  { endpoint: 'storefront.populateV2', request: (side) => ({ query: query(side) }) },
  {
    endpoint: 'storefront.populateVendor',
    request: async (side) => {
      await buildPage(side);
      return { query: { ...query(side), vendor: side.vendor.name, json: 'true' } };
    },
  },
  { endpoint: 'storefront.styles', request: (side) => ({ query: query(side) }) },
]);
