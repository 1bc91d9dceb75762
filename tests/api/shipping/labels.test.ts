import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderDetailDto } from '#app/features/orders/orders.contract.ts';
import type { LabelDto, OrderLabelsDto, QuoteDto } from '#app/features/labels/labels.contract.ts';
import type { ShippoState } from '#app/features/labels/shippo-key.contract.ts';
import {
  buyLabel,
  controlShippo,
  openLabels,
  PACKAGE,
  quoteLabel,
  readShippo,
  sellToHome,
  SHIPPO_LIVE_KEY,
  SHIPPO_TEST_KEY,
  strikeShippo,
} from '#tests/factories/labels.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { setShipping, SHIP_FROM } from '#tests/factories/shipping.ts';
import { sandboxOrder, type SoldOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { testShippoRequests } from '#tests/contracts/shippo-requests.ts';
import { dumpEverything, findIn } from '#tests/support/database/database-dump.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let north: BuiltUser;
let south: BuiltUser;
let clerk: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  const vendor = await buildVendor({ store, name: 'North' });
  north = await buildUser({ vendor });
  clerk = await buildUser({ vendor, role: 'staff', permissions: ['read_orders', 'read_settings'] });
  south = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await controlShippo('DELETE', '/faults', {});
  await program().drain();
  await openLabels(admin, [north, south]);
});

const MUG = { vendor: 'North', title: 'Mug', price: '20.00', quantity: 2 };
const KELP = { vendor: 'South', title: 'Kelp', price: '7.00' };
const KEY = '/shippo/api-key';

const orderOf = async ({ id }: SoldOrder, by = north) =>
  (await api(by).get(`/orders/${id}`)).as<OrderDetailDto>().order;
const labelsOf = async ({ id }: SoldOrder, by = north) =>
  (await api(by).get(`/orders/${id}/labels`)).as<OrderLabelsDto>();
const cheapest = async ({ id }: SoldOrder, by = north) => (await quoteLabel(by, id)).rates[0]?.id ?? '';
const buy = (sold: SoldOrder, rateId: string, by = north) =>
  api(by).post('/shippo/label', { rateId, orderId: sold.id });
const purchasesOf = async (rateId: string) => (await readShippo()).transactions.filter((one) => one.rateId === rateId);
const refusal = (answer: { status: number; as<T>(): T }) => {
  const { code, reason } = answer.as<{ code: string; reason?: string }>();
  return [answer.status, reason ?? code];
};
const later = async (minutes: number) => {
  program().clock.advance({ minutes });
  for (const person of [admin, north, south, clerk]) await renewSession(person);
  await program().drain();
};

describe('the key', () => {
  const issues = async (apiKey: unknown) =>
    (await api(admin).put(KEY, { apiKey }))
      .as<{ issues: { message: string }[] }>()
      .issues.map(({ message }) => message);

  test('is held to the specification’s words and tried at Shippo before it is kept', async () => {
    expect(await issues(`sk_${'1'.repeat(40)}`)).toEqual(['Must starts with shippo_']);
    expect((await issues('shippo_test_short'))[0]).toContain('40');
    expect(await issues(`shippo_test_${'1'.repeat(40)}`)).toEqual(['is not a token that Shippo knows']);
    await strikeShippo('carrier_accounts.list', 'error', { status: 500, times: 5 });
    expect(refusal(await api(admin).put(KEY, { apiKey: SHIPPO_LIVE_KEY }))).toEqual([502, 'provider_failed']);
    expect((await api(admin).get(KEY)).as<ShippoState>()).toMatchObject({ isSet: true, isTestKey: true });
  });

  test('is stored encrypted, shown nowhere, and forgotten when it is deleted', async () => {
    const { body } = await api(admin).get(KEY);
    expect(body).toMatchObject({ isSet: true, hint: SHIPPO_TEST_KEY.slice(-4), problem: null });
    expect(findIn(await dumpEverything(), [SHIPPO_TEST_KEY])).toEqual([]);
    for (const by of [north, clerk]) expect((await api(by).get(KEY)).status).toBe(403);
    expect((await api(admin).delete(KEY)).status).toBe(200);
    expect((await api(admin).delete(KEY)).status).toBe(200);
    const sold = await sellToHome([MUG]);
    expect((await labelsOf(sold)).isOn).toBe(false);
    expect(refusal(await api(north).post('/shippo/rates', { orderId: sold.id, parcels: [PACKAGE] }))).toEqual([
      409,
      'labels_no_key',
    ]);
  });

  test('test and live are never mixed: a rate of one is not bought with the key of the other', async () => {
    const sold = await sellToHome([MUG]);
    const rateId = await cheapest(sold);
    await api(admin).put(KEY, { apiKey: SHIPPO_LIVE_KEY });
    expect(refusal(await buy(sold, rateId))).toEqual([409, 'label_mode_changed']);
    expect(await purchasesOf(rateId)).toEqual([]);
  });
});

