import { randomUUID } from 'node:crypto';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

async function makeRequest({ store }: Side): Promise<string> {
  const { owner, clock, container } = program();
  const row = await owner.complianceRequest.create({
    data: {
      storeId: store.id,
      topic: 'customers/data_request',
      reference: randomUUID(),
      subject: { customerId: '1', orders: 0 },
      state: 'ready',
      export: { sealed: container.services.vault.sealText('{"orders":[]}') },
      receivedAt: clock.now(),
      dueAt: clock.now(),
    },
  });
  return String(row.id);
}

export const probes = defineProbes([
  { endpoint: 'compliance.list', request: () => ({ query: { page: 1 } }) },
  {
    endpoint: 'compliance.export',
    request: async (side) => ({ params: { id: await makeRequest(side) } }),
    ids: ['params.id'],
    sharedInStore: ['params.id'],
  },
  {
    endpoint: 'compliance.complete',
    request: async (side) => ({ params: { id: await makeRequest(side) } }),
    ids: ['params.id'],
    sharedInStore: ['params.id'],
  },
]);
