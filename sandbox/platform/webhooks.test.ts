import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '#sandbox/core/durations.ts';
import type { RunningSandbox } from '../start.ts';
import { control, startSandbox, TEST_API_SECRET } from '../testing.ts';
import { signWebhook } from './webhooks.ts';

type Received = { headers: IncomingHttpHeaders; body: string; topic: string };

let app: Server;
let received: Received[];
let answerStatus: number;
let running: RunningSandbox;

beforeEach(async () => {
  received = [];
  answerStatus = 200;
  app = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/metrics') {
        response.end('souk_due_work 0\nsouk_unhandled_deliveries 0\n');
        return;
      }
      received.push({
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        topic: String(request.headers['x-shopify-topic']),
      });
      response.writeHead(answerStatus).end();
    });
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  running = await startSandbox({ gateway: false, appUrl: `http://127.0.0.1:${(app.address() as AddressInfo).port}` });
  await control(running.url, 'POST', '/install', {});
});
afterEach(async () => {
  await running.stop();
  app.closeAllConnections();
  await new Promise((resolve) => app.close(resolve));
});

async function placeOrder(): Promise<string> {
  const sku = Object.values(running.sandbox.state.shops['demo.myshopify.com']?.products ?? {})[0]?.variants[0]?.sku;
  const { name } = await control<{ name: string }>(running.url, 'POST', '/orders', {
    email: 'ann@example.test',
    lines: [{ sku, quantity: 2 }],
    shippingPrice: '5.00',
    taxRate: 0.21,
  });
  return name;
}

const ofTopic = (topic: string): Received[] => received.filter((entry) => entry.topic === topic);

describe('webhooks', () => {
  it('are signed over the raw body and carry every header', async () => {
    await placeOrder();
    await running.sandbox.webhooks.drain();
    const [delivery] = ofTopic('orders/create');
    expect(delivery?.headers['x-shopify-hmac-sha256']).toBe(signWebhook(delivery?.body ?? '', TEST_API_SECRET));
    for (const name of [
      'x-shopify-shop-domain',
      'x-shopify-api-version',
      'x-shopify-webhook-id',
      'x-shopify-event-id',
      'x-shopify-triggered-at',
    ])
      expect(delivery?.headers[name], name).toBeTruthy();
    const order = JSON.parse(delivery?.body ?? '{}') as {
      admin_graphql_api_id: string;
      total_price: string;
      line_items: { vendor: string }[];
    };
    expect(order.admin_graphql_api_id).toMatch(/^gid:\/\/shopify\/Order\/\d+$/);
    expect(order.line_items[0]?.vendor).toBe('Nordlys Ceramics');
    expect(ofTopic('orders/paid')).toHaveLength(1);
  });

  it('are tried again with the same id when the app fails, on the sandbox’s clock', async () => {
    answerStatus = 500;
    await placeOrder();
    await running.sandbox.webhooks.drain();
    expect(ofTopic('orders/create')).toHaveLength(1);
    answerStatus = 200;
    const answer = await control(running.url, 'POST', '/clock', { advanceHours: 1 });
    expect(answer['app']).toBe('idle');
    const tries = ofTopic('orders/create');
    expect(tries).toHaveLength(2);
    expect(new Set(tries.map((entry) => entry.headers['x-shopify-webhook-id'])).size).toBe(1);
    expect(tries[0]?.body).toBe(tries[1]?.body);
  });

  it('give up after the first try and eight retries', async () => {
    answerStatus = 500;
    await placeOrder();
    await running.sandbox.webhooks.drain();
    for (let hour = 0; hour < 12; hour += 1) await control(running.url, 'POST', '/clock', { advanceHours: 2 });
    expect(ofTopic('orders/create')).toHaveLength(9);
    const [delivery] = await control<{ state: string }[]>(running.url, 'GET', '/webhooks?topic=orders/create');
    expect(delivery?.state).toBe('failed');
  });

  it('come twice, out of order, late or never when a fault says so', async () => {
    const fault = (kind: string, operation: string, more = {}): Promise<unknown> =>
      control(running.url, 'POST', '/faults', { target: 'webhooks', operation, kind, times: 1, ...more });
    await fault('duplicate', 'orders/create');
    await fault('drop', 'orders/paid');
    await placeOrder();
    await running.sandbox.webhooks.drain();
    expect(ofTopic('orders/create')).toHaveLength(2);
    expect(ofTopic('orders/paid')).toHaveLength(0);
    received = [];
    await fault('reorder', 'orders/create');
    await placeOrder();
    await running.sandbox.webhooks.drain();
    expect(received.findIndex((entry) => entry.topic === 'orders/create')).toBeGreaterThan(0);
    received = [];
    await fault('delay', 'orders/create', { delayMs: HOUR_MS });
    await placeOrder();
    await running.sandbox.webhooks.drain();
    expect(ofTopic('orders/create')).toHaveLength(0);
    await control(running.url, 'POST', '/clock', { advanceHours: 1 });
    expect(ofTopic('orders/create')).toHaveLength(1);
  });

  it('deliver any payload on request, and tell the app’s answer', async () => {
    answerStatus = 202;
    const answer = await control<{ status: number; ms: number; answers: unknown[] }>(running.url, 'POST', '/webhooks', {
      topic: 'orders/create',
      payload: { id: 1 },
      webhookId: 'w-1',
      times: 3,
    });
    expect(answer.status).toBe(202);
    expect(answer.answers).toHaveLength(3);
    expect(received.map((entry) => entry.headers['x-shopify-webhook-id'])).toEqual(['w-1', 'w-1', 'w-1']);
  });

  it('tell of uninstall and compliance, and nothing else once the app is gone', async () => {
    await placeOrder();
    await control(running.url, 'POST', '/uninstall', {});
    await running.sandbox.webhooks.drain();
    expect(ofTopic('app/uninstalled')).toHaveLength(1);
    received = [];
    await placeOrder();
    await control(running.url, 'POST', '/compliance', { topic: 'customers/redact', customerEmail: 'ann@example.test' });
    await running.sandbox.webhooks.drain();
    expect(received.map((entry) => entry.topic)).toEqual(['customers/redact']);
  });
});
