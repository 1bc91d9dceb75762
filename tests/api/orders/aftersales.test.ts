import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LossesDto, RefundPreviewDto } from '#app/features/orders/aftersales/aftersales.contract.ts';
import { readChangeForm } from '#app/features/orders/aftersales/forms.service.server.ts';
import { ctxFor } from '#app/main/ctx.server.ts';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { grantAftersales } from '#tests/factories/aftersales.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { changeOrder, sandboxOrder, sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let north: BuiltUser;
let south: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await buildDefaultList(store);
  north = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().sandbox?.control('DELETE', '/faults', {});
  await grantAftersales({ domain: store.domain });
});

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 3 };
const KELP = { vendor: 'South', title: 'Kelp', price: '7.00', quantity: 2 };

async function detailOf(orderId: string, caller = admin): Promise<OrderDetailDto> {
  return (await api(caller).get(`/orders/${orderId}`)).as<OrderDetailDto>();
}
async function linesOf(orderId: string): Promise<{ mug: string; kelp: string }> {
  const { lines } = (await detailOf(orderId)).order;
  const idOf = (title: string): string => lines.find((line) => line.title === title)?.id ?? '';
  return { mug: idOf('Mug'), kelp: idOf('Kelp') };
}
/** The context of the admin's screens. */
const formContext = () => {
  const { url } = program();
  return ctxFor(new Request(`${url}/app/orders`, { headers: { cookie: admin.cookie } }));
};
const refund = (orderId: string, body: object, caller = admin, headers: Record<string, string> = {}) =>
  api(caller).post(`/orders/${orderId}/refund`, body, { headers });
const preview = (orderId: string, body: object) => api(admin).post(`/orders/${orderId}/refund/preview`, body);
const cancel = (orderId: string, body: object, caller = admin) => api(caller).post(`/orders/${orderId}/cancel`, body);
const strike = (fault: object) => program().sandbox?.control('POST', '/faults', { target: 'shopify', ...fault });
/** Moves the clock on for people who stay signed in: a session lasts a quarter of an hour. */
async function passMinutes(minutes: number): Promise<void> {
  program().clock.advance({ minutes });
  for (const caller of [admin, north, south]) await renewSession(caller);
}
const cents = (amount: { amount: string }): number => Math.round(Number(amount.amount) * 100);

