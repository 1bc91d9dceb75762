import { grantAftersales } from '#tests/factories/aftersales.ts';
import { sandboxOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildUser } from '#tests/factories/people.ts';
import { buildVendor } from '#tests/factories/stores.ts';
import { textOf } from '#tests/support/leaks.ts';
import { settle } from '#tests/support/probe-world.ts';
import type { Side } from '#tests/support/probe.ts';
import { api, program } from '#tests/support/program.ts';
import type { Question } from './access-suite.ts';
import { inStore, linesOfBoth, describeScenario, type Pair, type ScenarioSteps } from './scenarios.ts';

/** What people do to orders that vendors share: every act that changes one part must leave the others as they are. */
export function sharedActs(pair: Pair): Question[] {
  return [
    describeScenario('holding and releasing', pair, holding),
    describeScenario('shipping lines of others', pair, shipping),
    describeScenario('fulfillments of others and of the store', pair, fulfillments),
    describeScenario('digital items beside a hold of others', pair, digital),
    describeScenario('comments', pair, commenting),
    describeScenario('overriding commissions', pair, overriding),
    describeScenario('refunds', pair, refunding),
    describeScenario('an order that is gone in the store', pair, gone),
    describeScenario('bills', pair, billing),
  ];
}

const whose = ({ vendor }: Side) => ({ vendor: String(vendor.id) });

async function holding({ mine, theirs, admin, sell, recordAnswer, look }: ScenarioSteps): Promise<void> {
  const order = await sell('order');
  const path = (act: string) => `/orders/${order.id}/${act}`;
  await api(theirs.member).post(path('hold'), { reason: 'other' });
  await settle();
  recordAnswer('mine is not on hold', await api(admin).post(path('release'), whose(mine)));
  recordAnswer('I hold mine', await api(mine.member).post(path('hold'), { reason: 'other', note: 'Later' }));
  await settle();
  await look(order);
  recordAnswer('I release mine', await api(mine.member).post(path('release'), {}));
  await settle();
  await look(order);
  recordAnswer('not all at once', await api(admin).post(path('hold'), { reason: 'other' }));
  recordAnswer('an admin holds mine', await api(admin).post(path('hold'), { reason: 'other', ...whose(mine) }));
  recordAnswer('an admin releases theirs', await api(admin).post(path('release'), whose(theirs)));
  await settle();
  await look(order);
  const another = await sell('another');
  await inStore(another, 'hold', { reason: 'OTHER' });
  recordAnswer('I release the hold of the store', await api(mine.member).post(`/orders/${another.id}/release`, {}));
  await settle();
  await look(another);
}

async function shipping({ mine, theirs, sell, recordAnswer, look }: ScenarioSteps): Promise<void> {
  const [own = {}, other = {}] = linesOfBoth({ mine, theirs });
  await sell('the next one of mine', { lines: [own] });
  await sell('one of theirs', { lines: [other] });
  const order = await sell('order');
  const ship = (lineItems: object[]) => api(mine.member).post(`/orders/${order.id}/fulfill`, { lineItems });
  const one = (id: string, quantity = 1) => ({ id, quantity });
  recordAnswer('a line of theirs', await ship([one(order.otherLine)]));
  recordAnswer('with one of mine', await ship([one(order.line), one(order.otherLine)]));
  recordAnswer('of which none is sent', await ship([one(order.line), one(order.otherLine, 0)]));
  recordAnswer('one of mine', await ship([one(order.line)]));
  await settle();
  await look(order);
  const shipTheirs = api(theirs.member).post(`/orders/${order.id}/fulfill`, { lineItems: [one(order.otherLine)] });
  const both = await Promise.all([ship([one(order.line)]), shipTheirs]);
  both.forEach(({ status }) => {
    recordAnswer('both at once', { ...both[0], status, body: null });
  });
  await settle();
  await look(order);
}

async function fulfillments({ mine, theirs, sell, recordAnswer, look }: ScenarioSteps): Promise<void> {
  const order = await sell('order');
  const body = { lineItems: [{ id: order.otherLine, quantity: 1 }] };
  const sent = await api(theirs.member).post(`/orders/${order.id}/fulfill`, body);
  const [theirOwn] = sent
    .as<{ fulfillments: { fulfillments: string[] }[] }>()
    .fulfillments.flatMap((one) => one.fulfillments);
  await inStore(order, 'fulfill');
  const where = { storeId: mine.store.id, orderId: BigInt(order.id), vendorId: mine.vendor.id };
  const ofStore = (await program().owner.fulfillment.findMany({ where })).map(({ id }) => String(id));
  for (const id of [theirOwn, ...ofStore]) {
    const path = `/orders/${order.id}/fulfillments/${id}`;
    recordAnswer('tracking', await api(mine.member).put(path, { carrier: 'UPS', tracking: '1Z' }));
    recordAnswer('taking back', await api(mine.member).post(`${path}/cancel`, {}));
  }
  await settle();
  await look(order);
}

