import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { api } from '#tests/support/program.ts';

const body = () => ({ key: `probed_${nextNumber()}`, name: 'Probed', type: 'single_line_text_field' });
const switchOn = (side: Side) =>
  api(side.admin).patch('/app/info/features', { features: { specifications: { enabled: true } } });

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
]);
