import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeExact } from '#app/core/exact-json.ts';
import { orderPageFunction } from '#app/features/orders/read-models/order-page-function.repo.server.ts';
import type { OrderDetailDto, OrderRowDto } from '#app/features/orders/orders.contract.ts';
import { buildOrderPayload, buildRefundPayload, type LineInput } from '#tests/factories/orders/orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

type List = {
  orders: OrderRowDto[];
  counts: { count: number; payoutDue: number; payoutPaid: number; unfulfilled: number };
  pageCount: number;
  pageCountIsExact: boolean;
  cursor: string | null;
};

let store: BuiltStore;
let north: BuiltVendor;
let member: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  north = await buildVendor({ store, name: 'North' });
  await buildVendor({ store, name: 'South' });
  member = await buildUser({ vendor: north });
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

async function handled(): Promise<void> {
  await waitFor(
    'deliveries are open',
    async () => (await program().owner.webhookDelivery.count({ where: { state: 'pending' } })) === 0,
  );
}

type Sale = Partial<Parameters<typeof buildOrderPayload>[0]> & { lines: LineInput[] };

async function sell(...sales: Sale[]) {
  const orders = sales.map((sale) => buildOrderPayload({ createdAt: program().clock.now(), ...sale }));
  for (const payload of orders) await deliverWebhook({ shop: store.domain, topic: 'orders/create', payload });
  await handled();
  return orders;
}

async function list(query: Record<string, string | number> = {}, caller: BuiltUser = member): Promise<List> {
  const answer = await api(caller).get('/orders', { query });
  expect(answer.status).toBe(200);
  return answer.as<List>();
}

async function detail(orderId: number, caller: BuiltUser = member): Promise<OrderDetailDto> {
  const answer = await api(caller).get(`/orders/${orderId}`);
  expect(answer.status).toBe(200);
  return answer.as<OrderDetailDto>();
}

test('an order with an item that a discount made free is on hold, and its vendor sees why', async () => {
  const payload = buildOrderPayload({
    createdAt: program().clock.now(),
    lines: [
      { vendor: 'North', price: '8.00' },
      { vendor: 'North', price: '5.00' },
      { vendor: 'South', price: '5.00' },
    ],
  });
  const amount = '5.00';
  const money = { amount, currency_code: payload.currency };
  const amountSet = { shop_money: money, presentment_money: money };
  Object.assign(payload.line_items[1] ?? {}, {
    discount_allocations: [{ amount, amount_set: amountSet, discount_application_index: 0 }],
  });
  await deliverWebhook({ shop: store.domain, topic: 'orders/create', payload });
  await handled();
  const { order } = await detail(payload.id);
  expect(order).toMatchObject({ held: 'fully_discounted', vendor: { name: 'North' } });
  const whole = await detail(payload.id, admin);
  expect(whole.order.held).toBeNull();
  const onHold = whole.adminOrders.map((part) => [part.vendor.name, part.held]);
  expect(onHold).toEqual(
    expect.arrayContaining([
      ['North', 'fully_discounted'],
      ['South', null],
    ]),
  );
});

