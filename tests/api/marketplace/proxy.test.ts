import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { showRefusal } from '#app/features/storefront/theme-pages.service.server.ts';
import { shopperCtx } from '#app/main/ctx.server.ts';
import { proxyPages } from '#app/main/proxy.server.ts';
import { implement } from '#app/server/http/api.server.ts';
import { proxyListener } from '#app/server/http/proxy.server.ts';
import { createDispatch } from '#app/server/http/server.server.ts';
import { buildStore, buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { API_SECRET } from '#tests/support/environment.ts';
import { program, startProgram } from '#tests/support/program.ts';
import { askProxy, signQuery } from '#tests/support/proxy.ts';

let store: BuiltStore;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore();
  await buildStore(); // A second store, so that only the signature says which one is meant.
});
afterAll(() => program().stop());
beforeEach(() => program().owner.rateBucket.deleteMany());

const PATH = '/vendor.json';
const statusOf = async (query: string): Promise<number> => (await askProxy(PATH, query)).status;
const signed = (query: [string, string][] = [], o: { secondsAgo?: number; secret?: string } = {}): string =>
  signQuery({ shop: store.domain, query, ...o });
const without = (query: string, ...names: string[]): string => {
  const search = new URLSearchParams(query);
  for (const name of names) search.delete(name);
  return search.toString();
};

describe('the signature of the app proxy', () => {
  test('lets through what the platform signed', async () => {
    expect(await statusOf(signed([['name', 'Kiln & Co']]))).toBe(200);
  });

  test('is needed: without it, with an empty one, a short one or one in capitals, the answer is 401', async () => {
    const good = signed();
    const given = new URLSearchParams(good).get('signature') ?? '';
    const bare = without(good, 'signature');
    const queries = [
      bare,
      '',
      ...['', 'abc', given.slice(2), given.toUpperCase()].map((one) => `${bare}&signature=${one}`),
    ];
    expect(await Promise.all(queries.map(statusOf))).toEqual(queries.map(() => 401));
  });

  test('is wrong with another secret, another value, another key, or a key more or less', async () => {
    const good = signed([['name', 'Kiln']]);
    const changed = [
      signed([['name', 'Kiln']], { secret: 'another-secret-of-another-app' }),
      good.replace('name=Kiln', 'name=Klin'),
      good.replace('name=Kiln', 'mane=Kiln'),
      `${good}&more=1`,
      without(good, 'path_prefix'),
      good.replace(store.domain, 'store-2.myshopify.com'),
    ];
    expect(await Promise.all(changed.map(statusOf))).toEqual(changed.map(() => 401));
  });

  test('is too old after 90 seconds, and from the future before', async () => {
    expect(
      await Promise.all([80, 120, 86_400, -80, -120].map((secondsAgo) => statusOf(signed([], { secondsAgo })))),
    ).toEqual([200, 401, 401, 200, 401]);
  });

  test('does not depend on the order in which parameters come', async () => {
    const entries = [
      ...new URLSearchParams(
        signed([
          ['b', '2'],
          ['a', '1'],
          ['Zed', '3'],
          ['name', 'x'],
        ]),
      ),
    ];
    expect(await statusOf(new URLSearchParams(entries.reverse()).toString())).toBe(200);
  });

  test('covers several values of one key, empty values, brackets and signs of every kind', async () => {
    const rich: [string, string][] = [
      ['ids[]', '1'],
      ['ids[]', '2'],
      ['x', 'b'],
      ['x', 'a'],
      ['empty', ''],
      ['name', 'Æther & Söhne = 100 % 🏺'],
      ['Ünder_score', 'ß'],
    ];
    const good = signed(rich);
    expect(await statusOf(good)).toBe(200);
    expect(await statusOf(good.replace('x=b&x=a', 'x=a&x=b'))).toBe(401);
  });

  test('names one store: a second shop, timestamp or signature is refused, and so is what is no store', async () => {
    const twice = signed([['shop', 'store-2.myshopify.com']]);
    const late = signed([['timestamp', '1']]);
    const good = signed();
    const strangers = ['evil.example', 'store-1.myshopify.com.evil.example', ''].map((shop) => signQuery({ shop }));
    const queries = [twice, late, `${good}&signature=${'0'.repeat(64)}`, ...strangers];
    expect(await Promise.all(queries.map(statusOf))).toEqual(queries.map(() => 401));
  });

  test('of a store that has not the app, or has it no more, leads nowhere', async () => {
    const gone = await buildStore();
    await program().owner.store.update({ where: { id: gone.id }, data: { uninstalledAt: program().clock.now() } });
    const answers = await Promise.all(
      ['never-here.myshopify.com', gone.domain].map((shop) => askProxy(PATH, signQuery({ shop }))),
    );
    expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
  });

  test('comes before everything else: who has none cannot find out which pages there are', async () => {
    const [known, unknown] = await Promise.all([askProxy('/vendors', ''), askProxy('/nothing', '')]);
    expect([known.status, unknown.status]).toEqual([401, 401]);
    expect(await known.text()).toBe(await unknown.text());
    expect((await askProxy('/nothing', signed())).status).toBe(404);
    expect((await askProxy('/vendors', signed(), { method: 'POST' })).status).toBe(405);
  });
});

