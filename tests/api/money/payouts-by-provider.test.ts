import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type readLedger,
  fault,
  idOf,
  lineOf,
  money,
  payOut as payOutBy,
  transfersOf,
  type PayoutResult,
} from '#tests/factories/payouts/paid-payouts.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { openPaidStore, renewProviders } from '#tests/factories/payouts/payout-faults.ts';
import { buildAdmin, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import {
  buildPaypalVendor,
  buildStripeVendor,
  sell,
  type App,
  type PaidVendor,
  type Platform,
} from '#tests/factories/payouts/provider-payouts.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

type Outcome = { results: PayoutResult[] };
type Allocation = {
  vendor: string;
  preferred: string;
  methods: { method: string; usable: boolean; reason: { code: string } | null }[];
};
type Sold = [Awaited<ReturnType<typeof sell>>, PaidVendor];

let store: BuiltStore;
let admin: BuiltUser;
let platform: Platform;
let app: App;
let books: ReturnType<typeof readLedger>;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  ({ store, books } = await openPaidStore());
});
afterAll(() => program().stop());
beforeEach(async () => {
  ({ admin, platform, app } = await renewProviders(store));
});

const payOut = (method: 'stripe' | 'paypal', ...sold: Sold[]) => payOutBy(admin, method, ...sold);

