import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOnce } from '#scripts/build-once.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { testEnvironment } from '#tests/support/environment.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { noteCount, scaled } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';

const PRODUCTS = scaled(5_000, 120);
const ORDERS = scaled(10_000, 100);
const KILLS = 2;
/** How long anything here may take: it grows with the counts of a proof. */
const LIMIT_MS = 60_000 + PRODUCTS * 300;
const [OLD, NEW] = ['Old Kiln & Co', 'Kiln House'];
/** The same name as buyers' carts still say it. */
const SPELLINGS = [OLD, NEW, 'old kiln\u00a0& co', ' KILN HOUSE '];

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let person: BuiltUser;
let worker: ChildProcess | undefined;

const shop = () => {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  if (!found) throw new Error('the sandbox has the store');
  return found;
};
const rename = (oldVendor: string, newVendor: string, by = admin) =>
  api(by).put('/vendors/rename', { oldVendor, newVendor });
const running = () => program().owner.vendorRename.findFirst({ where: { state: 'running' } });

/** Products at the platform and in the mirror, as a reading would have left them; their webhooks are not what is tested. */
async function buildProducts(): Promise<void> {
  const template = Object.values(shop().products)[0];
  if (!template) throw new Error('the demo store has products');
  const at = program().clock.now();
  const rows = Array.from({ length: PRODUCTS }, (_one, index) => ({ id: 8_800_000_000 + index }));
  for (const { id } of rows) {
    shop().products[String(id)] = {
      ...structuredClone(template),
      id,
      handle: `piece-${id}`,
      vendor: OLD,
      variants: [],
    };
  }
  await program().owner.product.createMany({
    data: rows.map(({ id }) => ({
      storeId: store.id,
      id: BigInt(id),
      vendorId: vendor.id,
      vendorName: OLD,
      title: `Piece ${id}`,
      handle: `piece-${id}`,
      status: 'ACTIVE',
      bodyHtml: '',
      media: [],
      options: [],
      inventoryTotal: 0,
      searchText: `piece ${id}`,
      submission: 'none',
      createdAt: at,
      platformUpdatedAt: at,
      readAt: at,
    })),
  });
}

/** Waits until what the platform has told so far is written. */
async function waitForDeliveries(): Promise<void> {
  await program().sandbox?.control('POST', '/drain', { app: false });
  await waitFor(
    'deliveries are left',
    async () =>
      (await program().owner.webhookDelivery.count({ where: { state: { in: ['pending', 'waiting'] } } })) === 0,
    LIMIT_MS,
  );
}

function startWorker(): ChildProcess {
  const environment = testEnvironment({
    databaseUrl: program().databaseUrl,
    appUrl: program().url,
    ...program().sandbox?.environment,
  });
  worker = spawn(process.execPath, ['--import', './sandbox/preload.mjs', 'scripts/worker.ts'], {
    env: { ...process.env, ...environment },
    stdio: 'ignore',
  });
  return worker;
}

beforeAll(async () => {
  // The worker is a process of its own, which runs the build.
  await buildOnce();
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await buildDefaultList(store);
  vendor = await buildVendor({ store, name: OLD });
  person = await buildUser({ vendor, name: OLD });
}, 300_000);
afterAll(async () => {
  worker?.kill('SIGKILL');
  await program().stop();
});

