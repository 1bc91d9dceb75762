import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sandboxOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
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

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 3 };
const change = async ({ name }: SoldOrder, what: string, body: object = {}) => {
  await changeOrder(name, what, body);
  await settle();
};
const lineId = async ({ id }: SoldOrder): Promise<string> =>
  (await api(admin).get(`/orders/${id}`)).as<OrderDetailDto>().order.lines[0]?.id ?? '';

/** The subjects that people of a vendor got about an order, in the order in which they were sent. */
const subjectsTo = ({ email }: BuiltUser, { name }: SoldOrder): string[] =>
  (program().sandbox?.sandbox.mail.list(email) ?? [])
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes(name));

describe('mails follow what happens to a vendor’s order', () => {
  test('order mails: a vendor that had to wait for the payment is mailed once that it is paid', async () => {
    const sold = await sellOrder([MUG], { more: { financialStatus: 'pending' } });
    await settle();
    await change(sold, 'mark-paid');
    await change(sold, 'edit', { lines: [{ sku: await anySku(sold), quantity: 1 }] });
    expect(subjectsTo(north, sold)).toEqual([
      `🛍️ New order ${sold.name} (payment pending)`,
      `✅ Order ${sold.name} is paid`,
    ]);
  });

  test('order mails: a vendor whose goods an edit adds gets its new-order mail', async () => {
    const sold = await sellOrder([MUG]);
    const { shop } = sandboxOrder(sold.id);
    const product = Object.values(shop.products).find(({ variants }) => (variants[0]?.sku ?? '') !== '');
    if (!product) throw new Error('the shop has a product with a SKU');
    product.vendor = 'Joining vendor';
    const joining = await buildUser({ vendor: await buildVendor({ store, name: 'Joining vendor' }) });
    await change(sold, 'edit', { lines: [{ sku: product.variants[0]?.sku, quantity: 1 }] });
    await change(sold, 'mark-paid');
    expect(subjectsTo(joining, sold)).toEqual([`🛍️ New order ${sold.name}`]);
    expect(subjectsTo(north, sold)).toEqual([`🛍️ New order ${sold.name}`]);
  });

  test('order mails: a cut before shipping is mailed to the vendor once, a return of shipped units does not', async () => {
    const sold = await sellOrder([MUG]);
    await settle();
    const id = await lineId(sold);
    await change(sold, 'refunds', { lines: [{ sku: id, quantity: 2, restockType: 'cancel' }] });
    const reported = [`🛍️ New order ${sold.name}`, `✏️ Order ${sold.name} was changed`];
    expect(subjectsTo(north, sold)).toEqual(reported);
    await change(sold, 'fulfill');
    await change(sold, 'refunds', { lines: [{ sku: id, quantity: 1, restockType: 'return' }] });
    expect(subjectsTo(north, sold)).toEqual(reported);
  });

  test('order mails: a refund of all before shipping mails the vendor that it is cancelled, and nothing else', async () => {
    const sold = await sellOrder([MUG]);
    await settle();
    await change(sold, 'cancel', { refund: true });
    expect(subjectsTo(north, sold)).toEqual([`🛍️ New order ${sold.name}`, `🚫 Order ${sold.name} was canceled`]);
  });
});

async function anySku({ id }: SoldOrder): Promise<string> {
  const { shop } = sandboxOrder(id);
  const sku = Object.values(shop.products).flatMap(({ variants }) => variants)[0]?.sku;
  if (!sku) throw new Error('the shop has a variant with a SKU');
  return Promise.resolve(sku);
}
