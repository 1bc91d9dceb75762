import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningSandbox } from '../../start.ts';
import { control, startSandbox } from '../../testing.ts';
import { callHost, callPaypal, listen, openPaypal } from '../testing.ts';
import type { Answer, PaypalAccess, Received } from '../testing.ts';

type Event = { id: string; event_type: string; resource: Record<string, unknown> };

let hook: Awaited<ReturnType<typeof listen>>;
let running: RunningSandbox;
let access: PaypalAccess;
let webhookId: string;

beforeEach(async () => {
  hook = await listen();
  running = await startSandbox({ gateway: false, appUrl: hook.url });
  const [app] = await control<Parameters<typeof openPaypal>[1][]>(running.url, 'GET', '/paypal/apps');
  access = await openPaypal(running.url, app!);
  webhookId = String((await register('/hooks/paypal')).body['id']);
});
afterEach(async () => {
  await running.stop();
  await hook.stop();
});

const register = (path: string, names: string[] = ['*']): Promise<Answer> =>
  callPaypal(access, 'POST', '/v1/notifications/webhooks', {
    url: hook.url + path,
    event_types: names.map((name) => ({ name })),
  });
const pay = (receiver = 'vendor@example.test'): Promise<Answer> =>
  callPaypal(access, 'POST', '/v1/payments/payouts', {
    sender_batch_header: { sender_batch_id: `batch-${receiver}-${hook.received.length}` },
    items: [{ amount: { currency: 'USD', value: '10.00' }, receiver, sender_item_id: 'line-9' }],
  });
const drain = (): Promise<unknown> => control(running.url, 'POST', '/drain', { app: false });
const eventOf = (entry: Received): Event => JSON.parse(entry.body) as Event;
const types = (): string[] => hook.received.map((entry) => eventOf(entry).event_type);
const verify = async (entry: Received, change: Record<string, unknown> = {}): Promise<unknown> => {
  const header = (name: string): string => String(entry.headers[`paypal-${name}`]);
  const answer = await callPaypal(access, 'POST', '/v1/notifications/verify-webhook-signature', {
    auth_algo: header('auth-algo'),
    cert_url: header('cert-url'),
    transmission_id: header('transmission-id'),
    transmission_sig: header('transmission-sig'),
    transmission_time: header('transmission-time'),
    webhook_id: webhookId,
    webhook_event: eventOf(entry),
    ...change,
  });
  return answer.body['verification_status'];
};

describe('a webhook', () => {
  it('is registered once for an address, listed, read and deleted', async () => {
    expect((await register('/hooks/paypal')).body['name']).toBe('WEBHOOK_URL_ALREADY_EXISTS');
    expect((await register('/other', ['PAYMENT.SALE.COMPLETED'])).body['name']).toBe('VALIDATION_ERROR');
    const { body } = await callPaypal(access, 'GET', '/v1/notifications/webhooks');
    expect(body['webhooks']).toMatchObject([
      { id: webhookId, url: `${hook.url}/hooks/paypal`, event_types: [{ name: '*' }] },
    ]);
    const path = `/v1/notifications/webhooks/${webhookId}`;
    expect((await callPaypal(access, 'GET', path)).body['id']).toBe(webhookId);
    expect((await callPaypal(access, 'DELETE', path)).status).toBe(204);
    expect((await callPaypal(access, 'GET', path)).body['name']).toBe('INVALID_RESOURCE_ID');
    await pay();
    await drain();
    expect(hook.received).toEqual([]);
  });

  it('hears of the batch and of its items', async () => {
    const made = await pay();
    await drain();
    expect(types().sort()).toEqual([
      'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
      'PAYMENT.PAYOUTSBATCH.PROCESSING',
      'PAYMENT.PAYOUTSBATCH.SUCCESS',
    ]);
    const events = hook.received.map(eventOf);
    const item = events.find((event) => event.event_type.endsWith('SUCCEEDED'));
    expect(item?.resource).toMatchObject({
      transaction_status: 'SUCCESS',
      payout_batch_id: (made.body['batch_header'] as { payout_batch_id: string }).payout_batch_id,
      payout_item: { sender_item_id: 'line-9', amount: { currency: 'USD', value: '10.00' } },
    });
    const batch = events.find((event) => event.event_type.endsWith('BATCH.SUCCESS'));
    expect(batch?.resource['batch_header']).toMatchObject({ batch_status: 'SUCCESS' });
    expect(batch?.resource['items']).toBeUndefined();
  });

  it('hears of every end of an item, except of a reversal', async () => {
    await pay('nobody@example.test');
    await drain();
    expect(types()).toContain('PAYMENT.PAYOUTS-ITEM.UNCLAIMED');
    hook.received.length = 0;
    for (const status of ['SUCCESS', 'ONHOLD', 'BLOCKED', 'REFUNDED', 'FAILED', 'REVERSED', 'UNCLAIMED']) {
      await control(running.url, 'POST', '/paypal/items/line-9', { status });
      await drain();
    }
    await control(running.url, 'POST', '/clock', { advanceHours: 30 * 24 + 1 });
    await drain();
    expect(types().map((type) => type.split('.').at(-1))).toEqual([
      'SUCCEEDED',
      'HELD',
      'BLOCKED',
      'REFUNDED',
      'FAILED',
      'UNCLAIMED',
      'RETURNED',
    ]);
  });

  it('comes twice, late or never when a fault says so', async () => {
    const fault = (kind: string): Promise<unknown> =>
      control(running.url, 'POST', '/faults', {
        target: 'paypal_webhooks',
        operation: 'PAYMENT.PAYOUTS-ITEM.SUCCEEDED',
        kind,
        times: 1,
      });
    await fault('duplicate');
    await pay();
    await drain();
    const twice = hook.received.map(eventOf).filter((event) => event.event_type.endsWith('SUCCEEDED'));
    expect([twice.length, new Set(twice.map((event) => event.id)).size]).toEqual([2, 1]);
    hook.received.length = 0;
    await fault('drop');
    await pay('other@example.test');
    await drain();
    expect(types().some((type) => type.endsWith('SUCCEEDED'))).toBe(false);
  });
});

describe('the verification of a delivery', () => {
  it('passes what PayPal sent and nothing that was changed', async () => {
    await pay();
    await drain();
    const [entry] = hook.received;
    const event = eventOf(entry!);
    expect(await verify(entry!)).toBe('SUCCESS');
    expect(await verify(entry!, { webhook_event: { ...event, summary: 'changed' } })).toBe('FAILURE');
    expect(await verify(entry!, { transmission_id: 'another-transmission' })).toBe('FAILURE');
    expect(await verify(entry!, { transmission_time: '2031-01-01T00:00:00Z' })).toBe('FAILURE');
    expect(await verify(entry!, { webhook_id: 'ANOTHERWEBHOOK' })).toBe('FAILURE');
    expect(await verify(entry!, { cert_url: 'https://evil.test/cert' })).toBe('FAILURE');
    expect(await verify(entry!, { auth_algo: undefined })).toBeUndefined();
    const address = new URL(String(entry?.headers['paypal-cert-url']));
    const pem = await callHost(running.url, address.host, 'GET', address.pathname, undefined, {});
    expect(pem.status).toBe(200);
  });
});