describe('limits', () => {
  test('hold for one shopper’s address, as the platform states it, and not for another', async () => {
    const ask = (address: string) =>
      askProxy('/application', signed(), {
        method: 'POST',
        headers: { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'step=begin',
      });
    const first = await Promise.all(Array.from({ length: 25 }, () => ask('203.0.113.7')));
    expect(first.filter((answer) => answer.status === 429)).toHaveLength(5);
    expect((await ask('203.0.113.8')).status).toBe(200);
  });

  test('of a form: its size, and that it is one', async () => {
    const post = (type: string, body: string) =>
      askProxy('/application', signed(), { method: 'POST', headers: { 'content-type': type }, body });
    expect((await post('application/x-www-form-urlencoded', `a=${'x'.repeat(600_001)}`)).status).toBe(413);
    expect((await post('application/json', '{}')).status).toBe(415);
  });
});

describe('a call that blocks post to', () => {
  const taken: unknown[] = [];
  const call = endpoint({
    name: 'proxy-test.contact',
    method: 'POST',
    path: '/message/contact-form',
    summary: 'A call of this test, where a feature’s own would be',
    access: { kind: 'public' },
    body: z.strictObject({
      vendor: z.string().max(50).optional(),
      data: z.record(z.string().max(50), z.string().max(200)).refine((data) => data.name !== '', {
        message: rule('required_field'),
        path: ['name'],
      }),
    }),
    response: z.object({ ok: z.literal(true) }),
    limit: { perMinute: 30, by: 'address' },
  });
  const own = implement(call, (ctx, { body }) => {
    taken.push({ store: ctx.viewer.store.domain, body });
    return Promise.resolve({ ok: true as const });
  });
  const dispatch = { stop: () => Promise.resolve(), url: '' };

  beforeAll(async () => {
    const { clock, log } = program().container.services;
    const layout = proxyListener({
      secrets: [API_SECRET],
      clock,
      pages: proxyPages([own]),
      contextOf: shopperCtx,
      refuse: showRefusal,
    });
    const handle = createDispatch({
      bySegment: new Map([['proxy', layout]]),
      log,
      surroundings: { proxies: { kind: 'count', count: 0 }, addressHeader: undefined, appUrl: 'http://localhost' },
    });
    const server = createServer((req, res) => void handle(req, res));
    await new Promise<void>((resolve) => {
      server.listen(0, 'localhost', resolve);
    });
    dispatch.url = `http://localhost:${(server.address() as AddressInfo).port}/proxy/message/contact-form`;
    dispatch.stop = () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      });
  });
  afterAll(() => dispatch.stop());
  beforeEach(() => {
    taken.length = 0;
  });

  const post = (fields: Record<string, string>, accept: string, locale = 'nl') =>
    fetch(`${dispatch.url}?${signed([['locale', locale]])}`, {
      method: 'POST',
      headers: { accept },
      body: new URLSearchParams(fields),
    });
  const FIELDS = {
    'data[name]': 'Ada',
    'data[message]': 'Hello {{ shop }}',
    vendor: 'Kiln',
    store: 'other.myshopify.com',
  };

  test('gets the form’s fields and the store that signed, and thanks inside the theme in the page’s language', async () => {
    const answer = await post(FIELDS, 'text/html,*/*');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/liquid; charset=utf-8']);
    expect(answer.headers.get('content-security-policy')).toBeNull();
    expect(await answer.text()).toContain('Je bericht is verstuurd.');
    expect(taken).toEqual([
      { store: store.domain, body: { vendor: 'Kiln', data: { name: 'Ada', message: 'Hello {{ shop }}' } } },
    ]);
  });

  test('is answered with the handle of an approved vendor whose name a product carries, and other texts as they came', async () => {
    const vendor = await buildVendor({ store, name: 'Loom & Light' });
    await buildVendor({ store, name: 'Only known', status: 'known' });
    const foreign = await buildVendor({ name: 'Elsewhere' });
    for (const name of [' loom & LIGHT', 'Only known', foreign.name, vendor.handle, 'x'.repeat(40)]) {
      expect((await post({ ...FIELDS, vendor: name }, 'application/json')).status).toBe(200);
    }
    expect(taken.map((one) => (one as { body: { vendor: string } }).body.vendor)).toEqual([
      vendor.handle,
      'Only known',
      'Elsewhere',
      vendor.handle,
      'x'.repeat(40),
    ]);
  });

  test('answers a script with JSON, and says what is wrong in the page’s language', async () => {
    expect(await (await post(FIELDS, 'application/json')).json()).toEqual({ ok: true });
    const wrong = await post({ ...FIELDS, 'data[name]': '' }, 'application/json', 'de');
    expect(wrong.status).toBe(422);
    expect(await wrong.json()).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'data.name', message: 'Pflichtfeld' }],
    });
    const page = await post({ ...FIELDS, 'data[name]': '' }, 'text/html', 'de');
    expect(page.status).toBe(422);
    expect(await page.text()).toContain('role="alert"');
  });

  test('never sees what a program filled in, which is answered the same as everybody', async () => {
    const people = await (await post(FIELDS, 'text/html')).text();
    const program_ = await (await post({ ...FIELDS, souk_website: 'https://spam.example' }, 'text/html')).text();
    expect(program_).toBe(people);
    expect(taken).toHaveLength(1);
  });
});
