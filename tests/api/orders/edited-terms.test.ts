import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeExact } from '#app/core/exact-json.ts';
import { buildOrderPayload, type LineInput } from '#tests/factories/orders/orders.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

type Rule = { percent: number; kind?: string };

let store: BuiltStore;
let north: BuiltVendor;
let south: BuiltVendor;

beforeAll(() => startProgram());
afterAll(() => program().stop());
beforeEach(async () => {
  store = await buildStore();
  north = await buildVendor({ store, name: 'North' });
  south = await buildVendor({ store, name: 'South' });
});

/** A version of a vendor's own list: percentages of every price, some of them for one kind of products alone. */
async function saveList(vendor: BuiltVendor, version: number, rules: readonly Rule[]): Promise<void> {
  const lines = rules.map(({ percent, kind }) => ({
    minMinor: 0n,
    maxMinor: null,
    flatMinor: 0n,
    percent: BigInt(percent) * 10_000n,
    constraint: kind === undefined ? null : { key: 'kind', value: kind },
  }));
  await program().owner.commissionList.create({
    data: {
      storeId: store.id,
      vendorId: vendor.id,
      version,
      lines: encodeExact(lines) as never,
      createdAt: program().clock.now(),
      createdBy: 'test',
    },
  });
}

/** The platform tells of an order's version: the second one follows an edit that added a line. */
async function tell(id: number, createdAt: Date, lines: LineInput[]): Promise<void> {
  const payload = buildOrderPayload({ id, createdAt, updatedAt: program().clock.now(), lines });
  expect(await deliverWebhook({ shop: store.domain, topic: 'orders/updated', payload })).toBe(200);
  await waitFor(
    'deliveries are open',
    async () => (await program().owner.webhookDelivery.count({ where: { state: 'pending' } })) === 0,
  );
}

async function commissionOf(id: number, vendor: BuiltVendor): Promise<bigint | undefined> {
  const part = await program().owner.vendorOrder.findFirst({
    where: { storeId: store.id, orderId: BigInt(id), vendorId: vendor.id },
  });
  return part?.commissionMinor;
}

test('M56 a vendor that an edit brings into an order is charged by its list of the sale, whatever it is today', async () => {
  await saveList(south, 1, [{ percent: 20 }]);
  const soldAt = program().clock.now();
  await tell(7_001, soldAt, [{ vendor: 'North', price: '10.00' }]);
  await saveList(south, 2, [{ percent: 50 }]);
  program().clock.advance({ minutes: 1 });
  await tell(7_001, soldAt, [
    { vendor: 'North', price: '10.00' },
    { vendor: 'South', price: '10.00' },
  ]);
  expect(await commissionOf(7_001, south)).toBe(200n);
  await tell(7_002, program().clock.now(), [{ vendor: 'South', price: '10.00' }]);
  expect(await commissionOf(7_002, south)).toBe(500n);
});

test('M36 a line that an edit adds meets the conditions of the sale’s list, also where today’s lists have none', async () => {
  const [productId] = await buildMirrored(north, [
    { title: 'Etching', metafields: [{ namespace: 'custom', key: 'kind', values: ['art'] }] },
  ]);
  await saveList(north, 1, [{ percent: 30, kind: 'art' }, { percent: 10 }]);
  const soldAt = program().clock.now();
  await tell(7_003, soldAt, [{ vendor: 'North', price: '10.00' }]);
  await saveList(north, 2, [{ percent: 10 }]);
  program().clock.advance({ minutes: 1 });
  await tell(7_003, soldAt, [
    { vendor: 'North', price: '10.00' },
    { vendor: 'North', price: '20.00', productId: Number(productId) },
  ]);
  expect(await commissionOf(7_003, north)).toBe(100n + 600n);
});
