import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReturnsDto } from '#app/features/orders/aftersales/returns.contract.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { outstandingOf } from '#sandbox/platform/store/order-amounts.ts';
import { grantAftersales } from '#tests/factories/aftersales.ts';
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

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().sandbox?.control('DELETE', '/faults', {});
  await grantAftersales({ domain: store.domain });
});

async function sellShipped(): Promise<SoldOrder & { mug: string; kelp: string }> {
  const sold = await sellOrder([
    { vendor: 'North', title: 'Mug', price: '20.00', quantity: 3 },
    { vendor: 'South', title: 'Kelp', price: '7.00', quantity: 2 },
  ]);
  await changeOrder(sold.name, 'fulfill');
  await program().drain();
  const { lines } = (await detailOf(sold.id)).order;
  const idOf = (title: string): string => lines.find((line) => line.title === title)?.id ?? '';
  return { ...sold, mug: idOf('Mug'), kelp: idOf('Kelp') };
}
const detailOf = async (orderId: string, caller = admin): Promise<OrderDetailDto> =>
  (await api(caller).get(`/orders/${orderId}`)).as<OrderDetailDto>();
const returnsOf = async (orderId: string): Promise<ReturnsDto> =>
  (await api(admin).get(`/orders/${orderId}/returns`)).as<ReturnsDto>();
const act = (orderId: string, path: string, body: object = {}) =>
  api(admin).post(`/orders/${orderId}/returns${path}`, body);
const strike = (fault: object) => program().sandbox?.control('POST', '/faults', { target: 'shopify', ...fault });

