import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MARKETPLACE_STEPS, VENDOR_STEPS, type Checklist, type SetupStep } from '#app/features/onboarding/checklist.ts';
import { buildBankAccount } from '#tests/factories/payouts/bank-accounts.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildMirrored } from '#tests/factories/products.ts';
import { buildZone, setShipping, SHIP_FROM } from '#tests/factories/shipping.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;

beforeAll(() => startProgram());
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  store = await buildStore();
  admin = await buildAdmin({ store });
});

const read = async (by: BuiltUser) => (await api(by).get('/onboarding')).as<Checklist>();
const hasBeenOnBoarded = async () =>
  (await api(admin).get('/app/info')).as<{ settings: { hasBeenOnBoarded: boolean } }>().settings.hasBeenOnBoarded;
const dismiss = (by: BuiltUser, dismissed = true) => api(by).put('/onboarding', { dismissed });
const open = (list: Checklist) => list.steps.filter(({ done }) => !done).map(({ step }) => step);
/** What becomes of a checklist when one thing is done: exactly that step. */
async function expectStep(by: BuiltUser, step: SetupStep, work: () => Promise<unknown>): Promise<void> {
  const before = open(await read(by));
  expect(before).toContain(step);
  await work();
  expect(open(await read(by)), step).toEqual(before.filter((one) => one !== step));
}

async function connectPaypal(): Promise<void> {
  await program().owner.providerKey.create({
    data: {
      storeId: store.id,
      provider: 'paypal',
      encrypted: 'sealed',
      hint: '1234',
      isTest: true,
      accountId: 'app',
      accountName: 'Souk',
      country: 'US',
      encryptedWebhooks: 'sealed',
      receivesEvents: true,
      savedAt: program().clock.now(),
    },
  });
}

/** A payout by hand of an order of the vendor North; returns its id. */
async function payNorth(): Promise<string> {
  const order = await placeOrder(store, { lines: [{ vendor: 'North', price: '20.00' }] });
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, vendor: 'North', orderId: String(order.id) }],
    methods: [{ vendor: 'North', method: 'manual' }],
    manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' },
  });
  expect(answer.status).toBe(200);
  return answer.as<{ results: { transactionId: string }[] }>().results[0]?.transactionId ?? '';
}

describe('the marketplace', () => {
  test('each step is done by what exists, and the list hides when all of it does', async () => {
    await setShipping(admin);
    expect((await read(admin)).steps).toEqual(MARKETPLACE_STEPS.map((step) => ({ step, done: false })));
    let vendor: BuiltVendor | undefined;
    const logoText = { value: 'Kiln Town', src: '', selected: 'value' };
    await expectStep(admin, 'branding', () => api(admin).patch('/app/info/features', { features: { logoText } }));
    await expectStep(admin, 'commission', () => buildDefaultList(store));
    await expectStep(admin, 'fields', () =>
      api(admin).put('/app/metafields/collection', {
        enableApproval: true,
        fields: [{ key: 'craft', name: 'Craft', type: 'text', registration: true }],
      }),
    );
    await expectStep(admin, 'shipping', () => buildZone(admin));
    // A vendor that products of the store only name has not been invited, and its products are none of the marketplace's yet.
    const known = await buildVendor({ store, name: 'Known', status: 'known' });
    await buildMirrored(known, [{ title: 'Old bowl', status: 'ACTIVE', submission: 'none' }]);
    await expectStep(admin, 'vendor', async () => (vendor = await buildVendor({ store, name: 'North' })));
    await expectStep(admin, 'firstProduct', () =>
      buildMirrored(vendor as BuiltVendor, [{ title: 'Bowl', status: 'ACTIVE', submission: 'none' }]),
    );
    expect(await read(admin)).toMatchObject({ isShown: true });
    await expectStep(admin, 'payments', connectPaypal);
    expect(await read(admin)).toMatchObject({ isShown: false, isDismissed: false });
    expect(await hasBeenOnBoarded()).toBe(true);
  });

  test('who pays manually has chosen with the first payout, and has not once it is deleted', async () => {
    await buildDefaultList(store);
    const seller = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
    let id = '';
    await expectStep(admin, 'payments', async () => (id = await payNorth()));
    const bell = async () =>
      (await api(seller).get('/notices')).as<{ notices: { kind: string; amount: unknown }[] }>().notices;
    expect((await bell())[0]).toMatchObject({ kind: 'payoutPaid', amount: { amount: '18.00', currency: 'USD' } });
    expect((await api(admin).delete('/payment/manual', { transactionId: id })).status).toBe(200);
    expect(open(await read(admin))).toContain('payments');
    expect((await bell()).map(({ kind }) => kind)).toEqual(['orderPlaced']);
  });

  test('a step whose feature is off is absent', async () => {
    expect((await read(admin)).steps.map(({ step }) => step)).not.toContain('shipping');
  });

  test('dismissing holds for every admin, is hasBeenOnBoarded, and is taken back', async () => {
    const second = await buildAdmin({ store });
    expect((await dismiss(admin)).status).toBe(200);
    expect(await read(second)).toMatchObject({ isShown: false, isDismissed: true, mayDismiss: true });
    expect(await hasBeenOnBoarded()).toBe(true);
    await dismiss(second, false);
    await dismiss(second, false);
    expect(await read(admin)).toMatchObject({ isShown: true, isDismissed: false });
    expect(await hasBeenOnBoarded()).toBe(false);
  });
});

