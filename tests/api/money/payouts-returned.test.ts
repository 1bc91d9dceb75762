import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type readLedger,
  fault,
  idOf,
  lineOf,
  money,
  payOut,
  transfersOf,
  type PayoutResult,
} from '#tests/factories/payouts/paid-payouts.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { openPaidStore, renewProviders } from '#tests/factories/payouts/payout-faults.ts';
import { renewSession, type BuiltUser } from '#tests/factories/people.ts';
import {
  buildPaypalVendor,
  buildStripeVendor,
  sell,
  type PaidVendor,
} from '#tests/factories/payouts/provider-payouts.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram, waitForMorning } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

type Outcome = { results: PayoutResult[] };
type Event = { kind: string; by: string | null; params: Record<string, string>; amount: { amount: string } | null };

let store: BuiltStore;
let admin: BuiltUser;
let books: ReturnType<typeof readLedger>;
let vendor: Awaited<ReturnType<typeof buildStripeVendor>>;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  ({ store, books } = await openPaidStore());
  waitForMorning();
});
afterAll(() => program().stop());
beforeEach(async () => {
  ({ admin } = await renewProviders(store));
  vendor = await buildStripeVendor(store);
});

const takeBack = async (reverse: true | { amountMinor: number }) => {
  const [transfer] = await transfersOf(vendor.accountId);
  await control('POST', `/stripe/transfers/${transfer?.id ?? ''}`, { reverse });
  await drainJobs();
};
/** Pays what is due of an order with the token of its amounts, as the screens do. */
const payAgain = async (order: Awaited<ReturnType<typeof sell>>) => {
  await renewSession(admin);
  const payoutLines = [lineOf(order, vendor)];
  const { token } = (await api(admin).post('/payment/v3/prepare', { payoutLines })).as<{ token: string }>();
  const methods = [{ vendor: vendor.vendor.name, method: 'stripe' }];
  const { results } = (await api(admin).post('/payment/v3/pay', { payoutLines, methods, token })).as<Outcome>();
  await drainJobs();
  return results;
};

describe('a payout by Stripe', () => {
  it.each(['told', 'told twice', 'never told'])(
    'of which a part is taken back stays paid without it (%s)',
    async (how) => {
      const order = await sell(store, money('40.00', vendor));
      const id = idOf(await payOut(admin, 'stripe', [order, vendor]));
      await drainJobs();
      if (how !== 'told')
        for (const operation of ['transfer.reversed', 'transfer.updated'])
          await fault('stripe_webhooks', operation, { kind: how === 'told twice' ? 'duplicate' : 'drop' });
      await takeBack({ amountMinor: 10_00 });
      if (how === 'never told') program().clock.advance({ days: 1, hours: 1 });
      await drainJobs();
      expect(await books.payoutOf(id)).toMatchObject({ state: 'paid', amountMinor: 36_00n, reversedMinor: 10_00n });
      expect(await books.ledgerOf(id)).toEqual({ vendor_payable: -26_00n, 'paid_out:stripe': 26_00n });
      expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'due', paidOutMinor: 26_00n });
      expect(await books.mailsOf(id)).toEqual(['marketplace-payout-failed']);
      await books.expectBalanced();
      // What came back is paid again once, and the first payout is the first still.
      expect(await payAgain(order)).toMatchObject([{ status: 'processing', amount: { amount: '10.00' } }]);
      expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'paid', paidOutMinor: 36_00n });
      expect((await transfersOf(vendor.accountId)).map(({ amountMinor }) => amountMinor).sort()).toEqual([
        10_00, 36_00,
      ]);
      await books.expectBalanced();
    },
  );

  it('that is taken back in parts is due part by part, and whole with the last', async () => {
    const order = await sell(store, money('40.00', vendor));
    const id = idOf(await payOut(admin, 'stripe', [order, vendor]));
    await drainJobs();
    await takeBack({ amountMinor: 10_00 });
    const again = await payAgain(order);
    expect(again).toMatchObject([{ status: 'processing', amount: { amount: '10.00' } }]);
    // The same amount is due once more: that is no repetition of the call before.
    const [second, first] = await transfersOf(vendor.accountId);
    const ofFirst = first?.amountMinor === 36_00 ? first : second;
    const back = async (reverse: true | { amountMinor: number }) => {
      await control('POST', `/stripe/transfers/${ofFirst?.id ?? ''}`, { reverse });
      await drainJobs();
    };
    await back({ amountMinor: 10_00 });
    expect(await books.payoutOf(id)).toMatchObject({ state: 'paid', reversedMinor: 20_00n });
    const third = await payAgain(order);
    expect(third).toMatchObject([{ status: 'processing', amount: { amount: '10.00' } }]);
    expect(idOf(third)).not.toBe(idOf(again));
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'paid', paidOutMinor: 36_00n });
    // The rest of the first: it ends as one that was taken back at once, and only the rest is due.
    await back(true);
    expect(await books.payoutOf(id)).toMatchObject({ state: 'reversed', reason: 'reversed' });
    expect(await books.ledgerOf(id)).toEqual({});
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'due', paidOutMinor: 20_00n });
    expect(await books.mailsOf(id)).toHaveLength(3);
    expect(await payAgain(order)).toMatchObject([{ amount: { amount: '16.00' } }]);
    expect(await books.partOf(order, vendor)).toMatchObject({ payoutState: 'paid', paidOutMinor: 36_00n });
    await books.expectBalanced();
  });
});