describe('quote, choose, buy once', () => {
  test('a label fills in the shipment: file, tracking number, items shipped, buyer notified', async () => {
    const sold = await sellToHome([MUG, KELP]);
    const quote = await quoteLabel(north, sold.id);
    expect(quote.rates.map(({ carrier, price }) => [carrier, price?.currency])).toEqual([
      ['PostNL', 'USD'],
      ['UPS', 'USD'],
      ['DHL Express', 'USD'],
    ]);
    const rateId = quote.rates[0]?.id ?? '';
    expect((await api(north).get(`/shippo/rates/${rateId}`)).body).toMatchObject({ id: rateId, isBuyable: true });
    const label = (await buy(sold, rateId)).as<LabelDto>();
    expect(label).toMatchObject({
      status: 'bought',
      isTest: true,
      charged: null,
      fulfillment: 'made',
      allowedActions: ['print', 'void'],
    });
    const file = await api(north).get(`/shippo/label/${label.id}/file`);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(String(file.body)).toContain('%PDF-');
    const order = await orderOf(sold);
    expect(order.fulfillments).toMatchObject([{ carrier: 'PostNL', tracking: label.tracking, status: 'success' }]);
    expect(order.fulfillment).toBe('fulfilled');
    expect(order.timeline.map(({ kind }) => kind)).toContain('labelBought');
    expect((await orderOf(sold, south)).fulfillment).toBe('unfulfilled');
    expect(sandboxOrder(sold.id).order.fulfillments).toHaveLength(1);
  });

  test('the package is suggested from what products weigh, else from the default package', async () => {
    const { parts } = await labelsOf(await sellToHome([MUG]));
    expect(parts).toMatchObject([
      {
        package: { grams: 1200, length: 30, width: 20, height: 10.5, usesDefault: true },
        units: [{ title: 'Mug', quantity: 2 }],
        hasShipFrom: true,
        hasDestination: true,
        canBuy: true,
      },
    ]);
  });

  test('some items of an order in one package, the rest in another with a label of its own', async () => {
    const sold = await sellToHome([MUG]);
    const line = (await orderOf(sold)).lines[0]?.id;
    const { rates } = await quoteLabel(north, sold.id, { units: [{ lineId: line, quantity: 1 }] });
    expect((await buy(sold, rates[0]?.id ?? '')).as<LabelDto>().status).toBe('bought');
    expect((await orderOf(sold)).lines[0]).toMatchObject({ left: 1, fulfilled: 1 });
    expect((await buyLabel(north, sold.id)).fulfillment).toBe('made');
    expect((await orderOf(sold)).fulfillments).toHaveLength(2);
    expect(refusal(await api(north).post('/shippo/rates', { orderId: sold.id, parcels: [PACKAGE] }))).toEqual([
      409,
      'label_nothing_left',
    ]);
  });

  test('goods that pass customs are declared from the order’s lines; within the European Union nothing is', async () => {
    const declared = async (countryCode: string) => {
      const sold = await sellToHome([MUG], { countryCode, zip: '2000' });
      await quoteLabel(north, sold.id);
      return Object.values((await readShippo()).shipments).at(-1)?.customs;
    };
    expect(await declared('NO')).toBeNull();
    expect(await declared('DE')).toMatchObject({
      certify: true,
      certify_signer: 'Kari Nord',
      items: [
        {
          description: 'Mug',
          quantity: 2,
          net_weight: '500',
          value_amount: '40.00',
          value_currency: 'USD',
          origin_country: 'NO',
        },
      ],
    });
  });

  test('what carriers say is shown; where nobody delivers there are no rates', async () => {
    const sold = await sellToHome([MUG], { zip: '00000' });
    const { rates, messages } = await quoteLabel(north, sold.id);
    expect([rates, messages[0]]).toEqual([[], { source: 'PostNL', code: '', text: 'The destination is not served.' }]);
  });

  test('a carrier that wants to call the buyer names the missing number, which is entered before anything is bought', async () => {
    const sold = await sellToHome([MUG], { phone: null });
    const without = await quoteLabel(north, sold.id);
    expect([without.missing, without.rates.map(({ carrier }) => carrier)]).toEqual([['phone'], ['PostNL', 'UPS']]);
    const quote = await quoteLabel(north, sold.id, { phone: '+31 20 123 45 67' });
    expect([quote.missing, quote.rates.length]).toEqual([[], 3]);
    expect((await buy(sold, quote.rates[2]?.id ?? '')).as<LabelDto>()).toMatchObject({ carrier: 'DHL Express' });
  });

  test('a purchase that the carrier refuses buys nothing, says why, and can be made again', async () => {
    const sold = await sellToHome([MUG]);
    const rateId = await cheapest(sold);
    await controlShippo('POST', '/shippo/outcomes', { status: 'ERROR', text: 'The address is a PO box.' });
    const refused = await buy(sold, rateId);
    expect(refusal(refused)).toEqual([409, 'label_refused']);
    expect(JSON.stringify(refused.body)).toContain('The address is a PO box.');
    expect((await orderOf(sold)).fulfillments).toEqual([]);
    expect((await labelsOf(sold)).labels).toMatchObject([{ status: 'failed', problem: 'The address is a PO box.' }]);
    expect((await buy(sold, rateId)).as<LabelDto>().status).toBe('bought');
  });

  test('a rate is buyable for less than seven days', async () => {
    const sold = await sellToHome([MUG]);
    const rateId = await cheapest(sold);
    await later(7 * 24 * 60);
    expect(refusal(await buy(sold, rateId))).toEqual([409, 'label_rate_expired']);
  });

  test('what the specification’s body names alone is quoted, and bought for the order that goes there', async () => {
    const sold = await sellToHome([MUG]);
    const to = { name: 'Mara', street1: 'Hoofdstraat 1', city: 'Amsterdam', zip: '1011 AB', country: 'NL' };
    const from = SHIP_FROM.shipFromAddress;
    const ask = async (address: object) =>
      (await api(north).post('/shippo/rates', { from, to: address, parcels: [PACKAGE] })).as<QuoteDto>().rates[0]?.id ??
      '';
    expect(refusal(await buy(sold, await ask({ ...to, zip: '9999' })))).toEqual([409, 'label_of_other_address']);
    expect((await buy(sold, await ask(to))).as<LabelDto>()).toMatchObject({ status: 'bought', fulfillment: 'made' });
  });

  test('what an address says of homes and its note reach Shippo, from the rates’ body and from the ship-from address', async () => {
    const said = { is_residential: true, metadata: 'Customer ID 123456' };
    const to = { name: 'Mara', street1: 'Hoofdstraat 1', city: 'Amsterdam', zip: '1011 AB', country: 'NL', ...said };
    const from = { ...SHIP_FROM.shipFromAddress, is_residential: false, metadata: 'Dock 4' };
    const lastShipment = async () => Object.values((await readShippo()).shipments).at(-1);
    expect((await api(north).post('/shippo/rates', { from, to, parcels: [PACKAGE] })).status).toBe(200);
    expect(await lastShipment()).toMatchObject({ to: said, from: { is_residential: false, metadata: 'Dock 4' } });
    const tooLong = { ...to, metadata: 'n'.repeat(101) };
    expect(await api(north).post('/shippo/rates', { from, to: tooLong, parcels: [PACKAGE] })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'to.metadata', rule: 'max_characters' }] },
    });
    const home = { shipFromAddress: { ...SHIP_FROM.shipFromAddress, ...said } };
    expect((await api(north).put('/settings/ship-from-address', { ...SHIP_FROM, ...home })).status).toBe(200);
    const sold = await sellToHome([MUG]);
    expect((await api(north).post('/shippo/rates', { orderId: sold.id, parcels: [PACKAGE] })).status).toBe(200);
    const answer = await lastShipment();
    expect(answer).toMatchObject({ from: said });
    // An address that says nothing of it leaves it to the carriers.
    expect(answer?.to).not.toHaveProperty('is_residential');
    expect((await api(north).put('/settings/ship-from-address', SHIP_FROM)).status).toBe(200);
  });

  test('a live key’s answers, which Shippo’s own client does not understand, are no failure', async () => {
    await api(admin).put(KEY, { apiKey: SHIPPO_LIVE_KEY });
    const label = await buyLabel(north, (await sellToHome([MUG])).id);
    expect(label).toMatchObject({ status: 'bought', isTest: false, fulfillment: 'made' });
  });

  test('a label is followed until the package is delivered', async () => {
    const sold = await sellToHome([MUG]);
    const label = await buyLabel(north, sold.id);
    for (const [tracking, kind] of [
      ['TRANSIT', 'labelInTransit'],
      ['DELIVERED', 'labelDelivered'],
    ]) {
      await controlShippo('POST', `/shippo/transactions/${String(label.tracking)}`, { tracking });
      await later(5 * 60);
      expect((await orderOf(sold)).timeline[0]?.kind).toBe(kind);
    }
    expect((await labelsOf(sold)).labels[0]).toMatchObject({ trackingStatus: 'delivered', allowedActions: ['print'] });
    expect(refusal(await api(north).post(`/shippo/label/${label.id}/void`))).toEqual([409, 'label_not_voidable']);
  });
});

