import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { systemClock } from '#app/core/clock.ts';
import { carrierListener } from './carrier.server.ts';

const SECRET = 'a-secret';
const listener = carrierListener<string, never>({
  secrets: [SECRET],
  clock: systemClock,
  read: (path) => path,
  answer: (path) =>
    path === '/slow' ? new Promise(() => undefined) : Promise.resolve({ status: 'answered', rates: [] }),
});
const server = createServer((req, res) => {
  void listener(req, res);
});
const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => server.close());

async function ask(path: string, timeout: string | undefined): Promise<{ status: number; tookMs: number }> {
  await listening;
  const { port } = server.address() as AddressInfo;
  const body = '{}';
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${String(port)}${path}`, {
    method: 'POST',
    body,
    headers: {
      'x-shopify-shop-domain': 'demo.myshopify.com',
      'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
      ...(timeout === undefined ? {} : { 'x-shopify-timeout': timeout }),
    },
  });
  await answer.arrayBuffer();
  return { status: answer.status, tookMs: performance.now() - began };
}

test('a checkout’s request is answered half a second before the platform gives up, whatever the answer waits for', async () => {
  const { status, tookMs } = await ask('/slow', '1200');
  expect(status).toBe(503);
  expect(tookMs).toBeGreaterThan(650);
  expect(tookMs).toBeLessThan(1_200);
  expect((await ask('/fast', undefined)).status).toBe(200);
});

test('a stated time that is no number, or absurd, leaves the own limit of two and a half seconds', async () => {
  const answers = await Promise.all(['soon', '-1', '10000'].map((stated) => ask('/slow', stated)));
  for (const { status, tookMs } of answers) {
    expect(status).toBe(503);
    expect(tookMs).toBeLessThan(3_000);
  }
});
