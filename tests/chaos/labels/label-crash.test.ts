import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countPages } from '#app/adapters/pdf/join-pdf-files.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/platform/ledger/ledger.service.server.ts';
import type { LabelBatchDto } from '#app/features/labels/batch/label-batch.contract.ts';
import type { QuoteDto } from '#app/features/labels/labels.contract.ts';
import { openLabels, PACKAGE, readShippo, sellToHome, SHIPPO_LIVE_KEY } from '#tests/factories/labels.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { sandboxOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { openClient } from '#tests/support/api.ts';
import { openCrashSite, type CrashSite } from '#tests/support/crash-site.ts';
import { api, program } from '#tests/support/program.ts';
import { isProof, noteCount, scaled } from '#tests/support/scale.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';
import { aimAtCall, aimAtTable, KEPT_OPEN_MS, type Aim } from './label-aims.ts';

const KILLS = scaled(100, 3);
const BATCHES = scaled(10);
const LABELS_EACH = isProof ? 50 : 4;
const KILLS_EACH = isProof ? 5 : 1;
/** A purchase that a killed worker began is its own for two minutes, and a batch that waits for it looks again later each time. */
const MAX_ROUNDS = 8;
const BATCH_PATH = '/shippo/label-batches';
const LIMIT_MS = isProof ? 7_200_000 : 300_000;
/** Every third label is for several packages. */
const packagesOf = (round: number) => Array.from({ length: round % 3 === 2 ? 3 : 1 }, () => PACKAGE);
const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 2 };

let site: CrashSite;
let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;

beforeAll(async () => {
  site = await openCrashSite();
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  await openLabels(admin, [north], { apiKey: SHIPPO_LIVE_KEY, chargeVendor: true });
}, 180_000);
afterAll(() => site.stop());

const AIMS: readonly (() => Aim | Promise<Aim>)[] = [
  () => aimAtCall('shippo', 'transactions.create'),
  () => aimAtTable(site, 'shipping_label_files'),
  () => aimAtCall('shopify', 'fulfillmentCreate'),
  () => aimAtTable(site, 'ledger_postings'),
  () => aimAtTable(site, 'shipping_labels'),
];

const buy = (rateId: string, orderId: string) =>
  openClient(site.url, north)
    .post('/shippo/label', { rateId, orderId })
    .catch(() => undefined);

type PurchaseRequest = { sold: SoldOrder; rateId: string; packages: number };

/** Everything that is wrong with a label of an order; empty is how it must be. */
async function findFaults({ sold: { id, name }, rateId, packages }: PurchaseRequest): Promise<string[]> {
  const purchases = (await readShippo()).transactions.filter((one) => one.rateId === rateId);
  const label = await program().owner.shippingLabel.findFirst({ where: { storeId: store.id, rateId } });
  const charges = await program().owner.ledgerPosting.findMany({
    where: { storeId: store.id, orderId: BigInt(id), account: 'label_costs' },
  });
  const { fulfillments } = sandboxOrder(id).order;
  const found = { purchases: purchases.length, charges: charges.length, shipments: fulfillments.length };
  const isRight = label?.status === 'bought' && label.fulfillmentState === 'made' && found.purchases === packages;
  // Each package has its share of the charge.
  return isRight && found.charges === packages && found.shipments === 1
    ? []
    : [`${name}: ${label?.status ?? 'no label'} ${label?.fulfillmentState ?? ''} ${JSON.stringify(found)}`];
}

test(
  `${KILLS} labels under ${KILLS} kills: each bought once, charged once, shipped once`,
  { timeout: LIMIT_MS },
  async () => {
    const requested: PurchaseRequest[] = [];
    for (let round = 0; round < KILLS; round++) {
      program().sandbox?.sandbox.faults.clear();
      const sold = await sellToHome([MUG]);
      const client = openClient(site.url, north);
      const quote = await client.post('/shippo/rates', { orderId: sold.id, parcels: packagesOf(round) });
      const rateId = quote.as<QuoteDto>().rates[0]?.id ?? '';
      const aim = await AIMS[round % AIMS.length]?.();
      const buying = buy(rateId, sold.id);
      const isReached = await aim?.reach();
      expect(isReached, aim?.phase).toBe(true);
      await site.kill('app');
      noteCount(`labels: ${aim?.phase ?? ''}`, 1);
      await aim?.release();
      await buying;
      // What was held open goes on at the other end.
      await pause(KEPT_OPEN_MS);
      await site.restart('app');
      requested.push({ sold, rateId, packages: packagesOf(round).length });
    }
    program().sandbox?.sandbox.faults.clear();
    // The turns are over: half of the labels are asked for again, the other half is left to the program alone.
    program().clock.advance({ minutes: 10 });
    await renewSession(north);
    for (const { sold, rateId } of requested.filter((_, at) => at % 2 === 0))
      await api(north).post('/shippo/label', { rateId, orderId: sold.id });
    await drainJobs();
    program().clock.advance({ minutes: 10 });
    await renewSession(north);
    await drainJobs();
    const faults: string[] = [];
    for (const one of requested) {
      const { sold, rateId } = one;
      // What was never bought is bought now; what was, is answered. So many at once are over the limit of calls.
      await program().owner.rateBucket.deleteMany();
      await api(north).post('/shippo/label', { rateId, orderId: sold.id });
      faults.push(...(await findFaults(one)));
    }
    expect(faults).toEqual([]);
    const { db } = program().container.services;
    expect(await db.fast(marketplaceScope(store.id), (tx) => findBalanceDifferences(tx))).toEqual([]);
  },
);

