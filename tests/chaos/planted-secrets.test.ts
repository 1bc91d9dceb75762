import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPassword } from '#app/platform/identity/users/users.service.server.ts';
import { implementations } from '#app/main/tables.server.ts';
import { BREVO_KEY } from '#sandbox/providers/mail/brevo.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildDefaultList } from '#tests/factories/money.ts';
import { buildOrderPayload } from '#tests/factories/orders/orders.ts';
import { buildPlatform, control } from '#tests/factories/payouts/payment-providers.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import {
  buildPaypalVendor,
  buildStripeVendor,
  type App,
  type PaidVendor,
  type Platform,
} from '#tests/factories/payouts/provider-payouts.ts';
import type { BuiltStore } from '#tests/factories/stores.ts';
import { signWebhook } from '#tests/factories/webhooks.ts';
import { openClient, type Answer } from '#tests/support/api.ts';
import { openCrashSite, type CrashSite } from '#tests/support/crash-site.ts';
import { dumpRows, findIn } from '#tests/support/database/database-dump.ts';
import { API_SECRET, SESSION_SECRET } from '#tests/support/environment.ts';
import { program } from '#tests/support/program.ts';
import { waitFor } from '#tests/support/wait.ts';

const PASSWORD = 'planted password of somebody';
const WRONG_PASSWORD = 'planted password of nobody';
const WRONG_KEY = `sk_live_${'planted'.repeat(6)}`;
const WRONG_MAIL_KEY = 'xkeysib-planted-key-of-nobody';
const WRONG_SECRET = `planted-paypal-secret-${'x'.repeat(40)}`;

let site: CrashSite;
let store: BuiltStore;
let admin: BuiltUser;
let platform: Platform;
let app: App;
let sellers: PaidVendor[];
/** Bodies of all answers, each with what was asked. */
const answers: string[] = [];

beforeAll(async () => {
  site = await openCrashSite({ logLevel: 'trace' });
  store = await installDemoStore();
  await buildDefaultList(store);
  admin = await buildAdmin({ store });
  platform = await buildPlatform({ country: 'US' });
  app = await control<App>('POST', '/paypal/apps', { environment: 'live' });
  const plenty = 1_000_00;
  await control('POST', '/stripe/balance', {
    currency: 'usd',
    availableMinor: plenty,
    platform: platform.id,
    live: true,
  });
  await control('POST', '/paypal/balance', { currency: 'USD', availableMinor: plenty, app: app.id });
}, 180_000);
afterAll(() => site.stop());

async function call(method: string, path: string, body?: object, caller: BuiltUser | null = admin): Promise<Answer> {
  const answer = await openClient(site.url, caller ?? {}).send(method, path, body);
  answers.push(`${method} ${path} ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

async function signIn(email: string, password: string): Promise<Answer> {
  const form = new URLSearchParams({ store: store.domain, email, password }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await openClient(site.url).post('/auth/public/login', form, { headers });
  answers.push(`login ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

async function deliver(secret: string): Promise<void> {
  const lines = sellers.map(({ vendor }) => ({ vendor: vendor.name, price: '20.00' }));
  const payload = buildOrderPayload({ createdAt: program().clock.now(), lines });
  const { body, headers } = signWebhook({ shop: store.domain, topic: 'orders/create', payload, secret });
  const answer = await fetch(`${site.url}/webhooks`, { method: 'POST', body, headers });
  answers.push(`webhook ${answer.status} ${await answer.text()}`);
}

/** Pays everything that is due while a provider fails in a way; waits until each payout was tried. */
async function payUnder(kind: 'error' | 'drop_response' | null, status = 500): Promise<void> {
  const { owner, sandbox } = program();
  await deliver(API_SECRET);
  await waitFor('the order is due', async () => {
    const due = await owner.vendorOrder.count({ where: { storeId: store.id, payoutState: 'due' } });
    return due >= sellers.length;
  });
  const faults = sandbox?.sandbox.faults;
  faults?.clear();
  if (kind)
    for (const [target, operation] of [
      ['stripe', 'transfers.create'],
      ['paypal', 'payouts.create'],
    ] as const)
      faults?.add({ target, operation, kind, status, remaining: 1, delayMs: 0 });
  const parts = await owner.vendorOrder.findMany({ where: { storeId: store.id, payoutState: 'due' } });
  const nameOf = new Map(sellers.map(({ vendor }) => [vendor.id as bigint, vendor.name]));
  const payoutLines = parts.map((part) => ({
    orderName: part.name,
    orderId: String(part.orderId),
    vendor: nameOf.get(part.vendorId) ?? '',
  }));
  const methods = sellers.map(({ vendor }, index) => ({ vendor: vendor.name, method: index ? 'paypal' : 'stripe' }));
  await call('POST', '/payment/v3/prepare', { payoutLines });
  await call('POST', '/payment/v3/pay', { payoutLines, methods });
  await waitFor('each payout was tried', async () => {
    const untried = { storeId: store.id, attempts: 0, state: 'processing' };
    return (await owner.payout.count({ where: untried })) === 0;
  });
}

/** Every call that asks for something and needs to be told nothing for it. */
function listReads(): string[] {
  return implementations
    .map(({ endpoint }) => endpoint)
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
    .map(({ path }) => path);
}

/** What nobody may read anywhere: as the providers and the store platform hold it, or as somebody typed it. */
function listSecrets(cookies: readonly string[]): Record<string, string[]> {
  const state = program().sandbox?.sandbox.state;
  const shop = state?.shops[store.domain];
  return {
    'keys of Stripe': [platform.liveKey, WRONG_KEY],
    'secrets of PayPal': [app.clientSecret, WRONG_SECRET],
    'secrets of webhooks': (state?.stripe?.endpoints ?? []).map(({ secret }) => secret),
    'keys of Brevo': [BREVO_KEY, WRONG_MAIL_KEY],
    // The address for bounces is known by what stands last in it.
    'secrets of addresses': (state?.mailServices?.brevo.webhooks ?? []).map(({ url }) => url.split('/').at(-1) ?? ''),
    'access at PayPal': (state?.paypal?.tokens ?? []).map(({ token }) => token),
    'access to the store': (shop?.installation?.tokens ?? []).flatMap(({ token, refresh }) => [
      token,
      ...(refresh ? [refresh.token] : []),
    ]),
    passwords: [PASSWORD, WRONG_PASSWORD, encodeURIComponent(PASSWORD)],
    'secrets of the program': [API_SECRET, SESSION_SECRET],
    // Short ones say no more than whether somebody is signed in.
    sessions: cookies
      .flatMap((cookie) => cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1)))
      .filter((value) => value.length > 20),
  };
}

