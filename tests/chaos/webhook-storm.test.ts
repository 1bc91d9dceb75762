import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { encodeExact } from '#app/core/exact-json.ts';
import { buildOrderPayload, buildRefundPayload } from '#tests/factories/orders/orders.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { createOwnDatabase } from '#tests/support/database/database.ts';
import { dumpEndState } from '#tests/support/database/end-state.ts';
import { testEnvironment } from '#tests/support/environment.ts';
import { readLockStatement, holdTable } from '#tests/support/database/locked-table.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { noteCount, scaled, SEED } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

/** In a proof the count of the claim, else a tenth of it. */
const ORDERS = scaled(1000, 100);
const START = new Date('2026-03-02T09:00:00.000Z');
const VENDORS = ['North', 'South', 'East', 'West', 'Center'];

/** A small generator with a seed, so that a failing run can be played again. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

type Message = { topic: string; payload: object; webhookId: string };

/** Orders of one to four lines; every tenth has a refund. */
function buildMessages(random: () => number): { orders: Message[]; refunds: Message[] } {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const orders: Message[] = [];
  const refunds: Message[] = [];
  for (let index = 0; index < ORDERS; index++) {
    const createdAt = new Date(START.getTime() + index * 60_000);
    const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
      vendor: pick(VENDORS),
      price: (1 + random() * 99).toFixed(2),
      quantity: 1 + Math.floor(random() * 3),
    }));
    const payload = buildOrderPayload({
      id: 8_000_000_000 + index,
      createdAt,
      lines,
      shipping: random() < 0.5 ? '4.99' : '0',
    });
    orders.push({ topic: 'orders/create', payload, webhookId: `order-${index}` });
    if (index % 10 === 0) {
      const refund = buildRefundPayload(payload, [{ index: 0, quantity: 1 }], new Date(createdAt.getTime() + 1000));
      refunds.push({
        topic: 'refunds/create',
        payload: {
          ...refund,
          id: 9_000_000_000 + index,
          admin_graphql_api_id: `gid://shopify/Refund/${9_000_000_000 + index}`,
        },
        webhookId: `refund-${index}`,
      });
    }
  }
  return { orders, refunds };
}

async function prepareStore(): Promise<BuiltStore> {
  program().clock.set('2026-03-01T00:00:00.000Z');
  const store = await buildStore({ domain: 'storm.myshopify.com' });
  for (const name of VENDORS) await buildVendor({ store, name });
  await program().owner.commissionList.create({
    data: {
      storeId: store.id,
      version: 1,
      lines: encodeExact([
        { minMinor: 0n, maxMinor: null, flatMinor: 25n, percent: 125_000n, constraint: null },
      ]) as never,
      createdAt: program().clock.now(),
      createdBy: 'test',
    },
  });
  program().clock.set(new Date()); // The workers that are killed are processes of their own, on the machine's clock.
  return store;
}

const open = () => program().owner.webhookDelivery.count({ where: { state: { in: ['pending', 'waiting'] } } });

/** Where the kills aim: the worker is held at its first statement on this table, inside its transaction, and killed there. */
const LOCKED_TABLES = ['webhook_deliveries', 'orders', 'vendor_orders', 'ledger_postings', 'vendor_balances'];

let worker: ChildProcess | undefined;
afterEach(async () => {
  worker?.kill('SIGKILL');
  await program().stop();
});

test(
  `storm of webhooks: ends ${ORDERS} orders delivered three times, shuffled, their refunds first, under ${LOCKED_TABLES.length} kills as one calm delivery does`,
  { timeout: 600_000 },
  async () => {
    const { orders, refunds } = buildMessages(seeded(20_261_120 + SEED));

    await startProgram({ databaseUrl: await createOwnDatabase('_calm') });
    let store = await prepareStore();
    for (const message of [...orders, ...refunds]) await deliverWebhook({ shop: store.domain, ...message });
    await waitFor('the calm run has deliveries left', async () => (await open()) === 0, 300_000);
    const calm = await dumpEndState(program().owner);
    await program().stop();

    const databaseUrl = await createOwnDatabase('_storm');
    await startProgram({ databaseUrl, worker: false });
    store = await prepareStore();
    const random = seeded(6 + SEED);
    const shuffle = (messages: Message[]) =>
      messages
        .map((message) => ({ message, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ message }) => message);
    const storm = [...shuffle([...refunds, ...refunds, ...refunds]), ...shuffle([...orders, ...orders, ...orders])];

    const environment = testEnvironment({ databaseUrl, appUrl: program().url });
    const startWorker = (): ChildProcess => {
      worker = spawn(process.execPath, ['scripts/worker.ts'], {
        env: { ...process.env, ...environment },
        stdio: 'ignore',
      });
      return worker;
    };
    const send = async (messages: readonly Message[]) => {
      for (let from = 0; from < messages.length; from += 20) {
        await Promise.all(
          messages.slice(from, from + 20).map((message) => deliverWebhook({ shop: store.domain, ...message })),
        );
      }
    };
    const slice = Math.ceil(storm.length / (LOCKED_TABLES.length + 1));
    const phases: string[] = [];
    for (const [kill, table] of LOCKED_TABLES.entries()) {
      await send(storm.slice(kill * slice, (kill + 1) * slice));
      const release = await holdTable(databaseUrl, table);
      const running = startWorker();
      phases.push(await waitFor(`the worker does not reach ${table}`, readLockStatement, 60_000));
      running.kill('SIGKILL');
      await once(running, 'exit');
      await release();
    }
    startWorker();
    await send(storm.slice(LOCKED_TABLES.length * slice));
    await waitFor('the storm has deliveries left', async () => (await open()) === 0, 300_000);

    noteCount('kills', phases.length);
    noteCount('deliveries', storm.length);
    console.log(`${phases.length} kills inside a transaction of the worker, at: ${phases.join(' | ')}`);
    expect(phases).toHaveLength(LOCKED_TABLES.length);
    expect(await program().owner.webhookDelivery.count({ where: { state: 'dead' } })).toBe(0);
    const stormy = await dumpEndState(program().owner);
    expect(stormy).toEqual(calm);
    expect(stormy.some((line) => line.startsWith('ledger '))).toBe(true);

    await program().owner.$executeRawUnsafe(
      `UPDATE vendor_balances SET payable_minor = payable_minor + 1 WHERE vendor_id = (SELECT min(id) FROM vendors)`,
    );
    expect(await dumpEndState(program().owner)).not.toEqual(calm);
  },
);
