import { createHmac, randomBytes } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { STRIPE_EVENTS } from '#app/adapters/stripe/hooks.server.ts';
import type { PaypalState, StripeState } from '#app/features/payment-providers/payment-providers.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { dumpEverything, findIn } from '#tests/support/database/database-dump.ts';
import { subscribeToEvents } from '#app/features/payment-providers/subscribe.service.server.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

type Platform = { id: string; testKey: string; liveKey: string };
type App = { id: string; clientId: string; clientSecret: string };
type Endpoint = {
  id: string;
  platformId: string;
  url: string;
  secret: string;
  events: string[];
  connect: boolean;
  payload: string;
};

let store: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;
let platform: Platform;

const control = <T = unknown>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
  const { sandbox } = program();
  if (!sandbox) throw new Error('the sandbox was not started');
  return sandbox.control<T>(method, path, body);
};

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'Kiln & Co' }) });
});
afterAll(() => program().stop());
beforeEach(async () => {
  platform = await control<Platform>('POST', '/stripe/platforms', { name: 'Clay Market', country: 'NL' });
});

const STRIPE = '/stripe/api-key';
const PAYPAL = '/paypal/admin/api-key';
const stripeState = async () => (await api(admin).get(STRIPE)).as<StripeState>();
const endpoints = async (id = platform.id) =>
  (await control<Endpoint[]>('GET', '/stripe/endpoints')).filter((one) => one.platformId === id);
const fault = (target: string, operation: string, more: object) =>
  control('POST', '/faults', { target, operation, times: 1, ...more });

