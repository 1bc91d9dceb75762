import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#sandbox/core/durations.ts';
import type { RunningSandbox } from '../../start.ts';
import { control, startSandbox } from '../../testing.ts';
import { callStripe, listen } from '../testing.ts';
import type { Answer, Input, Received } from '../testing.ts';

type App = Awaited<ReturnType<typeof listen>>;
type Event = {
  id: string;
  type: string;
  account?: string;
  livemode: boolean;
  data?: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
  request?: { id: string | null };
  related_object?: { id: string; url: string };
};

let app: App;
let running: RunningSandbox;
let platform: { id: string; testKey: string; liveKey: string };
let secret: string;

beforeEach(async () => {
  app = await listen();
  running = await startSandbox({ gateway: false, appUrl: app.url });
  platform = await control(running.url, 'POST', '/stripe/platforms', {});
  await control(running.url, 'POST', '/stripe/balance', {
    platform: platform.id,
    currency: 'usd',
    availableMinor: 9000,
  });
  secret = await register('/hooks/stripe', ['transfer.created', 'transfer.reversed', 'transfer.updated'], {});
});
afterEach(async () => {
  await running.stop();
  await app.stop();
});

function ask(method: string, path: string, input: Input = {}): Promise<Answer> {
  return callStripe(running.url, platform.testKey, method, path, input);
}

async function register(path: string, events: readonly string[], more: Input): Promise<string> {
  const { body } = await ask('POST', '/v1/webhook_endpoints', { url: app.url + path, enabled_events: events, ...more });
  return String(body['secret']);
}

async function openVendor(): Promise<string> {
  const { body } = await ask('POST', '/v2/core/accounts', {
    configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
    defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
  });
  await control(running.url, 'POST', `/stripe/accounts/${String(body['id'])}`, { status: 'active' });
  return String(body['id']);
}

async function pay(): Promise<string> {
  const { body } = await ask('POST', '/v1/transfers', {
    amount: 100,
    currency: 'usd',
    destination: await openVendor(),
  });
  return String(body['id']);
}

const fault = (kind: string, more: object = {}): Promise<unknown> =>
  control(running.url, 'POST', '/faults', {
    target: 'stripe_webhooks',
    operation: 'transfer.created',
    kind,
    times: 1,
    ...more,
  });
const drain = (): Promise<unknown> => control(running.url, 'POST', '/drain', { app: false });
const eventOf = (entry: Received | undefined): Event => JSON.parse(entry?.body ?? '{}') as Event;
const at = (path: string): Received[] => app.received.filter((entry) => entry.path === path);

describe('an endpoint', () => {
  it('shows its secret once, and is listed without it', async () => {
    expect(secret).toMatch(/^whsec_\w{32}$/);
    const { body } = await ask('GET', '/v1/webhook_endpoints');
    const [endpoint] = body['data'] as Record<string, unknown>[];
    expect(endpoint).toMatchObject({ object: 'webhook_endpoint', status: 'enabled', url: `${app.url}/hooks/stripe` });
    expect(endpoint?.['secret']).toBeUndefined();
  });

  it('gets no event any more once it is deleted', async () => {
    const { body } = await ask('GET', '/v1/webhook_endpoints');
    const id = (body['data'] as { id: string }[])[0]?.id ?? '';
    await fault('delay', { delayMs: 60_000 });
    await pay();
    expect((await ask('DELETE', `/v1/webhook_endpoints/${id}`)).body).toEqual({
      id,
      object: 'webhook_endpoint',
      deleted: true,
    });
    await control(running.url, 'POST', '/clock', { advanceHours: 1 });
    await pay();
    await drain();
    expect(app.received).toEqual([]);
    expect((await ask('GET', `/v1/webhook_endpoints/${id}`)).status).toBe(404);
  });

  it('is refused without events, and beyond sixteen of them', async () => {
    expect((await ask('POST', '/v1/webhook_endpoints', { url: app.url })).status).toBe(400);
    const more = { url: app.url, enabled_events: ['*'] };
    for (let count = 1; count < 16; count += 1) await ask('POST', '/v1/webhook_endpoints', more);
    expect((await ask('POST', '/v1/webhook_endpoints', more)).status).toBe(400);
  });
});

