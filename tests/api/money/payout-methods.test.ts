import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { marketplaceScope } from '#app/core/viewer.ts';
import {
  startAccountPolls,
  recordAccountStatus,
} from '#app/features/payouts/methods/refresh-account.service.server.ts';
import type { PayoutMethodView } from '#app/features/payouts/methods/payout-methods.contract.ts';
import { findAccount } from '#app/features/payouts/methods/payout-methods.repo.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildPaypalApp, buildPlatform, control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { dumpEverything, findIn } from '#tests/support/database/database-dump.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { drainJobs } from '#tests/support/drain-jobs.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let seller: BuiltUser;
let platform: Awaited<ReturnType<typeof buildPlatform>>;
let app: Awaited<ReturnType<typeof buildPaypalApp>>;

beforeAll(async () => {
  await startProgram({ sandbox: true, worker: false });
  store = await installDemoStore();
  await startAccountPolls(program().container.services, store.id);
});
afterAll(() => program().stop());
beforeEach(async () => {
  vendor = await buildVendor({ store, name: `Kiln ${nextNumber()}` });
  seller = await buildUser({ vendor });
  admin = await buildAdmin({ store });
  platform = await buildPlatform({ country: 'US' });
  app = await buildPaypalApp();
  await api(admin).put('/stripe/api-key', { apiKey: platform.testKey });
  await api(admin).put('/paypal/admin/api-key', {
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    isSandbox: true,
  });
});

const view = async (who = seller) => (await api(who).get('/payout/register')).as<PayoutMethodView>();
const stripe = (more: object = {}) => ({ email: 'payouts@kiln.example', country: 'US', ...more });
const register = (more: object = {}) => api(seller).post('/stripe/register', stripe(more));
const accountId = async () => (await view()).stripe.account?.accountId ?? '';
const stand = async (status: string) => control('POST', `/stripe/accounts/${await accountId()}`, { status });
const fault = (target: string, operation: string, more: object) =>
  control('POST', '/faults', { target, operation, times: 1, ...more });
const ageOfDetails = async () => program().clock.now().getTime() - Date.parse((await view()).detailsChangedAt ?? '');
const mails = () =>
  program().owner.mail.count({ where: { template: 'vendor-payout-details-changed', vendorId: vendor.id } });
const audit = (action: string) =>
  program().owner.auditEvent.findMany({ where: { action, vendorId: vendor.id }, orderBy: { id: 'asc' } });