describe('the key of Stripe', () => {
  it('is held to the specification’s words, and tried at Stripe before it is kept', async () => {
    const messages = async (apiKey: unknown) =>
      (await api(admin).put(STRIPE, { apiKey }))
        .as<{ issues: { path: string; message: string }[] }>()
        .issues.map(({ path, message }) => `${path}: ${message}`);
    expect(await messages(`pk_test_${'1'.repeat(40)}`)).toEqual(['apiKey: Must starts with sk_']);
    expect(await messages('sk_test_short')).toMatchObject([expect.stringContaining('32')]);
    expect(await messages(`sk_test_${'1'.repeat(300)}`)).toMatchObject([expect.stringContaining('255')]);
    expect(await messages(`sk_test_${'1'.repeat(40)}`)).toEqual(['apiKey: is not a key that the provider knows']);
    await control('POST', '/stripe/keys/expire', { platform: platform.id });
    expect(await messages(platform.testKey)).toEqual(['apiKey: has expired at the provider']);
    expect(await stripeState()).toMatchObject({ isSet: false, hint: '', balance: null });
    expect((await api(seller).put(STRIPE, { apiKey: platform.liveKey })).status).toBe(403);
    expect((await api(seller).get(STRIPE)).status).toBe(403);
  });

  it('may be a restricted one, whose missing right is named as Stripe names it', async () => {
    const restricted = async (...permissions: string[]) =>
      (
        await control<{ key: string }>('POST', '/stripe/keys/restricted', {
          platform: platform.id,
          permissions: permissions.join(' '),
        })
      ).key;
    const save = async (apiKey: string) => api(admin).put(STRIPE, { apiKey });
    const lacks = (permission: string) => ({
      issues: [{ path: 'apiKey', rule: 'key_lacks', params: { permission } }],
    });
    const [account, balance, transfer] = ['rak_accounts_kyc_id_numbers_read', 'rak_balance_read', 'rak_transfer_write'];
    expect((await save(await restricted(balance, transfer))).body).toMatchObject(lacks(account));
    expect((await save(await restricted(account, transfer))).body).toMatchObject(lacks(balance));
    expect((await save(await restricted(account, balance, 'rak_transfer_read'))).body).toMatchObject(lacks(transfer));
    expect(await stripeState()).toMatchObject({ isSet: false });

    const withoutWebhooks = await save(await restricted(account, balance, transfer));
    expect(withoutWebhooks).toMatchObject({
      status: 200,
      body: { isSet: true, isTestKey: true, receivesEvents: false },
    });
    const whole = await save(await restricted(account, balance, transfer, 'rak_webhook_write'));
    expect(whole).toMatchObject({ status: 200, body: { accountId: platform.id, problem: null, receivesEvents: true } });
    expect(await control('GET', '/stripe/transfers')).toEqual([]);
    expect((await api(admin).delete(STRIPE)).status).toBe(200);
  });

  it('is stored encrypted, shown by its last four signs, and says whose it is and what it holds', async () => {
    await control('POST', '/stripe/balance', { platform: platform.id, currency: 'eur', availableMinor: 123_45 });
    const saved = await api(admin).put(STRIPE, { apiKey: `  ${platform.testKey} ` });
    expect(saved.body).toMatchObject({
      isSet: true,
      hint: platform.testKey.slice(-4),
      isTestKey: true,
      name: 'Clay Market',
      country: 'NL',
      accountId: platform.id,
      balance: { available: [{ amount: '123.45', currency: 'EUR' }], pending: [] },
      problem: null,
      receivesEvents: true,
    });
    const row = await program().owner.providerKey.findFirstOrThrow({ where: { storeId: store.id } });
    expect(JSON.stringify({ ...row, storeId: '' })).not.toContain(platform.testKey.slice(8, 30));
    for (const person of [admin, seller])
      expect((await api(person).get('/app/info')).body).toMatchObject({
        settings: {
          payments: { stripeConnect: { enabled: true, isTestKey: true }, paypal: { enabled: false, isSandbox: false } },
        },
      });
    const audit = await program().owner.auditEvent.findMany({ where: { action: 'payments.key.saved' } });
    expect(audit.at(-1)?.detail).toMatchObject({ key: ['', platform.testKey.slice(-4)], isTest: true });
  });

  it('has both kinds of webhook events sent to the store’s own address, once however often it is saved', async () => {
    for (let round = 0; round < 2; round++)
      expect((await api(admin).put(STRIPE, { apiKey: platform.testKey })).status).toBe(200);
    const known = await endpoints();
    expect(known.map(({ payload, connect }) => `${payload} ${String(connect)}`).sort()).toEqual([
      'snapshot false',
      'snapshot true',
      'thin true',
    ]);
    expect(new Set(known.map(({ url }) => url))).toEqual(new Set([`${program().url}/webhooks/stripe/${store.domain}`]));
    expect(known.flatMap(({ events }) => events).sort()).toEqual([...STRIPE_EVENTS].sort());
  });

  it('that an earlier version saved hears of what this one listens for, at the same addresses', async () => {
    await api(admin).put(STRIPE, { apiKey: platform.testKey });
    const before = await endpoints();
    const stripe = new Stripe(platform.testKey, { httpClient: Stripe.createFetchHttpClient() });
    const known = (await stripe.webhookEndpoints.list()).data;
    const earlier = known.find(({ enabled_events: events }) => events.includes('transfer.created'));
    await stripe.webhookEndpoints.update(earlier?.id ?? '', { enabled_events: ['transfer.created'] });
    for (let round = 0; round < 2; round++) await subscribeToEvents(program().container.services, store.id);
    const addressOf = ({ id, url }: Endpoint): string => `${id} ${url}`;
    expect((await endpoints()).map(addressOf)).toEqual(before.map(addressOf));
    expect((await endpoints()).flatMap(({ events }) => events).sort()).toEqual([...STRIPE_EVENTS].sort());
    await api(admin).delete(STRIPE);
    await subscribeToEvents(program().container.services, store.id);
    expect(await endpoints()).toEqual([]);
  });

  it('that an earlier version registered without the accounts’ events is registered again, once, and its new secret is kept', async () => {
    await api(admin).put(STRIPE, { apiKey: platform.testKey });
    const thinOf = (all: Endpoint[]) => all.filter(({ payload }) => payload === 'thin');
    for (const one of program().sandbox?.sandbox.state.stripe?.endpoints ?? []) {
      if (one.payload === 'thin') one.connect = false;
    }
    const [before] = thinOf(await endpoints());
    for (let round = 0; round < 2; round++) await subscribeToEvents(program().container.services, store.id);
    const after = thinOf(await endpoints());
    expect(after).toMatchObject([{ connect: true, url: before?.url }]);
    expect(after[0]?.id).not.toBe(before?.id);
    const kept = await program().owner.providerKey.findFirstOrThrow({
      where: { storeId: store.id, provider: 'stripe' },
    });
    expect(program().container.services.vault.openText(kept.encryptedWebhooks)).toContain(after[0]?.id);
  });

  it('leaves nothing behind at the platform or mode that it is replaced for, nor when it is removed', async () => {
    await api(admin).put(STRIPE, { apiKey: platform.testKey });
    expect((await api(admin).put(STRIPE, { apiKey: platform.liveKey })).body).toMatchObject({ isTestKey: false });
    expect(await endpoints()).toHaveLength(3);
    const other = await control<Platform>('POST', '/stripe/platforms', { accountsApi: 'v1' });
    await api(admin).put(STRIPE, { apiKey: other.testKey });
    expect(await endpoints()).toEqual([]);
    expect((await endpoints(other.id)).length).toBeGreaterThanOrEqual(2);
    for (let round = 0; round < 2; round++) expect((await api(admin).delete(STRIPE)).body).toEqual({ ok: true });
    expect(await endpoints(other.id)).toEqual([]);
    expect(await stripeState()).toMatchObject({ isSet: false, hint: '' });
    expect(await program().owner.providerKey.count({ where: { storeId: store.id, provider: 'stripe' } })).toBe(0);
  });

  it('is kept where Stripe does not take our address, and says so', async () => {
    await fault('stripe', 'webhook_endpoints.create', { kind: 'error', status: 400 });
    expect((await api(admin).put(STRIPE, { apiKey: platform.testKey })).body).toMatchObject({
      isSet: true,
      receivesEvents: false,
    });
  });

  it('is not kept where Stripe does not answer; an earlier one stays', async () => {
    await api(admin).put(STRIPE, { apiKey: platform.testKey });
    const other = await control<Platform>('POST', '/stripe/platforms', {});
    await fault('stripe', 'account.retrieve', { kind: 'drop' });
    expect((await api(admin).put(STRIPE, { apiKey: other.testKey })).status).toBe(502);
    await fault('stripe', 'balance.retrieve', { kind: 'throttle' });
    expect((await api(admin).put(STRIPE, { apiKey: other.testKey })).status).toBe(409);
    expect(await stripeState()).toMatchObject({ accountId: platform.id });
  });

  it('stands in no answer and no row, whatever becomes of it', async () => {
    const apiKey = `sk_test_${'planted'.repeat(6)}`;
    for (const more of [undefined, { kind: 'drop' }, { kind: 'throttle' }, { kind: 'error', status: 500 }]) {
      if (more) await fault('stripe', 'account.retrieve', more);
      const answer = await api(admin).put(STRIPE, { apiKey });
      expect(answer.status).toBeGreaterThanOrEqual(409);
      expect(JSON.stringify(answer.body)).not.toContain('planted');
    }
    expect(findIn(await dumpEverything(), ['plantedplanted'])).toEqual([]);
  });

  it('says what Stripe answers to it now: expired, busy, unavailable', async () => {
    await api(admin).put(STRIPE, { apiKey: platform.testKey });
    for (const [more, problem] of [
      [{ kind: 'error', status: 401 }, 'expired'],
      [{ kind: 'throttle' }, 'busy'],
      [{ kind: 'drop' }, 'lost'],
    ] as const) {
      await fault('stripe', 'balance.retrieve', more);
      expect(await stripeState()).toMatchObject({ isSet: true, problem, balance: null });
    }
    expect(await stripeState()).toMatchObject({ problem: null });
  });
});

