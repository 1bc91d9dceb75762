import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type readLedger, fault, idOf, money, payOut, transfersOf } from '#tests/factories/payouts/paid-payouts.ts';
import { control } from '#tests/factories/payouts/payment-providers.ts';
import { openPaidStore, renewProviders } from '#tests/factories/payouts/payout-faults.ts';
import { renewSession, type BuiltUser } from '#tests/factories/people.ts';
import {
  buildPaypalVendor,
  buildStripeVendor,
  sell,
  type App,
  type Platform,
} from '#tests/factories/payouts/provider-payouts.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

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

/** As after a kill between what a job did and its end: the job is due once more. */
const forgetEnds = () =>
  program().owner.$executeRaw`
    UPDATE scheduled_jobs SET done_at = NULL, attempts = 0, lease = NULL, locked_until = NULL, due_at = ${program().clock.now()}
    WHERE store_id = ${store.id} AND kind = 'payouts.process' AND done_at IS NOT NULL`;

type Item = { senderItemId: string | null; receiver: string; amountMinor: number };
const itemsTo = async (receiver: string) =>
  (await control<Item[]>('GET', '/paypal/items')).filter((item) => item.receiver === receiver);

describe('a payout that failed before it left', () => {
  it('by Stripe is not sent when its job runs again with the key back, and paid again it is one transfer', async () => {
    const vendor = await buildStripeVendor(store);
    const order = await sell(store, money('40.00', vendor));
    const failed = idOf(await payOut(admin, 'stripe', [order, vendor]));
    await api(admin).delete('/stripe/api-key');
    await drainJobs();
    expect(await books.payoutOf(failed)).toMatchObject({ state: 'failed', reason: 'not_connected' });
    await api(admin).put('/stripe/api-key', { apiKey: platform.liveKey });
    await forgetEnds();
    await drainJobs();
    expect(await transfersOf(vendor.accountId)).toEqual([]);
    expect(await books.payoutOf(failed)).toMatchObject({ state: 'failed', attempts: 0 });

    await renewSession(admin);
    const paid = idOf(await payOut(admin, 'stripe', [order, vendor]));
    await drainJobs();
    await forgetEnds();
    await drainJobs();
    expect(await books.payoutOf(paid)).toMatchObject({ state: 'paid', attempts: 1 });
    expect(await transfersOf(vendor.accountId)).toMatchObject([{ amountMinor: 36_00 }]);
    await books.expectBalanced();
  });

  it('by PayPal is not sent when its job runs again with the key back, and paid again it is one item', async () => {
    const receiver = 'once@sellers.example';
    const vendor = await buildPaypalVendor(store, { emailOrVenmo: receiver, type: 'EMAIL' });
    const order = await sell(store, money('40.00', vendor));
    const failed = idOf(await payOut(admin, 'paypal', [order, vendor]));
    await api(admin).delete('/paypal/admin/api-key');
    await drainJobs();
    expect(await books.payoutOf(failed)).toMatchObject({ state: 'failed', reason: 'not_connected' });
    const { clientId, clientSecret } = app;
    await api(admin).put('/paypal/admin/api-key', { clientId, clientSecret, isSandbox: false });
    await forgetEnds();
    await drainJobs();
    expect(await itemsTo(receiver)).toEqual([]);

    await renewSession(admin);
    const paid = idOf(await payOut(admin, 'paypal', [order, vendor]));
    await drainJobs();
    await forgetEnds();
    program().clock.advance({ minutes: 1 });
    await drainJobs();
    expect(await books.payoutOf(paid)).toMatchObject({ state: 'paid', attempts: 1 });
    expect(await itemsTo(receiver)).toMatchObject([{ amountMinor: 36_00 }]);
    await books.expectBalanced();
  });
});

describe('a transfer that is found under the name of a payout', () => {
  it('counts as ours only with its amount, currency and destination: else nothing is sent and nobody is said to be paid', async () => {
    const vendor = await buildStripeVendor(store);
    const order = await sell(store, money('40.00', vendor));
    await fault('stripe', 'transfers.create', { kind: 'drop_response' });
    const id = idOf(await payOut(admin, 'stripe', [order, vendor]));
    await drainJobs();
    const transfers = program().sandbox?.sandbox.state.stripe?.transfers ?? {};
    const made = Object.values(transfers).find(({ destination }) => destination === vendor.accountId);
    if (made) made.amountMinor = 12_34;
    for (let look = 0; look < 4; look++) {
      program().clock.advance({ minutes: 20 });
      await drainJobs();
    }
    expect(await books.payoutOf(id)).toMatchObject({ state: 'unknown', attempts: 1 });
    expect(await transfersOf(vendor.accountId)).toHaveLength(1);
  });
});