describe('how a vendor is paid', () => {
  it('begins as nothing, with what the marketplace offers', async () => {
    expect(await view()).toMatchObject({
      kind: null,
      phase: null,
      detailsChangedAt: null,
      mayChange: true,
      stripe: { isOffered: true, isTestKey: true, account: null },
      paypal: { isOffered: true, isSandbox: true, takesVenmo: store.currency === 'USD', receiver: '' },
    });
    expect((await view()).stripe.countries).toContain('NL');
    expect((await api(admin).get('/payout/register')).status).toBe(409);
  });

  it('is Stripe, once, however often it is asked for: one account, one mail, one row in the log', async () => {
    const answers = await Promise.all([register(), register()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await register()).body).toMatchObject({
      kind: 'stripe',
      phase: 'questions',
      stripe: { account: { state: 'pending', country: 'US' } },
    });
    const accounts = await control<{ platformId: string; madeWith: string }[]>('GET', '/stripe/accounts');
    expect(accounts.filter((one) => one.platformId === platform.id)).toMatchObject([{ madeWith: 'v2' }]);
    expect(await mails()).toBe(1);
    expect(await audit('vendor.payout_method.changed')).toMatchObject([{ detail: { way: ['none', 'stripe'] } }]);
    expect(await ageOfDetails()).toBeLessThan(60_000);
  });

  it('is an account of v1 where the platform has no v2', async () => {
    await control('POST', `/stripe/platforms/${platform.id}`, { accountsApi: 'v1' });
    expect((await register()).body).toMatchObject({ phase: 'questions' });
    await stand('active');
    expect(await view()).toMatchObject({ phase: 'active' });
    expect((await api(seller).post('/stripe/onboard')).status).toBe(200);
  });

  it('is one payout method at a time: PayPal takes the place of Stripe, whose account stays recorded', async () => {
    await register();
    program().clock.advance({ minutes: 3 });
    const first = await accountId();
    const replaced = await api(seller).post('/paypal/register', { emailOrVenmo: 'kiln@paypal.example', type: 'EMAIL' });
    expect(replaced.body).toMatchObject({
      kind: 'paypal',
      phase: 'active',
      paypal: { receiver: 'kiln@paypal.example', type: 'EMAIL' },
    });
    expect(await ageOfDetails()).toBeLessThan(60_000);
    program().clock.advance({ minutes: 3 });
    await api(seller).post('/paypal/register', { emailOrVenmo: 'kiln@paypal.example', type: 'EMAIL' });
    expect(await mails()).toBe(2);
    expect((await register()).body).toMatchObject({ kind: 'stripe', stripe: { account: { accountId: first } } });
    for (let round = 0; round < 2; round++)
      expect((await api(seller).delete('/payout/register')).body).toMatchObject({ kind: null });
    expect(
      (await audit('vendor.payout_method.changed')).map(({ detail }) => (detail as { way: string[] }).way),
    ).toEqual([
      ['none', 'stripe'],
      ['stripe', 'paypal'],
      ['paypal', 'stripe'],
      ['stripe', 'none'],
    ]);
    expect(await mails()).toBe(4);
  });

  it('is refused in words: country, address, handle, what the marketplace has not connected', async () => {
    const issues = async (path: string, body: object) => {
      const answer = await api(seller).post(path, body);
      return answer.as<{ issues?: { path: string; rule: string }[] }>().issues?.map((one) => `${one.path} ${one.rule}`);
    };
    expect(await issues('/stripe/register', stripe({ country: 'JP' }))).toEqual(['country payout_country']);
    expect(await issues('/stripe/register', stripe({ country: 'Narnia' }))).toHaveLength(1);
    expect(await issues('/stripe/register', stripe({ email: 'nobody' }))).toEqual(['email valid_email']);
    await fault('stripe', 'v2.accounts.create', { kind: 'error', status: 400 });
    expect((await register()).status).toBe(502);
    expect(await issues('/paypal/register', { emailOrVenmo: 'no address', type: 'EMAIL' })).toEqual([
      'emailOrVenmo valid_email',
    ]);
    expect(await issues('/paypal/register', { emailOrVenmo: 'a@b.example', type: 'USER_HANDLE' })).toEqual([
      'emailOrVenmo venmo_handle',
    ]);
    expect(await issues('/paypal/register', { emailOrVenmo: 'x'.repeat(200), type: 'USER_HANDLE' })).toContain(
      'emailOrVenmo too_big_string',
    );
    await api(admin).delete('/paypal/admin/api-key');
    await api(admin).delete('/stripe/api-key');
    for (const [path, body] of [
      ['/stripe/register', stripe()],
      ['/paypal/register', { emailOrVenmo: 'kiln@paypal.example', type: 'EMAIL' }],
    ] as const)
      expect((await api(seller).post(path, body)).body).toMatchObject({
        code: 'invalid_state',
        message: expect.stringContaining('has not connected') as string,
      });
    expect(await view()).toMatchObject({ kind: null, stripe: { isOffered: false }, paypal: { isOffered: false } });
  });

  it('is Venmo in US dollars only', async () => {
    await program().owner.store.update({ where: { id: store.id }, data: { currency: 'EUR' } });
    const venmo = () => api(seller).post('/paypal/register', { emailOrVenmo: 'kiln-co', type: 'USER_HANDLE' });
    expect((await venmo()).body).toMatchObject({ issues: [{ path: 'type', rule: 'venmo_usd' }] });
    await program().owner.store.update({ where: { id: store.id }, data: { currency: 'USD' } });
    expect((await venmo()).body).toMatchObject({
      kind: 'paypal',
      paypal: { receiver: '@kiln-co', type: 'USER_HANDLE' },
    });
    await program().owner.store.update({ where: { id: store.id }, data: { currency: store.currency } });
  });

  it('is changed by managers of the vendor, and readable for the rest', async () => {
    const helper = await buildUser({ vendor, role: 'staff' });
    expect((await api(helper).post('/stripe/register', stripe())).status).toBe(403);
    expect((await api(helper).delete('/payout/register')).status).toBe(403);
    expect(await view(helper)).toMatchObject({ mayChange: false });
    await register();
    const outsider = await buildUser({ vendor: await buildVendor({ store }) });
    expect(await view(outsider)).toMatchObject({ kind: null, stripe: { account: null } });
    expect((await api(outsider).post('/stripe/onboard')).status).toBe(409);
  });
});

