// A number on Home is the number of its menu entry, of its tab, and of the rows of the page that it leads to.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildStore, buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { readPageText } from '#tests/support/page-text.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { openScreens } from '#tests/support/screens.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltVendor;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ screens: await openScreens() });
}, 120_000);
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  store = await buildStore();
  admin = await buildAdmin({ store });
  north = await buildVendor({ store, name: 'North' });
  await buildVendor({ store, name: 'South' });
  seller = await buildUser({ vendor: north });
  await buildDefaultList(store);
});

async function open(by: BuiltUser, path: string): Promise<{ html: string; text: string }> {
  const answer = await fetch(`${program().url}/app${path}`, { headers: { accept: 'text/html', cookie: by.cookie } });
  expect(answer.status).toBe(200);
  const html = await answer.text();
  return { html, text: readPageText(html) };
}

const order = (lines: { vendor: string; price: string }[], more: object = {}) => placeOrder(store, { lines, ...more });

/** Makes every order of the store as old as this. */
async function age(hours: number): Promise<void> {
  const orderedAt = new Date(program().clock.now().getTime() - hours * HOUR_MS);
  await program().owner.vendorOrder.updateMany({ where: { storeId: store.id }, data: { orderedAt } });
}

const seedFinding = () =>
  program().owner.reconciliationFinding.create({
    data: {
      storeId: store.id,
      source: 'balances',
      kind: 'vendor_balance',
      reference: `vendor/${nextNumber()}/USD`,
      firstSeenAt: program().clock.now(),
      lastSeenAt: program().clock.now(),
      lastRunId: 0n,
    },
  });
const seedException = () =>
  program().owner.reconciliationException.create({
    data: {
      storeId: store.id,
      kind: 'refund_unmatched',
      reference: `order/${nextNumber()}`,
      detail: {},
      foundAt: program().clock.now(),
    },
  });
const seedRun = () =>
  program().owner.reconciliationRun.create({
    data: {
      storeId: store.id,
      state: 'done',
      occasion: 'asked',
      source: 'orders',
      startedAt: program().clock.now(),
      finishedAt: program().clock.now(),
    },
  });

describe('orders to ship', () => {
  it('home, tab and menu: one number with unpaid and test orders in it, unpaid ones said apart', async () => {
    await order([{ vendor: 'North', price: '20.00' }]);
    await order([{ vendor: 'North', price: '20.00' }]);
    await order([{ vendor: 'North', price: '20.00' }], { financialStatus: 'pending' });
    await order([{ vendor: 'North', price: '20.00' }], { test: true });
    const home = await open(seller, '/');
    expect(home.text).toContain('4 orders to ship');
    expect(home.text).toMatch(/1 of them waits? for payment/);
    expect(home.text).toMatch(/Orders 4\b/);
    const { counts } = (await api(seller).get('/orders')).as<{ counts: { unfulfilled: number } }>();
    expect(counts.unfulfilled).toBe(4);
    const list = (await api(seller).get('/orders', { query: { fulfillment: 'unfulfilled' } })).as<{
      orders: object[];
    }>();
    expect(list.orders).toHaveLength(4);
  });

  it('home without an order to ship: says that there is nothing', async () => {
    const sent = await order([{ vendor: 'North', price: '20.00' }]);
    await program().owner.vendorOrder.updateMany({
      where: { storeId: store.id, orderId: BigInt(sent.id) },
      data: { fulfillment: 'fulfilled' },
    });
    const { text } = await open(seller, '/');
    expect(text).toContain('You’re all caught up.');
    expect(text).not.toContain('to ship by');
    expect(text).not.toMatch(/\d+ orders? to ship/);
  });
});

describe('products to approve', () => {
  it('home, menu, tab and rows: drafts that wait for a decision, without those that were sent back', async () => {
    await buildMirrored(north, [
      { title: 'Kettle' },
      { title: 'Bowl' },
      { title: 'Cup', submission: 'sent_back' },
      { title: 'Vase', status: 'ACTIVE' },
    ]);
    expect((await open(admin, '/')).text).toContain('2 products to approve');
    const list = await open(admin, '/products?view=WAITING');
    expect(list.text).toContain('Showing 2 of 2');
    expect(list.text).toMatch(/To approve 2\b/);
    for (const title of ['Kettle', 'Bowl']) expect(list.text).toContain(title);
    for (const title of ['Cup', 'Vase']) expect(list.text).not.toContain(title);
  });

  it('the list opens: for an admin on what waits and on all where nothing does, for a vendor on all', async () => {
    const [waiting] = await buildMirrored(north, [{ title: 'Kettle' }, { title: 'Vase', status: 'ACTIVE' }]);
    expect((await open(admin, '/products')).text).toContain('Showing 1 of 1');
    const own = await open(seller, '/products');
    expect(own.text).toContain('Showing 2 of 2');
    expect(own.html).toContain('Search by title, SKU or barcode"');
    await program().owner.product.update({
      where: { storeId_id: { storeId: store.id, id: waiting ?? 0n } },
      data: { submission: 'sent_back' },
    });
    const after = await open(admin, '/products');
    expect(after.text).toContain('Showing 2 of 2');
    expect((await open(admin, '/')).text).not.toMatch(/products? to approve/);
  });
});

describe('the books', () => {
  it('findings open: home says how many, and Reconciliation lists as many; sync problems are counted apart', async () => {
    await seedRun();
    await seedFinding();
    await seedFinding();
    await seedException();
    const { text } = await open(admin, '/');
    expect(text).toContain('2 accounting issues to review');
    expect(text).toContain('1 sync problem');
    expect(text).not.toContain('3 to review');
    const books = (await api(admin).get('/reconciliation')).as<{ counts: { open: number }; exceptions: object[] }>();
    expect([books.counts.open, books.exceptions.length]).toEqual([2, 2]);
  });

  it('findings none, with sync problems: the books balance, whatever else is to be done', async () => {
    await seedRun();
    await seedException();
    const { text } = await open(admin, '/');
    expect(text).toContain('Balanced');
    expect(text).not.toMatch(/to review|Out of balance/);
  });
});

describe('the sentence of the day', () => {
  it('yesterday sold, a vendor late, payouts due: each part with its number, leading to as many rows', async () => {
    await order([
      { vendor: 'North', price: '20.00' },
      { vendor: 'South', price: '30.00' },
    ]);
    await age(80);
    const { html, text } = await open(admin, '/');
    expect(text).toContain('2 vendors ship late.');
    expect(text).toContain('Pay 2 vendors today?');
    expect(html).toContain('href="/app/vendors/performance?show=late"');
    expect((await open(admin, '/vendors/performance?show=late')).text).toContain('Late now (2)');
    expect((await open(admin, '/payouts')).text).toMatch(/2 of 2|2 vendors|North[\s\S]*South/);
  });

  it('orders young, unpaid or on hold: nobody ships late, and nothing says so', async () => {
    await order([{ vendor: 'North', price: '20.00' }], { financialStatus: 'pending' });
    await age(80);
    await order([{ vendor: 'South', price: '30.00' }]);
    const { text } = await open(admin, '/');
    expect(text).not.toContain('ships late');
    expect((await open(admin, '/vendors/performance?show=late')).text).toContain('Everything is shipped in time');
  });

  it('a day before without sales and nothing due: no part of it is there', async () => {
    const { html } = await open(admin, '/');
    expect(html).not.toContain('souk-day');
  });
});