describe('a return', () => {
  test('goes from its request to its receipt, paid back and restocked, and each vendor sees its own vendor order’s share', async () => {
    const sold = await sellShipped();
    const before = await detailOf(sold.id, south);
    const made = await act(sold.id, '', { lines: [{ id: sold.mug, quantity: 2 }], reason: 'unwanted' });
    expect(made.status).toBe(201);
    const { returnId } = made.as<{ returnId: string }>();
    expect((await returnsOf(sold.id)).returns).toMatchObject([
      {
        id: returnId,
        status: 'requested',
        allowedActions: ['approve', 'decline'],
        lines: [{ quantity: 2, reason: 'unwanted' }],
      },
    ]);
    expect((await act(sold.id, `/${returnId}/receive`)).status).toBe(409);
    expect((await act(sold.id, `/${returnId}/approve`)).status).toBe(200);
    const changed = await act(sold.id, `/${returnId}/receive`, { refund: true, token: 'of other amounts' });
    expect([changed.status, changed.as<{ code: string }>().code]).toEqual([409, 'amount_changed']);
    const received = await act(sold.id, `/${returnId}/receive`, { restock: true, refund: true });
    expect([received.status, received.body]).toMatchObject([200, { amount: { amount: '40.00' } }]);
    expect((await act(sold.id, `/${returnId}/close`)).status).toBe(200);
    await program().drain();
    const own = await detailOf(sold.id, north);
    expect(own.order).toMatchObject({
      financialStatus: 'partially_refunded',
      returns: [{ name: `${sold.name}-R1`, status: 'closed', lines: [{ title: 'Mug', quantity: 2, received: 2 }] }],
    });
    expect(own.order.timeline.map((event) => event.kind)).toEqual(
      expect.arrayContaining(['return_requested', 'return_approved', 'return_received', 'return_closed', 'refunded']),
    );
    expect(await detailOf(sold.id, south)).toEqual(before);
    expect(sandboxOrder(sold.id).order.refunds[0]?.lines[0]?.restockType).toBe('return');
  });

  test('of the store admin is taken over by its webhook; a vendor’s own is numbered by itself', async () => {
    const sold = await sellShipped();
    await changeOrder(sold.name, 'returns', { lines: [{ sku: sold.mug, quantity: 1 }] });
    await changeOrder(sold.name, 'returns', { lines: [{ sku: sold.kelp, quantity: 1 }] });
    await changeOrder(sold.name, 'returns/decline', { reason: 'OTHER', note: 'Opened already' });
    await program().drain();
    const whole = (await detailOf(sold.id)).order.returns;
    expect(whole.map(({ name, status }) => [name, status])).toEqual([
      [`${sold.name}-R1`, 'requested'],
      [`${sold.name}-R2`, 'declined'],
    ]);
    expect(whole[1]?.decline).toEqual({ reason: 'other', note: 'Opened already' });
    const own = await detailOf(sold.id, south);
    expect(own.order.returns).toMatchObject([{ name: `${sold.name}-R1`, status: 'declined', decline: { note: null } }]);
    expect(JSON.stringify(own)).not.toContain('R2');
  });

  test('with lines of several vendors ends for each with its own: nothing of it shows the others', async () => {
    const [shared, alone] = [await sellShipped(), await sellShipped()];
    const both = [shared.mug, shared.kelp].map((id) => ({ id, quantity: 1 }));
    const inputs: [typeof shared, object][] = [
      [shared, { lines: both, approved: true }],
      [alone, { lines: [{ id: alone.mug, quantity: 1 }], approved: true }],
    ];
    for (const [sold, input] of inputs) {
      const { returnId } = (await act(sold.id, '', input)).as<{ returnId: string }>();
      const mug = (await returnsOf(sold.id)).returns[0]?.lines.find((line) => line.title === 'Mug');
      await act(sold.id, `/${returnId}/receive`, { lines: [{ id: mug?.id, quantity: 1 }], refund: false });
      if (sold === alone) await act(sold.id, `/${returnId}/close`);
    }
    await program().drain();
    const seenBy = async (sold: SoldOrder, caller: BuiltUser) => {
      const { order } = await detailOf(sold.id, caller);
      const kinds = order.timeline.map((event) => event.kind).filter((kind) => kind.startsWith('return_'));
      return [order.returns.map(({ status, endedAt }) => [status, endedAt !== null]), kinds.sort()];
    };
    expect(await seenBy(shared, north)).toEqual(await seenBy(alone, north));
    expect(await seenBy(shared, south)).toMatchObject([[['open', false]], expect.any(Array)]);
    expect((await detailOf(shared.id)).order.returns).toMatchObject([{ status: 'open', endedAt: null }]);
  });

  test('is declined with a reason and a note, and cancelled only while nothing of it has arrived', async () => {
    const sold = await sellShipped();
    const first = (await act(sold.id, '', { lines: [{ id: sold.mug, quantity: 1 }] })).as<{ returnId: string }>();
    const declined = await act(sold.id, `/${first.returnId}/decline`, { reason: 'final_sale', note: 'As agreed' });
    expect(declined.status).toBe(200);
    expect(sandboxOrder(sold.id).order.returns[0]?.decline).toEqual({ reason: 'FINAL_SALE', note: 'As agreed' });
    const input = { lines: [{ id: sold.mug, quantity: 2 }], approved: true };
    const second = (await act(sold.id, '', input)).as<{ returnId: string }>();
    const [line] = (await returnsOf(sold.id)).returns[0]?.lines ?? [];
    await act(sold.id, `/${second.returnId}/receive`, { lines: [{ id: line?.id, quantity: 1 }], refund: false });
    expect((await act(sold.id, `/${second.returnId}/cancel`)).status).toBe(409);
    const third = (await act(sold.id, '', { lines: [{ id: sold.kelp, quantity: 1 }], approved: true })).as<{
      returnId: string;
    }>();
    expect((await act(sold.id, `/${third.returnId}/cancel`)).status).toBe(200);
  });

  test('whose answers were lost is made and received once', async () => {
    const sold = await sellShipped();
    await strike({ operation: 'returnCreate', kind: 'drop_response', times: 1 });
    const made = await act(sold.id, '', { lines: [{ id: sold.mug, quantity: 1 }], approved: true });
    expect(made.status).toBe(201);
    const { returnId } = made.as<{ returnId: string }>();
    await strike({ operation: 'returnProcess', kind: 'drop_response', times: 1 });
    expect((await act(sold.id, `/${returnId}/receive`)).status).toBe(502);
    expect((await act(sold.id, `/${returnId}/receive`)).body).toMatchObject({ amount: { amount: '20.00' } });
    const { order } = sandboxOrder(sold.id);
    expect([order.returns.length, order.refunds.length]).toEqual([1, 1]);
  });

  test.each([
    ['more units than were shipped', (ids: { mug: string }) => ({ lines: [{ id: ids.mug, quantity: 4 }] }), 409],
    ['a line of another order', () => ({ lines: [{ id: '987654321', quantity: 1 }] }), 404],
    ['no line', () => ({ lines: [] }), 422],
  ])('of %s is refused', async (_what, body, status) => {
    const sold = await sellShipped();
    expect((await act(sold.id, '', body(sold))).status).toBe(status);
    expect(sandboxOrder(sold.id).order.returns).toEqual([]);
  });

  test('needs the access of the store, and says so (409)', async () => {
    const sold = await sellShipped();
    const { shop } = sandboxOrder(sold.id);
    const scopes = (shop.installation?.scopes ?? []).filter((scope) => scope !== 'write_returns');
    await program().sandbox?.control('POST', '/scopes', { shop: store.domain, scopes });
    expect(await returnsOf(sold.id)).toEqual({ granted: false, returns: [], returnable: [] });
    const answer = await act(sold.id, '', { lines: [{ id: sold.mug, quantity: 1 }] });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([409, expect.stringContaining('access')]);
  });
});