const BATCH_AIMS: readonly (() => Aim | Promise<Aim>)[] = [
  () => aimAtCall('shippo', 'transactions.create'),
  () => aimAtTable(site, 'shipping_labels'),
  () => aimAtCall('shippo', 'shipments.create'),
  () => aimAtCall('shopify', 'fulfillmentCreate'),
  () => aimAtTable(site, 'ledger_postings'),
  () => aimAtTable(site, 'batch_items'),
];

/** Whoever begins a batch writes its items, and would wait with the worker. */
const BEGIN_AIMS = BATCH_AIMS.slice(0, -1);

/** Begins a batch in the app, and kills its worker again and again, each time in another phase. It is dead when this ends. */
async function killWhileBuying(sold: readonly SoldOrder[], round: number): Promise<string> {
  let aim = await BEGIN_AIMS[round % BEGIN_AIMS.length]?.();
  const orders = sold.map(({ id }) => ({ id }));
  const started = await openClient(site.url, north).post(BATCH_PATH, { orders, choice: 'cheapest', notify: false });
  expect(started.status, JSON.stringify(started.body)).toBe(202);
  for (let kill = 1; kill <= KILLS_EACH; kill++) {
    expect(await aim?.reach(), aim?.phase).toBe(true);
    await site.kill('worker');
    noteCount(`batches: ${aim?.phase ?? ''}`, 1);
    await aim?.release();
    // What was held open goes on at the other end.
    await pause(KEPT_OPEN_MS);
    program().sandbox?.sandbox.faults.clear();
    if (kill === KILLS_EACH) break;
    aim = await BATCH_AIMS[(round * KILLS_EACH + kill) % BATCH_AIMS.length]?.();
    await site.restart('worker');
  }
  return started.as<LabelBatchDto>().id;
}

/** The next worker is the test's own, whose clock passes the turns of the dead one: what it had claimed is over by its lease. */
async function endBatch(batchId: string): Promise<LabelBatchDto> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await drainJobs();
    const batch = (await api(north).get(`${BATCH_PATH}/${batchId}`)).as<LabelBatchDto>();
    if (batch.state === 'done') return batch;
    program().clock.advance({ minutes: 10 });
    await renewSession(north);
  }
  throw new Error(`batch ${batchId} has not ended`);
}

test(
  `${BATCHES * LABELS_EACH} labels in batches under ${BATCHES * KILLS_EACH} kills of the worker: each bought, charged and shipped once, one file of all`,
  { timeout: LIMIT_MS },
  async () => {
    for (let round = 0; round < BATCHES; round++) {
      program().sandbox?.sandbox.faults.clear();
      // By the time of the processes: they do what is due by the machine's clock.
      program().clock.set(new Date());
      await renewSession(north);
      const sold: SoldOrder[] = [];
      for (let at = 0; at < LABELS_EACH; at++) sold.push(await sellToHome([MUG]));
      const batchId = await killWhileBuying(sold, round);
      expect(await endBatch(batchId)).toMatchObject({ done: LABELS_EACH, failed: 0 });
      const file = (await api(north).get(`${BATCH_PATH}/${batchId}/file`)).body;
      expect(await countPages(Buffer.from(String(file), 'latin1'))).toBe(LABELS_EACH);
      const labels = await program().owner.shippingLabel.findMany({ where: { batchId: BigInt(batchId) } });
      const rateOf = new Map(labels.map(({ orderId, rateId }) => [String(orderId), rateId]));
      const faults = sold.map((one) => findFaults({ sold: one, rateId: rateOf.get(one.id) ?? '', packages: 1 }));
      expect([labels.length, (await Promise.all(faults)).flat()]).toEqual([LABELS_EACH, []]);
      await site.restart('worker');
    }
    const { db } = program().container.services;
    expect(await db.fast(marketplaceScope(store.id), (tx) => findBalanceDifferences(tx))).toEqual([]);
  },
);
