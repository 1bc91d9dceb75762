import { buildEntry, buildOffer, grantCatalog, setCatalog } from '#tests/factories/catalog.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';
import type { CatalogSettingsDto, EntryDto } from '#app/features/catalog/catalog.contract.ts';

/** An entry in a store whose catalogue is on. */
async function buildProbedEntry(side: Side): Promise<EntryDto> {
  await grantCatalog(side.store);
  await setCatalog(side.admin);
  return buildEntry(side.admin);
}

const content = () => ({
  title: `Probed kettle ${nextNumber()}`,
  description: '',
  priceMin: '10.00',
  priceMax: '20.00',
});

export const probes = defineProbes([
  {
    endpoint: 'catalog.settings',
    request: () => ({}),
  },
  {
    endpoint: 'catalog.saveSettings',
    request: async (side) => {
      await grantCatalog(side.store);
      const known = (await api(side.admin).get('/settings/catalog')).as<CatalogSettingsDto>();
      return { body: { ...known, enabled: true, showPrices: !known.showPrices } };
    },
  },
  {
    endpoint: 'catalog.entries',
    request: async (side) => {
      await buildProbedEntry(side);
      return { query: { q: 'teapot', view: 'active' } };
    },
  },
  {
    endpoint: 'catalog.createEntry',
    request: async (side) => {
      await buildProbedEntry(side);
      return { body: content() };
    },
  },
  {
    endpoint: 'catalog.readEntry',
    request: async (side) => ({ params: { entryId: (await buildProbedEntry(side)).id } }),
    ids: ['params.entryId'],
    sharedInStore: ['params.entryId'],
  },
  {
    endpoint: 'catalog.saveEntry',
    request: async (side) => {
      const { id, version } = await buildProbedEntry(side);
      return { params: { entryId: id }, body: { ...content(), version } };
    },
    ids: ['params.entryId'],
    sharedInStore: ['params.entryId'],
  },
  {
    endpoint: 'catalog.browse',
    request: async (side) => {
      await buildProbedEntry(side);
      return { query: { q: 'teapot' } };
    },
  },
  {
    endpoint: 'catalog.get',
    request: async (side) => ({ params: { entryId: (await buildProbedEntry(side)).id } }),
    ids: ['params.entryId'],
    sharedInStore: ['params.entryId'],
  },
  {
    endpoint: 'catalog.createListing',
    request: async (side) => ({
      params: { entryId: (await buildProbedEntry(side)).id },
      body: { price: '12.00', stock: 2, vendor: side.vendor.name },
    }),
    ids: ['params.entryId', 'body.vendor'],
    sharedInStore: ['params.entryId'],
  },
  {
    endpoint: 'catalog.public',
    request: async (side) => {
      const entry = await buildProbedEntry(side);
      const productId = await buildOffer(side.member, entry.id);
      await api(side.admin).patch(`/product-v2/${productId}/approve`);
      return { query: { id: productId } };
    },
    // Which store is meant is decided before the query is read.
    unreachable: ['store', 'query.store'],
  },
]);