describe('the same change here and in the store admin', () => {
  /** What two orders end with, without their ids, names and times. */
  async function endOf(orderId: string): Promise<unknown> {
    const { owner } = program();
    const where = { storeId: store.id, orderId: BigInt(orderId) };
    const parts = await owner.vendorOrder.findMany({ where, orderBy: { vendorId: 'asc' } });
    const postings = await owner.ledgerPosting.groupBy({
      by: ['vendorId', 'account'],
      where,
      _sum: { amountMinor: true },
      orderBy: [{ vendorId: 'asc' }, { account: 'asc' }],
    });
    const lines = await owner.orderLine.findMany({ where, orderBy: { position: 'asc' } });
    const { returns } = (await detailOf(orderId)).order;
    return JSON.parse(
      JSON.stringify(
        {
          parts: parts.map((part) => [
            part.fulfillment,
            part.payoutState,
            part.totalMinor,
            part.payoutMinor,
            part.postedMinor,
          ]),
          postings: postings.filter((one) => one._sum.amountMinor !== 0n),
          lines: lines.map((line) => [line.title, line.currentQuantity, line.fulfilledQuantity]),
          returns: returns.map((one) => [
            one.status,
            one.lines.map((line) => [line.title, line.quantity, line.received]),
          ]),
        },
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      ),
    );
  }
  type Sold = Awaited<ReturnType<typeof sellShipped>>;

  test.each<[string, (sold: Sold) => Promise<unknown>, (sold: Sold) => Promise<unknown>]>([
    [
      'a refund of items and shipping',
      (sold) =>
        api(admin).post(`/orders/${sold.id}/refund`, {
          lines: [{ id: sold.mug, quantity: 1, restock: 'return' }],
          shipping: { amount: '4.00' },
        }),
      (sold) => changeOrder(sold.name, 'refunds', { lines: [{ sku: sold.mug, quantity: 1 }], shipping: '4.00' }),
    ],
    [
      'an amount without items',
      (sold) => api(admin).post(`/orders/${sold.id}/refund`, { amount: '3.00' }),
      (sold) => changeOrder(sold.name, 'refunds', { amount: '3.00' }),
    ],
    [
      'a return',
      async (sold) => {
        const input = { lines: [{ id: sold.mug, quantity: 1 }], approved: true };
        const { returnId } = (await act(sold.id, '', input)).as<{ returnId: string }>();
        await act(sold.id, `/${returnId}/receive`);
        await act(sold.id, `/${returnId}/close`);
      },
      async (sold) => {
        await changeOrder(sold.name, 'returns', { lines: [{ sku: sold.mug, quantity: 1 }], approved: true });
        await changeOrder(sold.name, 'returns/process');
        await changeOrder(sold.name, 'returns/close');
      },
    ],
  ])('ends in the same state: %s', async (_what, here, there) => {
    const [ours, theirs] = [await sellShipped(), await sellShipped()];
    await here(ours);
    await there(theirs);
    await settle();
    expect(await endOf(ours.id)).toEqual(await endOf(theirs.id));
  });

  test('ends in the same state: a cancellation', async () => {
    const lines = [{ vendor: 'North', title: 'Mug', price: '20.00', quantity: 1 }];
    const [ours, theirs] = [await sellOrder(lines), await sellOrder(lines)];
    await api(admin).post(`/orders/${ours.id}/cancel`, { reason: 'customer' });
    await changeOrder(theirs.name, 'cancel', { reason: 'customer' });
    await program().drain();
    expect(await endOf(ours.id)).toEqual(await endOf(theirs.id));
  });
});

