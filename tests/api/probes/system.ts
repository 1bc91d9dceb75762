import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '#app/core/durations.ts';
import { defineProbes, type Side } from '#tests/support/probe.ts';
import { program } from '#tests/support/program.ts';

/** A delivery of the side's store that failed for good and can be replayed. */
async function makeDeadLetter({ store }: Side): Promise<string> {
  const { owner, clock, container } = program();
  const row = await owner.webhookDelivery.create({
    data: {
      shop: store.domain,
      topic: 'test/dead',
      webhookId: randomUUID(),
      receivedAt: clock.now(),
      body: new Uint8Array(container.services.vault.seal('{"id":1}')),
      state: 'dead',
      attempts: 8,
      dueAt: clock.now(),
      error: 'could not be handled',
    },
  });
  return String(row.id);
}

async function makeException({ store, vendor }: Side): Promise<string> {
  const row = await program().owner.reconciliationException.create({
    data: {
      storeId: store.id,
      vendorId: vendor.id,
      kind: 'no_commission_line',
      reference: `order/1/${randomUUID()}`,
      detail: { order: '#1' },
      foundAt: program().clock.now(),
    },
  });
  return String(row.id);
}

/** These calls are the marketplace's: another vendor's dead letters or exceptions do not exist apart from the store's. */
export const probes = defineProbes([
  { endpoint: 'system.status', request: () => ({}) },
  { endpoint: 'system.checks', request: () => ({}) },
  { endpoint: 'system.hold', request: () => ({}) },
  {
    endpoint: 'recovery.start',
    request: () => ({ body: { since: new Date(program().clock.now().getTime() - HOUR_MS).toISOString() } }),
  },
  { endpoint: 'recovery.latest', request: () => ({}) },
  { endpoint: 'system.release', request: () => ({ body: { note: 'Compared' } }) },
  { endpoint: 'system.deadLetters', request: () => ({}) },
  {
    endpoint: 'system.replay',
    request: async (side) => ({ body: { ids: [await makeDeadLetter(side)] } }),
    ids: ['body.ids.*'],
    sharedInStore: ['body.ids.*'],
  },
  {
    endpoint: 'system.discard',
    request: async (side) => ({ body: { ids: [await makeDeadLetter(side)], reason: 'A test' } }),
    ids: ['body.ids.*'],
    sharedInStore: ['body.ids.*'],
  },
  { endpoint: 'system.exceptions', request: () => ({ query: { state: 'open' } }) },
  {
    endpoint: 'system.resolve',
    request: async (side) => ({ params: { id: await makeException(side) }, body: { note: 'Seen' } }),
    ids: ['params.id'],
    sharedInStore: ['params.id'],
  },
]);