describe('the pair of PayPal', () => {
  let app: App;
  beforeEach(async () => {
    app = await control<App>('POST', '/paypal/apps', {});
  });
  const pair = (more: object = {}) => ({
    clientId: app.clientId,
    clientSecret: app.clientSecret,
    isSandbox: true,
    ...more,
  });

  it('is tried in the world that it is for, stored encrypted, and removable', async () => {
    for (const body of [pair({ isSandbox: false }), pair({ clientSecret: 'a-wrong-secret' })])
      expect((await api(admin).put(PAYPAL, body)).body).toMatchObject({
        issues: [{ path: 'clientSecret', rule: 'key_unknown' }],
      });
    expect((await api(admin).put(PAYPAL, { isSandbox: true, clientId: '', clientSecret: 'x' })).body).toMatchObject({
      issues: [{ path: 'clientId', message: 'Required field' }],
    });
    expect((await api(seller).put(PAYPAL, pair())).status).toBe(403);
    expect((await api(admin).put(PAYPAL, pair())).body).toMatchObject({
      isSet: true,
      hint: app.clientId.slice(-4),
      isSandbox: true,
      mayPayOut: true,
      problem: null,
    });
    const row = await program().owner.providerKey.findFirstOrThrow({ where: { provider: 'paypal' } });
    expect(JSON.stringify({ ...row, storeId: '' })).not.toContain(app.clientSecret.slice(0, 20));
    expect((await api(seller).get('/app/info')).body).toMatchObject({
      settings: { payments: { paypal: { enabled: true, isSandbox: true } } },
    });
    const hooks = () => control<{ appId: string }[]>('GET', '/paypal/webhooks');
    expect((await hooks()).filter((one) => one.appId === app.id)).toHaveLength(1);
    for (let round = 0; round < 2; round++) expect((await api(admin).delete(PAYPAL)).status).toBe(200);
    expect((await hooks()).filter((one) => one.appId === app.id)).toEqual([]);
    expect((await api(admin).get(PAYPAL)).as<PaypalState>()).toMatchObject({ isSet: false, mayPayOut: null });
  });

  it('stays while its provider is switched off in the settings object: nothing new is paid by it until it is switched on', async () => {
    const save = (payments: object, by: Parameters<typeof api>[0] = admin) =>
      api(by).patch('/app/info/features', { features: { payments } });
    const read = async () =>
      (await api(admin).get('/app/info')).as<{ settings: { payments: Record<string, unknown> } }>().settings.payments;
    await api(admin).delete(PAYPAL);
    expect(await save({ paypal: { enabled: true } })).toMatchObject({
      status: 409,
      body: { reason: 'provider_not_connected' },
    });
    app = await control<App>('POST', '/paypal/apps', { name: 'Switched market' });
    expect((await api(admin).put(PAYPAL, pair())).status).toBe(200);
    const method = () => api(seller).post('/paypal/register', { emailOrVenmo: 'kiln@vendors.test', type: 'EMAIL' });
    expect(
      (await save({ paypal: { enabled: false, isSandbox: true }, schedule: { kind: 'relative', days: 4 } })).status,
    ).toBe(200);
    expect(await read()).toMatchObject({
      paypal: { enabled: false, isSandbox: true },
      schedule: { kind: 'relative', days: 4 },
    });
    expect((await api(admin).get(PAYPAL)).body).toMatchObject({ isSet: true });
    expect(await method()).toMatchObject({ status: 409, body: { reason: 'provider_not_connected' } });
    expect((await save({ paypal: { enabled: true } }, await buildStaff({ store, isOwner: false }))).status).toBe(403);
    expect(await save({ paypal: { isSandbox: false } })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'features.payments.paypal.isSandbox', rule: 'set_by_key' }] },
    });
    expect(await save({ paypal: { enabled: 'yes' } })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'features.payments.paypal.enabled', message: 'must be of the type boolean' }] },
    });
    expect((await save(await read())).status).toBe(200);
    expect((await save({ paypal: { enabled: true } })).status).toBe(200);
    expect(await read()).toMatchObject({ paypal: { enabled: true } });
    expect((await method()).status).toBe(200);
    await api(admin).delete(PAYPAL);
  });

  it('is refused where PayPal has not granted payouts, and says so when they are taken away later', async () => {
    await control('POST', `/paypal/apps/${app.id}`, { payoutsGranted: false });
    expect((await api(admin).put(PAYPAL, pair())).body).toMatchObject({
      issues: [{ path: 'clientSecret', rule: 'key_not_granted' }],
    });
    await control('POST', `/paypal/apps/${app.id}`, { payoutsGranted: true });
    await api(admin).put(PAYPAL, pair());
    await control('POST', `/paypal/apps/${app.id}`, { payoutsGranted: false });
    expect((await api(admin).get(PAYPAL)).body).toMatchObject({ problem: 'not_granted', mayPayOut: false });
    await control('POST', '/paypal/keys/revoke', { app: app.id });
    expect((await api(admin).get(PAYPAL)).body).toMatchObject({ problem: 'key', mayPayOut: null });
    await api(admin).delete(PAYPAL);
  });
});