describe('a payout by Stripe', () => {
  let vendor: Awaited<ReturnType<typeof buildStripeVendor>>;
  beforeEach(async () => {
    vendor = await buildStripeVendor(store);
  });

  it('is on its way when it is asked for, and arrives as one transfer', async () => {
    const order = await sell(store, money('40.00', vendor));
    const prepared = await api(admin).post('/payment/v3/prepare', { payoutLines: [lineOf(order, vendor)] });
    expect(prepared.as<{ allocations: Allocation[] }>().allocations).toMatchObject([
      { preferred: 'stripe', methods: [{ usable: true }, { usable: true }, { reason: { code: 'not_registered' } }] },
    ]);
    expect(prepared.as<{ stripeBalance: object }>().stripeBalance).toMatchObject({ currency: 'USD' });
    const results = await payOut('stripe', [order, vendor]);
    expect(results).toMatchObject([{ status: 'processing', reason: null }]);
    const id = idOf(results);
    expect(await books.payoutOf(id)).toMatchObject({ state: 'processing', attempts: 0, destination: vendor.accountId });
    expect(await books.ledgerOf(id)).toEqual({ vendor_payable: -36_00n, 'in_transit:stripe': 36_00n });
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'paid', attempts: 1, isTest: false });
    expect(await books.ledgerOf(id)).toEqual({ vendor_payable: -36_00n, 'paid_out:stripe': 36_00n });
    expect(await transfersOf(vendor.accountId)).toMatchObject([{ amountMinor: 36_00, reversedMinor: 0 }]);
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'paid', paidOutMinor: 36_00n });
    expect(await books.mailsOf(id)).toEqual([]);
    await books.expectBalanced();
  });

  it('whose answer is lost is looked up and never sent twice', async () => {
    const order = await sell(store, money('40.00', vendor));
    await fault('stripe', 'transfers.create', { kind: 'drop_response' });
    const id = idOf(await payOut('stripe', [order, vendor]));
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'unknown' });
    expect(await books.ledgerOf(id)).toEqual({ vendor_payable: -36_00n, 'in_transit:stripe': 36_00n });
    program().clock.advance({ seconds: 30 });
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'paid', attempts: 1 });
    expect(await transfersOf(vendor.accountId)).toHaveLength(1);
    await books.expectBalanced();
  });

  it('that Stripe never got is sent again with the same key, and given up for certain after three', async () => {
    const order = await sell(store, money('40.00', vendor));
    await fault('stripe', 'transfers.create', { kind: 'drop', times: 3 });
    const id = idOf(await payOut('stripe', [order, vendor]));
    for (let look = 0; look < 9; look++) {
      await drainJobs();
      program().clock.advance({ minutes: 6 });
    }
    expect(await books.payoutOf(id)).toMatchObject({ state: 'failed', reason: 'not_sent', attempts: 3 });
    expect(await books.ledgerOf(id)).toEqual({});
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
    expect(await books.mailsOf(id)).toEqual(['marketplace-payout-failed']);
    await renewSession(admin);
    const again = await payOut('stripe', [order, vendor]);
    await drainJobs();
    expect(idOf(again)).not.toBe(id);
    expect(await books.payoutOf(idOf(again))).toMatchObject({ state: 'paid' });
    expect(await transfersOf(vendor.accountId)).toHaveLength(1);
  });

  it.each([
    [
      'the balance is too low',
      () =>
        control('POST', '/stripe/balance', { currency: 'usd', availableMinor: 5, platform: platform.id, live: true }),
      'insufficient',
    ],
    [
      'the key has expired',
      () => control('POST', '/stripe/keys/expire', { platform: platform.id, live: true }),
      'expired',
    ],
    [
      'the account was disabled',
      () => control('POST', `/stripe/accounts/${vendor.accountId}`, { status: 'rejected' }),
      'account',
    ],
  ])('fails where %s, and is due again', async (_what, spoil, reason) => {
    const order = await sell(store, money('40.00', vendor));
    const results = await payOut('stripe', [order, vendor]);
    await spoil();
    const id = idOf(results);
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'failed', reason });
    expect(await books.ledgerOf(id)).toEqual({});
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
    expect(await books.mailsOf(id)).toEqual(['marketplace-payout-failed']);
    await books.expectBalanced();
  });

  it.each(['told', 'told twice', 'not told'])('that is taken back in the dashboard is due again, %s', async (how) => {
    const order = await sell(store, money('40.00', vendor));
    const id = idOf(await payOut('stripe', [order, vendor]));
    await drainJobs();
    for (const operation of ['transfer.reversed', 'transfer.updated'])
      if (how !== 'told')
        await fault('stripe_webhooks', operation, { kind: how === 'not told' ? 'drop' : 'duplicate' });
    const [transfer] = await transfersOf(vendor.accountId);
    await control('POST', `/stripe/transfers/${transfer?.id ?? ''}`, { reverse: true });
    if (how === 'not told') program().clock.advance({ days: 1, hours: 1 });
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'reversed', reason: 'reversed' });
    expect(await books.ledgerOf(id)).toEqual({});
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
    expect(await books.mailsOf(id)).toEqual(['marketplace-payout-failed']);
    await books.expectBalanced();
  });

  it('waits while its key is another’s, and fails where it was never sent', async () => {
    const [first, second] = [await sell(store, money('40.00', vendor)), await sell(store, money('50.00', vendor))];
    await fault('stripe', 'transfers.create', { kind: 'drop_response' });
    const sent = idOf(await payOut('stripe', [first, vendor]));
    await drainJobs();
    const unsent = idOf(await payOut('stripe', [second, vendor]));
    await api(admin).delete('/stripe/api-key');
    program().clock.advance({ minutes: 1 });
    await drainJobs();
    expect(await books.payoutOf(sent)).toMatchObject({ state: 'unknown' });
    expect(await books.payoutOf(unsent)).toMatchObject({ state: 'failed', reason: 'not_connected' });
    await api(admin).put('/stripe/api-key', { apiKey: platform.liveKey });
    program().clock.advance({ hours: 2 });
    await renewSession(admin);
    await drainJobs();
    expect(await books.payoutOf(sent)).toMatchObject({ state: 'paid', attempts: 1 });
  });

  it('is one effect with equal answers when it is asked for fifty times at once', async () => {
    const order = await sell(store, money('40.00', vendor));
    const body = {
      payoutLines: [lineOf(order, vendor)],
      methods: [{ vendor: vendor.vendor.name, method: 'stripe' }],
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => api(admin).post('/payment/v3/pay', body)));
    const [first] = answers;
    expect(first).toMatchObject({ status: 200, body: { results: [{ status: 'processing' }] } });
    for (const { status, body: reported } of answers)
      expect({ status, reported }).toEqual({ status: 200, reported: first?.body });
    await Promise.all([drainJobs(), drainJobs(), drainJobs()]);
    expect(await program().owner.payout.count({ where: { storeId: store.id, vendorId: vendor.vendor.id } })).toBe(1);
    expect(await transfersOf(vendor.accountId)).toHaveLength(1);
  });

  it('is refused in words: a test key for real orders, a live one for test orders, changed details', async () => {
    const order = await sell(store, money('40.00', vendor));
    await api(admin).patch('/app/info/features', { features: { orders: { hiddenFields: [], countTests: true } } });
    const test = await sell(store, { ...money('30.00', vendor), test: true });
    expect(await payOut('stripe', [test, vendor])).toMatchObject([{ status: 'refused', reason: { code: 'live_key' } }]);
    await api(admin).put('/stripe/api-key', { apiKey: platform.testKey });
    expect(await payOut('stripe', [order, vendor])).toMatchObject([
      { status: 'refused', reason: { code: 'account_not_ready' } },
    ]);
    await api(admin).put('/stripe/api-key', { apiKey: platform.liveKey });
    await api(vendor.seller).post('/paypal/register', { emailOrVenmo: 'new@sellers.example', type: 'EMAIL' });
    expect(await payOut('paypal', [order, vendor])).toMatchObject([
      { status: 'refused', reason: { code: 'details_changed' } },
    ]);
    program().clock.advance({ hours: 73 });
    await renewSession(admin);
    expect(await payOut('stripe', [order, vendor])).toMatchObject([
      { status: 'refused', reason: { code: 'not_registered' } },
    ]);
    expect(await payOut('paypal', [order, vendor])).toMatchObject([{ status: 'processing' }]);
  });

  it('holds its orders: nothing more of them is paid until it has arrived', async () => {
    const order = await sell(store, money('40.00', vendor));
    await payOut('stripe', [order, vendor]);
    expect(await payOut('stripe', [order, vendor])).toHaveLength(1);
    const byHand = await api(admin).post('/payment/v3/pay', {
      payoutLines: [lineOf(order, vendor)],
      methods: [{ vendor: vendor.vendor.name, method: 'manual' }],
      manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' },
    });
    expect(byHand.as<Outcome>().results).toMatchObject([{ status: 'refused', reason: { code: 'in_flight' } }]);
    await drainJobs();
  });

  it('whose order is adjusted under way is paid as it was sent; the difference is owed afterwards', async () => {
    const order = await sell(store, money('40.00', vendor));
    const id = idOf(await payOut('stripe', [order, vendor]));
    const adjust = (amount: string) =>
      api(admin).post(`/orders/${order.id}/adjustments`, {
        kind: 'correction',
        vendor: vendor.vendor.name,
        amount,
        note: 'Packed twice, paid once',
      });
    expect((await adjust('3.00')).status).toBe(201);
    expect(await books.partOf(order, vendor)).toMatchObject({
      payoutState: 'due',
      postedMinor: 39_00n,
      paidOutMinor: 36_00n,
    });
    const payDifference = async () => {
      const payoutLines = [lineOf(order, vendor)];
      const prepared = await api(admin).post('/payment/v3/prepare', { payoutLines });
      const { token } = prepared.as<{ token: string }>();
      const methods = [{ vendor: vendor.vendor.name, method: 'stripe' }];
      return (await api(admin).post('/payment/v3/pay', { payoutLines, methods, token })).as<Outcome>().results;
    };
    expect(await payDifference()).toMatchObject([{ status: 'refused', reason: { code: 'in_flight' } }]);
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'paid', amountMinor: 36_00n });
    expect(await payDifference()).toMatchObject([{ status: 'processing', amount: { amount: '3.00' } }]);
    await drainJobs();
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'paid', paidOutMinor: 39_00n });
    await adjust('-4.00');
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'overpaid' });
    await books.expectBalanced();
  });
});