describe('a refund', () => {
  test('is previewed with what each vendor loses, and the parts add up to what goes back', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const { mug } = await linesOf(sold.id);
    const answer = await preview(sold.id, { lines: [{ id: mug, quantity: 1, restock: 'return' }] });
    expect(answer.status).toBe(200);
    const shown = answer.as<RefundPreviewDto>();
    expect(shown).toMatchObject({
      amount: { amount: '20.00' },
      items: { amount: '20.00' },
      beyond: { amount: '0.00' },
    });
    const lost = [...shown.vendors, shown.marketplace].reduce((sum, one) => sum + cents(one.loses), 0);
    expect(lost).toBe(2_000);
    expect(shown.vendors.find(({ vendor }) => vendor.name === 'South')?.loses.amount).toBe('0.00');
    expect(shown.worth.amount).toBe('20.00');
    const { loses, commission, rest } = shown.marketplace;
    expect(cents(commission) + cents(rest)).toBe(cents(loses));
    expect(commission).toEqual(shown.vendors.find(({ vendor }) => vendor.name === 'North')?.commissionBack);
    expect(sandboxOrder(sold.id).order.refunds).toEqual([]);
  });

  test('ends just as its preview said, at once and without a webhook; the other vendor sees nothing of it', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const { mug } = await linesOf(sold.id);
    const before = await detailOf(sold.id, south);
    const body = { lines: [{ id: mug, quantity: 2, restock: 'cancel' }], shipping: null, reason: 'Broken' };
    const shown = (await preview(sold.id, body)).as<RefundPreviewDto>();
    await strike({ target: 'webhooks', kind: 'drop', times: 10 });
    const made = await refund(sold.id, { ...body, token: shown.token });
    expect([made.status, made.body]).toMatchObject([201, { amount: { amount: '40.00' } }]);
    const own = await detailOf(sold.id, north);
    expect(own.order).toMatchObject({ financialStatus: 'partially_refunded', lines: [{ remaining: 1 }] });
    const expected = shown.vendors.find(({ vendor }) => vendor.name === 'North')?.after;
    expect(own.order.money?.earnings).toEqual(expected);
    expect(JSON.stringify(own)).not.toContain('Broken');
    expect(await detailOf(sold.id, south)).toEqual(before);
    const [event] = (await detailOf(sold.id)).order.timeline;
    expect(event).toMatchObject({ kind: 'refunded', params: { reason: 'Broken' } });
    expect(event?.by).not.toBeNull();
    expect(sandboxOrder(sold.id).order.refunds[0]).toMatchObject({ note: 'Broken', totalMinor: 4_000 });
  });

  test('of shipping and goodwill is borne by the vendor that is named (M51, M54)', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const shipping = (await preview(sold.id, { shipping: { amount: '1.50' }, vendor: 'South' })).as<RefundPreviewDto>();
    expect(shipping.shipping.amount).toBe('1.50');
    const loss = (name: string, one: LossesDto) => one.vendors.find(({ vendor }) => vendor.name === name)?.loses.amount;
    expect([loss('North', shipping), loss('South', shipping)]).toEqual(['0.00', '1.50']);
    const goodwill = (await preview(sold.id, { amount: '3.00', vendor: 'North' })).as<RefundPreviewDto>();
    expect([loss('North', goodwill), goodwill.marketplace.loses.amount]).toEqual(['3.00', '0.00']);
    await refund(sold.id, { amount: '3.00', vendor: 'North' });
    const { adminOrders } = await detailOf(sold.id);
    expect(adminOrders.find(({ vendor }) => vendor.name === 'North')?.money.goodwill.amount).toBe('-3.00');
  });

  test('of shipping is chosen per vendor: the form names what is left of each, and that amount takes from this one alone (A6)', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const leftOf = async () => {
      const { shippingLeft } = await readChangeForm(await formContext(), BigInt(sold.id));
      return Object.fromEntries(shippingLeft.map(({ vendor, amount }) => [vendor, amount.amount]));
    };
    // 10.00 by 60.00 and 14.00.
    expect(await leftOf()).toEqual({ North: '8.11', South: '1.89' });
    const body = { shipping: { amount: '1.89' }, vendor: 'South' };
    const shown = (await preview(sold.id, body)).as<RefundPreviewDto>();
    const losses = Object.fromEntries(shown.vendors.map(({ vendor, loses }) => [vendor.name, loses.amount]));
    expect(losses).toEqual({ North: '0.00', South: '1.89' });
    const before = (await detailOf(sold.id, north)).order.money?.earnings;
    expect((await refund(sold.id, { ...body, token: shown.token })).status).toBe(201);
    expect((await detailOf(sold.id, north)).order.money?.earnings).toEqual(before);
    expect(await leftOf()).toEqual({ North: '8.11' });
    expect((await refund(sold.id, { shipping: { amount: '3.11' }, vendor: 'North' })).status).toBe(201);
    expect(await leftOf()).toEqual({ North: '5.00' });
  });

  test('stands on the page of its vendor as a row that leads from what was earned before to what is earned now', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const before = (await detailOf(sold.id, north)).order.money;
    expect(before?.history).toBeNull();
    const { mug } = await linesOf(sold.id);
    await refund(sold.id, { lines: [{ id: mug, quantity: 1 }] });
    await refund(sold.id, { amount: '3.00', vendor: 'North' });
    const whole = (await detailOf(sold.id)).adminOrders.find(({ vendor }) => vendor.name === 'North');
    for (const money of [(await detailOf(sold.id, north)).order.money, whole?.money]) {
      expect(money?.history?.before).toEqual(before?.earnings);
      const changes = money?.history?.changes ?? [];
      expect(changes.map(({ kind }) => kind)).toEqual(['refund', 'refund']);
      const sum = changes.reduce((all, { amount }) => all + cents(amount), cents(before?.earnings ?? { amount: '' }));
      expect(sum).toBe(cents(money?.earnings ?? { amount: '' }));
    }
    // A vendor of whom nothing went back reads nothing of it.
    expect((await detailOf(sold.id, south)).order.money?.history).toBeNull();
  });

  test('of less than its items leaves the rest with the marketplace (M54)', async () => {
    const sold = await sellOrder([MUG]);
    const { mug } = await linesOf(sold.id);
    const shown = (
      await preview(sold.id, { lines: [{ id: mug, quantity: 1 }], amount: '15.00' })
    ).as<RefundPreviewDto>();
    expect(shown.beyond.amount).toBe('-5.00');
    const lost = [...shown.vendors, shown.marketplace].reduce((sum, one) => sum + cents(one.loses), 0);
    expect(lost).toBe(1_500);
  });

  test('after a payout says what the vendor then owes (M65)', async () => {
    const sold = await sellOrder([MUG]);
    const { mug } = await linesOf(sold.id);
    const payoutLines = [{ orderName: sold.name, vendor: 'North', orderId: sold.id }];
    const manual = { paidAt: program().clock.now().toISOString(), details: 'Bank transfer' };
    const methods = [{ vendor: 'North', method: 'manual' }];
    const paid = await api(admin).post('/payment/v3/pay', { payoutLines, methods, manual });
    expect(paid.status).toBeLessThan(300);
    const shown = (await preview(sold.id, { lines: [{ id: mug, quantity: 1 }] })).as<RefundPreviewDto>();
    expect(shown.vendors[0]?.owes).toEqual(shown.vendors[0]?.loses);
    await refund(sold.id, { lines: [{ id: mug, quantity: 1 }] });
    expect((await detailOf(sold.id, north)).order.payout).toBe('overpaid');
  });

  test('whose amounts changed since its preview is refused (409), and nothing is sent', async () => {
    const sold = await sellOrder([MUG]);
    const { mug } = await linesOf(sold.id);
    const body = { lines: [{ id: mug, quantity: 1 }] };
    const { token } = (await preview(sold.id, body)).as<RefundPreviewDto>();
    await changeOrder(sold.name, 'refunds', { amount: '5.00' });
    const answer = await refund(sold.id, { ...body, token });
    expect([answer.status, answer.as<{ code: string }>().code]).toEqual([409, 'amount_changed']);
    expect(sandboxOrder(sold.id).order.refunds).toHaveLength(1);
  });

  test.each([
    ['nothing', {}, 422],
    ['an empty list', { lines: [] }, 422],
    ['an amount of too many places', { amount: '1.005' }, 422],
    ['an amount below zero', { amount: '-1' }, 422],
    ['more than was paid', { amount: '999.00' }, 409],
    ['more shipping than was paid', { shipping: { amount: '10.01' } }, 409],
    ['a vendor without a part', { amount: '1.00', vendor: 'South' }, 404],
    ['a line of another order', { lines: [{ id: '987654321', quantity: 1 }] }, 404],
  ])('of %s is refused', async (_what, body, status) => {
    const sold = await sellOrder([MUG]);
    expect((await refund(sold.id, body)).status).toBe(status);
    expect((await preview(sold.id, body)).status).toBe(status);
    expect(sandboxOrder(sold.id).order.refunds).toEqual([]);
  });

  test('of more units than are left names the line (409)', async () => {
    const sold = await sellOrder([MUG]);
    const { mug } = await linesOf(sold.id);
    const answer = await refund(sold.id, { lines: [{ id: mug, quantity: 4 }] });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      issues: [{ path: 'lines.0.quantity', rule: 'above_units', params: { left: 3 } }],
    });
  });

  test('is refused while nothing is paid, to vendors, and without the access of the store', async () => {
    const sold = await sellOrder([MUG], { more: { financialStatus: 'authorized' } });
    expect((await refund(sold.id, { amount: '1.00' })).body).toMatchObject({ code: 'invalid_state' });
    expect((await refund(sold.id, { amount: '1.00' }, north)).status).toBe(403);
    const shop = sandboxOrder(sold.id).shop;
    const scopes = (shop.installation?.scopes ?? []).filter((scope) => scope !== 'write_orders');
    await program().sandbox?.control('POST', '/scopes', { shop: store.domain, scopes });
    const answer = await refund(sold.id, { amount: '1.00' });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([409, expect.stringContaining('access')]);
  });

  test('whose answer was lost is made once, however often it is asked for', async () => {
    const sold = await sellOrder([MUG]);
    const { mug } = await linesOf(sold.id);
    const body = { lines: [{ id: mug, quantity: 1 }] };
    await strike({ kind: 'drop_response', operation: 'refundCreate', times: 4 });
    const lost = await refund(sold.id, body);
    expect(lost.status).toBe(502);
    await program().sandbox?.control('DELETE', '/faults', {});
    expect((await refund(sold.id, { amount: '1.00' })).status).toBe(409);
    const again = await refund(sold.id, body);
    expect([again.status, again.body]).toMatchObject([201, { amount: { amount: '20.00' } }]);
    expect(sandboxOrder(sold.id).order.refunds).toHaveLength(1);
    const key = { 'idempotency-key': `refund-of-${sold.id}` };
    const first = await refund(sold.id, body, admin, key);
    const replayed = await refund(sold.id, body, admin, key);
    expect(replayed.body).toEqual(first.body);
    expect(sandboxOrder(sold.id).order.refunds).toHaveLength(2);
  });
});

