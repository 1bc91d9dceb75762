import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isEnumType } from 'graphql';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintSessionToken, signProxyQuery } from './platform/oauth.ts';
import { parseToml, readAppConfig, toAppConfig } from './platform/app-config.ts';
import { adminSchema } from './platform/graphql/schema.ts';
import type { RunningSandbox } from './start.ts';
import { control, startSandbox, TEST_API_KEY, TEST_API_SECRET } from './testing.ts';

const run = promisify(execFile);
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

let running: RunningSandbox;
beforeAll(async () => {
  running = await startSandbox({ gateway: false });
});
afterAll(() => running.stop());

function preloadEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return {
    NODE_ENV: 'test',
    PATH: process.env['PATH'],
    NODE_OPTIONS: `--import ${here('./preload.mjs')}`,
    SANDBOX_ORIGIN: running.url,
    SANDBOX_CLOCK_FILE: join(running.sandbox.config.dataDir, 'clock.json'),
    ...extra,
  };
}

describe('the sandbox', () => {
  it('carries the platform’s own library through token exchange, refresh, proxy and webhook, and blocks every other host', async () => {
    const { sandbox } = running;
    const shop = sandbox.state.shops['demo.myshopify.com'];
    const owner = shop?.staff[0];
    if (!shop || !owner) throw new Error('the seed made no demo shop');
    await control(running.url, 'POST', '/install', {});
    await control(running.url, 'POST', '/clock', { now: '2031-05-05T12:00:00Z' });
    const env = preloadEnv({
      APP_URL: 'http://localhost:3999',
      SHOPIFY_API_KEY: TEST_API_KEY,
      SHOPIFY_API_SECRET: TEST_API_SECRET,
      ID_TOKEN: mintSessionToken(sandbox, shop, owner),
      PROXY_QUERY: signProxyQuery(sandbox, shop, new URLSearchParams('extra=1&extra=2&q=a b'), null).toString(),
    });
    const { stdout } = await run(process.execPath, [here('./testing-app.mjs')], { env });
    expect(JSON.parse(stdout)).toEqual({
      user: 'owner@demo.test',
      shop: 'Fjord & Field',
      expiring: true,
      refreshed: 'Fjord & Field',
      proxy: true,
      webhook: 'ORDERS_CREATE',
      year: 2031,
      blocked: expect.stringContaining('blocked egress to example.com') as unknown,
      blockedSocket: expect.stringContaining('blocked egress to 192.0.2.1') as unknown,
    });
    await control(running.url, 'POST', '/clock', { advanceHours: 0, now: new Date().toISOString() });
  }, 30_000);

  it('keeps the right time where the clock file is missing', async () => {
    const { stdout } = await run(
      process.execPath,
      [
        '-e',
        'console.log(Math.abs(Date.now() - Number(process.argv[1])) < 60000, new Date(0).getTime(), new Date() instanceof Date, typeof Date())',
        String(Date.now()),
      ],
      { env: preloadEnv({ SANDBOX_CLOCK_FILE: '/nowhere/clock.json' }) },
    );
    expect(stdout.trim()).toBe('true 0 true string');
  });

  it('rotates refresh tokens, keeps the last one good until its successor is used, and revokes all at uninstall', async () => {
    await control(running.url, 'POST', '/install', {});
    const { sandbox } = running;
    const shop = sandbox.state.shops['demo.myshopify.com'];
    const owner = shop?.staff[0];
    if (!shop || !owner) throw new Error('the seed made no demo shop');
    const token = async (body: Record<string, string>): Promise<{ status: number; answer: Record<string, string> }> => {
      const response = await fetch(`${running.url}/admin/oauth/access_token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sandbox-host': shop.domain },
        body: JSON.stringify({ client_id: TEST_API_KEY, client_secret: TEST_API_SECRET, ...body }),
      });
      return { status: response.status, answer: (await response.json()) as Record<string, string> };
    };
    const exchange = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: mintSessionToken(sandbox, shop, owner),
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      requested_token_type: 'urn:shopify:params:oauth:token-type:offline-access-token',
      expiring: '1',
    };
    const first = (await token(exchange)).answer;
    const refresh = (refreshToken: string | undefined): ReturnType<typeof token> =>
      token({ grant_type: 'refresh_token', refresh_token: refreshToken ?? '' });
    const lost = await refresh(first['refresh_token']);
    const second = await refresh(first['refresh_token']);
    expect([lost.status, second.status]).toEqual([200, 200]);
    const third = await refresh(second.answer['refresh_token']);
    expect(third.status).toBe(200);
    expect((await refresh(first['refresh_token'])).status).toBe(400);
    expect((await token({ ...exchange, client_secret: 'wrong' })).answer['error']).toBe('invalid_client');
    expect((await token({ ...exchange, subject_token: 'a.b.c' })).answer['error']).toBe('invalid_subject_token');
    await control(running.url, 'POST', '/uninstall', {});
    expect((await refresh(third.answer['refresh_token'])).status).toBe(400);
  });

  it('takes what was presigned for exactly this object and type, and nothing else', async () => {
    const { storage } = running.sandbox.config;
    const client = new S3Client({
      region: 'eu-central-1',
      endpoint: `${running.url}/storage`,
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      credentials: storage,
    });
    const url = await getSignedUrl(
      client,
      new PutObjectCommand({ Bucket: 'media', Key: 'stores/a/ü b.png', ContentType: 'image/png', ContentLength: 5 }),
      { expiresIn: 60, signableHeaders: new Set(['content-type', 'content-length']) },
    );
    const put = async (target: string, type: string, body: string): Promise<number> =>
      (await fetch(target, { method: 'PUT', body, headers: { 'content-type': type } })).status;
    expect(await put(url, 'image/png', 'hello')).toBe(200);
    expect(await put(url, 'text/html', 'hello')).toBe(403);
    expect(await put(url, 'image/png', 'longer')).toBe(403);
    expect(await put(url.replace('stores/a', 'stores/b'), 'image/png', 'hello')).toBe(403);
    const read = await fetch(`${running.url}/storage/media/stores/a/${encodeURIComponent('ü b.png')}`);
    expect([read.headers.get('content-type'), await read.text()]).toEqual(['image/png', 'hello']);
    await client.send(
      new PutObjectCommand({ Bucket: 'media', Key: 'direct.txt', Body: 'direct', ContentType: 'text/plain' }),
    );
    expect(await (await fetch(`${running.url}/storage/media/direct.txt`)).text()).toBe('direct');
  });

  it('catches every mail and lets it be read by its recipient', async () => {
    const transport = createTransport({ host: '127.0.0.1', port: running.sandbox.config.smtpPort, secure: false });
    await transport.sendMail({
      from: 'Souk <shop@demo.test>',
      to: 'Ann <ann@example.test>',
      subject: 'Grüße',
      html: '<p>Hallo <a href="http://localhost:3000/x">Link</a></p>',
      text: 'Hallo',
    });
    const mails = await control<Record<string, string>[]>(running.url, 'GET', '/mail?to=ann@example.test');
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'ann@example.test', from: 'shop@demo.test', subject: 'Grüße' });
    expect(mails[0]?.['html']).toContain('http://localhost:3000/x');
    await control(running.url, 'POST', '/faults', { target: 'mail', kind: 'error', times: 1 });
    await expect(
      transport.sendMail({ from: 'a@b.test', to: 'ann@example.test', subject: 'x', text: 'x' }),
    ).rejects.toThrow('451');
  });

  it('refuses control calls of web pages and of foreign hosts, and names what it does not imitate', async () => {
    expect(
      (
        await fetch(`${running.url}/control/reset`, {
          method: 'POST',
          headers: { 'content-type': 'text/plain' },
          body: '{}',
        })
      ).status,
    ).toBe(415);
    const { request } = await import('node:http');
    const status = await new Promise((resolve) =>
      request(`${running.url}/control/state`, { headers: { host: 'evil.example' } }, (response) => {
        resolve(response.statusCode);
        response.resume();
      }).end(),
    );
    expect(status).toBe(421);
    await expect(control(running.url, 'POST', '/shippo/labels', {})).rejects.toThrow('501 not imitated yet: shippo');
    await expect(
      control(running.url, 'POST', '/orders', { email: 'no address', lines: [{ sku: 'x', quantity: 1 }] }),
    ).rejects.toThrow('422 email must be');
  });

  it('draws its pictures the same each time and serves them to any page', async () => {
    const [product] = await control<{ images: { src: string }[] }[]>(running.url, 'GET', '/products?sku=KC-002');
    const response = await fetch(product?.images[0]?.src ?? '');
    expect([
      response.status,
      response.headers.get('content-type'),
      response.headers.get('access-control-allow-origin'),
    ]).toEqual([200, 'image/webp', '*']);
  });

  it('remembers its state over a restart, and goes back to the seed on reset', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'souk-restart-'));
    const first = await startSandbox({ dataDir, gateway: false });
    await control(first.url, 'POST', '/orders', { email: 'ann@example.test', lines: [{ sku: 'KC-002', quantity: 1 }] });
    await first.stop();
    const second = await startSandbox({ dataDir, gateway: false });
    expect(await control<unknown[]>(second.url, 'GET', '/orders')).toHaveLength(1);
    await control(second.url, 'POST', '/reset', {});
    expect(await control<unknown[]>(second.url, 'GET', '/orders')).toHaveLength(0);
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

describe('shopify.app.toml', () => {
  it('subscribes to topics that exist, and to the three of compliance', () => {
    const app = readAppConfig(here('../shopify.app.toml'));
    const known = adminSchema().schema.getType('WebhookSubscriptionTopic');
    const names = new Set(isEnumType(known) ? known.getValues().map((value) => value.name) : []);
    const compliance = ['customers/data_request', 'customers/redact', 'shop/redact'];
    expect(app.subscriptions.map((subscription) => subscription.topic)).toEqual(expect.arrayContaining(compliance));
    for (const { topic } of app.subscriptions.filter((subscription) => !compliance.includes(subscription.topic)))
      expect(names.has(topic.toUpperCase().replace('/', '_')), topic).toBe(true);
    expect(app).toMatchObject({
      name: 'Souk',
      handle: 'souk',
      apiVersion: '2026-10',
      proxy: { subpath: 'souk', prefix: 'apps' },
    });
  });

  it('is read with comments, arrays over lines and tables in arrays, and wrong lines are named', () => {
    const toml = parseToml(
      'name = "A # b" # comment\n[webhooks]\napi_version = "2026-10"\n[[webhooks.subscriptions]]\ntopics = [\n  "orders/create", # why\n  "app/uninstalled"\n]\nuri = "/w"\n',
    );
    expect(toAppConfig(toml).subscriptions).toEqual([
      { topic: 'orders/create', uri: '/w' },
      { topic: 'app/uninstalled', uri: '/w' },
    ]);
    expect(toAppConfig(toml).name).toBe('A # b');
    expect(() => parseToml('what is this')).toThrow('line 1');
  });
});