describe('an event', () => {
  it('is signed over the raw body with the endpoint’s secret and the sandbox’s time', async () => {
    await control(running.url, 'POST', '/clock', { now: '2031-05-05T12:00:00Z' });
    const transfer = await pay();
    await drain();
    const [delivery] = at('/hooks/stripe');
    const header = String(delivery?.headers['stripe-signature']);
    const [, time = '', signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
    expect(signature).toBe(
      createHmac('sha256', secret)
        .update(`${time}.${delivery?.body ?? ''}`)
        .digest('hex'),
    );
    expect(Math.abs(Number(time) - Date.parse('2031-05-05T12:00:00Z') / 1000)).toBeLessThan(60);
    const event = eventOf(delivery);
    expect(event).toMatchObject({ type: 'transfer.created', livemode: false });
    expect(event.data?.object).toMatchObject({ id: transfer, amount: 100, object: 'transfer' });
    expect(event.request?.id).toMatch(/^req_/);
    expect((await ask('GET', `/v1/events/${event.id}`)).body['type']).toBe('transfer.created');
  });

  it('follows a reversal and a change of the transfer', async () => {
    const transfer = await pay();
    await control(running.url, 'POST', `/stripe/transfers/${transfer}`, { reverse: { amountMinor: 40 } });
    await ask('POST', `/v1/transfers/${transfer}`, { metadata: { note: 'x' } });
    await drain();
    const events = at('/hooks/stripe').map(eventOf);
    expect(events.map((event) => event.type).sort()).toEqual([
      'transfer.created',
      'transfer.reversed',
      'transfer.updated',
    ]);
    const reversed = events.find((event) => event.type === 'transfer.reversed');
    expect(reversed?.data?.object).toMatchObject({ amount_reversed: 40, reversed: false });
    expect(reversed?.data?.previous_attributes).toEqual({ amount_reversed: 0, reversed: false });
    expect(reversed?.request?.id).toBeNull();
  });

  it('of a connected account goes to endpoints for connected accounts only', async () => {
    await register('/hooks/connect', ['account.updated', 'payout.failed'], { connect: true });
    await register('/hooks/self', ['account.updated', 'payout.failed'], {});
    const vendor = await openVendor();
    await control(running.url, 'POST', `/stripe/accounts/${vendor}`, { currency: 'usd', availableMinor: 50 });
    await control(running.url, 'POST', `/stripe/accounts/${vendor}/payouts`, { failed: true });
    await drain();
    const events = at('/hooks/connect').map(eventOf);
    expect(events.map((event) => [event.type, event.account]).sort()).toEqual([
      ['account.updated', vendor],
      ['payout.failed', vendor],
    ]);
    expect(at('/hooks/self')).toEqual([]);
    const { body } = await callStripe(
      running.url,
      platform.testKey,
      'GET',
      '/v1/payouts',
      {},
      { 'stripe-account': vendor },
    );
    expect(body['data']).toMatchObject([{ object: 'payout', amount: 50, status: 'failed' }]);
  });

  it('of v2 names the account only, and is fetched whole', async () => {
    const capability = 'v2.core.account[configuration.recipient].capability_status_updated';
    const made = await ask('POST', '/v2/core/event_destinations', {
      name: 'Accounts',
      type: 'webhook_endpoint',
      event_payload: 'thin',
      events_from: ['@accounts'],
      enabled_events: ['v2.core.account[requirements].updated', capability],
      webhook_endpoint: { url: `${app.url}/hooks/thin` },
      include: ['webhook_endpoint.signing_secret', 'webhook_endpoint.url'],
    });
    await ask('POST', '/v2/core/event_destinations', {
      name: 'The platform itself',
      type: 'webhook_endpoint',
      event_payload: 'thin',
      enabled_events: ['v2.core.account[requirements].updated', capability],
      webhook_endpoint: { url: `${app.url}/hooks/self-thin` },
    });
    expect(made.body['webhook_endpoint']).toMatchObject({ url: `${app.url}/hooks/thin` });
    const vendor = await openVendor();
    await drain();
    const events = at('/hooks/thin').map(eventOf);
    expect(events.map((event) => event.type).sort()).toEqual([capability, 'v2.core.account[requirements].updated']);
    expect(at('/hooks/self-thin')).toEqual([]);
    const thin = events.find((event) => event.type === capability);
    expect(thin?.related_object).toEqual({ id: vendor, type: 'v2.core.account', url: `/v2/core/accounts/${vendor}` });
    expect(thin?.data).toBeUndefined();
    const whole = await ask('GET', `/v2/core/events/${thin?.id ?? ''}`);
    expect(whole.body['data']).toEqual({ updated_capability: 'stripe_balance.stripe_transfers' });
    const id = String(made.body['id']);
    await ask('POST', `/v2/core/event_destinations/${id}/ping`);
    await drain();
    expect(at('/hooks/thin').map(eventOf).at(-1)?.type).toBe('v2.core.event_destination.ping');
    expect((await ask('DELETE', `/v2/core/event_destinations/${id}`)).body['deleted']).toBe(true);
  });

  it('comes again after a failure, signed again, with the same id', async () => {
    app.answer(500);
    await pay();
    await drain();
    app.answer(200);
    await control(running.url, 'POST', '/clock', { advanceHours: 1 });
    const tries = at('/hooks/stripe');
    expect(tries).toHaveLength(2);
    expect(new Set(tries.map((entry) => eventOf(entry).id)).size).toBe(1);
    expect(new Set(tries.map((entry) => entry.headers['stripe-signature'])).size).toBe(2);
  });

  it('is lost, comes twice or late when a fault says so, and once more on request', async () => {
    await fault('drop');
    await pay();
    await drain();
    expect(at('/hooks/stripe')).toHaveLength(0);
    await fault('duplicate');
    await pay();
    await drain();
    expect(at('/hooks/stripe')).toHaveLength(2);
    await fault('delay', { delayMs: HOUR_MS });
    await pay();
    await drain();
    expect(at('/hooks/stripe')).toHaveLength(2);
    await control(running.url, 'POST', '/clock', { advanceHours: 1 });
    expect(at('/hooks/stripe')).toHaveLength(3);
    const [, sent] = await control<{ id: string; state: string }[]>(
      running.url,
      'GET',
      '/provider-webhooks?provider=stripe',
    );
    await control(running.url, 'POST', `/provider-webhooks/${sent?.id ?? ''}/resend`, {});
    await drain();
    expect(at('/hooks/stripe')).toHaveLength(4);
  });

  it('never leaves this machine', async () => {
    await ask('POST', '/v1/webhook_endpoints', { url: 'https://souk.example/hooks', enabled_events: ['*'] });
    await pay();
    await drain();
    const deliveries = await control<{ url: string; attempts: { error: string }[] }[]>(
      running.url,
      'GET',
      '/provider-webhooks',
    );
    const strange = deliveries.find((delivery) => delivery.url.startsWith('https://souk.example'));
    expect(strange?.attempts[0]?.error).toBe('the sandbox delivers to this machine only');
  });
});