async function digital({ mine, theirs, admin, sell, look }: ScenarioSteps): Promise<void> {
  const lines = linesOfBoth({ mine, theirs }, { requiresShipping: false });
  const risk = { recommendation: 'ACCEPT', level: 'LOW' };
  await look(await sell('paid', { lines, more: { risk } }));
  const order = await sell('unpaid', { lines, more: { risk, financialStatus: 'pending' } });
  for (const side of [mine, theirs])
    await api(admin).post(`/orders/${order.id}/hold`, { reason: 'other', ...whose(side) });
  await settle();
  await api(mine.member).post(`/orders/${order.id}/release`, {});
  await inStore(order, 'mark-paid');
  await look(order);
}

async function commenting({ mine, theirs, admin, sell, note }: ScenarioSteps): Promise<void> {
  const order = await sell('order');
  const say = async (by: typeof admin, body: object) =>
    (await api(by).post(`/orders/${order.id}/comments`, body)).status;
  note('on mine', await say(mine.member, { text: 'Mine' }));
  note('on theirs', await say(mine.member, { text: 'Not mine', vendor: theirs.vendor.name }));
  note('on no one’s', await say(admin, { text: 'Whose' }));
  note('on theirs by an admin', await say(admin, { text: 'Theirs', vendor: theirs.vendor.name }));
  for (const by of [mine.member, theirs.member, admin]) {
    const { comments } = (await api(by).get(`/orders/${order.id}/comments`)).as<{
      comments: { text: string; vendor: { name: string } }[];
    }>();
    note(
      'read',
      comments.map(({ text, vendor }) => [text, vendor.name]),
    );
  }
}

async function overriding({ mine, theirs, admin, acting, sell, recordAnswer, look }: ScenarioSteps): Promise<void> {
  const order = await sell('order');
  const override = (by: typeof admin, vendor: string, flat: string) =>
    api(by).put('/orders/commission', { vendor, orderId: order.id, flat, percentage: '20' });
  // Each time what the other has already, so that what stands of the one is not taken for the other's.
  recordAnswer('theirs', await override(admin, theirs.vendor.name, '1'));
  recordAnswer('mine', await override(admin, mine.vendor.name, '1'));
  recordAnswer('mine', await override(admin, mine.vendor.name, '2'));
  recordAnswer('theirs', await override(admin, theirs.vendor.name, '2'));
  recordAnswer('theirs by who acts for another', await override(acting, theirs.vendor.name, '3'));
  await look(order);
}

async function refunding({ admin, mine, sell, recordAnswer, look }: ScenarioSteps): Promise<void> {
  await grantAftersales({ domain: mine.store.domain });
  const order = await sell('order');
  const lines = [order.line, order.otherLine].map((id) => ({ id, quantity: 1, restock: 'return' }));
  const refund = (some: object[]) => api(admin).post(`/orders/${order.id}/refund`, { lines: some, notify: false });
  recordAnswer('both', await api(admin).post(`/orders/${order.id}/refund/preview`, { lines, notify: false }));
  recordAnswer('mine', await refund(lines.slice(0, 1)));
  recordAnswer('theirs', await refund(lines.slice(1)));
  await settle();
  await look(order);
}

async function gone({ admin, mine, sell, recordAnswer }: ScenarioSteps): Promise<void> {
  await grantAftersales({ domain: mine.store.domain });
  const order = await sell('order');
  const lines = [{ id: order.line, quantity: 1, restock: 'return' }];
  const { shop } = sandboxOrder(order.id);
  Reflect.deleteProperty(shop.orders, order.id);
  recordAnswer('a refund', await api(admin).post(`/orders/${order.id}/refund`, { lines, notify: false }));
}

/** Who a vendor is on its bills, and their numbers, which each vendor counts from one. */
async function billing({ mine, theirs, admin, recordAnswer, note, sell }: ScenarioSteps): Promise<void> {
  const billing = {
    kind: 'company',
    name: 'W',
    address: 'K 1',
    zip: '1015',
    city: 'A',
    country: 'NL',
    taxNumber: 'NL1',
  };
  const vendor = await buildVendor({ store: mine.store });
  const staff = await buildUser({ vendor, role: 'staff' });
  const { version } = (await api(staff).get('/billing')).as<{ version: number }>();
  recordAnswer('by somebody who does not lead', await api(staff).put('/billing', { billing, version }));
  const member = await buildUser({ vendor });
  const order = await sell('order', {
    lines: [{ vendor: vendor.name, title: 'Bowl', price: '3.00' }, ...linesOfBoth({ mine, theirs })],
  });
  const bill = await api(member).get(`/orders/${order.id}/documents/invoice`);
  note('the bill is to somebody else', textOf(bill).includes('Twin'));
  const { parts } = (await api(member).get(`/orders/${order.id}/documents`)).as<{
    parts: { invoice: { number: string } | null }[];
  }>();
  note(
    'numbers',
    parts.map(({ invoice }) => Number(/\d+$/.exec(invoice?.number ?? '')?.[0])),
  );
  recordAnswer('of no such kind', await api(admin).get(`/orders/${order.id}/documents/letter`));
}