describe('a vendor gets another name', () => {
  it(
    `with ${PRODUCTS} products and ${ORDERS} orders that come in under every spelling, while the worker is killed twice`,
    { timeout: LIMIT_MS * 4 },
    async () => {
      await buildProducts();
      let number = 0;
      const order = async (count: number): Promise<void> => {
        for (let from = 0; from < count; from += 20) {
          await Promise.all(
            Array.from({ length: Math.min(20, count - from) }, () => {
              const index = number++;
              const payload = buildOrderPayload({
                id: 9_900_000_000 + index,
                createdAt: program().clock.now(),
                lines: [{ vendor: SPELLINGS[index % SPELLINGS.length] ?? OLD, price: '10.00', quantity: 1 }],
              });
              return deliverWebhook({
                shop: store.domain,
                topic: 'orders/create',
                webhookId: `rename-${index}`,
                payload,
              });
            }),
          );
        }
      };
      const answer = await rename(OLD, NEW);
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({ vendor: NEW, rename: { state: 'running', total: PRODUCTS, rewritten: 0 } });
      expect((await rename(NEW, 'Third name')).status).toBe(409);
      const killedAt: number[] = [];
      for (let kill = 1; kill <= KILLS; kill++) {
        const alive = startWorker();
        const wanted = Math.floor((PRODUCTS * kill) / (KILLS + 2));
        await order(Math.floor(ORDERS / (KILLS + 1)));
        await waitFor(
          'the rename does not go on',
          async () => ((await running())?.rewritten ?? Number.MAX_SAFE_INTEGER) >= wanted,
          LIMIT_MS,
        );
        killedAt.push((await running())?.rewritten ?? PRODUCTS);
        alive.kill('SIGKILL');
        await once(alive, 'exit');
      }
      startWorker();
      await order(ORDERS - number);
      const done = await waitFor(
        'the rename does not end',
        () => program().owner.vendorRename.findFirst({ where: { state: 'done' } }),
        LIMIT_MS,
      );
      await waitForDeliveries();
      noteCount('kills', KILLS);
      noteCount('products', PRODUCTS);
      noteCount('orders', ORDERS);
      console.log(`the worker was killed at ${killedAt.join(' and ')} of ${PRODUCTS} products`);
      expect(done.rewritten).toBeGreaterThanOrEqual(PRODUCTS);
      // At the platform and in the mirror nothing carries the old name, and nothing belongs to nobody.
      const names = Object.values(shop().products).filter((product) => product.handle.startsWith('piece-'));
      expect(new Set(names.map((product) => product.vendor))).toEqual(new Set([NEW]));
      const { owner } = program();
      const mirrored = await owner.product.groupBy({
        by: ['vendorId', 'vendorName'],
        where: { handle: { startsWith: 'piece-' } },
        _count: true,
      });
      expect(mirrored).toEqual([{ vendorId: vendor.id, vendorName: NEW, _count: PRODUCTS }]);
      expect(await owner.vendorOrder.count({ where: { vendorId: vendor.id } })).toBe(ORDERS);
      expect(await owner.vendorOrder.count({ where: { storeId: store.id } })).toBe(ORDERS);
      expect(
        await owner.vendor.count({ where: { storeId: store.id, key: { in: ['old kiln & co', 'kiln house'] } } }),
      ).toBe(1);
      const balance = await owner.vendorBalance.findFirstOrThrow({ where: { vendorId: vendor.id } });
      expect(balance.payableMinor).toBe(BigInt(ORDERS) * 900n);
    },
  );

  it('takes people, dues and history along, also under the old name', async () => {
    const me = (await api(person).get('/app/info')).as<{ viewer: { vendor: string; name: string } }>();
    expect(me.viewer).toMatchObject({ vendor: NEW, name: NEW });
    const detail = (name: string) => api(admin).get(`/vendors/${encodeURIComponent(name)}`);
    const [old, now] = [await detail(OLD), await detail(NEW)];
    expect(old.body).toEqual(now.body);
    expect(now.body).toMatchObject({
      vendor: { vendor: NEW, orders: ORDERS, rename: { state: 'done', trouble: null } },
    });
    const dues = await api(admin).get('/transactions', { query: { requestedVendor: OLD } });
    expect(dues.as<{ count: number }>().count).toBe(ORDERS);
    const list = (await api(admin).get('/vendors', { query: { q: 'kiln' } })).as<{ vendors: { vendor: string }[] }>();
    expect(list.vendors.map((row) => row.vendor)).toEqual([NEW]);
  });

  it('that nobody has or had: present and older names of others are refused, its own older one is free', async () => {
    const other = await buildVendor({ store, name: 'Third House' });
    expect((await rename(other.name, ` ${NEW.toUpperCase()} `)).status).toBe(409);
    expect((await rename(other.name, OLD)).status).toBe(409);
    expect((await api(admin).post(`/vendors/${encodeURIComponent(OLD)}`, { identity: 'x@souk.test' })).status).toBe(
      409,
    );
    expect((await rename('Nobody', 'Somebody')).status).toBe(404);
    expect((await rename(NEW, '*')).status).toBe(422);
    const same = await rename(NEW, NEW);
    expect([same.status, (same.body as { vendor: string }).vendor]).toEqual([200, NEW]);
    const back = await rename(NEW, OLD);
    expect(back.status).toBe(200);
    const aliases = await program().owner.vendorAlias.findMany({ where: { vendorId: vendor.id } });
    expect(aliases.map((alias) => alias.key)).toEqual(['kiln house']);
  });
});

it('rename of a vendor: waits while the platform has an outage and goes on by itself', async () => {
  await waitFor('the rename back does not end', async () => !(await running()), LIMIT_MS);
  const other = await buildVendor({ store, name: 'Slow House' });
  const at = program().clock.now();
  // A word on the first rename that came later would give the product back to whom it belonged.
  await waitForDeliveries();
  const piece = shop().products['8800000000'];
  if (!piece) throw new Error('the platform has the piece');
  piece.vendor = 'Slow House';
  await program().owner.product.update({
    where: { storeId_id: { storeId: store.id, id: 8_800_000_000n } },
    data: { vendorId: other.id, vendorName: 'Slow House' },
  });
  const fault = { target: 'shopify', operation: 'productUpdate', kind: 'error', status: 500 };
  await program().sandbox?.control('POST', '/faults', fault);
  expect((await rename('Slow House', 'Quick House')).status).toBe(200);
  const paused = await waitFor('no trouble is noted', async () => {
    const row = await running();
    return row?.issue ? row : undefined;
  });
  await program().sandbox?.control('DELETE', '/faults');
  expect(paused.issue).toContain('did not answer');
  await waitFor('it does not go on', async () => !(await running()), 60_000);
  const row = await program().owner.vendorRename.findFirstOrThrow({ where: { vendorId: other.id } });
  expect(row).toMatchObject({ state: 'done', issue: null });
  expect(row.finishedAt?.getTime()).toBeGreaterThanOrEqual(at.getTime());
  expect(piece.vendor).toBe('Quick House');
});
