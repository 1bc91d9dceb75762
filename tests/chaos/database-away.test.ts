import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import { startPostgres, type RunningPostgres } from '#scripts/database/embedded-postgres.ts';
import { prepareDatabase } from '#scripts/database/prepare-database.ts';
import { appUrlOf } from '#scripts/database/program-role.ts';
import { isAlive } from '#scripts/process-file.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

/** With PROVE=1 as long as the claim says. */
const AWAY_MS = process.env.PROVE ? 20_000 : 2_500;
const HEALS_WITHIN_MS = 5_000;
const ORDERS = 200;
const VENDORS = ['North', 'South', 'East'];

// A server of its own, because this one is stopped, and a durable one, because it is killed.
const dir = mkdtempSync(join(tmpdir(), 'souk-away-'));
let server: RunningPostgres;
let store: BuiltStore;
let member: BuiltUser;

beforeAll(async () => {
  server = await startPostgres({ dir });
  await prepareDatabase({ ownerUrl: server.url, appUrl: appUrlOf(server.url) });
  await startProgram({ databaseUrl: server.url });
  store = await buildStore();
  await buildDefaultList(store);
  const [first] = await Promise.all(VENDORS.map((name) => buildVendor({ store, name })));
  invariant(first, 'there are vendors');
  member = await buildUser({ vendor: first });
}, 120_000);
afterAll(async () => {
  await program().stop();
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** How the server goes away, and that it has gone. */
const LEAVINGS: Record<string, () => Promise<void>> = {
  'stops in good order': () => server.stop(),
  'is killed': async () => {
    process.kill(server.pid, 'SIGKILL');
    await waitFor('the server is gone', () => !isAlive(server.pid));
  },
};

type Message = { webhookId: string; payload: ReturnType<typeof buildOrderPayload> };
const FAILED_TO_CONNECT = 0;

function buildMessages(round: string): Message[] {
  return Array.from({ length: ORDERS }, (_, index) => ({
    webhookId: `${round}-${index}`,
    payload: buildOrderPayload({
      createdAt: program().clock.now(),
      shipping: '4.99',
      lines: VENDORS.slice(index % 3).map((vendor) => ({ vendor, price: `${10 + (index % 7)}.99`, quantity: 2 })),
    }),
  }));
}

/** The platform's part: each message is sent until it was acknowledged. Every answer is noted as it comes. */
function startDelivery(messages: readonly Message[]) {
  const queue = [...messages];
  const acknowledged = new Set<string>();
  const answers: number[] = [];
  const sender = async () => {
    for (let message = queue.shift(); message; message = queue.shift()) {
      const status = await deliverWebhook({ shop: store.domain, topic: 'orders/create', ...message }).catch(
        () => FAILED_TO_CONNECT,
      );
      answers.push(status);
      if (status === 200) acknowledged.add(message.webhookId);
      else {
        queue.push(message);
        await pause(50);
      }
    }
  };
  return { acknowledged, answers, finished: Promise.all(Array.from({ length: 8 }, sender)) };
}

/** Somebody who works meanwhile: reads a list and changes something, over and over. */
function startCalls() {
  const answers: { status: number; code: string | undefined }[] = [];
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      for (const call of [
        () => api(member).get('/orders'),
        () => api(member).put('/session/locale', { locale: 'nl' }),
      ]) {
        const answer = await call();
        answers.push({ status: answer.status, code: (answer.body as { code?: string } | undefined)?.code });
      }
      await pause(50);
    }
  };
  const finished = work();
  return {
    answers,
    stop: async () => {
      isOver = true;
      await finished;
    },
  };
}

const statusOf = async (path: string) => {
  const answer = await fetch(program().url + path);
  await answer.arrayBuffer();
  return answer.status;
};
/** How many milliseconds from now on until something holds. */
async function timeUntil(what: string, holds: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  await waitFor(what, () => holds().catch(() => false), 30_000);
  return performance.now() - start;
}

