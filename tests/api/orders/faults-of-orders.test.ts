import { afterAll, beforeAll, expect, test } from 'vitest';
import { sellOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { deliverWebhook } from '#tests/factories/webhooks.ts';
import { endpoints, sendProbe, settle, startWorld, type World } from '#tests/support/probe-world.ts';
import type { ProbeRequest } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';

// Faults that other marketplaces were published with, each as a test that names it. Most of them are tried for every call by
// the generated tests as well; here stands what made each of them possible.
let world: World;
/** An order of both vendors, and one of the other vendor alone. */
let both: SoldOrder;
let foreign: SoldOrder;
let ownLine: string;
let foreignLine: string;

beforeAll(async () => {
  world = await startWorld();
  const line = (vendor: string) => ({ vendor, title: 'Jar', price: '20.00', quantity: 2 });
  both = await sellOrder([line(world.mine.vendor.name), line(world.otherVendor.vendor.name)]);
  foreign = await sellOrder([line(world.otherVendor.vendor.name)]);
  ownLine = await lineOf(both, world.mine.vendor.id);
  foreignLine = await lineOf(foreign, world.otherVendor.vendor.id);
});
afterAll(() => program().stop());

async function lineOf({ id }: SoldOrder, vendorId: bigint): Promise<string> {
  const row = await program().owner.orderLine.findFirstOrThrow({ where: { orderId: BigInt(id), vendorId } });
  return String(row.id);
}

/** A call by its name, as somebody. */
async function call(name: string, request: ProbeRequest, caller: Parameters<typeof sendProbe>[2] = world.mine.member) {
  const endpoint = endpoints.find((one) => one.name === name);
  if (!endpoint) throw new Error(`There is no call ${name}`);
  return sendProbe(endpoint, request, caller);
}
const statusOf = async (...requested: Parameters<typeof call>) => (await call(...requested)).status;
const shipped = () => program().owner.fulfillment.count();
const order = (orderId: string) => ({ orderId });

test('Dokan CVE-2026-10023: whoever names an order has to have a vendor order in it, whatever is asked of it', async () => {
  const params = order(foreign.id);
  const lineItems = [{ id: foreignLine, quantity: 1 }];
  const requested: [string, ProbeRequest][] = [
    ['orders.get', { params }],
    ['orders.fulfill', { params, body: { lineItems } }],
    ['orders.hold', { params, body: { reason: 'other' } }],
    ['orders.release', { params, body: {} }],
    ['orders.comment', { params, body: { text: 'Mine now' } }],
    ['orders.comments', { params }],
    ['orders.shippingOptions', { params }],
    ['documents.list', { params }],
    ['documents.read', { params: { ...params, document: 'slip' } }],
    ['documents.read', { params: { ...params, document: 'invoice' } }],
  ];
  const before = await shipped();
  for (const [name, request] of requested) expect([name, await statusOf(name, request)]).toEqual([name, 404]);
  // Nor by a line of somebody else in an order of one's own.
  expect(await statusOf('orders.fulfill', { params: order(both.id), body: { lineItems } })).toBe(404);
  await settle();
  expect(await shipped()).toBe(before);
  expect(await program().owner.orderComment.count()).toBe(0);
});

test('Dokan 5.0.8, discussion 3318: an operation on many orders checks each of them, and does nothing where one is foreign', async () => {
  const orders = [both.id, foreign.id];
  for (const kind of ['slip', 'invoice'] as const) {
    expect(await statusOf('documents.print', { body: { kind, orders } })).toBe(404);
    expect(await statusOf('documents.print', { body: { kind, orders: orders.toReversed() } })).toBe(404);
    expect(await statusOf('documents.link', { body: { kind, orders } })).toBe(404);
  }
  expect(await program().owner.document.count()).toBe(0);
  const payoutLines = [both, foreign].map(({ id, name }) => ({
    orderId: id,
    orderName: name,
    vendor: world.mine.vendor.name,
  }));
  expect(await statusOf('payouts.prepare', { body: { payoutLines } }, world.mine.admin)).toBe(404);
});

test('Dokan CVE-2022-3915, WCFM CVE-2021-24849: what is searched or filtered by is never read as a statement', async () => {
  const texts = ["' OR '1'='1", "%' OR 1=1 --", "x') UNION SELECT 1 --", '\\', '$1; DROP TABLE orders; --'];
  for (const text of texts) {
    const found = await call('orders.list', { query: { q: text, period: 'all' } });
    expect([found.status, found.as<{ orders: unknown[] }>().orders], text).toEqual([200, []]);
    expect(await statusOf('orders.list', { query: { vendor: text } }), text).toBe(404);
    expect(await statusOf('transactions.list', { query: { requestedVendor: text } }), text).toBe(404);
    for (const field of ['from', 'to', 'period', 'fulfillment', 'payout'])
      expect(await statusOf('orders.list', { query: { [field]: text } }), `${field} ${text}`).toBe(422);
  }
});

test('WCFM CVE-2026-1722: nobody refunds, cancels or takes goods back but who leads the marketplace', async () => {
  const params = order(both.id);
  const lines = [{ id: ownLine, quantity: 1 }];
  const cancel = { reason: 'other', note: null, refund: true, restock: true, notify: false };
  const requested: [string, object][] = [
    ['aftersales.refund', { lines }],
    ['aftersales.previewRefund', { lines }],
    ['aftersales.cancel', cancel],
    ['aftersales.createReturn', { lines, reason: 'other' }],
  ];
  for (const [name, body] of requested) {
    expect([name, await statusOf(name, { params, body }, { store: world.mine.store.domain })]).toEqual([name, 401]);
    expect([name, await statusOf(name, { params, body })]).toEqual([name, 403]);
  }
  expect(await program().owner.orderOperation.count()).toBe(0);
});

test('WCFM CVE-2022-4935, Dokan CVE-2020-36748: another site’s page neither exports nor changes anything in a vendor’s name', async () => {
  const headers = { origin: 'https://evil.example' };
  const requested: [string, ProbeRequest][] = [
    ['orders.export', { body: { period: 'all' }, headers }],
    ['orders.comment', { params: order(both.id), body: { text: 'Forged' }, headers }],
    ['orders.fulfill', { params: order(both.id), body: { lineItems: [{ id: ownLine, quantity: 1 }] }, headers }],
  ];
  for (const [name, request] of requested) expect([name, await statusOf(name, request)]).toEqual([name, 403]);
});

test('MarketKing CVE-2026-93344: another vendor’s name or id in what is sent opens nothing of it', async () => {
  const { name, id } = world.otherVendor.vendor;
  expect(await statusOf('orders.list', { query: { vendor: name } })).toBe(404);
  expect(await statusOf('orders.export', { body: { vendor: name } })).toBe(404);
  expect(await statusOf('transactions.list', { query: { requestedVendor: name } })).toBe(404);
  const params = { ...order(both.id), document: 'slip' };
  expect(await statusOf('documents.read', { params, query: { vendor: name } })).toBe(404);
  for (const what of ['orders.hold', 'orders.release'])
    expect(await statusOf(what, { params: order(both.id), body: { reason: 'other', vendor: String(id) } })).toBe(404);
});

test('Vendure GHSA-fp4j-ff6j-9793, GHSA-rgjm-ff27-p2hf: an empty list passes no check, and a child is found below its parent only', async () => {
  const params = order(both.id);
  expect(await statusOf('orders.fulfill', { params, body: { lineItems: [] } })).toBe(422);
  expect(await statusOf('orders.fulfill', { params, body: { fulfillments: [] } })).toBe(422);
  expect(await statusOf('documents.print', { body: { kind: 'slip', orders: [] } })).toBe(422);
  const sent = await call('orders.fulfill', { params, body: { lineItems: [{ id: ownLine, quantity: 1 }] } });
  const fulfillmentId =
    sent.as<{ fulfillments: { fulfillments: string[] }[] }>().fulfillments[0]?.fulfillments[0] ?? '';
  // The fulfillment is one's own; the order that it is asked for below is not.
  const foreignIds = { orderId: foreign.id, fulfillmentId };
  expect(await statusOf('orders.changeTracking', { params: foreignIds, body: { tracking: '1' } })).toBe(404);
  expect(await statusOf('orders.cancelFulfillment', { params: foreignIds })).toBe(404);
  const other = await sellOrder([{ vendor: world.mine.vendor.name, title: 'Lid', price: '3.00' }]);
  expect(await statusOf('orders.cancelFulfillment', { params: { orderId: other.id, fulfillmentId } })).toBe(404);
});

test('Vendure CVE-2026-63461: no choice that a caller has widens whose orders are found', async () => {
  const ids = async (query: Record<string, string>) =>
    (await call('orders.list', { query: { period: 'all', ...query } }))
      .as<{ orders: { id: string; vendor: { name: string } }[] }>()
      .orders.map(({ vendor }) => vendor.name);
  const choices = [
    ['fulfillment', 'any'],
    ['payout', 'all'],
    ['q', world.otherVendor.vendor.name],
    ['q', '#'],
  ] as const;
  for (const query of choices.map(([field, value]) => ({ [field]: value })))
    expect(new Set([...(await ids(query)), world.mine.vendor.name])).toEqual(new Set([world.mine.vendor.name]));
  expect(await statusOf('orders.list', { query: { vendor: '*' } })).toBe(404);
  expect(await statusOf('transactions.list', { query: { requestedVendor: '*' } })).toBe(404);
});

test('Vvveb CVE-2026-44826: less than nothing is refused wherever units are counted', async () => {
  const params = order(both.id);
  for (const quantity of [-1, 0.5, 1e9]) {
    const lineItems = [{ id: ownLine, quantity }];
    expect(await statusOf('orders.fulfill', { params, body: { lineItems } })).toBe(422);
    const lines = [{ id: ownLine, quantity }];
    expect(await statusOf('aftersales.previewRefund', { params, body: { lines } }, world.mine.admin)).toBe(422);
  }
  const amount = { params, body: { lines: [], amount: '-5.00' } };
  expect(await statusOf('aftersales.previewRefund', amount, world.mine.admin)).toBe(422);
});

test('Fortis CVE-2026-0679: only the platform says that an order is paid', async () => {
  const unpaid = await sellOrder([{ vendor: world.mine.vendor.name, title: 'Owed jar', price: '9.00' }], {
    more: { financialStatus: 'pending' },
  });
  const payload = { id: Number(unpaid.id), financial_status: 'paid' };
  const shop = world.mine.store.domain;
  expect(await deliverWebhook({ shop, topic: 'orders/paid', payload, secret: 'a-secret-of-somebody-else' })).toBe(401);
  await settle();
  const row = await program().owner.order.findFirstOrThrow({ where: { id: BigInt(unpaid.id) } });
  expect([row.financialStatus, row.paidAt]).toEqual(['pending', null]);
});

test('Bagisto CVE-2026-21447, GHSA-pwrf-q7h8-jjr7: the numbers beside one’s own open nothing, and a foreign order answers as none does', async () => {
  const none = await api(world.mine.member).get('/orders/1');
  expect(none.status).toBe(404);
  const parts = await program().owner.vendorOrder.findMany({ where: { vendorId: world.mine.vendor.id } });
  const own = new Set(parts.map(({ orderId }) => String(orderId)));
  for (let offset = -40; offset <= 40; offset++) {
    const id = String(BigInt(both.id) + BigInt(offset));
    const answer = await api(world.mine.member).get(`/orders/${id}`);
    if (own.has(id)) expect(answer.status).toBe(200);
    else expect([answer.status, answer.body]).toEqual([404, none.body]);
  }
});