describe('bought exactly once', () => {
  test.each([
    ['the answer is lost', () => strikeShippo('transactions.create', 'drop_response'), 'bought'],
    ['it never arrived', () => strikeShippo('transactions.create', 'drop'), 'lost'],
    [
      'Shippo answers with an error of its own',
      () => strikeShippo('transactions.create', 'error', { status: 500 }),
      'lost',
    ],
    ['Shippo is asked too often', () => strikeShippo('transactions.create', 'throttle'), 'refused'],
    ['the carrier takes its time', () => controlShippo('POST', '/shippo/outcomes', { status: 'QUEUED' }), 'queued'],
  ])('%s', async (_, strike, first) => {
    const sold = await sellToHome([MUG]);
    const rateId = await cheapest(sold);
    await strike();
    const answer = await buy(sold, rateId);
    if (first === 'bought') expect(answer.as<LabelDto>().status).toBe('bought');
    if (first === 'lost') expect(refusal(answer)).toEqual([409, 'label_unknown']);
    if (first === 'refused') expect(refusal(answer)).toEqual([409, 'provider_busy']);
    if (first === 'queued') {
      expect(answer.as<LabelDto>().status).toBe('buying');
      const [purchase] = await purchasesOf(rateId);
      await controlShippo('POST', `/shippo/transactions/${purchase?.id ?? ''}`, { status: 'SUCCESS' });
    }
    if (first === 'lost' || first === 'queued')
      expect(refusal(await buy(sold, rateId))).toEqual([409, 'label_in_progress']);
    await later(3);
    const again = await buy(sold, rateId);
    expect(again.as<LabelDto>()).toMatchObject({ status: 'bought', fulfillment: 'made' });
    expect((await buy(sold, rateId)).as<LabelDto>().id).toBe(again.as<LabelDto>().id);
    expect(await purchasesOf(rateId)).toHaveLength(1);
    expect((await orderOf(sold)).fulfillments).toHaveLength(1);
  });

  test('the answer and the lookup are lost: the program finds the label by itself and ships with it', async () => {
    const sold = await sellToHome([MUG]);
    const rateId = await cheapest(sold);
    await strikeShippo('transactions.create', 'drop_response');
    await strikeShippo('transactions.list', 'drop');
    expect(refusal(await buy(sold, rateId))).toEqual([409, 'label_unknown']);
    expect((await labelsOf(sold)).labels[0]).toMatchObject({ status: 'buying', allowedActions: [] });
    await later(3);
    expect((await labelsOf(sold)).labels[0]).toMatchObject({ status: 'bought', fulfillment: 'made' });
    expect(await purchasesOf(rateId)).toHaveLength(1);
  });

  test('double click', async () => {
    const sold = await sellToHome([MUG]);
    const rateId = await cheapest(sold);
    const answers = await Promise.all([buy(sold, rateId), buy(sold, rateId), buy(sold, rateId)]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(refusal(answer)).toEqual([409, 'label_in_progress']);
    expect(await purchasesOf(rateId)).toHaveLength(1);
    expect((await orderOf(sold)).fulfillments).toHaveLength(1);
  });

  test('two people who quoted each for themselves: the second is refused with the reason, and buys nothing', async () => {
    const sold = await sellToHome([MUG]);
    const [mine, theirs] = [await cheapest(sold), await cheapest(sold, admin)];
    const answers = await Promise.all([buy(sold, mine), buy(sold, theirs, admin)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = answers.find(({ status }) => status !== 200);
    expect(['label_in_progress', 'label_quote_outdated', 'label_nothing_left']).toContain(late && refusal(late)[1]);
    expect([...(await purchasesOf(mine)), ...(await purchasesOf(theirs))]).toHaveLength(1);
  });

  test('the store does not answer while the shipment is made: the label stands, and the shipment is made once', async () => {
    const sold = await sellToHome([MUG]);
    const rateId = await cheapest(sold);
    await controlShippo('POST', '/faults', {
      target: 'shopify',
      operation: 'fulfillmentCreate',
      kind: 'drop_response',
      times: 5,
    });
    expect((await buy(sold, rateId)).as<LabelDto>()).toMatchObject({ status: 'bought' });
    await controlShippo('DELETE', '/faults', {});
    await later(10);
    expect((await labelsOf(sold)).labels[0]).toMatchObject({ fulfillment: 'made' });
    expect(sandboxOrder(sold.id).order.fulfillments).toHaveLength(1);
    expect(await purchasesOf(rateId)).toHaveLength(1);
  });
});

describe('void', () => {
  test('the money comes back when the carrier says so; asked twice, it is asked for once', async () => {
    const sold = await sellToHome([MUG]);
    const { id } = await buyLabel(north, sold.id);
    expect((await api(north).post(`/shippo/label/${id}/void`)).as<LabelDto>().status).toBe('voiding');
    expect(refusal(await api(north).post(`/shippo/label/${id}/void`))).toEqual([409, 'label_not_voidable']);
    await later(25 * 60);
    await later(7 * 60);
    expect((await labelsOf(sold)).labels[0]).toMatchObject({ id, status: 'voided', allowedActions: [] });
    expect((await orderOf(sold)).timeline.map(({ kind }) => kind)).toContain('labelVoided');
    expect(refusal(await api(north).get(`/shippo/label/${id}/file`))).toEqual([409, 'label_not_there']);
  });

  test('the answer is lost: the refund is found and not asked for again', async () => {
    const sold = await sellToHome([MUG]);
    const { id } = await buyLabel(north, sold.id);
    await strikeShippo('refunds.create', 'drop_response');
    expect((await api(north).post(`/shippo/label/${id}/void`)).as<LabelDto>().status).toBe('voiding');
    await later(3);
    await later(25 * 60);
    expect((await labelsOf(sold)).labels[0]?.status).toBe('voided');
    const [purchase] = (await readShippo()).transactions.slice(-1);
    expect((await readShippo()).refunds.filter((one) => one.transactionId === purchase?.id)).toHaveLength(1);
  });

  test('the shipment is cancelled along with the label, which is not printed any more, and another one can be bought', async () => {
    const sold = await sellToHome([MUG]);
    const { id } = await buyLabel(north, sold.id);
    await later(3);
    const before = (await labelsOf(sold)).labels[0];
    expect(before?.shipment).toMatch(/^\d+$/);
    const voided = await api(north).post(`/shippo/label/${id}/void`, { cancelShipment: true });
    expect(voided.as<LabelDto>()).toMatchObject({ status: 'voiding', shipment: null, allowedActions: [] });
    const { fulfillment, timeline } = await orderOf(sold);
    expect(fulfillment).toBe('unfulfilled');
    expect(timeline.map(({ kind }) => kind)).toContain('fulfillmentCancelled');
    expect((await labelsOf(sold)).parts[0]?.canBuy).toBe(true);
  });

  test('a carrier that keeps the money: the label stands again', async () => {
    const sold = await sellToHome([MUG]);
    const { id } = await buyLabel(north, sold.id);
    await api(north).post(`/shippo/label/${id}/void`);
    const [purchase] = (await readShippo()).transactions.slice(-1);
    await controlShippo('POST', `/shippo/refunds/${purchase?.id ?? ''}`, { status: 'ERROR' });
    await later(10);
    expect((await labelsOf(sold)).labels[0]).toMatchObject({ status: 'bought', allowedActions: ['print', 'void'] });
  });
});

describe('who may', () => {
  test('another vendor’s order, rate and label are not there', async () => {
    const sold = await sellToHome([MUG]);
    const rateId = await cheapest(sold);
    const theirs = await sellToHome([KELP]);
    expect((await api(south).post('/shippo/rates', { orderId: sold.id, parcels: [PACKAGE] })).status).toBe(404);
    expect((await api(south).get(`/shippo/rates/${rateId}`)).status).toBe(404);
    expect((await buy(sold, rateId, south)).status).toBe(404);
    expect((await buy(theirs, rateId, south)).status).toBe(404);
    expect((await buy(theirs, rateId, north)).status).toBe(404);
    expect((await buy(theirs, rateId, admin)).status).toBe(404);
    expect(await purchasesOf(rateId)).toEqual([]);
    const { id } = (await buy(sold, rateId)).as<LabelDto>();
    expect((await api(south).get(`/shippo/label/${id}/file`)).status).toBe(404);
    expect((await api(south).post(`/shippo/label/${id}/void`)).status).toBe(404);
    expect((await api(south).get(`/orders/${sold.id}/labels`)).status).toBe(404);
  });

  test('in an order of two vendors each sees its own labels, and an admin all of them', async () => {
    const sold = await sellToHome([MUG, KELP]);
    const own = await buyLabel(north, sold.id);
    expect((await labelsOf(sold, south)).labels).toEqual([]);
    expect((await api(south).get(`/shippo/label/${own.id}/file`)).status).toBe(404);
    const whole = await labelsOf(sold, admin);
    expect(whole.labels.map(({ id, vendor }) => [id, vendor.name])).toEqual([[own.id, 'North']]);
    expect(refusal(await api(admin).post('/shippo/rates', { orderId: sold.id, parcels: [PACKAGE] }))).toEqual([
      409,
      'one_vendor_at_a_time',
    ]);
    const vendor = whole.parts.find((part) => part.vendor.name === 'South')?.vendor.id;
    const { rates } = await quoteLabel(admin, sold.id, { vendor });
    expect((await buy(sold, rates[0]?.id ?? '', admin)).as<LabelDto>()).toMatchObject({ vendor: { name: 'South' } });
  });

  test('who may only read orders prints, and buys and voids nothing; where shipping is off nobody does', async () => {
    const sold = await sellToHome([MUG]);
    const { id } = await buyLabel(north, sold.id);
    expect((await api(clerk).get(`/shippo/label/${id}/file`)).status).toBe(200);
    expect((await api(clerk).post('/shippo/rates', { orderId: sold.id, parcels: [PACKAGE] })).status).toBe(403);
    expect((await api(clerk).post(`/shippo/label/${id}/void`)).status).toBe(403);
    await setShipping(admin, { enabled: false });
    expect(refusal(await api(north).post('/shippo/rates', { parcels: [PACKAGE] }))).toEqual([404, 'feature_disabled']);
    expect((await labelsOf(sold)).isOn).toBe(false);
  });
});

await testShippoRequests('refunds.create');
