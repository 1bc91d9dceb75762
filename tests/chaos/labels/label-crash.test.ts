import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findBalanceDifferences } from '#app/features/ledger/ledger.service.server.ts';
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
import { workOff } from '#tests/support/work-off.ts';
import { aimAtCall, aimAtTable, HELD_OPEN_MS, type Aim } from './label-aims.ts';

const KILLS = scaled(100, 3);
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

type Asked = { sold: SoldOrder; rateId: string; packages: number };

/** Everything that is wrong with a label of an order; empty is how it must be. */
async function findFaults({ sold: { id, name }, rateId, packages }: Asked): Promise<string[]> {
  const purchases = (await readShippo()).transactions.filter((one) => one.rateId === rateId);
  const label = await program().owner.shippingLabel.findFirst({ where: { storeId: store.id, rateId } });
  const charges = await program().owner.ledgerPosting.findMany({
    where: { storeId: store.id, orderId: BigInt(id), account: 'label_costs' },
  });
  const { fulfillments } = sandboxOrder(id).order;
  const found = { purchases: purchases.length, charges: charges.length, shipments: fulfillments.length };
  const isRight = label?.status === 'bought' && label.fulfillmentState === 'made' && found.purchases === packages;
  return isRight && found.charges === 1 && found.shipments === 1
    ? []
    : [`${name}: ${label?.status ?? 'no label'} ${label?.fulfillmentState ?? ''} ${JSON.stringify(found)}`];
}

test(
  `${KILLS} labels under ${KILLS} kills: each bought once, charged once, shipped once`,
  { timeout: LIMIT_MS },
  async () => {
    const asked: Asked[] = [];
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
      await pause(HELD_OPEN_MS);
      await site.restart('app');
      asked.push({ sold, rateId, packages: packagesOf(round).length });
    }
    program().sandbox?.sandbox.faults.clear();
    // The turns are over: half of the labels are asked for again, the other half is left to the program alone.
    program().clock.advance({ minutes: 10 });
    await renewSession(north);
    for (const { sold, rateId } of asked.filter((_, at) => at % 2 === 0))
      await api(north).post('/shippo/label', { rateId, orderId: sold.id });
    await workOff();
    program().clock.advance({ minutes: 10 });
    await renewSession(north);
    await workOff();
    const faults: string[] = [];
    for (const one of asked) {
      const { sold, rateId } = one;
      // What was never bought is bought now; what was, is answered.
      await api(north).post('/shippo/label', { rateId, orderId: sold.id });
      faults.push(...(await findFaults(one)));
    }
    expect(faults).toEqual([]);
    const { db } = program().container.services;
    expect(await db.fast(marketplaceScope(store.id), (tx) => findBalanceDifferences(tx))).toEqual([]);
  },
);