describe('a payout by PayPal', () => {
  it('is one batch for each currency, and ends item by item', async () => {
    const [good, unconnected] = [
      await buildPaypalVendor(store),
      await buildPaypalVendor(store, { emailOrVenmo: `nobody${Date.now()}@sellers.example`, type: 'EMAIL' }),
    ];
    const venmo = await buildPaypalVendor(store, { emailOrVenmo: '@kiln-and-co', type: 'USER_HANDLE' });
    const order = await sell(store, {
      lines: [good, unconnected, venmo].map(({ vendor }) => ({ vendor: vendor.name, price: '40.00' })),
    });
    const results = await payOut('paypal', [order, good], [order, unconnected], [order, venmo]);
    expect(results.map(({ status }) => status)).toEqual(['processing', 'processing', 'processing']);
    await drainJobs();
    program().clock.advance({ minutes: 1 });
    await drainJobs();
    const state = async (index: number) => (await books.payoutOf(idOf(results, index))).state;
    expect(await Promise.all([0, 1, 2].map(state))).toEqual(['paid', 'unclaimed', 'paid']);
    const batches = new Set(
      (await Promise.all([0, 1, 2].map((index) => books.payoutOf(idOf(results, index))))).map(
        ({ batchRef }) => batchRef,
      ),
    );
    expect(batches.size).toBe(1);
    expect(await books.ledgerOf(idOf(results, 1))).toEqual({ vendor_payable: -36_00n, 'in_transit:paypal': 36_00n });
    expect(await books.mailsOf(idOf(results, 1))).toEqual(['marketplace-payout-failed', 'vendor-payout-unclaimed']);
    // Thirty days later nobody has claimed it: it comes back and is due again.
    program().clock.advance({ days: 31 });
    await drainJobs();
    expect(await books.payoutOf(idOf(results, 1))).toMatchObject({ state: 'reversed', reason: 'returned' });
    expect(await books.ledgerOf(idOf(results, 1))).toEqual({});
    expect(await books.partOf(order, unconnected)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
    expect(await books.mailsOf(idOf(results, 1))).toEqual([
      'marketplace-payout-failed',
      'vendor-payout-unclaimed',
      'marketplace-payout-failed',
      'vendor-payout-unclaimed',
    ]);
    await books.expectBalanced();
  });

  it('whose answer is lost is asked for again by the same name, and is one batch', async () => {
    const vendor = await buildPaypalVendor(store);
    const order = await sell(store, money('40.00', vendor));
    await fault('paypal', 'payouts.create', { kind: 'drop_response' });
    const id = idOf(await payOut('paypal', [order, vendor]));
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'unknown' });
    for (let look = 0; look < 3; look++) {
      program().clock.advance({ seconds: 40 });
      await drainJobs();
    }
    expect(await books.payoutOf(id)).toMatchObject({ state: 'paid' });
    const items = await control<object[]>(
      'GET',
      `/paypal/items?receiver=${(await books.payoutOf(id)).destination ?? ''}`,
    );
    expect(items).toHaveLength(1);
  });

  it('whose answer is lost for longer than PayPal knows its name is never submitted again', async () => {
    const vendor = await buildPaypalVendor(store);
    const order = await sell(store, money('40.00', vendor));
    await fault('paypal', 'payouts.create', { kind: 'drop_response' });
    // PayPal's news say what the batch is called, so they are lost too.
    await control('POST', '/faults', { target: 'paypal_webhooks', kind: 'drop' });
    const id = idOf(await payOut('paypal', [order, vendor]));
    await drainJobs();
    program().clock.advance({ days: 31 });
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'unknown', attempts: 1 });
    expect(await books.ledgerOf(id)).toEqual({ vendor_payable: -36_00n, 'in_transit:paypal': 36_00n });
    const items = await control<object[]>(
      'GET',
      `/paypal/items?receiver=${(await books.payoutOf(id)).destination ?? ''}`,
    );
    expect(items).toHaveLength(1);
  });

  describe('that can no longer be looked up', () => {
    /** A payout whose batch was made, or never arrived, and whose answer was lost a month ago. */
    async function loseForGood(kind: 'drop' | 'drop_response', price = '40.00') {
      const vendor = await buildPaypalVendor(store);
      const order = await sell(store, money(price, vendor));
      await fault('paypal', 'payouts.create', { kind });
      const deaf = await control<{ id: string }>('POST', '/faults', { target: 'paypal_webhooks', kind: 'drop' });
      const id = idOf(await payOut('paypal', [order, vendor]));
      await drainJobs();
      await control('POST', '/drain', { app: false });
      await program().sandbox?.control('DELETE', `/faults/${deaf.id}`);
      program().clock.advance({ days: 31 });
      await renewSession(admin);
      await drainJobs();
      expect(await books.payoutOf(id)).toMatchObject({ state: 'unknown', batchRef: null });
      return { vendor, order, id };
    }
    const end = (id: bigint, outcome: string, who = admin) =>
      api(who).post(`/payment/payouts/${id}/end`, { outcome, note: 'Seen in our account at PayPal' });
    const itemOf = async (id: bigint): Promise<string> => {
      const { destination } = await books.payoutOf(id);
      const [item] = await control<{ id: string }[]>('GET', `/paypal/items?receiver=${destination ?? ''}`);
      return item?.id ?? '';
    };

    it('is paid where a person says that it arrived, with note and log, once', async () => {
      const { order, vendor, id } = await loseForGood('drop_response');
      expect((await end(id, 'arrived')).body).toMatchObject({ state: 'paid', waits: false });
      expect((await end(id, 'arrived')).body).toMatchObject({ state: 'paid', waits: false });
      expect(await end(id, 'never_left')).toMatchObject({ status: 409 });
      expect(await books.ledgerOf(id)).toEqual({ vendor_payable: -36_00n, 'paid_out:paypal': 36_00n });
      expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'paid', paidOutMinor: 36_00n });
      const events = await program().owner.auditEvent.findMany({
        where: { storeId: store.id, subject: 'payout', subjectId: String(id), action: 'payout.end_arrived' },
      });
      expect(events).toMatchObject([{ note: 'Seen in our account at PayPal', actor: { id: String(admin.id) } }]);
      await books.expectBalanced();
    });

    it('is due again where a person says that it never left, and is paid again once', async () => {
      const { order, vendor, id } = await loseForGood('drop');
      expect((await end(id, 'never_left')).body).toMatchObject({ state: 'failed', waits: false });
      expect((await end(id, 'never_left')).body).toMatchObject({ state: 'failed', waits: false });
      expect(await books.payoutOf(id)).toMatchObject({ state: 'failed', reason: 'not_sent' });
      expect(await books.ledgerOf(id)).toEqual({});
      expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
      const again = idOf(await payOut('paypal', [order, vendor]));
      await drainJobs();
      program().clock.advance({ minutes: 1 });
      await drainJobs();
      expect(await books.payoutOf(again)).toMatchObject({ state: 'paid' });
      expect(await books.payoutOf(id)).toMatchObject({ state: 'failed', attempts: 1 });
      await books.expectBalanced();
    });

    it('is ended by no hand while the program may still find out', async () => {
      const vendor = await buildPaypalVendor(store);
      const order = await sell(store, money('40.00', vendor));
      await fault('paypal', 'payouts.create', { kind: 'drop_response' });
      const id = idOf(await payOut('paypal', [order, vendor]));
      await drainJobs();
      expect(await books.payoutOf(id)).toMatchObject({ state: 'unknown' });
      expect(await end(id, 'never_left')).toMatchObject({ status: 409 });
      expect(await end(id, 'arrived')).toMatchObject({ status: 409 });
      program().clock.advance({ minutes: 1 });
      await drainJobs();
      expect(await books.payoutOf(id)).toMatchObject({ state: 'paid' });
      expect(await end(id, 'never_left')).toMatchObject({ status: 409 });
    });

    it('above the limit needs another person who says the same', async () => {
      const { id } = await loseForGood('drop', '600.00');
      const other = await buildAdmin({ store });
      const { rules, version } = (await api(admin).get('/settings/payouts')).as<{ rules: object; version: number }>();
      const limited = await api(admin).put('/settings/payouts', {
        rules: { ...rules, approveAbove: '500.00' },
        version,
      });
      expect(limited.status, JSON.stringify(limited.body)).toBe(200);
      expect((await end(id, 'never_left')).body).toMatchObject({ state: 'unknown', waits: true });
      expect((await end(id, 'never_left')).body).toMatchObject({ state: 'unknown', waits: true });
      // Whoever says otherwise ends nothing either.
      expect((await end(id, 'arrived', other)).body).toMatchObject({ state: 'unknown', waits: true });
      expect((await end(id, 'never_left')).body).toMatchObject({ state: 'unknown', waits: true });
      expect((await end(id, 'never_left', other)).body).toMatchObject({ state: 'failed', waits: false });
      expect((await books.payoutOf(id)).resolution).toMatchObject({
        by: { id: String(admin.id) },
        confirmedBy: { id: String(other.id) },
      });
      await books.expectBalanced();
    });

    it('is ended once where two people say otherwise at once', async () => {
      const { order, vendor, id } = await loseForGood('drop');
      const other = await buildAdmin({ store });
      const answers = await Promise.all([end(id, 'arrived'), end(id, 'never_left', other)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { state } = await books.payoutOf(id);
      expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: state === 'paid' ? 'paid' : 'due' });
      await books.expectBalanced();
    });

    it('is found by what PayPal reports of its batch, without an admin’s answer', async () => {
      const { id } = await loseForGood('drop_response');
      await control('POST', `/paypal/items/${await itemOf(id)}`, { status: 'RETURNED' });
      await drainJobs();
      expect(await books.payoutOf(id)).toMatchObject({ state: 'reversed', reason: 'returned' });
      await books.expectBalanced();
    });

    it('and was ended otherwise than PayPal says later is an exception, and nothing is paid or taken back for it', async () => {
      const { order, vendor, id } = await loseForGood('drop_response');
      await end(id, 'never_left');
      const again = idOf(await payOut('paypal', [order, vendor]));
      await drainJobs();
      program().clock.advance({ minutes: 1 });
      await drainJobs();
      await control('POST', `/paypal/items/${await itemOf(id)}`, { status: 'SUCCESS' });
      await control('POST', `/paypal/items/${await itemOf(id)}`, { status: 'REFUNDED' });
      await control('POST', `/paypal/items/${await itemOf(id)}`, { status: 'SUCCESS' });
      await drainJobs();
      expect(await books.payoutOf(id)).toMatchObject({ state: 'failed', batchRef: expect.any(String) as string });
      expect(await books.payoutOf(again)).toMatchObject({ state: 'paid' });
      expect((await api(admin).post('/reconciliation/run')).status).toBe(200);
      await drainJobs();
      type Found = { exceptions: { kind: string; payoutId: string | null; detail: object }[] };
      const { exceptions } = (await api(admin).get('/reconciliation')).as<Found>();
      expect(exceptions.filter(({ payoutId }) => payoutId === String(id))).toMatchObject([
        { kind: 'provider_state', detail: { expected: 'paid', found: 'failed' } },
      ]);
      await drainJobs();
      expect(await books.payoutOf(id)).toMatchObject({ state: 'failed' });
      expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'paid', paidOutMinor: 36_00n });
      await books.expectBalanced();
    });
  });

  it.each([
    ['FAILED', 'failed', 'refused', 'told'],
    ['BLOCKED', 'failed', 'blocked', 'told'],
    ['RETURNED', 'reversed', 'returned', 'told'],
    ['REFUNDED', 'reversed', 'refunded', 'told twice'],
    ['REVERSED', 'reversed', 'reversed', 'never told'],
    ['RETURNED', 'reversed', 'returned', 'never told'],
  ])('that is %s late is %s and due again (%s, %s)', async (status, state, reason, how) => {
    const vendor = await buildPaypalVendor(store);
    const order = await sell(store, money('40.00', vendor));
    const id = idOf(await payOut('paypal', [order, vendor]));
    await drainJobs();
    program().clock.advance({ minutes: 1 });
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'paid' });
    if (how !== 'told')
      await fault('paypal_webhooks', `PAYMENT.PAYOUTS-ITEM.${status}`, {
        kind: how === 'told twice' ? 'duplicate' : 'drop',
      });
    await control('POST', `/paypal/items/${(await books.payoutOf(id)).providerRef ?? ''}`, { status });
    if (how === 'never told') program().clock.advance({ days: 1, hours: 1 });
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state, reason });
    expect(await books.ledgerOf(id)).toEqual({});
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
    expect((await books.mailsOf(id)).filter((template) => template === 'marketplace-payout-failed')).toHaveLength(1);
    await books.expectBalanced();
  });

  it('whose batch is denied fails whole', async () => {
    const vendor = await buildPaypalVendor(store);
    const order = await sell(store, money('40.00', vendor));
    await control('POST', '/paypal/outcomes', { status: 'PENDING', receiver: await receiverOf(vendor) });
    const id = idOf(await payOut('paypal', [order, vendor]));
    await drainJobs();
    const { batchRef } = await books.payoutOf(id);
    expect(
      await control<{ status: number }>('POST', `/paypal/batches/${batchRef ?? ''}`, { status: 'DENIED' }),
    ).toBeDefined();
    await drainJobs();
    expect(await books.payoutOf(id)).toMatchObject({ state: 'failed', reason: 'denied', providerCode: 'DENIED' });
    expect(await books.ledgerOf(id)).toEqual({});
  });

  it('that is pending for weeks is polled until it was claimed or returned, though no webhook event comes', async () => {
    const vendor = await buildPaypalVendor(store);
    const order = await sell(store, money('40.00', vendor));
    await control('POST', '/paypal/outcomes', { status: 'PENDING', receiver: await receiverOf(vendor) });
    const id = idOf(await payOut('paypal', [order, vendor]));
    await drainJobs();
    await control('POST', '/faults', { target: 'paypal_webhooks', kind: 'drop' });
    const itemBecomes = async (status: string) => {
      const [item] = await control<{ id: string }[]>('GET', `/paypal/items?receiver=${await receiverOf(vendor)}`);
      await control('POST', `/paypal/items/${item?.id ?? ''}`, { status });
      program().clock.advance({ days: 1, hours: 1 });
      await drainJobs();
    };
    program().clock.advance({ days: 35 });
    await drainJobs();
    await itemBecomes('UNCLAIMED');
    expect(await books.payoutOf(id)).toMatchObject({ state: 'unclaimed' });
    program().clock.advance({ days: 29 });
    await drainJobs();
    await itemBecomes('RETURNED');
    expect(await books.payoutOf(id)).toMatchObject({ state: 'reversed', reason: 'returned' });
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
    await books.expectBalanced();
  });

  it.each([
    [
      'the balance is too low',
      () => control('POST', '/paypal/balance', { currency: 'USD', availableMinor: 5, app: app.id }),
      'insufficient',
    ],
    ['the pair was revoked', () => control('POST', '/paypal/keys/revoke', { app: app.id }), 'key'],
    [
      'payouts were taken away',
      () => control('POST', `/paypal/apps/${app.id}`, { payoutsGranted: false }),
      'not_granted',
    ],
  ])('fails where %s, and is due again', async (_what, spoil, reason) => {
    const vendor = await buildPaypalVendor(store);
    const order = await sell(store, money('40.00', vendor));
    const results = await payOut('paypal', [order, vendor]);
    await spoil();
    await drainJobs();
    expect(await books.payoutOf(idOf(results))).toMatchObject({ state: 'failed', reason });
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'due', paidOutMinor: 0n });
    await books.expectBalanced();
  });

  const receiverOf = async ({ vendor }: PaidVendor) =>
    (await program().owner.payoutMethod.findFirstOrThrow({ where: { storeId: store.id, vendorId: vendor.id } }))
      .receiver;
});

