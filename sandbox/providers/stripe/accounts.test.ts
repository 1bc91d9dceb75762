import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSandbox } from '../../start.ts';
import { control, startSandbox } from '../../testing.ts';
import { callHost, callStripe } from '../testing.ts';
import type { Answer, Input } from '../testing.ts';

type Platform = { id: string; testKey: string; liveKey: string };

let running: RunningSandbox;
let platform: Platform;

beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());
beforeEach(async () => {
  platform = await control(running.url, 'POST', '/stripe/platforms', { country: 'NL' });
});

function ask(method: string, path: string, input: Input = {}, key = platform.testKey): Promise<Answer> {
  return callStripe(running.url, key, method, path, input);
}
const errorOf = (answer: Answer): Record<string, string> => answer.body['error'] as Record<string, string>;
const RECIPIENT = {
  contact_email: 'vendor@example.test',
  display_name: 'Vendor',
  dashboard: 'express',
  identity: { country: 'de', entity_type: 'individual' },
  configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
  defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
  include: ['configuration.recipient', 'identity', 'requirements', 'defaults'],
};

async function openAccount(): Promise<string> {
  const made = await ask('POST', '/v2/core/accounts', RECIPIENT);
  return String(made.body['id']);
}

async function linkFor(account: string): Promise<string> {
  const { body } = await ask('POST', '/v2/core/account_links', {
    account,
    use_case: {
      type: 'account_onboarding',
      account_onboarding: { refresh_url: 'http://localhost:3000/again', return_url: 'http://localhost:3000/back' },
    },
  });
  return String(body['url']);
}

const visit = (url: string, fields?: Record<string, string>): Promise<Response> =>
  fetch(url, {
    redirect: 'manual',
    ...(fields ? { method: 'POST', body: new URLSearchParams(fields), headers: { origin: running.url } } : {}),
  });
const sessionIn = (page: string): string => /name="session" value="(\w+)"/.exec(page)?.[1] ?? '';

describe('a key', () => {
  it('is wanted, must be known, and speaks for one platform and one mode', async () => {
    const bare = await callHost(running.url, 'api.stripe.com', 'GET', '/v1/balance', undefined, {});
    expect([bare.status, errorOf(bare)['type']]).toEqual([401, 'invalid_request_error']);
    const wrong = await ask('GET', '/v1/balance', {}, ['sk', 'test', 'nobodyknowsthiskey1234'].join('_'));
    expect([wrong.status, errorOf(wrong)['message']]).toEqual([
      401,
      'Invalid API Key provided: sk_test_******************1234',
    ]);
    const own = await ask('GET', '/v1/account');
    expect(own.body).toMatchObject({ id: platform.id, country: 'NL', object: 'account' });
    expect((await ask('GET', '/v1/balance')).body['livemode']).toBe(false);
    expect((await ask('GET', '/v1/balance', {}, platform.liveKey)).body['livemode']).toBe(true);
  });

  it('comes with a version of the API, which v2 wants and the answer repeats beside its own id', async () => {
    const requested = (path: string, version: string): Promise<Answer> =>
      callStripe(running.url, platform.testKey, 'GET', path, {}, { 'stripe-version': version });
    const { headers } = await requested('/v1/balance', '2026-10-28.endive');
    expect([headers.get('stripe-version'), headers.get('request-id')?.slice(0, 4)]).toEqual([
      '2026-10-28.endive',
      'req_',
    ]);
    expect((await requested('/v1/balance', '')).status).toBe(200);
    expect((await requested('/v2/core/accounts', '')).status).toBe(400);
    expect(errorOf(await requested('/v1/balance', 'latest'))['message']).toBe('Invalid Stripe API version: latest');
  });

  it('expires and is rolled; the new one works', async () => {
    await control(running.url, 'POST', '/stripe/keys/expire', { platform: platform.id });
    const expired = await ask('GET', '/v1/balance');
    expect([expired.status, errorOf(expired)['code']]).toEqual([401, 'api_key_expired']);
    const rolled = await control<Platform>(running.url, 'POST', '/stripe/keys/roll', { platform: platform.id });
    expect((await ask('GET', '/v1/balance', {}, rolled.testKey)).status).toBe(200);
    expect((await ask('GET', '/v1/balance', {}, platform.liveKey)).status).toBe(200);
  });
});

