import { nextNumber } from '#tests/factories/numbers.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

/** Something that a comparison found in the side's store. */
async function buildFinding({ store, vendor }: Side, isSetAside: boolean): Promise<string> {
  const at = program().clock.now();
  const row = await program().owner.reconciliationFinding.create({
    data: {
      storeId: store.id,
      vendorId: vendor.id,
      source: 'orders',
      kind: 'order_posted',
      reference: `order/1/${nextNumber()}`,
      currency: store.currency,
      expectedMinor: 10_00n,
      foundMinor: 10_01n,
      firstSeenAt: at,
      lastSeenAt: at,
      lastRunId: 0n,
      ...(isSetAside ? { setAsideAt: at, setAsideBy: { name: 'A test' }, note: 'Seen' } : {}),
    },
  });
  return String(row.id);
}

/** These calls are the marketplace's: what is found of another vendor is the store's all the same. */
export const probes = defineProbes([
  { endpoint: 'reconciliation.read', request: () => ({ query: { state: 'open', page: '1' } }) },
  { endpoint: 'reconciliation.run', request: () => ({}) },
  {
    endpoint: 'reconciliation.setAside',
    request: async (side) => ({ params: { id: await buildFinding(side, false) }, body: { note: 'Looked at' } }),
    ids: ['params.id'],
    sharedInStore: ['params.id'],
  },
  {
    endpoint: 'reconciliation.reopen',
    request: async (side) => ({ params: { id: await buildFinding(side, true) } }),
    ids: ['params.id'],
    sharedInStore: ['params.id'],
  },
]);
