import { buildKind, buildStoreEntry, grantEntries } from '#tests/factories/store-entries.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';

const body = () => ({ key: `probed_${nextNumber()}`, name: 'Probed', type: 'single_line_text_field' });
const switchOn = (side: Side) =>
  api(side.admin).patch('/app/info/features', { features: { specifications: { enabled: true } } });

/** A specification of entries with an entry to choose, of a kind of its own. */
const ofEntries = async (side: Side) => {
  await switchOn(side);
  await grantEntries(side.store);
  const type = `probed-${nextNumber()}`;
  const validations = [{ name: 'metaobject_definition_id', value: buildKind(side.store, type) }];
  const key = `probed_${nextNumber()}`;
  const entries = { add: true, own: true, variants: false };
  const made = { key, name: 'Probed', type: 'metaobject_reference', validations, entries };
  await api(side.admin).post('/products/metafields', made);
  return { key, entry: buildStoreEntry(side.store, type, 'Probed') };
};

export const probes = defineProbes([
  {
    endpoint: 'specifications.list',
    request: async (side) => {
      await switchOn(side);
      return {};
    },
  },
  {
    endpoint: 'specifications.save',
    request: async (side) => {
      await switchOn(side);
      return { body: body() };
    },
  },
  {
    endpoint: 'specifications.delete',
    request: async (side) => {
      await switchOn(side);
      const made = body();
      await api(side.admin).post('/products/metafields', made);
      return { query: { key: made.key, definition: 'delete' } };
    },
  },
  {
    endpoint: 'specifications.kinds',
    request: async (side) => {
      await ofEntries(side);
      return {};
    },
  },
  {
    endpoint: 'specifications.entries',
    request: async (side) => ({ query: { key: (await ofEntries(side)).key, q: 'prob' } }),
  },
  {
    endpoint: 'specifications.chosenEntries',
    request: async (side) => {
      const { key, entry } = await ofEntries(side);
      return { query: { key, ids: entry.split('/').at(-1) ?? '' } };
    },
  },
  {
    endpoint: 'specifications.entryForm',
    request: async (side) => ({ query: { key: (await ofEntries(side)).key } }),
  },
  {
    endpoint: 'specifications.addEntry',
    request: async (side) => {
      const { key } = await ofEntries(side);
      return { body: { key, requestId: crypto.randomUUID(), values: [{ key: 'name', value: 'Added' }] } };
    },
  },
]);
