import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { FindingDto, ReconciliationDto } from '#app/features/finance/reconciliation/reconciliation.contract.ts';
import { runDaily } from '#app/features/finance/reconciliation/run.service.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildPlatform, control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import {
  buildPaypalVendor,
  buildStripeVendor,
  sell,
  type App,
  type PaidVendor,
  type Platform,
} from '#tests/factories/payouts/provider-payouts.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let store: BuiltStore;
let admin: BuiltUser;
let platform: Platform;
let kiln: PaidVendor & { accountId: string };
let glaze: PaidVendor;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  platform = await buildPlatform({ country: 'US' });
  const app = await control<App>('POST', '/paypal/apps', { environment: 'live' });
  const balance = { availableMinor: 10_000_00 };
  await control('POST', '/stripe/balance', { ...balance, currency: 'usd', platform: platform.id, live: true });
  await control('POST', '/paypal/balance', { ...balance, currency: 'USD', app: app.id });
  await api(admin).put('/stripe/api-key', { apiKey: platform.liveKey });
  const { clientId, clientSecret } = app;
  await api(admin).put('/paypal/admin/api-key', { clientId, clientSecret, isSandbox: false });
  kiln = await buildStripeVendor(store);
  glaze = await buildPaypalVendor(store);
});
afterAll(() => program().stop());
beforeEach(async () => {
  for (const one of await control<{ id: string }[]>('GET', '/faults'))
    await program().sandbox?.control('DELETE', `/faults/${one.id}`);
});

const scope = () => marketplaceScope(store.id);
const fault = (target: string, operation: string, more: object) =>
  control('POST', '/faults', { target, operation, times: 1, ...more });
const payoutOf = (id: bigint) => program().owner.payout.findFirstOrThrow({ where: { storeId: store.id, id } });
const change = (id: bigint, data: object) =>
  program().owner.payout.updateMany({ where: { storeId: store.id, id }, data });
const transferOf = async (id: bigint): Promise<string> => (await payoutOf(id)).providerRef ?? '';