describe('the list of orders', () => {
  test('shows a vendor its own vendor orders only, and the marketplace view every vendor order with its vendor', async () => {
    const [order] = await sell({
      lines: [
        { vendor: 'North', price: '20.00', title: 'Mug' },
        { vendor: 'South', price: '7.77', title: 'Kelp' },
      ],
    });
    const own = await list();
    expect(own.orders.filter((row) => row.id === String(order?.id))).toMatchObject([
      {
        vendor: { id: String(north.id), name: 'North' },
        firstLine: { title: 'Mug' },
        lineCount: 1,
        total: { amount: '20.00', currency: 'USD' },
        earnings: { amount: '18.00', currency: 'USD' },
        due: { amount: '18.00', currency: 'USD' },
        fulfillment: 'unfulfilled',
        payout: 'due',
        buyer: { name: 'Mara Lind', city: 'Gent', country: 'BE' },
      },
    ]);
    const all = await list({}, admin);
    expect(all.orders.filter((row) => row.id === String(order?.id)).map((row) => row.vendor.name)).toEqual(
      expect.arrayContaining(['North', 'South']),
    );
  });

  test('narrows to one vendor in the marketplace view with its counts; a vendor that is not there is not found', async () => {
    await sell({ lines: [{ vendor: 'North', price: '4.00' }] }, { lines: [{ vendor: 'South', price: '4.00' }] });
    const south = await list({ vendor: ' SOUTH' }, admin);
    expect(new Set(south.orders.map((row) => row.vendor.name))).toEqual(new Set(['South']));
    const [own] = await program().owner.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) AS count FROM vendor_orders v JOIN vendors d ON d.store_id = v.store_id AND d.id = v.vendor_id
      WHERE v.store_id = ${store.id} AND d.name = 'South'`;
    expect(south.counts.count).toBe(Number(own?.count));
    expect((await list({ vendor: 'South', q: 'nothing is called so' }, admin)).counts.count).toBe(0);
    expect((await api(admin).get('/orders', { query: { vendor: 'Nobody' } })).status).toBe(404);
    expect((await api(member).get('/orders', { query: { vendor: 'South' } })).status).toBe(404);
    // An order itself is there all the same: the filter only says what is beside it.
    const [mine] = (await list()).orders;
    const beside = await api(member).get(`/orders/${mine?.id ?? ''}`, { query: { vendor: 'South' } });
    expect(beside).toMatchObject({ status: 200, body: { order: { previousOrder: null, nextOrder: null } } });
  });

  test('counts its tabs, and the counts follow the states', async () => {
    const before = await list();
    const [order] = await sell(
      { lines: [{ vendor: 'North', price: '5.00' }] },
      { lines: [{ vendor: 'North', price: '6.00' }], financialStatus: 'pending' },
    );
    if (!order) throw new Error('sold');
    const after = await list();
    expect(after.counts).toEqual({
      count: before.counts.count + 2,
      payoutDue: before.counts.payoutDue + 1,
      payoutPaid: 0,
      unfulfilled: before.counts.unfulfilled + 2,
    });
    expect(after.pageCountIsExact).toBe(true);
    await deliverWebhook({
      shop: store.domain,
      topic: 'refunds/create',
      payload: buildRefundPayload(order, [{ index: 0, quantity: 1 }], program().clock.now()),
    });
    await handled();
    const cancelled = await list({ fulfillment: 'cancelled' });
    expect(cancelled.orders.map((row) => row.id)).toEqual([String(order.id)]);
    expect(cancelled.counts.payoutDue).toBe(before.counts.payoutDue);
    const due = await list({ payout: 'due' });
    expect(due.orders.every((row) => row.payout === 'due')).toBe(true);
    expect(due.orders).toHaveLength(due.counts.payoutDue);
  });

  test('searches by number, SKU, title, buyer and nothing of another vendor', async () => {
    const [order] = await sell({
      name: '#SEARCH-1',
      lines: [
        { vendor: 'North', price: '1.00', sku: 'N-100%_x', title: 'Anvil of iron' },
        { vendor: 'South', price: '1.00', sku: 'SECRETSKU', title: 'Hidden thing' },
      ],
    });
    const id = String(order?.id);
    const finds = async (q: string) => (await list({ q })).orders.some((row) => row.id === id);
    expect(await finds('search-1')).toBe(true);
    expect(await finds('100%_X')).toBe(true);
    expect(await finds('anvil OF')).toBe(true);
    expect(await finds('mara l')).toBe(true);
    expect(await finds('SECRETSKU')).toBe(false);
    expect(await finds('mara@buyer.test')).toBe(false);
    // What vendors must not see, they must not find by guessing at it either; the marketplace may.
    expect((await list({ q: 'mara@BUYER.test' }, admin)).orders.some((row) => row.id === id)).toBe(true);
    await program().owner.fulfillment.create({
      data: {
        storeId: store.id,
        id: 99n,
        orderId: BigInt(id),
        vendorId: north.id,
        status: 'success',
        lines: [],
        carrier: 'Paardenpost',
        tracking: 'PP-77',
        createdAt: new Date(),
        updatedAt: new Date(),
      },
    });
    expect([await finds('paardenpost'), await finds('pp-77')]).toEqual([true, true]);
    expect((await list({ q: 'no such thing' })).orders).toEqual([]);
  });

  test('searches a number with its sign from its beginning, and anywhere where no name begins with it', async () => {
    // Higher numbers than a factory counts to: SKUs hold those, and are searched too.
    await sell(
      ...['#9870701', '#98707012', 'B2B#90902', '#1987070'].map((name) => ({
        name,
        lines: [{ vendor: 'North', price: '1.00' }],
      })),
      { name: '#987070188', lines: [{ vendor: 'South', price: '1.00' }] },
    );
    const named = async (q: string, caller = member) =>
      (await list({ q }, caller)).orders.map(({ name }) => name).sort();
    expect(await named('#9870701')).toEqual(['#9870701', '#98707012']);
    expect(await named('#9870701', admin)).toEqual(['#9870701', '#98707012', '#987070188']);
    expect(await named('987070')).toEqual(['#1987070', '#9870701', '#98707012']);
    expect(await named('#90902')).toEqual(['B2B#90902']);
    expect((await list({ q: '#9870701', payout: 'paid' })).orders).toEqual([]);
  });

  test('a text that is looked for keeps every other filter, and goes on by page and by cursor', async () => {
    const createdAt = new Date('2033-01-01T00:00:00Z');
    await sell(
      ...Array.from({ length: 30 }, (_, index) => ({
        createdAt: new Date(createdAt.getTime() + (index % 7) * 1000),
        lines: [
          { vendor: 'North', price: '1.00', title: 'Weathervane' },
          { vendor: 'South', price: '1.00', title: 'Other' },
        ],
        ...(index % 3 === 0 ? { financialStatus: 'pending' } : {}),
      })),
    );
    const all = { q: 'weatherVANE', from: '2033-01-01', to: '2033-01-01' };
    const first = await list(all);
    expect(first).toMatchObject({ pageCount: 2, pageCountIsExact: true, counts: { count: 30, payoutDue: 20 } });
    const second = await list({ ...all, page: 2 });
    expect((await list({ ...all, cursor: first.cursor ?? '' })).orders).toEqual(second.orders);
    expect(new Set([...first.orders, ...second.orders].map((row) => row.id)).size).toBe(30);
    const ids = [...first.orders, ...second.orders].map((row) => row.id);
    const beside = (id: string, caller: BuiltUser) => api(caller).get(`/orders/${id}`, { query: { q: 'weathervane' } });
    expect((await beside(ids[7] ?? '', member)).body).toMatchObject({
      order: { previousOrder: ids[6], nextOrder: ids[8] },
    });
    // In the marketplace view an order stands there once for each vendor; the other one is no neighbour of itself.
    expect((await beside(ids[7] ?? '', admin)).body).toMatchObject({
      order: { previousOrder: ids[6], nextOrder: ids[8] },
    });
    // The oldest first are the same the other way round, by page and by cursor.
    const oldest = await list({ ...all, sort: 'oldest' });
    const rest = await list({ ...all, sort: 'oldest', cursor: oldest.cursor ?? '' });
    expect((await list({ ...all, sort: 'oldest', page: 2 })).orders).toEqual(rest.orders);
    expect([...oldest.orders, ...rest.orders].map((row) => row.id)).toEqual([...ids].reverse());
    expect((await list({ ...all, payout: 'due' })).orders).toHaveLength(20);
    expect((await list({ ...all, fulfillment: 'fulfilled' })).orders).toEqual([]);
    expect((await list({ ...all, from: '2034-01-01', to: '2034-01-01' })).orders).toEqual([]);
    expect((await list({ ...all, q: 'mara lind', vendor: 'South' }, admin)).counts.count).toBe(30);
    expect((await list({ ...all, vendor: 'South' }, admin)).counts.count).toBe(0);
  });

  test('a text is looked for in the scope of the transaction, whatever vendor the statement names', async () => {
    const { db } = program().container.services;
    const south = await program().owner.vendor.findFirstOrThrow({ where: { storeId: store.id, name: 'South' } });
    await sell({ lines: ['North', 'South'].map((vendor) => ({ vendor, price: '1.00', title: 'Sundial' })) });
    const find = (vendor: bigint | null, scope: typeof north.id | '*') =>
      db.fast({ storeId: store.id, vendor: scope }, (tx) =>
        tx.query<{ id: bigint }>(
          `SELECT ${orderPageFunction.name}($1, NULL, NULL, NULL, NULL, NULL, '%sundial%', NULL, NULL, false, 1000, NULL) AS id`,
          [vendor],
        ),
      );
    const ownersOf = async (rows: { id: bigint }[]) =>
      (await program().owner.vendorOrder.findMany({ where: { id: { in: rows.map((row) => row.id) } } })).map(
        (row) => row.vendorId,
      );
    expect(await ownersOf(await find(null, north.id))).toEqual([north.id]);
    expect(await find(south.id, north.id)).toEqual([]);
    expect((await ownersOf(await find(null, '*'))).sort()).toEqual([north.id, south.id].sort());
  });

  test('narrows by period and by days of the store’s zone', async () => {
    const lines = [{ vendor: 'North', price: '1.00' }];
    const [late] = await sell({ createdAt: new Date('2031-03-03T23:30:00Z'), lines });
    const ids = async (query: Record<string, string>) => (await list(query)).orders.map((row) => row.id);
    expect(await ids({ from: '2031-03-04', to: '2031-03-04' })).toEqual([String(late?.id)]);
    expect(await ids({ from: '2031-03-03', to: '2031-03-03' })).toEqual([]);
    expect(await ids({ period: 'today' })).not.toContain(String(late?.id));
  });

  test('goes on by page and by cursor without skipping or repeating', async () => {
    const createdAt = new Date('2032-01-01T00:00:00Z');
    await sell(...Array.from({ length: 30 }, () => ({ createdAt, lines: [{ vendor: 'North', price: '1.00' }] })));
    const days = { from: '2032-01-01', to: '2032-01-01' };
    const first = await list(days);
    expect(first).toMatchObject({ pageCount: 2, pageCountIsExact: true, counts: { count: 30 } });
    const byPage = await list({ ...days, page: 2 });
    const byCursor = await list({ ...days, cursor: first.cursor ?? '' });
    expect(byCursor.orders).toEqual(byPage.orders);
    expect(byCursor.cursor).toBeNull();
    expect(new Set([...first.orders, ...byPage.orders].map((row) => row.id)).size).toBe(30);
    const oldest = await list({ ...days, sort: 'oldest' });
    const rest = await list({ ...days, sort: 'oldest', cursor: oldest.cursor ?? '' });
    const ids = [...first.orders, ...byPage.orders].map((row) => row.id);
    expect([...oldest.orders, ...rest.orders].map((row) => row.id)).toEqual([...ids].reverse());
    expect((await api(member).get('/orders', { query: { sort: 'amount' } })).status).toBe(422);
  });

  test('refuses a page past row 10,000 and names the cursor (422)', async () => {
    const answer = await api(member).get('/orders', { query: { page: 401 } });
    expect(answer.status).toBe(422);
    expect(answer.as<{ issues: unknown[] }>().issues).toMatchObject([
      { path: 'page', message: expect.stringContaining('cursor') as string },
    ]);
  });

  test('needs the permission to read orders (403)', async () => {
    const outsider = await buildUser({ vendor: north, permissions: ['read_products'] });
    expect((await api(outsider).get('/orders')).status).toBe(403);
    expect((await api().get('/orders')).status).toBe(401);
  });
});

describe('an order', () => {
  test('shows a vendor its vendor order as if it were the whole order, and nothing of the rest', async () => {
    const [order] = await sell({
      name: '#LEAK',
      shipping: '83.00',
      lines: [
        { vendor: 'North', price: '29.00', quantity: 2, title: 'Own mug', tax: '12.18' },
        { vendor: 'South', price: '1009.00', quantity: 13, title: 'MARKER-TITLE', sku: 'MARKER-SKU', tax: '2754.57' },
      ],
    });
    if (!order) throw new Error('sold');
    await deliverWebhook({
      shop: store.domain,
      topic: 'refunds/create',
      payload: buildRefundPayload(order, [{ index: 1, quantity: 7 }], program().clock.now()),
    });
    await handled();
    const answer = await detail(order.id);
    const text = JSON.stringify(answer);
    const planted = ['MARKER', 'South', 'largest_remainder', '1009', '83.00', 'mara@buyer.test'];
    const whole = [order.total_price, order.total_tax, String(order.line_items[1]?.id)];
    for (const marker of [...planted, ...whole]) expect(text).not.toContain(marker);
    expect(answer.adminOrders).toEqual([]);
    expect(answer.order).toMatchObject({
      financialStatus: 'paid',
      fulfillment: 'unfulfilled',
      marketplace: null,
      vendor: { name: 'North' },
      lines: [{ title: 'Own mug', quantity: 2, left: 2 }],
      allowedActions: ['fulfill', 'hold', 'comment'],
    });
    expect(answer.order.money?.entries.map((entry) => [entry.reference, entry.sum.amount])).toEqual([
      ['#LEAK/1', '0.00'],
    ]);
  });

  test('explains the earnings step by step, and the steps end in the ledger’s entry', async () => {
    const [order] = await sell({ lines: [{ vendor: 'North', price: '20.00', quantity: 2 }], shipping: '5.00' });
    const { order: shown } = await detail(order?.id ?? 0);
    expect(shown.money).toMatchObject({
      total: { amount: '45.00' },
      commission: { amount: '-4.00' },
      shippingPassedOn: { amount: '5.00' },
      earnings: { amount: '41.00' },
    });
    expect(shown.money?.explain.find((step) => step.key === 'payout')?.amount.amount).toBe('41.00');
    const postings = shown.money?.entries.flatMap((entry) => entry.postings) ?? [];
    expect(postings.find(({ account }) => account === 'vendor_payable')?.amount.amount).toBe('41.00');
  });

  test('hides the contact data of the buyer from vendors, keeps the delivery address, and says what is hidden', async () => {
    const [order] = await sell({ lines: [{ vendor: 'North', price: '1.00' }] });
    const { order: own } = await detail(order?.id ?? 0);
    expect(own.buyer).toMatchObject({
      name: 'Mara Lind',
      email: null,
      shippingAddress: { street1: 'Kaai 1', phone: '+3212345' },
      billingAddress: { phone: null },
    });
    expect(own.buyer.hiddenFields).toContain('customer.email');
    const { order: whole } = await detail(order?.id ?? 0, admin);
    expect(whole.buyer).toMatchObject({ email: 'mara@buyer.test', hiddenFields: [] });
  });

  test('shows the marketplace view every vendor order, and they sum to what the buyer paid', async () => {
    const [order] = await sell({
      shipping: '9.99',
      lines: [
        { vendor: 'North', price: '20.00' },
        { vendor: 'South', price: '30.00' },
        { vendor: '', price: '4.00' },
      ],
    });
    const { order: whole, adminOrders } = await detail(order?.id ?? 0, admin);
    const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);
    const vendors = adminOrders.reduce((sum, part) => sum + cents(part.money.total.amount), 0);
    expect(adminOrders.map((part) => part.vendor.name)).toEqual(['North', 'South']);
    expect(vendors + cents(whole.marketplace?.own.amount)).toBe(cents(order?.total_price));
    expect(whole.marketplace?.parts.reduce((sum, part) => sum + cents(part.amount.amount), 0)).toBe(
      cents(whole.marketplace?.own.amount),
    );
    expect(whole.lines).toHaveLength(3);
    expect(whole.allowedActions).toEqual([
      'fulfill',
      'hold',
      'comment',
      'override_commission',
      'refund',
      'cancel',
      'adjust',
    ]);
  });

  test('is not found for another vendor, for another store and where there is none (404)', async () => {
    const [order] = await sell({ lines: [{ vendor: 'South', price: '1.00' }] });
    const bodies = await Promise.all([
      api(member).get(`/orders/${order?.id ?? 0}`),
      api(await buildUser()).get(`/orders/${order?.id ?? 0}`),
      api(await buildAdmin()).get(`/orders/${order?.id ?? 0}`),
      api(member).get('/orders/999'),
    ]);
    for (const answer of bodies) expect([answer.status, answer.body]).toEqual([404, bodies[0].body]);
  });

  test('shows what happened from the facts, newest first', async () => {
    const [order] = await sell({ lines: [{ vendor: 'North', price: '9.00', quantity: 3 }] });
    if (!order) throw new Error('sold');
    const later = new Date(program().clock.now().getTime() + 1000);
    await deliverWebhook({
      shop: store.domain,
      topic: 'refunds/create',
      payload: buildRefundPayload(order, [{ index: 0, quantity: 1 }], later),
    });
    await handled();
    const { order: shown } = await detail(order.id);
    expect(shown.timeline.map((event) => event.kind)).toEqual(['refunded', 'paid', 'placed']);
    expect(shown.timeline[0]).toMatchObject({ params: { count: '1' }, amount: { amount: '-9.00' } });
    expect(shown.financialStatus).toBe('partially_refunded');
  });
});
