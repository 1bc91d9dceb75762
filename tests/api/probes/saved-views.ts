import { personKey } from '#app/platform/saved-views/saved-view.ts';
import { nextNumber } from '#tests/factories/stores.ts';
import { defineProbes } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

const list = 'orders';

export const probes = defineProbes([
  { endpoint: 'savedViews.list', request: () => ({ params: { list } }) },
  {
    endpoint: 'savedViews.save',
    request: () => ({ params: { list }, body: { name: `View ${nextNumber()}`, address: 'view=ship&q=jonas' } }),
  },
  {
    endpoint: 'savedViews.delete',
    request: async ({ store, vendor, member }) => {
      const person = personKey({ kind: 'person', id: String(member.id) });
      const data = { storeId: store.id, vendorId: vendor.id, person, list, name: `View ${nextNumber()}`, address: '' };
      return { params: { list, id: String((await program().owner.savedView.create({ data })).id) } };
    },
    ids: ['params.id'],
    once: true,
  },
  {
    endpoint: 'savedViews.hideColumns',
    request: () => ({ params: { list }, body: { hidden: ['buyer'] } }),
  },
]);