/** Asks for a payout of one order by a provider; its id. */
async function ask({ vendor }: PaidVendor, method: 'stripe' | 'paypal'): Promise<bigint> {
  await renewSession(admin);
  const order = await sell(store, { lines: [{ vendor: vendor.name, price: '40.00' }] });
  const answer = await api(admin).post('/payment/v3/pay', {
    payoutLines: [{ orderName: order.name, orderId: String(order.id), vendor: vendor.name }],
    methods: [{ vendor: vendor.name, method }],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return BigInt(answer.as<{ results: { transactionId: string }[] }>().results[0]?.transactionId ?? 0);
}

/** A payout that has arrived, long enough ago to be nobody's work. */
async function arrived(vendor: PaidVendor, method: 'stripe' | 'paypal'): Promise<bigint> {
  const id = await ask(vendor, method);
  await drainJobs();
  program().clock.advance({ minutes: 20 });
  await drainJobs();
  expect(await payoutOf(id)).toMatchObject({ state: 'paid' });
  return id;
}

/** Compares the books as an admin asks for it; what stands open of the providers' lists, and the run. */
async function compare(): Promise<{ found: FindingDto[]; run: ReconciliationDto['run'] }> {
  await renewSession(admin);
  expect((await api(admin).post('/reconciliation/run')).status).toBe(200);
  await drainJobs();
  const { run, exceptions } = (await api(admin).get('/reconciliation')).as<ReconciliationDto>();
  expect(run).toMatchObject({ state: 'done' });
  return { found: exceptions.filter(({ kind }) => kind.startsWith('provider_')), run };
}
const kindsOf = (found: readonly FindingDto[]) => found.map(({ kind }) => kind).sort();

describe('the lists of the providers', () => {
  it('agree with payouts that arrived, and nothing is skipped', async () => {
    await arrived(kiln, 'stripe');
    await arrived(glaze, 'paypal');
    expect(await compare()).toMatchObject({ found: [], run: { skipped: [] } });
  });

  it('correct a part that was taken back without a webhook event, and agree with one that is known', async () => {
    const id = await arrived(kiln, 'stripe');
    for (const operation of ['transfer.reversed', 'transfer.updated'])
      await fault('stripe_webhooks', operation, { kind: 'drop' });
    await control('POST', `/stripe/transfers/${await transferOf(id)}`, { reverse: { amountMinor: 10_00 } });
    await drainJobs();
    expect(await payoutOf(id)).toMatchObject({ state: 'paid', reversedMinor: 0n });
    const { found } = await compare();
    expect(found).toMatchObject([
      { kind: 'provider_part', payoutId: String(id), expected: { amount: '0.00' }, found: { amount: '10.00' } },
    ]);
    expect(await payoutOf(id)).toMatchObject({ state: 'paid', reversedMinor: 10_00n });
    expect((await compare()).found).toEqual([]);
    // What is known here and not there is told, and stays as long as it is so, however long ago the payout was.
    await change(id, { reversedMinor: 11_00n });
    const first = (await compare()).found;
    expect(first).toMatchObject([{ kind: 'provider_part', found: { amount: '10.00' } }]);
    program().clock.advance({ days: 40 });
    expect((await compare()).found.map(({ id: one }) => one)).toEqual(first.map(({ id: one }) => one));
    await change(id, { reversedMinor: 10_00n });
    expect((await compare()).found).toEqual([]);
    // Once all of it went back, it is reversed here too, and nothing is left to tell.
    await control('POST', `/stripe/transfers/${await transferOf(id)}`, { reverse: true });
    await drainJobs();
    expect((await compare()).found).toEqual([]);
    expect(await payoutOf(id)).toMatchObject({ state: 'reversed' });
  });

  it.each([
    ['stripe', 'reversed'],
    ['paypal', 'reversed'],
  ] as const)(
    'of %s that say otherwise correct what can follow: %s, without a webhook event',
    async (method, state) => {
      const id = await arrived(method === 'stripe' ? kiln : glaze, method);
      for (const operation of ['transfer.reversed', 'transfer.updated'])
        await fault('stripe_webhooks', operation, { kind: 'drop' });
      await fault('paypal_webhooks', 'PAYMENT.PAYOUTS-ITEM.RETURNED', { kind: 'drop' });
      if (method === 'stripe') await control('POST', `/stripe/transfers/${await transferOf(id)}`, { reverse: true });
      else await control('POST', `/paypal/items/${await transferOf(id)}`, { status: 'RETURNED' });
      await drainJobs();
      expect(await payoutOf(id)).toMatchObject({ state: 'paid' });
      const { found } = await compare();
      expect(found).toMatchObject([
        { kind: 'provider_state', payoutId: String(id), detail: { expected: 'reversed', found: 'paid' } },
      ]);
      expect(await payoutOf(id)).toMatchObject({ state });
      expect((await compare()).found).toEqual([]);
    },
  );

  it.each(['stripe', 'paypal'] as const)('of %s tell of another amount', async (method) => {
    const id = await arrived(method === 'stripe' ? kiln : glaze, method);
    await change(id, { amountMinor: 35_00n });
    const { found } = await compare();
    expect(found).toMatchObject([
      { kind: 'provider_amount', payoutId: String(id), expected: { amount: '35.00' }, found: { amount: '36.00' } },
    ]);
    await change(id, { amountMinor: 36_00n });
    expect((await compare()).found).toEqual([]);
  });

  it('tell of a payout that the provider paid although it failed here, and mend nothing of it', async () => {
    const id = await arrived(kiln, 'stripe');
    await change(id, { state: 'failed' });
    expect((await compare()).found).toMatchObject([
      { kind: 'provider_state', payoutId: String(id), detail: { expected: 'paid', found: 'failed' } },
    ]);
    expect(await payoutOf(id)).toMatchObject({ state: 'failed' });
    await change(id, { state: 'paid' });
    expect((await compare()).found).toEqual([]);
  });

  it('tell of a transfer of our name that is no payout here, and of a payout that is not there', async () => {
    const id = await arrived(kiln, 'stripe');
    const { sendKey } = await payoutOf(id);
    await change(id, { sendKey: null });
    const { found } = await compare();
    expect(kindsOf(found)).toEqual(['provider_missing', 'provider_unknown']);
    expect(found.find(({ kind }) => kind === 'provider_unknown')).toMatchObject({
      payoutId: null,
      found: { amount: '36.00' },
      detail: { transaction: await transferOf(id) },
    });
    expect(found.find(({ kind }) => kind === 'provider_missing')).toMatchObject({ payoutId: String(id) });
    await change(id, { sendKey });
    expect((await compare()).found).toEqual([]);
    // A batch that PayPal does not know, and an item that is another's.
    const item = await arrived(glaze, 'paypal');
    const { batchRef } = await payoutOf(item);
    await change(item, { batchRef: 'NOSUCHBATCH42' });
    expect((await compare()).found).toMatchObject([{ kind: 'provider_missing', payoutId: String(item) }]);
    await change(item, { batchRef });
    expect((await compare()).found).toEqual([]);
  });

  it('are skipped with a reason while a provider is away, and then nothing of it is resolved', async () => {
    const id = await arrived(kiln, 'stripe');
    await change(id, { amountMinor: 35_00n });
    expect(kindsOf((await compare()).found)).toEqual(['provider_amount']);
    await change(id, { amountMinor: 36_00n });
    await fault('stripe', 'transfers.list', { kind: 'drop', times: 20 });
    const away = await compare();
    expect(kindsOf(away.found)).toEqual(['provider_amount']);
    expect(away.run?.skipped).toEqual([{ source: 'stripe', reason: 'lost' }]);
    for (const one of await control<{ id: string }[]>('GET', '/faults'))
      await program().sandbox?.control('DELETE', `/faults/${one.id}`);
    expect(await compare()).toMatchObject({ found: [], run: { skipped: [] } });
  });
});

describe('two stores with one key of Stripe', () => {
  it('are compared each with its own transfers; those of the other are no findings', async () => {
    await arrived(kiln, 'stripe');
    const other = await buildStore();
    await buildDefaultList(other);
    const owner = await buildAdmin({ store: other });
    expect((await api(owner).put('/stripe/api-key', { apiKey: platform.liveKey })).status).toBe(200);
    const vendor = await buildStripeVendor(other);
    const order = await sell(other, { lines: [{ vendor: vendor.vendor.name, price: '50.00' }] });
    await api(owner).post('/payment/v3/pay', {
      payoutLines: [{ orderName: order.name, orderId: String(order.id), vendor: vendor.vendor.name }],
      methods: [{ vendor: vendor.vendor.name, method: 'stripe' }],
    });
    await drainJobs();
    program().clock.advance({ minutes: 20 });
    await drainJobs();
    const transfers = await control<{ metadata: Record<string, string> }[]>(
      'GET',
      `/stripe/transfers?destination=${vendor.accountId}`,
    );
    expect(transfers).toMatchObject([{ metadata: { souk_store: other.domain } }]);
    expect(await compare()).toMatchObject({ found: [], run: { skipped: [] } });
    // The other’s comparison sees its own: another amount there is its finding, and not this store’s.
    await program().owner.payout.updateMany({ where: { storeId: other.id }, data: { amountMinor: 1n } });
    expect((await compare()).found).toEqual([]);
    await renewSession(owner);
    expect((await api(owner).post('/reconciliation/run')).status).toBe(200);
    await drainJobs();
    const { exceptions } = (await api(owner).get('/reconciliation')).as<ReconciliationDto>();
    const own = exceptions.filter(({ kind }) => kind.startsWith('provider_'));
    expect(own).toMatchObject([{ kind: 'provider_amount', found: { amount: '45.00' } }]);
  });
});

describe('a payout that nobody carries on', () => {
  it('is taken up again by the daily work, once, and is paid once', async () => {
    const id = await ask(kiln, 'stripe');
    const where = { storeId: store.id, kind: 'payouts.process', doneAt: null };
    // Due work that failed so often is given up.
    await program().owner.scheduledJob.updateMany({ where, data: { attempts: 8 } });
    await drainJobs();
    expect(await payoutOf(id)).toMatchObject({ state: 'processing', attempts: 0 });
    const daily = () =>
      program().container.services.db.fast(scope(), (tx) => runDaily(program().container.services, tx, store.id));
    await daily();
    await daily();
    expect(await program().owner.scheduledJob.count({ where: { ...where, attempts: { lt: 8 } } })).toBe(1);
    await drainJobs();
    expect(await payoutOf(id)).toMatchObject({ state: 'paid', attempts: 1 });
  });
});
