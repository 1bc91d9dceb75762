import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RemindersDto } from '#app/features/orders/reminders/remind.contract.ts';
import type { ShownOrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltVendor;
let south: BuiltVendor;
let sold: SoldOrder;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  north = await buildVendor({ store, name: 'North' });
  south = await buildVendor({ store, name: 'South' });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  sold = await sellOrder([
    { vendor: 'North', title: 'Mug', price: '20.00' },
    { vendor: 'South', title: 'Bowl', price: '30.00' },
  ]);
});

const remind = (orders: object[], by: BuiltUser = admin) => api(by).post('/orders/remind', { orders });
const mailsOf = (orderId: string) =>
  program().owner.mail.findMany({
    where: { storeId: store.id, dedupeKey: { startsWith: `order-reminder-now/${orderId}/` } },
    orderBy: { id: 'asc' },
  });

describe('a reminder that somebody asks for', () => {
  test('goes to every vendor of the order, or to one, and stands in the order’s timeline', async () => {
    const one = (await remind([{ orderId: sold.id, vendor: String(south.id) }])).as<RemindersDto>();
    expect(one).toEqual({
      reminded: [{ orderId: sold.id, vendor: { id: String(south.id), name: 'South' } }],
      skipped: [],
    });
    const rest = (await remind([{ orderId: sold.id }])).as<RemindersDto>();
    expect(rest.reminded.map(({ vendor }) => vendor.name)).toEqual(['North']);
    expect(rest.skipped).toMatchObject([{ vendor: { name: 'South' }, reason: 'reminded_today' }]);
    expect((await mailsOf(sold.id)).map(({ vendorId, template }) => [vendorId, template])).toEqual([
      [south.id, 'order-reminder-1'],
      [north.id, 'order-reminder-1'],
    ]);
    const { order } = (await api(admin).get(`/orders/${sold.id}`)).as<ShownOrderDetailDto>();
    const reminded = order.timeline.filter(({ kind }) => kind === 'reminded');
    expect(reminded.map(({ params }) => params['vendor']).sort()).toEqual(['North', 'South']);
  });

  test('goes out once a day, however often and by however many it is asked for, and again on the next', async () => {
    const counts = await Promise.all(
      [1, 2, 3, 4].map(async () => (await remind([{ orderId: sold.id }])).as<RemindersDto>().reminded.length),
    );
    expect(counts.sort()).toEqual([0, 0, 0, 2]);
    program().clock.advance({ hours: 24 });
    admin = await buildAdmin({ store });
    expect((await remind([{ orderId: sold.id }])).as<RemindersDto>().reminded).toHaveLength(2);
    expect(await mailsOf(sold.id)).toHaveLength(4);
  });

  test('is not sent of what is shipped, unpaid or canceled', async () => {
    const unpaid = await sellOrder([{ vendor: 'North', title: 'Cup', price: '5.00' }], {
      more: { financialStatus: 'pending' },
    });
    await changeOrder(sold.name, 'fulfill');
    await waitFor('the shipment is known', async () => {
      const rows = await program().owner.vendorOrder.findMany({ where: { orderId: BigInt(sold.id) } });
      return rows.every(({ fulfillment }) => fulfillment === 'fulfilled');
    });
    const { reminded, skipped } = (await remind([{ orderId: sold.id }, { orderId: unpaid.id }])).as<RemindersDto>();
    expect(reminded).toEqual([]);
    expect(skipped.map(({ vendor, reason }) => `${vendor.name} ${reason}`).sort()).toEqual([
      'North nothing_to_ship',
      'North unpaid',
      'South nothing_to_ship',
    ]);
    expect(await mailsOf(sold.id)).toEqual([]);
  });

  test('is refused whole where an order or a vendor is not there, and to who is no admin', async () => {
    expect((await remind([{ orderId: sold.id }, { orderId: '404' }])).status).toBe(404);
    const another = await buildVendor({ store, name: 'Another' });
    expect((await remind([{ orderId: sold.id, vendor: String(another.id) }])).status).toBe(404);
    expect((await remind([])).status).toBe(422);
    expect((await remind(Array.from({ length: 51 }, () => ({ orderId: sold.id })))).status).toBe(422);
    const member = await buildUser({ vendor: north });
    expect((await remind([{ orderId: sold.id }], member)).status).toBe(403);
    expect(await mailsOf(sold.id)).toEqual([]);
  });
});
