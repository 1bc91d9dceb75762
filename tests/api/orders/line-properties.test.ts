import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseLineProperties } from '#app/features/orders/line-properties.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sandboxOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { settle } from '#tests/support/probe-world.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let north: BuiltUser;
let south: BuiltUser;
let admin: BuiltUser;
let sold: SoldOrder;

const ENGRAVING = 'For Ana, née Müller';
const HIDDEN = 'not for people';

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
  const mug = {
    vendor: 'North',
    title: 'Mug',
    price: '20.00',
    discount: '2.00',
    properties: [
      { name: 'Engraving', value: ENGRAVING },
      { name: '_hidden', value: HIDDEN },
    ],
  };
  const kelp = { vendor: 'South', title: 'Kelp', price: '7.00', properties: [{ name: 'Card', value: 'From Bo' }] };
  sold = await sellOrder([mug, kelp]);
  await settle();
});
afterAll(() => program().stop());

const detailOf = async (caller: BuiltUser): Promise<OrderDetailDto> =>
  (await api(caller).get(`/orders/${sold.id}`)).as<OrderDetailDto>();
const mailTo = ({ email }: BuiltUser): string =>
  (program().sandbox?.sandbox.mail.list(email) ?? []).map((mail) => JSON.stringify(mail)).join('\n');

describe('what a buyer had a line made like', () => {
  test('line properties: a vendor sees those of its own lines and their discounts, nobody hidden ones', async () => {
    const own = await detailOf(north);
    expect(own.order.lines).toMatchObject([
      {
        title: 'Mug',
        properties: [{ name: 'Engraving', value: ENGRAVING }],
        discounts: [{ title: 'Line discount', amount: { amount: '-2.00' } }],
      },
    ]);
    expect(JSON.stringify(own)).not.toContain('From Bo');
    const other = JSON.stringify(await detailOf(south));
    expect(other).toContain('From Bo');
    expect(other).not.toContain(ENGRAVING);
    const whole = JSON.stringify(await detailOf(admin));
    expect(whole).toContain(ENGRAVING);
    expect(whole).not.toContain(HIDDEN);
  });

  test('line properties: stand on the packing slip, in the export and in the mail about the order', async () => {
    const slip = String((await api(north).get(`/orders/${sold.id}/documents/slip`)).body);
    expect(slip).toContain(`Engraving: ${ENGRAVING}`);
    const csv = String((await api(north).post('/orders/export', {})).body);
    expect(csv).toContain(`Engraving: ${ENGRAVING}`);
    expect(csv).not.toContain('From Bo');
    await settle();
    const mail = mailTo(north);
    expect(mail).toContain('Engraving');
    expect(mail).not.toContain('From Bo');
    for (const text of [slip, csv, mail]) expect(text).not.toContain(HIDDEN);
  });

  test('line properties: an order that is read from the store has them too', async () => {
    const { shop, order } = sandboxOrder(sold.id);
    const [line] = order.lines;
    const sku = Object.values(shop.products).flatMap(({ variants }) => variants)[0]?.sku;
    if (!line) throw new Error('the order has a line');
    line.sellingPlan = 'Every month';
    line.properties = [{ name: 'Engraving', value: 'For Bea' }];
    // An edit holds deltas only: the order is read again.
    await changeOrder(sold.name, 'edit', { lines: [{ sku, quantity: 1 }] });
    await settle();
    const lines = (await detailOf(north)).order.lines;
    expect(lines).toMatchObject([{ properties: [{ value: 'For Bea' }], sellingPlan: 'Every month' }]);
  });

  test('line properties: a redaction of the buyer erases them, and a later version does not bring them back', async () => {
    await program().sandbox?.control('POST', '/compliance', {
      topic: 'customers/redact',
      customerEmail: 'mara@buyer.test',
    });
    await settle();
    const inDatabase = async () =>
      program().owner.orderLine.findMany({ where: { orderId: BigInt(sold.id) }, select: { properties: true } });
    expect((await inDatabase()).every(({ properties }) => properties === null)).toBe(true);
    await changeOrder(sold.name, 'refunds', { lines: [], amount: '1.00' });
    await settle();
    expect((await inDatabase()).every(({ properties }) => properties === null)).toBe(true);
    const { lines } = (await detailOf(north)).order;
    expect(lines[0]).toMatchObject({ properties: [], sellingPlan: 'Every month' });
  });

  test('line properties: too many, too long ones and what is none are cut or left out', () => {
    const properties = Array.from({ length: 150 }, (_, at) => ({
      name: `n${at}`.padEnd(300, 'x'),
      value: 'v'.repeat(9_000),
    }));
    const [line] = parseLineProperties({
      line_items: [{ id: 7, properties }, { id: 8, properties: 'none' }, { id: 9 }],
    });
    expect(line?.lineId).toBe('7');
    expect(line?.properties).toHaveLength(100);
    expect(line?.properties.every(({ name, value }) => name.length === 255 && value.length === 2_000)).toBe(true);
    expect(parseLineProperties({ line_items: [{ id: 8, properties: [{ value: 'no name' }, null] }] })).toEqual([]);
  });
});