describe('a refund that was sent and never confirmed', () => {
  test('ends when it is refused long after, so that an equal one of the store admin is not taken for it', async () => {
    const sold = await sellOrder([MUG]);
    const body = { amount: '3.00' };
    const states = async () =>
      (await program().owner.orderOperation.findMany({ where: { orderId: BigInt(sold.id) } })).map(
        ({ state }) => state,
      );
    await strike({ kind: 'error', status: 503, operation: 'refundCreate', times: 9 });
    expect((await refund(sold.id, body)).status).toBe(502);
    await program().sandbox?.control('DELETE', '/faults', {});
    await changeOrder(sold.name, 'refunds', { amount: '69.00' });
    await program().drain();
    expect((await refund(sold.id, body)).status).toBe(409);
    // The first call may still be on its way: only later does a refusal say that nothing comes of it.
    expect(await states()).toEqual(['noted']);
    await passMinutes(11);
    expect((await refund(sold.id, body)).status).toBe(409);
    expect(await states()).toEqual(['dropped']);
  });
});

describe('a refund that a vendor bears, whose answer was lost,', () => {
  const body = { shipping: { amount: '1.50' }, amount: '4.50', vendor: 'South' };
  const earningsOf = (orders: OrderDetailDto['adminOrders'], name: string) =>
    orders.find(({ vendor }) => vendor.name === name)?.money.earnings.amount;

  test.each<[string, { webhooks: boolean; then: ((sold: SoldOrder) => Promise<unknown>)[] }]>([
    ['its webhook alone', { webhooks: true, then: [] }],
    ['a repeat alone', { webhooks: false, then: [(sold) => refund(sold.id, body)] }],
    ['its webhook and then a repeat', { webhooks: true, then: [(sold) => refund(sold.id, body)] }],
    [
      'a repeat and then a webhook',
      { webhooks: false, then: [(sold) => refund(sold.id, body), (sold) => changeOrder(sold.name, 'fulfill')] },
    ],
    [
      'nothing but the next reading of the order',
      { webhooks: false, then: [(sold) => refund(sold.id, { amount: '1.00' })] },
    ],
  ])('stays that vendor’s when it is ingested by %s (M51, M54)', async (_how, { webhooks, then }) => {
    const sold = await sellOrder([MUG, KELP]);
    const shown = (await preview(sold.id, body)).as<RefundPreviewDto>();
    if (!webhooks) await strike({ target: 'webhooks', kind: 'drop', times: 10 });
    await strike({ kind: 'drop_response', operation: 'refundCreate', times: 4 });
    expect((await refund(sold.id, body)).status).toBe(502);
    await program().drain();
    await program().sandbox?.control('DELETE', '/faults', {});
    for (const step of then) {
      await step(sold);
      await program().drain();
    }
    const { adminOrders } = await detailOf(sold.id);
    for (const { vendor, after } of shown.vendors) {
      expect([vendor.name, earningsOf(adminOrders, vendor.name)]).toEqual([vendor.name, after.amount]);
    }
    expect(adminOrders.find(({ vendor }) => vendor.name === 'South')?.money.goodwill.amount).toBe('-3.00');
    expect(sandboxOrder(sold.id).order.refunds).toHaveLength(1);
  });
});