describe('a vendor', () => {
  let north: BuiltVendor;
  let lead: BuiltUser;
  beforeEach(async () => {
    north = await buildVendor({ store, name: 'North' });
    lead = await buildUser({ vendor: north });
  });

  // With a provider there is a choice of methods; the bank account is asked for where there is none.
  const ofProvider = VENDOR_STEPS.filter((step) => step !== 'bankAccount');

  test('each step is done by what exists; another vendor’s doings do none of them', async () => {
    await setShipping(admin);
    await connectPaypal();
    const south = await buildVendor({ store, name: 'South' });
    const other = await buildUser({ vendor: south });
    expect((await read(lead)).steps).toEqual(ofProvider.map((step) => ({ step, done: false })));
    const doAll = async (by: BuiltUser, of: BuiltVendor, expectDone: typeof expectStep) => {
      await expectDone(by, 'product', () => buildMirrored(of, [{ title: 'Bowl' }]));
      await expectDone(by, 'payoutMethod', () =>
        program().owner.payoutMethod.create({
          data: {
            storeId: store.id,
            vendorId: of.id,
            kind: 'paypal',
            receiver: 'pay@north.test',
            receiverType: 'EMAIL',
            detailsChangedAt: program().clock.now(),
          },
        }),
      );
      await expectDone(by, 'address', () => api(by).put('/settings/ship-from-address', SHIP_FROM));
      await expectDone(by, 'page', () =>
        api(by).post('/vendors/v2', { metafields: [], description: '<p>Bowls</p>', imageUrl: '' }),
      );
      await expectDone(by, 'team', () => buildUser({ vendor: of, role: 'staff' }));
    };
    await doAll(other, south, expectStep);
    expect(open(await read(lead))).toEqual(ofProvider);
    await doAll(lead, north, expectStep);
    expect(await read(lead)).toMatchObject({ isShown: false, isDismissed: false });
  });

  test('steps that are off, or not the viewer’s to do, are absent', async () => {
    // No provider is connected, and shipping is off.
    expect((await read(lead)).steps.map(({ step }) => step)).toEqual(['product', 'bankAccount', 'page', 'team']);
    const clerk = await buildUser({ vendor: north, role: 'staff', permissions: ['write_products', 'read_products'] });
    expect((await read(clerk)).steps.map(({ step }) => step)).toEqual(['product', 'page']);
    const reader = await buildUser({ vendor: north, role: 'staff', permissions: ['read_orders'] });
    expect(await read(reader)).toEqual({ steps: [], isShown: false, isDismissed: false, mayDismiss: false });
  });

  test('without a provider the bank account is asked for, and is done once it is entered', async () => {
    expect(open(await read(lead))).toContain('bankAccount');
    await expectStep(lead, 'bankAccount', () => buildBankAccount(lead, north.id));
    expect(open(await read(lead))).not.toContain('bankAccount');
  });

  test('its lead dismisses and shows them for its people alone; staff do neither', async () => {
    const clerk = await buildUser({ vendor: north, role: 'staff' });
    const other = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
    expect((await dismiss(clerk)).status).toBe(403);
    await dismiss(lead);
    await dismiss(lead);
    expect(await read(clerk)).toMatchObject({ isShown: false, isDismissed: true, mayDismiss: false });
    expect(await read(other)).toMatchObject({ isShown: true });
    expect(await read(admin)).toMatchObject({ isShown: true });
    await dismiss(lead, false);
    expect(await read(clerk)).toMatchObject({ isShown: true, isDismissed: false });
  });
});