describe('an account', () => {
  it('made by v2 shows what is asked for and nothing else', async () => {
    const { body } = await ask('POST', '/v2/core/accounts', RECIPIENT);
    expect(body).toMatchObject({
      object: 'v2.core.account',
      applied_configurations: ['recipient'],
      contact_email: 'vendor@example.test',
      dashboard: 'express',
      livemode: false,
      identity: { country: 'de' },
    });
    const capability = {
      status: 'restricted',
      status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
    };
    expect(body['configuration']).toMatchObject({
      recipient: { applied: true, capabilities: { stripe_balance: { stripe_transfers: capability } } },
    });
    const bare = await ask('GET', `/v2/core/accounts/${String(body['id'])}`);
    expect([bare.body['configuration'], bare.body['requirements'], bare.body['identity']]).toEqual([null, null, null]);
    const list = await ask('GET', '/v2/core/accounts', { limit: 1 });
    expect(list.body['data']).toHaveLength(1);
  });

  it('reads the same by v1, whatever made it', async () => {
    const id = await openAccount();
    expect((await ask('GET', `/v1/accounts/${id}`)).body).toMatchObject({
      object: 'account',
      capabilities: { transfers: 'inactive' },
      details_submitted: false,
      payouts_enabled: false,
      requirements: { disabled_reason: 'requirements.past_due' },
    });
    await control(running.url, 'POST', `/stripe/accounts/${id}`, { status: 'active' });
    expect((await ask('GET', `/v1/accounts/${id}`)).body).toMatchObject({
      capabilities: { transfers: 'active' },
      details_submitted: true,
      payouts_enabled: true,
      requirements: { disabled_reason: null, currently_due: [] },
    });
    await control(running.url, 'POST', `/stripe/accounts/${id}`, { status: 'rejected' });
    const seen = await ask('GET', `/v2/core/accounts/${id}`, { include: ['configuration.recipient'] });
    expect(JSON.stringify(seen.body['configuration'])).toContain('"status":"rejected"');
  });

  it('cannot be made by an Accounts API that the platform does not have', async () => {
    await control(running.url, 'POST', `/stripe/platforms/${platform.id}`, { accountsApi: 'v1' });
    const blocked = await ask('POST', '/v2/core/accounts', RECIPIENT);
    expect([blocked.status, errorOf(blocked)['code']]).toEqual([400, 'accounts_v2_access_blocked']);
    expect((await ask('GET', '/v2/core/accounts')).status).toBe(400);
    const made = await ask('POST', '/v1/accounts', { type: 'express', country: 'DE' });
    expect(made.status).toBe(200);
    await control(running.url, 'POST', `/stripe/platforms/${platform.id}`, { accountsApi: 'v2' });
    expect((await ask('POST', '/v1/accounts', { type: 'express', country: 'DE' })).status).toBe(400);
  });

  it('is hidden from other platforms and from the other mode', async () => {
    const id = await openAccount();
    const other = await control<Platform>(running.url, 'POST', '/stripe/platforms', {});
    for (const key of [other.testKey, platform.liveKey]) {
      const refused = await ask('GET', `/v1/accounts/${id}`, {}, key);
      expect([refused.status, errorOf(refused)['code']]).toEqual([403, 'account_invalid']);
      expect((await ask('GET', `/v2/core/accounts/${id}`, {}, key)).status).toBe(404);
    }
  });

  it('is refused with parameters or a country that Stripe does not know', async () => {
    const unknown = await ask('POST', '/v1/accounts', { type: 'express', vendor: 'x' });
    expect(errorOf(unknown)).toMatchObject({ code: 'parameter_unknown', param: 'vendor' });
    expect(errorOf(await ask('POST', '/v1/accounts', { country: 'KP' }))['code']).toBe('country_unsupported');
    const v2 = await ask('POST', '/v2/core/accounts', { ...RECIPIENT, vendor: 'x' });
    expect([v2.status, errorOf(v2)['code']]).toEqual([400, 'invalid_fields']);
    const losses = { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } };
    expect((await ask('POST', '/v2/core/accounts', { ...RECIPIENT, defaults: losses })).status).toBe(400);
  });
});