describe('payments that are not whole', () => {
  test.each([
    ['pending', { financialStatus: 'pending' }, undefined, 'pending'],
    ['authorised', { financialStatus: 'authorized' }, undefined, 'authorized'],
    ['partly paid', { financialStatus: 'pending' }, ['pay-part', { amount: '5.00' }], 'partially_paid'],
    ['voided', { financialStatus: 'authorized' }, ['void', {}], 'voided'],
  ] as const)('%s is said to admins and vendors, and nothing is due', async (_what, more, change, status) => {
    const sold = await sellOrder([{ vendor: 'North', title: 'Mug', price: '20.00' }], { more });
    if (change) await changeOrder(sold.name, change[0], change[1]);
    await program().drain();
    expect((await detailOf(sold.id)).order.financialStatus).toBe(status);
    const own = (await detailOf(sold.id, north)).order;
    expect([own.financialStatus, own.money?.due.amount, own.money?.entries]).toEqual([status, '0.00', []]);
  });
});

/** A variant of the store that costs what the mug does. */
function evenVariant(sold: { id: string }): { sku: string } {
  const variant = Object.values(sandboxOrder(sold.id).shop.products).flatMap(({ variants }) => variants)[0];
  if (!variant) throw new Error('the shop has a variant');
  variant.priceMinor = 2000;
  return variant;
}

describe('an exchange', () => {
  test('of the store admin brings its new line to the vendor once its price is paid (M56, M62)', async () => {
    const sold = await sellShipped();
    const { shop } = sandboxOrder(sold.id);
    const product = Object.values(shop.products).find((one) => (one.variants[0]?.priceMinor ?? 0) > 0);
    const sku = product?.variants[0]?.sku ?? '';
    const exchange = [{ sku, quantity: 1 }];
    await changeOrder(sold.name, 'returns', { lines: [{ sku: sold.mug, quantity: 1 }], exchange, approved: true });
    await changeOrder(sold.name, 'returns/process');
    await changeOrder(sold.name, 'mark-paid');
    await program().drain();
    const { order, adminOrders } = await detailOf(sold.id);
    const added = order.lines.find((line) => line.sku === sku);
    expect(added?.vendor?.name).toBe(product?.vendor);
    const part = adminOrders.find(({ vendor }) => vendor.name === product?.vendor);
    expect([part?.money.goods.amount, part?.money.shipping.amount]).toEqual([added?.total.amount, '0.00']);
  });

  test('exchange: an even one owes nothing and is not pending', async () => {
    const sold = await sellShipped();
    const { order } = sandboxOrder(sold.id);
    const exchange = [{ sku: evenVariant(sold).sku, quantity: 1 }];
    await changeOrder(sold.name, 'returns', { lines: [{ sku: sold.mug, quantity: 1 }], exchange, approved: true });
    await changeOrder(sold.name, 'returns/process', { refund: false });
    await settle();
    expect([order.financialStatus, outstandingOf(order)]).toEqual(['paid', 0]);
    expect((await detailOf(sold.id)).order.financialStatus).toBe('paid');
  });

  test('exchange: an even one leaves paid and vendor orders as they were, and nothing that was not refunded', async () => {
    const sold = await sellShipped();
    const before = (await detailOf(sold.id)).order.marketplace;
    const sku = evenVariant(sold).sku;
    const exchange = [{ sku, quantity: 1 }];
    await changeOrder(sold.name, 'returns', { lines: [{ sku: sold.mug, quantity: 1 }], exchange, approved: true });
    await changeOrder(sold.name, 'returns/process', { refund: false });
    await settle();
    const { order, adminOrders } = await detailOf(sold.id);
    expect(order.marketplace?.paid).toEqual(before?.paid);
    expect(order.marketplace?.parts.filter(({ kind }) => kind === 'not_refunded')).toEqual([]);
    const added = order.lines.find((line) => line.sku === sku);
    const ofAdded = adminOrders.find(({ vendor }) => vendor.name === added?.vendor?.name);
    expect(ofAdded?.money.goods.amount).toBe('20.00');
  });
});