describe('an account at Stripe', () => {
  it('stands as Stripe says: requested, under review, active, restricted, rejected and created again', async () => {
    await register();
    for (const [status, phase] of [
      ['review', 'review'],
      ['active', 'active'],
      ['restricted', 'restricted'],
      ['rejected', 'rejected'],
    ] as const) {
      await stand(status);
      program().clock.advance({ minutes: 1 });
      expect(await view()).toMatchObject({ phase });
    }
    expect((await api(seller).post('/stripe/onboard')).status).toBe(409);
    const rejected = await accountId();
    program().clock.advance({ minutes: 1 });
    expect((await register()).body).toMatchObject({ phase: 'questions' });
    expect(await accountId()).not.toBe(rejected);
    expect(
      (await audit('vendor.payout_account.changed')).map(({ detail }) => (detail as { state: string[] }).state),
    ).toEqual([
      ['pending', 'active'],
      ['active', 'restricted'],
      ['restricted', 'rejected'],
    ]);
  });

  it('follows Stripe’s webhook events, twice and late the same', async () => {
    await register();
    const id = await accountId();
    await fault('stripe_webhooks', 'account.updated', { kind: 'duplicate' });
    await stand('active');
    await drainJobs();
    const row = () => program().owner.stripeAccount.findFirstOrThrow({ where: { accountId: id } });
    expect(await row()).toMatchObject({ state: 'active' });
    await stand('restricted');
    await fault('stripe_webhooks', 'account.updated', { kind: 'reorder' });
    await stand('active');
    await drainJobs();
    expect(await row()).toMatchObject({ state: 'active', due: [] });
    const news = await program().owner.webhookDelivery.findMany({ where: { subjectId: id } });
    expect(new Set(news.map(({ state }) => state))).toEqual(new Set(['done']));
  });

  it('has the status that was recorded last, also for a refresh that began before and is answered after', async () => {
    await register();
    const id = await accountId();
    const { db } = program().container.services;
    const within = marketplaceScope(store.id);
    const known = await db.fast(within, (tx) => findAccount(tx, id));
    if (!known) throw new Error('the account is known');
    const at = program().clock.now();
    program().clock.advance({ seconds: 1 });
    await stand('active');
    await drainJobs();
    const earlier = { transfers: 'pending', isRejected: false, isSubmitted: true, isUnderReview: true } as const;
    const seen = await db.fast(within, (tx) => recordAccountStatus(tx, known, { ...earlier, due: [] }, at));
    expect(seen).toMatchObject({ state: 'active', isSubmitted: true });
    expect(await view()).toMatchObject({ phase: 'active' });
  });

  it('whose webhook events were lost is updated by the daily refresh', async () => {
    await register();
    const id = await accountId();
    for (const operation of [
      'account.updated',
      'v2.core.account[requirements].updated',
      'v2.core.account[configuration.recipient].capability_status_updated',
    ])
      await control('POST', '/faults', { target: 'stripe_webhooks', operation, kind: 'drop' });
    await stand('active');
    await drainJobs();
    const state = async () =>
      (await program().owner.stripeAccount.findFirstOrThrow({ where: { accountId: id } })).state;
    expect(await state()).toBe('pending');
    program().clock.advance({ days: 1, hours: 1 });
    await drainJobs();
    expect(await state()).toBe('active');
    const { sandbox } = program();
    for (const one of await control<{ id: string }[]>('GET', '/faults'))
      await sandbox?.control('DELETE', `/faults/${one.id}`);
  });

  it('is shown as it was known while Stripe is unavailable', async () => {
    await register();
    await stand('active');
    await view();
    program().clock.advance({ minutes: 3 });
    await fault('stripe', 'v2.accounts.retrieve', { kind: 'drop' });
    expect(await view()).toMatchObject({ phase: 'active', stripe: { account: { isStale: true } } });
    expect((await api(seller).get('/stripe/account')).body).toMatchObject({
      account: { state: 'active', isStale: false },
    });
  });

  it('of a test key does not count under a live one, and counts again under its own', async () => {
    await register();
    const test = await accountId();
    await api(admin).put('/stripe/api-key', { apiKey: platform.liveKey });
    expect(await view()).toMatchObject({ kind: 'stripe', phase: 'renew', stripe: { isTestKey: false, account: null } });
    expect((await api(seller).post('/stripe/onboard')).body).toMatchObject({ code: 'invalid_state' });
    await register();
    expect(await accountId()).not.toBe(test);
    await api(admin).delete('/stripe/api-key');
    expect(await view()).toMatchObject({ kind: 'stripe', phase: 'disconnected' });
    await api(admin).put('/stripe/api-key', { apiKey: platform.testKey });
    expect(await view()).toMatchObject({ phase: 'questions', stripe: { account: { accountId: test } } });
    expect(await program().owner.stripeAccount.count({ where: { vendorId: vendor.id } })).toBe(2);
  });

  it('is opened by links of Stripe that each work once, and by a session of its parts', async () => {
    expect((await api(seller).post('/stripe/onboard')).status).toBe(409);
    await register();
    const link = async (path: string) => (await api(seller).post(path)).as<{ url: string }>().url;
    expect(await link('/stripe/onboard')).not.toBe(await link('/stripe/onboard'));
    expect((await api(seller).post('/stripe/dashboard')).body).toMatchObject({ code: 'invalid_state' });
    await stand('active');
    await view();
    expect(await link('/stripe/dashboard')).toContain('/stripe/express/');
    expect((await api(seller).get('/stripe/session')).body).toMatchObject({
      isTestKey: true,
      clientSecret: expect.stringMatching(/^accs_/) as string,
    });
    await fault('stripe', 'account_links.create', { kind: 'throttle' });
    await fault('stripe', 'v2.account_links.create', { kind: 'throttle' });
    expect((await api(seller).post('/stripe/onboard')).body).toMatchObject({
      message: expect.stringContaining('too often') as string,
    });
  });
});

describe('what was entered', () => {
  it('goes with the vendor, and the keys with the store; no key stands anywhere in the open', async () => {
    await register();
    await api(seller).post('/paypal/register', { emailOrVenmo: 'forget.me@paypal.example', type: 'EMAIL' });
    const secrets = [
      platform.testKey,
      app.clientSecret,
      ...(await control<{ secret: string }[]>('GET', '/stripe/endpoints')).map(({ secret }) => secret),
    ];
    expect(findIn(await dumpEverything(), secrets)).toEqual([]);
    expect((await api(admin).delete(`/vendors/${vendor.name}`)).status).toBe(200);
    expect(await program().owner.payoutMethod.count({ where: { vendorId: vendor.id } })).toBe(0);
    expect(await program().owner.stripeAccount.count({ where: { vendorId: vendor.id } })).toBe(0);
    expect(findIn(await dumpEverything(), ['forget.me@paypal.example'])).toEqual([]);
  });
});