describe('a payout above the limit by a provider', () => {
  it('is sent once another person has approved it, once, and arrives', async () => {
    const vendor = await buildStripeVendor(store);
    const settings = await api(admin).get('/settings/payouts');
    const { rules, version } = settings.as<{ rules: object; version: number }>();
    const limited = await api(admin).put('/settings/payouts', { rules: { ...rules, approveAbove: '500.00' }, version });
    expect(limited.status, JSON.stringify(limited.body)).toBe(200);
    const order = await sell(store, money('600.00', vendor));
    const answer = await api(admin).post('/payment/v3/pay', {
      payoutLines: [lineOf(order, vendor)],
      methods: [{ vendor: vendor.vendor.name, method: 'stripe' }],
    });
    const { requestId = '', results } = answer.as<Outcome & { requestId?: string }>();
    expect(results).toMatchObject([{ status: 'waiting', transactionId: null }]);
    await drainJobs();
    expect(await transfersOf(vendor.accountId)).toEqual([]);
    const other = await buildAdmin({ store });
    const path = `/payment/requests/${requestId}/approve`;
    expect((await api(admin).post(path)).status).not.toBe(200);
    const approved = await Promise.all([api(other).post(path), api(other).post(path)]);
    expect(approved.map(({ status }) => status)).toEqual([200, 200]);
    await drainJobs();
    const [payout, ...more] = await program().owner.payout.findMany({
      where: { storeId: store.id, vendorId: vendor.vendor.id },
    });
    expect(more).toEqual([]);
    expect(payout).toMatchObject({ state: 'paid', method: 'stripe', amountMinor: 540_00n });
    expect(await transfersOf(vendor.accountId)).toMatchObject([{ amountMinor: 540_00 }]);
    expect(await books.ledgerOf(payout?.id ?? 0n)).toEqual({ vendor_payable: -540_00n, 'paid_out:stripe': 540_00n });
    await books.expectBalanced();
  });
});