test(
  'no secret stands in a log of any level, an answer, an error, an export, a mail or a row',
  { timeout: 300_000 },
  async () => {
    // Keys that are refused, and those that are kept.
    await call('PUT', '/stripe/api-key', { apiKey: WRONG_KEY });
    await call('PUT', '/paypal/admin/api-key', {
      clientId: app.clientId,
      clientSecret: WRONG_SECRET,
      isSandbox: false,
    });
    expect((await call('PUT', '/stripe/api-key', { apiKey: platform.liveKey })).status).toBe(200);
    const pair = { clientId: app.clientId, clientSecret: app.clientSecret, isSandbox: false };
    expect((await call('PUT', '/paypal/admin/api-key', pair)).status).toBe(200);
    await call('PATCH', '/notifications/integration', { service: 'brevo', apiKey: WRONG_MAIL_KEY });
    const mailKey = { service: 'brevo', apiKey: BREVO_KEY };
    expect((await call('PATCH', '/notifications/integration', mailKey)).status).toBe(200);
    sellers = [await buildStripeVendor(store), await buildPaypalVendor(store)];
    const [seller] = sellers;
    if (!seller) throw new Error('there is a vendor');
    const { services } = program().container;
    await setPassword(services, store.id, { email: seller.seller.email, password: PASSWORD });
    await signIn(seller.seller.email, WRONG_PASSWORD);
    const signedIn = await signIn(seller.seller.email, PASSWORD);
    expect(signedIn.status).toBeLessThan(400);
    // What providers answer when they fail is noted, and must not carry what they were sent.
    await payUnder('error', 500);
    await payUnder('error', 401);
    await payUnder('drop_response');
    await payUnder(null);
    await deliver('another secret');
    const [endpoint] = program().sandbox?.sandbox.state.stripe?.endpoints ?? [];
    if (!endpoint) throw new Error('Stripe has an address to tell changes at');
    for (const [url, headers] of [
      [endpoint.url, { 'stripe-signature': 't=1,v1=00' }],
      [`${site.url}/webhooks`, { 'x-shopify-hmac-sha256': 'bm8=' }],
    ] as const) {
      const answer = await fetch(url, { method: 'POST', body: '{}', headers });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      answers.push(`POST ${url} ${answer.status} ${await answer.text()}`);
    }
    const [bounces] = program().sandbox?.sandbox.state.mailServices?.brevo.webhooks ?? [];
    const event = JSON.stringify({ event: 'hard_bounce', email: 'gone@souk.test' });
    for (const [url, body] of [
      [bounces?.url ?? '', event],
      [bounces?.url ?? '', 'nothing'],
      [`${bounces?.url ?? ''}x`, event],
    ] as const)
      answers.push(`bounces ${(await fetch(url, { method: 'POST', body })).status}`);
    expect(answers.slice(-3)).toEqual(['bounces 200', 'bounces 400', 'bounces 404']);
    for (const path of listReads()) {
      await call('GET', path);
      await call('GET', path, undefined, seller.seller);
    }

    const { owner } = program();
    const secrets = listSecrets([admin.cookie, seller.seller.cookie, signedIn.cookies()]);
    const logs = site.readLogs();
    const mails = JSON.stringify(await owner.mail.findMany(), (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    const rows = await dumpRows();
    const found: string[] = [];
    for (const [kind, values] of Object.entries(secrets)) {
      expect([kind, values.length > 0, values.every((value) => value.length > 8)]).toEqual([kind, true, true]);
      for (const [where, text] of Object.entries({ logs, answers: answers.join('\n'), mails, rows }))
        for (const line of findIn(text, values)) found.push(`${kind} in ${where}: ${line.slice(0, 200)}`);
    }
    expect(found).toEqual([]);
    // It was looked where it would stand.
    expect(findIn(logs, ['a payout was not confirmed']).length).toBeGreaterThan(2);
    expect(answers.filter((text) => text.startsWith('GET ')).length).toBeGreaterThan(100);
    expect(findIn(rows, [seller.seller.email]).length).toBeGreaterThan(0);
  },
);