async function expectWholeLedger(orders: number): Promise<void> {
  const { owner } = program();
  expect(await owner.webhookDelivery.groupBy({ by: ['state'], _count: true })).toEqual([
    { state: 'done', _count: orders },
  ]);
  expect(await owner.order.count()).toBe(orders);
  expect(await owner.ledgerTransaction.count()).toBe(orders);
  const sums = await owner.ledgerPosting.groupBy({ by: ['transactionId'], _sum: { amountMinor: true } });
  expect(sums).toHaveLength(orders);
  expect(sums.filter((sum) => sum._sum.amountMinor !== 0n)).toEqual([]);
  const { db } = program().container.services;
  expect(await db.fast(marketplaceScope(store.id), findBalanceDifferences)).toEqual([]);
  const parts = await owner.vendorOrder.aggregate({ _sum: { postedMinor: true } });
  const balances = await owner.vendorBalance.aggregate({ _sum: { payableMinor: true } });
  expect(balances._sum.payableMinor).toBe(parts._sum.postedMinor);
}

/** A job that is sent by name runs to its end, and leaves no row. */
async function expectJobsGoOn(): Promise<void> {
  const { services } = program().container;
  await services.db.fast(marketplaceScope(store.id), (tx) =>
    services.jobs.enqueue(tx, 'products.refresh', { storeId: String(store.id), productIds: [] }),
  );
  await waitFor('the job is done', async () => {
    return (await program().owner.scheduledJob.count({ where: { kind: 'products.refresh' } })) === 0;
  });
}

let delivered = 0;
test.each(Object.entries(LEAVINGS))(
  'a database that %s while deliveries and calls come loses and doubles nothing, and the program heals by itself',
  { timeout: 180_000 },
  async (how, leave) => {
    const messages = buildMessages(how);
    const delivery = startDelivery(messages);
    const calls = startCalls();
    await waitFor('a quarter is acknowledged', () => delivery.acknowledged.size >= ORDERS / 4);
    const before = delivery.acknowledged.size;
    await leave();
    expect(await statusOf('/ready')).toBe(503);
    expect(await statusOf('/health')).toBe(200);
    // What was being answered when the server went may still be on its way; from here on nothing can be stored.
    await waitFor('answers of the time without a database', () => delivery.answers.at(-1) === 503);
    const upperBound = delivery.acknowledged.size;
    const [answersBefore, callsBefore] = [delivery.answers.length, calls.answers.length];
    await pause(AWAY_MS);
    expect(delivery.acknowledged.size).toBe(upperBound);
    expect(new Set(delivery.answers.slice(answersBefore))).toEqual(new Set([503]));
    const refused = calls.answers.slice(callsBefore + 1);
    expect(refused.length).toBeGreaterThan(5);
    expect(new Set(refused.map(({ status, code }) => `${status} ${code ?? ''}`))).toEqual(new Set(['503 unavailable']));

    server = await startPostgres({ dir, port: server.port });
    const acknowledged = [...delivery.acknowledged];
    const readyMs = await timeUntil('the program is ready', async () => (await statusOf('/ready')) === 200);
    const worksMs = await timeUntil(
      'calls are answered',
      async () => (await api(member).get('/orders')).status === 200,
    );
    const listensMs = await timeUntil('the worker listens', async () => {
      const rows = await program().owner.$queryRaw<object[]>`
        SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN souk_wake'`;
      return rows.length === 1;
    });
    expect(readyMs + worksMs + listensMs).toBeLessThan(HEALS_WITHIN_MS);
    // Nothing was acknowledged that is not stored.
    const stored = await program().owner.webhookDelivery.findMany({ select: { webhookId: true } });
    const known = new Set(stored.map((one) => one.webhookId));
    expect(acknowledged.filter((id) => !known.has(id))).toEqual([]);

    await delivery.finished;
    await calls.stop();
    await program().drain();
    delivered += ORDERS;
    await expectWholeLedger(delivered);
    await expectJobsGoOn();
    console.log(
      `The database ${how}: ${before} of ${ORDERS} acknowledged before, ${delivery.answers.filter((status) => status !== 200).length} refused, ` +
        `ready after ${Math.round(readyMs)} ms, calls after ${Math.round(readyMs + worksMs)} ms, listening after ${Math.round(readyMs + worksMs + listensMs)} ms.`,
    );
  },
);