describe('webhook events of providers', () => {
  const stored = (provider: string) =>
    program().owner.webhookDelivery.findMany({ where: { shop: store.domain, topic: { startsWith: `${provider}/` } } });
  const address = (provider: string, shop = store.domain) => `${program().url}/webhooks/${provider}/${shop}`;
  const post = async (url: string, body: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })).status;
  const sign = (secret: string, body: string, at = program().clock.now()) => {
    const t = Math.floor(at.getTime() / 1000);
    return { 'stripe-signature': `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}` };
  };
  const event = (more: object = {}) =>
    JSON.stringify({
      id: `evt_${randomBytes(8).toString('hex')}`,
      object: 'event',
      type: 'transfer.created',
      created: 1_790_000_000,
      data: { object: {} },
      ...more,
    });

  it('of Stripe are stored once, encrypted, and only with a signature of ours that is fresh', async () => {
    await api(admin).put(STRIPE, { apiKey: platform.testKey });
    const [hook] = await endpoints();
    const secret = hook?.secret ?? '';
    const before = (await stored('stripe')).length;
    const body = event();
    for (let round = 0; round < 3; round++) expect(await post(address('stripe'), body, sign(secret, body))).toBe(200);
    expect(await stored('stripe')).toHaveLength(before + 1);
    expect(Buffer.from((await stored('stripe')).at(-1)?.body ?? []).toString('utf8')).not.toContain('transfer.created');
    const old = new Date(program().clock.now().getTime() - 600_000);
    for (const headers of [
      {},
      sign('whsec_another', body),
      sign(secret, `${body} `),
      sign(secret, body, old),
      { 'stripe-signature': 'nonsense' },
    ])
      expect(await post(address('stripe'), body, headers)).toBe(401);
    expect(await post(address('stripe'), 'not json', sign(secret, 'not json'))).toBe(400);
    expect(await post(address('stripe', 'nobody.myshopify.com'), body, sign(secret, body))).toBe(404);
    expect(await post(`${program().url}/webhooks/klarna/${store.domain}`, body)).toBe(404);
    expect(await post(address('stripe'), 'x'.repeat(1_000_001), sign(secret, body))).toBe(413);
    expect((await fetch(address('stripe'))).status).toBe(405);
    expect(await stored('stripe')).toHaveLength(before + 1);
    const state = await stripeState();
    expect(state.refusedDeliveries).toBe(5);
    expect(state.heardAt).not.toBeNull();
  });

  it('with a wrong signature are limited for whoever sends them', async () => {
    const body = event();
    const answers: number[] = [];
    await waitFor('the limit is reached', async () => {
      const wave = await Promise.all(
        Array.from({ length: 40 }, () => post(address('stripe'), body, { 'stripe-signature': 't=1,v1=00' })),
      );
      answers.push(...wave);
      return wave.includes(429);
    });
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(300);
    program().clock.advance({ minutes: 2 });
  });

  it('of PayPal are stored where PayPal says that they are its own, and sent again where it says nothing', async () => {
    const app = await control<App>('POST', '/paypal/apps', {});
    await control('POST', '/paypal/balance', { app: app.id, currency: 'USD', availableMinor: 100_000 });
    await api(admin).put(PAYPAL, { clientId: app.clientId, clientSecret: app.clientSecret, isSandbox: true });
    const paypal = program().container.services.adapters.paypal.open({ ...app, isSandbox: true });
    const pay = (batchId: string) =>
      paypal.batches.create({
        batchId,
        currency: 'USD' as never,
        subject: 'Your payout',
        items: [{ itemId: 'one', type: 'EMAIL', receiver: 'kiln@example.test', amountMinor: 100n, note: 'Thank you' }],
      });
    const before = (await stored('paypal')).length;
    await fault('paypal_webhooks', 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED', { kind: 'duplicate' });
    await pay('first');
    const topics = async () =>
      (await stored('paypal'))
        .slice(before)
        .map(({ topic }) => topic.replace('paypal/PAYMENT.', ''))
        .sort();
    await waitFor('the news are stored', async () => (await topics()).length === 3);
    expect(await topics()).toEqual(['PAYOUTS-ITEM.SUCCEEDED', 'PAYOUTSBATCH.PROCESSING', 'PAYOUTSBATCH.SUCCESS']);
    const forged = JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED' });
    const headers = Object.fromEntries(
      ['auth-algo', 'transmission-id', 'transmission-sig'].map((name) => [`paypal-${name}`, 'SHA256withRSA']),
    );
    const whole = {
      ...headers,
      'paypal-cert-url': 'https://api-m.sandbox.paypal.com/v1/notifications/certs/CERT',
      'paypal-transmission-time': '2026-11-21T10:00:00Z',
    };
    expect(await post(address('paypal'), forged)).toBe(401);
    expect(await post(address('paypal'), forged, whole)).toBe(401);
    expect(await post(address('paypal'), `${forged}, "x": 1`, whole)).toBe(401);
    await fault('paypal', 'verify-webhook-signature.post', { kind: 'error', status: 500 });
    expect(await post(address('paypal'), forged, whole)).toBe(503);
    expect((await api(admin).get(PAYPAL)).as<PaypalState>().refusedDeliveries).toBe(3);
  });
});
