import { afterAll, beforeAll, expect, it } from 'vitest';
import { ctxFor } from '#app/main/ctx.server.ts';
import { shellData } from '#app/main/shell.server.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

beforeAll(() => startProgram({ worker: false }));
afterAll(() => program().stop());

type Letter = { id: string; subject: string; order: { id: string | null; name: string } | null; tries: number };
const lettersOf = async (admin: BuiltUser) =>
  (await api(admin).get('/system/dead-letters')).as<{ deadLetters: Letter[]; count: number }>();

/** A job that failed for good, about an order. */
async function buildDeadJob(store: BuiltStore, kind: string, orderId: bigint): Promise<void> {
  await program().owner.scheduledJob.create({
    data: {
      storeId: store.id,
      kind,
      key: `${kind}-${String(orderId)}`,
      payload: { storeId: String(store.id), orderId: String(orderId) },
      attempts: 8,
      error: 'it broke',
      dueAt: program().clock.now(),
    },
  });
}

async function buildOrderRow(store: BuiltStore, id: bigint, name: string): Promise<void> {
  const at = program().clock.now();
  await program().owner.order.create({
    data: {
      storeId: store.id,
      id,
      name,
      currency: store.currency,
      taxesIncluded: false,
      financialStatus: 'paid',
      totalMinor: 100n,
      facts: {},
      terms: {},
      decisions: {},
      historical: false,
      orderedAt: at,
      platformUpdatedAt: at,
      recordedAt: at,
    },
  });
}

it('sync problems: each says what it is about and names the order that it touches, of its own store only', async () => {
  const store = await buildStore();
  const admin = await buildAdmin({ store });
  const other = await buildStore();
  await buildOrderRow(store, 41n, '#1290');
  await buildOrderRow(other, 42n, '#7');
  await buildDeadJob(store, 'refunds.book', 41n);
  await buildDeadJob(store, 'orders.settle', 42n);
  const { deadLetters, count } = await lettersOf(admin);
  expect(count).toBe(2);
  expect(deadLetters.map(({ subject, order }) => [subject, order]).sort()).toEqual([
    ['order', null],
    ['refund', { id: '41', name: '#1290' }],
  ]);
});

it('sync problems: the frame counts what the screen lists, failures and differences together', async () => {
  const store = await buildStore();
  const admin = await buildAdmin({ store });
  await buildDeadJob(store, 'orders.settle', 1n);
  await program().owner.reconciliationException.create({
    data: {
      storeId: store.id,
      kind: 'webhook_missing',
      reference: 'order/5',
      detail: {},
      foundAt: program().clock.now(),
    },
  });
  const request = new Request(`${program().url}/app`, { headers: { cookie: admin.cookie } });
  const { counts } = await shellData(await ctxFor(request), request);
  const { exceptions } = (await api(admin).get('/system/exceptions')).as<{ exceptions: unknown[] }>();
  expect(counts.syncProblems).toBe((await lettersOf(admin)).deadLetters.length + exceptions.length);
  expect(counts.syncProblems).toBe(2);
});