/** What an order's timeline tells somebody of its payouts, newest first: kind, amount and why. */
async function readReported(order: { id: number }, who: BuiltUser) {
  const { body } = await api(who).get(`/orders/${order.id}`);
  const { timeline } = (body as { order: { timeline: Event[] } }).order;
  return timeline
    .filter(({ kind }) => kind.startsWith('payout'))
    .map(({ kind, amount, params }) => [kind, amount?.amount, params.payoutReason]);
}

describe('the timeline of an order', () => {
  it('shows each part of a payout that was reversed, and of the rest; a vendor of its own only', async () => {
    const other = await buildStripeVendor(store);
    const order = await sell(store, {
      lines: [vendor, other].map((one) => ({ vendor: one.vendor.name, price: '40.00' })),
    });
    await payOut(admin, 'stripe', [order, vendor], [order, other]);
    await drainJobs();
    await takeBack({ amountMinor: 10_00 });
    await takeBack({ amountMinor: 6_00 });
    const parts = [
      ['payout_back', '6.00', 'reversed'],
      ['payout_back', '10.00', 'reversed'],
    ];
    expect(await readReported(order, vendor.seller)).toEqual([...parts, ['payout', '36.00', undefined]]);
    await takeBack(true);
    const whole = [['payout_back', '20.00', 'reversed'], ...parts, ['payout', '36.00', undefined]];
    expect(await readReported(order, vendor.seller)).toEqual(whole);
    expect(await readReported(order, other.seller)).toEqual([['payout', '36.00', undefined]]);
    expect((await readReported(order, admin)).filter(([kind]) => kind === 'payout_back')).toEqual(whole.slice(0, 3));
  });

  it('shows a payout that did not arrive, and a vendor nothing of the marketplace’s balance', async () => {
    const order = await sell(store, money('40.00', vendor));
    await fault('stripe', 'transfers.create', { kind: 'drop', times: 3 });
    await payOut(admin, 'stripe', [order, vendor]);
    for (let look = 0; look < 9; look++) {
      await drainJobs();
      program().clock.advance({ minutes: 6 });
    }
    await renewSession(admin);
    await renewSession(vendor.seller);
    expect(await readReported(order, admin)).toEqual([['payout_failed', '36.00', 'not_sent']]);
    expect(await readReported(order, vendor.seller)).toEqual([['payout_failed', '36.00', 'marketplace']]);
  });

  it('shows a payout by PayPal that its receiver sent back, and of a manual one that was deleted', async () => {
    const paid: PaidVendor = await buildPaypalVendor(store);
    const order = await sell(store, money('40.00', paid));
    const id = idOf(await payOut(admin, 'paypal', [order, paid]));
    await drainJobs();
    program().clock.advance({ minutes: 1 });
    await drainJobs();
    const { providerRef } = await books.payoutOf(id);
    await control('POST', `/paypal/items/${providerRef ?? ''}`, { status: 'REFUNDED' });
    await drainJobs();
    const byHand = await api(admin).post('/payment/v3/pay', {
      payoutLines: [lineOf(order, paid)],
      methods: [{ vendor: paid.vendor.name, method: 'manual' }],
      manual: { paidAt: program().clock.now().toISOString(), details: 'Bank transfer 4417' },
    });
    const transactionId = String(idOf(byHand.as<Outcome>().results));
    expect((await api(admin).delete('/payment/manual', { transactionId })).status).toBe(200);
    expect(await readReported(order, paid.seller)).toEqual([
      ['payout_deleted', '36.00', undefined],
      ['payout', '36.00', undefined],
      ['payout_back', '36.00', 'refunded'],
      ['payout', '36.00', undefined],
    ]);
  });
});