describe('a refund that a vendor bears, which never reached the store,', () => {
  const body = (vendor: string) => ({ amount: '3.00', vendor });
  const goodwillOf = async (orderId: string) =>
    (await detailOf(orderId)).adminOrders.map(({ vendor, money }) => [vendor.name, money.goodwill.amount]).sort();

  test('is not taken for an equal one of another vendor that was asked for later (M54)', async () => {
    const sold = await sellOrder([MUG, KELP]);
    await strike({ kind: 'error', status: 503, operation: 'refundCreate', times: 9 });
    expect((await refund(sold.id, body('North'))).status).toBe(502);
    await program().sandbox?.control('DELETE', '/faults', {});
    await passMinutes(3);
    expect((await refund(sold.id, body('South'))).status).toBe(201);
    await program().drain();
    expect(await goodwillOf(sold.id)).toEqual([
      ['North', '0.00'],
      ['South', '-3.00'],
    ]);
  });

  test('is made and borne once where two ask for it again at once (M54)', async () => {
    const sold = await sellOrder([MUG, KELP]);
    await strike({ kind: 'error', status: 503, operation: 'refundCreate', times: 9 });
    expect((await refund(sold.id, body('North'))).status).toBe(502);
    await program().sandbox?.control('DELETE', '/faults', {});
    const answers = await Promise.all([1, 2].map(() => refund(sold.id, body('North'))));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    await program().drain();
    expect(await goodwillOf(sold.id)).toEqual([
      ['North', '-3.00'],
      ['South', '0.00'],
    ]);
    expect(sandboxOrder(sold.id).order.refunds).toHaveLength(1);
  });
});

