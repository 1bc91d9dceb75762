import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { settle } from '#tests/support/probe-world.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let north: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const detailOf = async (orderId: string, caller = north): Promise<OrderDetailDto['order']> =>
  (await api(caller).get(`/orders/${orderId}`)).as<OrderDetailDto>().order;
const lineOf = async (orderId: string) => {
  const [line] = (await detailOf(orderId)).lines;
  if (!line) throw new Error('the order has a line');
  return line;
};
const change = async ({ name }: SoldOrder, what: string, body: object = {}) => {
  await changeOrder(name, what, body);
  await settle();
};
const sell = (quantity: number) => sellOrder([{ vendor: 'North', title: 'Mug', price: '20.00', quantity }]);
const cancelledMails = (orderId: string) =>
  program().owner.mail.count({ where: { dedupeKey: { startsWith: `order-cancelled/${orderId}/` } } });

describe('units that were shipped and returned', () => {
  test('order units: of 3, one shipped and returned, both others are left and can be shipped', async () => {
    const sold = await sell(3);
    const { id } = await lineOf(sold.id);
    await change(sold, 'fulfill', { lines: [{ sku: id, quantity: 1 }] });
    await change(sold, 'refunds', { lines: [{ sku: id, quantity: 1, restockType: 'return' }] });
    expect(await lineOf(sold.id)).toMatchObject({ remaining: 2, fulfilled: 1, left: 2 });
    expect((await detailOf(sold.id)).fulfillment).toBe('partially_fulfilled');
    const requested = { lineItems: [{ id, quantity: 2 }], carrier: '', tracking: '', url: '', notify: false };
    const shipped = await api(north).post(`/orders/${sold.id}/fulfill`, requested);
    expect([shipped.status, shipped.body]).toMatchObject([200, { failed: [] }]);
    expect(await lineOf(sold.id)).toMatchObject({ remaining: 2, fulfilled: 3, left: 0 });
    expect((await detailOf(sold.id)).fulfillment).toBe('fulfilled');
  });

  test('order units: a unit refunded before it left is not shippable', async () => {
    const sold = await sell(3);
    const { id } = await lineOf(sold.id);
    await change(sold, 'fulfill', { lines: [{ sku: id, quantity: 1 }] });
    await change(sold, 'refunds', { lines: [{ sku: id, quantity: 1, restockType: 'cancel' }] });
    expect(await lineOf(sold.id)).toMatchObject({ remaining: 2, fulfilled: 1, left: 1 });
  });
});

describe('an order that was shipped and then refunded', () => {
  test.each(['return', 'no_restock'])(
    'order units: stays fulfilled and refunded (%s), nobody is mailed to keep it',
    async (restockType) => {
      const sold = await sell(2);
      const { id } = await lineOf(sold.id);
      await change(sold, 'fulfill');
      await change(sold, 'refunds', { lines: [{ sku: id, quantity: 2, restockType }] });
      expect(await detailOf(sold.id)).toMatchObject({
        fulfillment: 'fulfilled',
        financialStatus: 'refunded',
        cancelledAt: null,
        money: { owed: { amount: '10.00' } },
      });
      expect((await detailOf(sold.id, admin)).fulfillment).toBe('fulfilled');
      expect(await cancelledMails(sold.id)).toBe(0);
      // Its shipping is eligible for payout: what is asked of a part is that it is fulfilled, and since when.
      const part = await program().owner.vendorOrder.findFirstOrThrow({ where: { orderId: BigInt(sold.id) } });
      expect(part).toMatchObject({ fulfillment: 'fulfilled', payoutState: 'due', cancelledAt: null });
      expect(part.fulfilledAt).not.toBeNull();
    },
  );

  test('order units: what never left is cancelled, and its vendor is mailed', async () => {
    const sold = await sell(2);
    const { id } = await lineOf(sold.id);
    await change(sold, 'refunds', { lines: [{ sku: id, quantity: 2, restockType: 'cancel' }] });
    expect(await detailOf(sold.id)).toMatchObject({ fulfillment: 'cancelled', financialStatus: 'refunded' });
    expect(await cancelledMails(sold.id)).toBeGreaterThan(0);
  });
});
