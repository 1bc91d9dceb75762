import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeExact } from '#app/core/exact-json.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  vendor = await buildVendor({ store, name: 'North' });
  admin = await buildAdmin({ store });
  await program().owner.commissionList.create({
    data: {
      storeId: store.id,
      version: 1,
      lines: encodeExact([
        { minMinor: 0n, maxMinor: null, flatMinor: 0n, percent: 100_000n, constraint: null },
      ]) as never,
      createdAt: program().clock.now(),
      createdBy: 'test',
    },
  });
});
afterAll(() => program().stop());

async function sell(isTest: boolean): Promise<number> {
  const payload = buildOrderPayload({
    createdAt: program().clock.now(),
    test: isTest,
    lines: [{ vendor: 'North', price: '40.00' }],
  });
  expect(await deliverWebhook({ shop: store.domain, topic: 'orders/create', payload })).toBe(200);
  await program().drain();
  return payload.id;
}
const partOf = (orderId: number) =>
  program().owner.vendorOrder.findFirstOrThrow({ where: { storeId: store.id, orderId: BigInt(orderId) } });
const countBooked = () => program().owner.ledgerTransaction.count({ where: { storeId: store.id } });
const read = async <Answer>(path: string, caller: BuiltUser = admin) =>
  (await program().api(caller).get(path)).as<Answer>();
const figures = async () => ({
  directory: JSON.stringify(await read<object>('/vendors')),
  info: JSON.stringify(await read<object>('/app/info')),
  transactions: (await read<{ transactions?: object[] }>('/transactions')).transactions?.length,
});
const setCounted = async (countTests: boolean) => {
  const features = { orders: { hiddenFields: [], countTests } };
  expect((await program().api(admin).patch('/app/info/features', { features })).status).toBe(200);
};

test('a test order: marked in list and detail, due never, in no book, and in no figure', async () => {
  await sell(false);
  const before = await figures();
  expect(before.directory).toContain('North');
  const booked = await countBooked();
  const mails = await program().owner.mail.count();
  const id = await sell(true);
  expect(await partOf(id)).toMatchObject({ isTest: true, payoutState: 'none', payoutMinor: 3600n, postedMinor: 0n });
  expect(await countBooked()).toBe(booked);
  expect(await program().owner.mail.count()).toBe(mails);
  expect(await figures()).toEqual(before);
  for (const caller of [admin, await buildUser({ vendor, role: 'manager' })]) {
    const { orders } = await read<{ orders: { id: string; test: boolean; payout: string }[] }>('/orders', caller);
    expect(orders.filter((order) => order.test)).toMatchObject([{ id: String(id), payout: 'none' }]);
    const { order } = await read<{ order: { test: boolean } }>(`/orders/${id}`, caller);
    expect(order.test).toBe(true);
  }
});

test('a test order where the settings count them: due like any other, still marked; what came before stays as it was', async () => {
  const before = await sell(true);
  await setCounted(true);
  const booked = await countBooked();
  const id = await sell(true);
  expect(await partOf(id)).toMatchObject({ isTest: true, payoutState: 'due', postedMinor: 3600n });
  expect(await countBooked()).toBe(booked + 1);
  expect(await partOf(before)).toMatchObject({ payoutState: 'none' });
  // Saving the rest of the settings leaves it alone.
  const features = { orders: { hiddenFields: ['customer.email'] } };
  await program().api(admin).patch('/app/info/features', { features });
  expect((await partOf(await sell(true))).payoutState).toBe('due');
  await setCounted(false);
  expect((await partOf(await sell(true))).payoutState).toBe('none');
});