describe('a refund of shipping where prices include tax', () => {
  test('is previewed and made to the same cent, by the shipping without its tax (M22, M52)', async () => {
    const more = { taxesIncluded: true, taxes: [{ title: 'VAT', rate: 0.21 }], shippingPrice: '12.10' };
    const sold = await sellOrder([MUG, KELP], { more });
    const shown = (await preview(sold.id, { shipping: { amount: '5.00' } })).as<RefundPreviewDto>();
    expect([shown.amount.amount, shown.shipping.amount, shown.beyond.amount]).toEqual(['6.05', '6.05', '0.00']);
    expect((await refund(sold.id, { shipping: { amount: '10.01' } })).status).toBe(409);
    const made = await refund(sold.id, { shipping: { amount: '5.00' } });
    expect(made.body).toMatchObject({ amount: { amount: '6.05' } });
    const { adminOrders } = await detailOf(sold.id);
    for (const { vendor, after } of shown.vendors) {
      expect(adminOrders.find((one) => one.vendor.id === vendor.id)?.money.earnings).toEqual(after);
    }
    const rest = (await preview(sold.id, { shipping: { full: true } })).as<RefundPreviewDto>();
    expect(rest.shipping.amount).toBe('6.05');
  });
});

describe('a cancellation', () => {
  test('is previewed and made; every vendor ends with nothing, and is mailed its own vendor order once', async () => {
    const sold = await sellOrder([MUG, KELP]);
    const body = { reason: 'inventory', note: 'Sold out', refund: true, restock: true, notify: false };
    const shown = (await api(admin).post(`/orders/${sold.id}/cancel/preview`, body)).as<LossesDto>();
    expect(shown).toMatchObject({ amount: { amount: '84.00' } });
    expect(shown.vendors.map((one) => one.after.amount)).toEqual(['0.00', '0.00']);
    const made = await cancel(sold.id, { ...body, token: shown.token });
    expect([made.status, made.body]).toEqual([200, { state: 'cancelled' }]);
    await program().drain();
    expect((await detailOf(sold.id, north)).order).toMatchObject({
      fulfillment: 'cancelled',
      financialStatus: 'refunded',
    });
    expect(sandboxOrder(sold.id).order.cancelReason).toBe('inventory');
    const mails = await program().owner.mail.findMany({
      where: { template: 'order-cancelled', dedupeKey: { startsWith: `order-cancelled/${sold.id}/` } },
    });
    // One for each vendor; each is sent to its people by mails of their own.
    expect(mails.filter(({ dedupeKey }) => !dedupeKey.includes('>'))).toHaveLength(2);
    const again = await cancel(sold.id, body);
    expect([again.status, again.as<{ code: string }>().code]).toEqual([409, 'invalid_state']);
    const [event] = (await detailOf(sold.id)).order.timeline;
    expect(event).toMatchObject({ kind: 'cancelled', params: { note: 'Sold out', cancelReason: 'inventory' } });
    expect(JSON.stringify(await detailOf(sold.id, north))).not.toContain('Sold out');
  });

  test('is refused once something is shipped, before the store is asked', async () => {
    const sold = await sellOrder([MUG]);
    await changeOrder(sold.name, 'fulfill');
    await program().drain();
    const answer = await cancel(sold.id, { reason: 'other' });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([409, expect.stringContaining('shipped')]);
  });

  test('whose answer was lost is found again', async () => {
    const sold = await sellOrder([MUG]);
    await strike({ kind: 'drop_response', operation: 'orderCancel', times: 1 });
    expect((await cancel(sold.id, { reason: 'fraud' })).status).toBe(502);
    expect((await cancel(sold.id, { reason: 'fraud' })).body).toEqual({ state: 'cancelled' });
    expect(sandboxOrder(sold.id).order.refunds).toHaveLength(1);
  });

  test('without paying back leaves the money with the marketplace until it goes back (M55)', async () => {
    const sold = await sellOrder([MUG]);
    await cancel(sold.id, { reason: 'customer', refund: false });
    const { order } = await detailOf(sold.id);
    expect(order.marketplace).toMatchObject({ paid: { amount: '70.00' }, own: { amount: '70.00' } });
    const shown = (await preview(sold.id, { amount: '70.00' })).as<RefundPreviewDto>();
    expect(shown.marketplace.loses.amount).toBe('70.00');
  });
});
