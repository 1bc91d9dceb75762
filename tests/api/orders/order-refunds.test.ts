import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { settle } from '#tests/support/probe-world.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let north: BuiltUser;
let south: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());

const MUG = { vendor: 'North', title: 'Mug', price: '20.00' };
const KELP = { vendor: 'South', title: 'Kelp', price: '30.00' };

async function refund(lines: readonly (typeof MUG)[], what: (idOf: (title: string) => string) => object) {
  const sold = await sellOrder(lines);
  const { order } = (await api(admin).get(`/orders/${sold.id}`)).as<OrderDetailDto>();
  await changeOrder(
    sold.name,
    'refunds',
    what((title) => order.lines.find((line) => line.title === title)?.id ?? ''),
  );
  await settle();
  return async (caller: BuiltUser) => {
    const reported = (await api(caller).get(`/orders/${sold.id}`)).as<OrderDetailDto>().order;
    const events = reported.timeline.filter(({ kind }) => kind === 'refunded');
    return {
      status: reported.financialStatus,
      explained: reported.money?.explain.map(({ key }) => key) ?? [],
      refunds: events.map(({ amount, params }) => [params['count'], amount?.amount]),
    };
  };
}

describe('a refund is one event with its whole amount', () => {
  test('refund: of shipping alone is an event, partially refunded, and its step stays in Explain', async () => {
    const seenBy = await refund([MUG], () => ({ lines: [], shipping: true }));
    const own = await seenBy(north);
    expect(own).toMatchObject({ status: 'partially_refunded', refunds: [['0', '-10.00']] });
    expect(own.explained).toContain('shipping');
    expect(await seenBy(admin)).toMatchObject({ status: 'partially_refunded', refunds: [['0', '-10.00']] });
  });

  test('refund: of a line and shipping together is one event of both, to each vendor its own share of them', async () => {
    const seenBy = await refund([MUG, KELP], (idOf) => ({
      lines: [{ sku: idOf('Mug'), quantity: 1 }],
      shipping: true,
    }));
    expect((await seenBy(admin)).refunds).toEqual([['1', '-30.00']]);
    // Shipping is shared by the weight of the goods: 4.00 and 6.00 of 10.00.
    expect((await seenBy(north)).refunds).toEqual([['1', '-24.00']]);
    expect(await seenBy(south)).toMatchObject({ status: 'partially_refunded', refunds: [['0', '-6.00']] });
  });

  test('refund: without lines is an event of the whole order alone', async () => {
    const seenBy = await refund([MUG], () => ({ lines: [], amount: '3.00' }));
    expect((await seenBy(admin)).refunds).toEqual([['0', '-3.00']]);
    expect(await seenBy(north)).toMatchObject({ status: 'paid', refunds: [] });
  });
});