describe('an account link', () => {
  it('opens once, and leads back when the person is done', async () => {
    const id = await openAccount();
    const url = await linkFor(id);
    const page = await visit(url);
    expect(page.status).toBe(200);
    const session = sessionIn(await page.text());
    const again = await visit(url);
    expect([again.status, again.headers.get('location')]).toEqual([302, 'http://localhost:3000/again']);
    const finished = await visit(url, { session, way: 'finish' });
    expect([finished.status, finished.headers.get('location')]).toEqual([303, 'http://localhost:3000/back']);
    expect((await control(running.url, 'GET', `/stripe/accounts/${id}`))['status']).toBe('active');
    const stale = await visit(url, { session, way: 'reject' });
    expect(stale.headers.get('location')).toBe('http://localhost:3000/again');
    expect((await control(running.url, 'GET', `/stripe/accounts/${id}`))['status']).toBe('active');
  });

  it('can end in something missing, in a refusal, or be left for later', async () => {
    for (const [way, status] of [
      ['incomplete', 'restricted'],
      ['reject', 'rejected'],
      ['review', 'review'],
      ['later', 'pending'],
    ] as const) {
      const id = await openAccount();
      const url = await linkFor(id);
      await visit(url, { session: sessionIn(await (await visit(url)).text()), way });
      expect((await control(running.url, 'GET', `/stripe/accounts/${id}`))['status'], way).toBe(status);
    }
  });

  it('ends after five minutes', async () => {
    const url = await linkFor(await openAccount());
    await control(running.url, 'POST', '/clock', { advanceHours: 5.01 / 60 });
    expect((await visit(url)).headers.get('location')).toBe('http://localhost:3000/again');
  });

  it('takes no form of another page', async () => {
    const url = await linkFor(await openAccount());
    const session = sessionIn(await (await visit(url)).text());
    const foreign = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ session, way: 'finish' }),
      headers: { origin: 'http://evil.test' },
    });
    expect(foreign.status).toBe(403);
  });

  it('by v1 wants both addresses, and https with live keys', async () => {
    const made = await ask('POST', '/v1/accounts', { type: 'express', country: 'DE' });
    const account = String(made.body['id']);
    const link = { account, type: 'account_onboarding', refresh_url: 'http://localhost:3000/again' };
    expect(errorOf(await ask('POST', '/v1/account_links', link))['param']).toBe('return_url');
    const given = await ask('POST', '/v1/account_links', { ...link, return_url: 'http://localhost:3000/back' });
    expect(given.body).toMatchObject({ object: 'account_link' });
    expect(Number(given.body['expires_at']) - Number(given.body['created'])).toBe(300);
    const live = await ask('POST', '/v1/accounts', { type: 'express', country: 'DE' }, platform.liveKey);
    const refused = await ask(
      'POST',
      '/v1/account_links',
      { ...link, account: String(live.body['id']), return_url: 'http://localhost:3000/back' },
      platform.liveKey,
    );
    expect(errorOf(refused)['code']).toBe('url_invalid');
  });
});

describe('a login link and a session', () => {
  it('open the express dashboard once, when the onboarding was submitted', async () => {
    const id = await openAccount();
    expect((await ask('POST', `/v1/accounts/${id}/login_links`)).status).toBe(400);
    await control(running.url, 'POST', `/stripe/accounts/${id}`, { status: 'active' });
    const { body } = await ask('POST', `/v1/accounts/${id}/login_links`);
    expect(body['object']).toBe('login_link');
    expect((await visit(String(body['url']))).status).toBe(200);
    expect((await visit(String(body['url']))).status).toBe(410);
  });

  it('name their components', async () => {
    const account = await openAccount();
    const { body } = await ask('POST', '/v1/account_sessions', { account, components: { payouts: { enabled: true } } });
    expect(body).toMatchObject({ object: 'account_session', account, components: { payouts: { enabled: true } } });
    expect(String(body['client_secret'])).toMatch(/^accs_secret__/);
    expect((await ask('POST', '/v1/account_sessions', { account })).status).toBe(400);
  });
});

describe('the state of Stripe', () => {
  it('outlives a restart, and goes back to the first platform on reset', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'souk-stripe-'));
    const first = await startSandbox({ dataDir, gateway: false });
    const own = await control<Platform>(first.url, 'POST', '/stripe/platforms', { name: 'Kept' });
    await first.stop();
    const second = await startSandbox({ dataDir, gateway: false });
    expect((await callStripe(second.url, own.testKey, 'GET', '/v1/account')).body['id']).toBe(own.id);
    await control(second.url, 'POST', '/reset', {});
    expect((await callStripe(second.url, own.testKey, 'GET', '/v1/account')).status).toBe(401);
    expect(await control<Platform[]>(second.url, 'GET', '/stripe/platforms')).toHaveLength(1);
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('what is not imitated', () => {
  it('is refused loudly', async () => {
    expect((await ask('GET', '/v1/charges')).status).toBe(404);
    const id = await openAccount();
    expect(errorOf(await ask('GET', `/v1/accounts/${id}`, { expand: ['company'] }))['message']).toContain(
      'not implemented in the sandbox',
    );
    const onBehalf = await callStripe(
      running.url,
      platform.testKey,
      'GET',
      '/v1/transfers',
      {},
      { 'stripe-account': id },
    );
    expect(errorOf(onBehalf)['message']).toContain('not implemented in the sandbox');
    const otherHost = await callHost(running.url, 'api.example.test', 'GET', '/v1/balance', undefined, {});
    expect(otherHost.status).toBe(404);
  });
});
