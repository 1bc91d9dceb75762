import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { LabelBatchDto } from '#app/features/labels/batch/label-batch.contract.ts';
import { findBalanceDifferences } from '#app/features/ledger/ledger.service.server.ts';
import { openLabels, readShippo, sellToHome, SHIPPO_LIVE_KEY } from '#tests/factories/labels.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { sandboxOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { openClient } from '#tests/support/api.ts';
import { openCrashSite, type CrashSite } from '#tests/support/crash-site.ts';
import { api, program } from '#tests/support/program.ts';
import { isProof, noteCount, scaled } from '#tests/support/scale.ts';
import { waitFor } from '#tests/support/wait.ts';
import { workOff } from '#tests/support/work-off.ts';
import { aimAtCall, aimAtTable, HELD_OPEN_MS, type Aim } from './label-aims.ts';

const BATCHES = scaled(10, 1);
const LABELS_EACH = isProof ? 50 : 3;
const KILLS_EACH = isProof ? 10 : 2;
const LIMIT_MS = isProof ? 7_200_000 : 300_000;
const MAX_ROUNDS = 12;
const ROUND_MS = isProof ? 30_000 : 15_000;
const PATH = '/shippo/label-batches';
const MUG = { vendor: 'North', title: 'Mug', price: '20.00' };

let site: CrashSite;
let store: BuiltStore;
let north: BuiltUser;

beforeAll(async () => {
  site = await openCrashSite();
  store = await installDemoStore();
  await buildDefaultList(store);
  const admin = await buildAdmin({ store });
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  await openLabels(admin, [north], { apiKey: SHIPPO_LIVE_KEY, chargeVendor: true });
}, 180_000);
afterAll(() => site.stop());

const AIMS: readonly (() => Aim | Promise<Aim>)[] = [
  () => aimAtCall('shippo', 'transactions.create'),
  () => aimAtTable(site, 'shipping_labels'),
  () => aimAtCall('shippo', 'shipments.create'),
  () => aimAtCall('shopify', 'fulfillmentCreate'),
  () => aimAtTable(site, 'ledger_postings'),
];

/** A killed worker's job is taken over once its lease is over; leases count by the clock that the processes share. */
async function passLease(): Promise<void> {
  program().clock.advance({ minutes: 10 });
  await renewSession(north);
}

const read = async (batchId: string) => (await api(north).get(`${PATH}/${batchId}`)).as<LabelBatchDto>();

/** Waits for the end of a batch. What waits for a lease or a turn is helped on, seldom enough that a step ends in between. */
async function waitForEnd(batchId: string): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await passLease();
    const hasEnded = async () => (await read(batchId)).state === 'done';
    if (await waitFor('the batch has ended', hasEnded, ROUND_MS).catch(() => false)) return;
  }
  throw new Error(`batch ${batchId} has not ended`);
}

/** Everything that is wrong with an order of a batch; empty is how it must be. */
async function findFaults({ id, name }: SoldOrder): Promise<string[]> {
  const where = { storeId: store.id, orderId: BigInt(id) };
  const labels = await program().owner.shippingLabel.findMany({ where });
  const charges = await program().owner.ledgerPosting.count({ where: { ...where, account: 'label_costs' } });
  const rates = new Set(labels.map(({ rateId }) => rateId));
  const purchases = (await readShippo()).transactions.filter(({ rateId }) => rates.has(rateId)).length;
  const shipments = sandboxOrder(id).order.fulfillments.length;
  const bought = labels.filter(({ status, fulfillmentState: made }) => status === 'bought' && made === 'made').length;
  const found = { bought, charges, purchases, shipments };
  return Object.values(found).every((count) => count === 1) ? [] : [`${name}: ${JSON.stringify(found)}`];
}

test(
  `${String(BATCHES * LABELS_EACH)} labels in batches under ${String(BATCHES * KILLS_EACH)} kills of the worker: each bought, charged and shipped once`,
  { timeout: LIMIT_MS },
  async () => {
    const all: SoldOrder[] = [];
    for (let round = 0; round < BATCHES; round++) {
      const sold: SoldOrder[] = [];
      for (let at = 0; at < LABELS_EACH; at++) sold.push(await sellToHome([MUG]));
      all.push(...sold);
      const orders = sold.map(({ id }) => ({ id }));
      let aim = await AIMS[(round * KILLS_EACH) % AIMS.length]?.();
      const begun = await openClient(site.url, north).post(PATH, { orders, choice: 'cheapest', notify: false });
      expect(begun.status, JSON.stringify(begun.body)).toBe(202);
      for (let kill = 0; kill < KILLS_EACH; kill++) {
        expect(await aim?.reach(), aim?.phase).toBe(true);
        await site.kill('worker');
        noteCount(`batches: ${aim?.phase ?? ''}`, 1);
        await aim?.release();
        // What was held open goes on at the other end.
        await pause(HELD_OPEN_MS);
        const next = round * KILLS_EACH + kill + 1;
        aim = kill + 1 < KILLS_EACH ? await AIMS[next % AIMS.length]?.() : undefined;
        await passLease();
        await site.restart('worker');
      }
      program().sandbox?.sandbox.faults.clear();
      const batchId = begun.as<LabelBatchDto>().id;
      await waitForEnd(batchId);
    }
    await passLease();
    await workOff();
    expect((await Promise.all(all.map(findFaults))).flat()).toEqual([]);
    const { db } = program().container.services;
    expect(await db.fast(marketplaceScope(store.id), (tx) => findBalanceDifferences(tx))).toEqual([]);
  },
);
