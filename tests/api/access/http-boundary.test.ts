import { createServer, request as httpRequest } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#app/core/errors.ts';
import { anonymousCtx } from '#app/main/ctx.server.ts';
import { replayOrRun } from '#app/server/http/idempotency.server.ts';
import { openFindingsFunction } from '#app/features/finance/reconciliation/open-findings-function.repo.server.ts';
import { metricsListener } from '#app/server/http/probes.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import { buildDefaultList, placeOrder } from '#tests/factories/money.ts';
import { buildAdmin, buildStaff, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { buildMember, PASSWORD } from '#tests/support/sign-in.ts';

beforeAll(async () => {
  await startProgram();
});
afterAll(() => program().stop());
beforeEach(() => program().owner.rateBucket.deleteMany());

type Sent = { method?: string; path: string; headers?: Record<string, string>; body?: string };

/** A request with its path exactly as it is written: clients tidy paths up before they send them. */
function sendRaw({ method = 'POST', path, headers = {}, body }: Sent): Promise<{ status: number; code: string }> {
  const { hostname, port } = new URL(program().url);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('utf8');
        const code = text.startsWith('{') ? ((JSON.parse(text) as { code?: string }).code ?? '') : '';
        resolve({ status: answer.statusCode ?? 0, code });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

const rename = (user: BuiltUser, headers: Record<string, string>) =>
  sendRaw({
    method: 'PATCH',
    path: '/api/account',
    headers: { 'content-type': 'application/json', cookie: user.cookie, ...headers },
    body: JSON.stringify({ name: 'Mallory' }),
  });

describe('an Idempotency-Key', () => {
  it('of a guest is bound to the address that it came from', async () => {
    const store = await buildStore();
    const headers = new Headers();
    const info = { requestId: '', address: '', origin: program().url, store: store.domain, headers };
    const ctx = await anonymousCtx(info);
    let runs = 0;
    const run = () => Promise.resolve(new Reply({ run: (runs += 1) }));
    const ask = async (address: string) =>
      (await replayOrRun(ctx, { key: 'key-of-a-guest', parts: [], body: undefined, address }, run)).body;
    expect([await ask('203.0.113.1'), await ask('203.0.113.1'), await ask('203.0.113.2')]).toEqual([
      { run: 1 },
      { run: 1 },
      { run: 2 },
    ]);
  });

  it('is bound to the path and the query: the same body for another order is 422 and not a stored answer', async () => {
    const store = await buildStore();
    await buildDefaultList(store);
    await buildVendor({ store, name: 'North' });
    const admin = await buildAdmin({ store });
    const [one, other] = [
      await placeOrder(store, { lines: [{ vendor: 'North', price: '10.00' }] }),
      await placeOrder(store, { lines: [{ vendor: 'North', price: '10.00' }] }),
    ];
    const headers = { 'idempotency-key': 'one-key-for-two-orders' };
    const comment = (id: number, query = {}) =>
      api(admin).post(`/orders/${id}/comments`, { text: 'Packed twice' }, { headers, query });
    const first = await comment(one.id);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect((await comment(one.id)).headers.get('idempotent-replayed')).toBe('true');
    expect(await comment(other.id)).toMatchObject({ status: 422, body: { code: 'idempotency_mismatch' } });
    expect(await comment(one.id, { more: '1' })).toMatchObject({ status: 422 });
  });
});

describe('the origin check', () => {
  it('holds for every way of writing the path: an empty segment is 404 and signs nobody in', async () => {
    const user = await buildMember();
    const body = JSON.stringify({ email: user.email, password: PASSWORD, store: user.store });
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example' };
    for (const path of ['/api//auth/public/login', '//api/auth/public/login', '/api/auth//public/login'])
      expect(await sendRaw({ path, headers, body }), path).toEqual({ status: 404, code: 'not_found' });
    for (const path of ['/api/auth/public/login', '/api/auth/public/login/', '/api/%61uth/public/login'])
      expect([403, 404], path).toContain((await sendRaw({ path, headers, body })).status);
    expect((await sendRaw({ path: '/app//login', headers, body })).status).toBe(404);
    expect((await sendRaw({ path: '/app/login', headers, body })).status).toBe(403);
  });

  it.each([
    ['another kind of authorization', { authorization: 'Basic eDp5' }],
    ['a header of webhooks', { 'x-shopify-hmac-sha256': 'c2lnbmVk' }],
    ['nothing', {}],
  ])(
    'is not switched off by %s: a cookie from another site is 403',
    async (_title, headers: Record<string, string>) => {
      const user = await buildUser();
      expect(await rename(user, { ...headers, origin: 'https://evil.example' })).toMatchObject({ status: 403 });
      expect(await rename(user, headers)).toMatchObject({ status: 403 });
      expect((await program().owner.user.findUniqueOrThrow({ where: { id: user.id } })).name).not.toBe('Mallory');
    },
  );

  it('is passed by a Bearer that authenticates only, and then no cookie counts', async () => {
    const user = await buildUser();
    const foreign = { origin: 'https://evil.example' };
    expect(await rename(user, { ...foreign, authorization: 'Bearer not-a-token' })).toMatchObject({ status: 401 });
    const staff = await buildStaff({ store: await buildStore() });
    const answer = await sendRaw({
      method: 'PUT',
      path: '/api/session/locale',
      headers: {
        ...foreign,
        'content-type': 'application/json',
        cookie: user.cookie,
        authorization: `Bearer ${staff.bearer}`,
      },
      body: JSON.stringify({ locale: 'nl' }),
    });
    expect(answer.status).not.toBe(403);
    expect((await program().owner.user.findUniqueOrThrow({ where: { id: user.id } })).locale).not.toBe('nl');
    // Signing in is nobody's call, so that no Bearer opens it to another site.
    const signIn = { ...foreign, 'content-type': 'application/json', authorization: `Bearer ${staff.bearer}` };
    expect(await sendRaw({ path: '/api/auth/public/login', headers: signIn, body: '{}' })).toMatchObject({
      status: 403,
    });
  });

  it('compares the scheme too', async () => {
    const user = await buildUser();
    const own = new URL(program().url);
    expect(await rename(user, { origin: `https://${own.host}` })).toEqual({ status: 403, code: 'origin_not_allowed' });
    expect((await rename(user, { origin: own.origin, 'x-forwarded-proto': 'https' })).status).toBe(200);
  });
});

describe('a request that no browser sends', () => {
  it.each([
    ['TRACE', { method: 'TRACE', path: '/app' }, 405],
    ['a path that is none', { method: 'GET', path: '//[bad' }, 400],
    ['an address of another host', { method: 'GET', path: 'http://evil.example/app' }, 400],
    ['a Host that is none', { method: 'GET', path: '/app', headers: { host: 'bad host<' } }, 400],
  ] as const)('with %s is refused without a stack', async (_title, sent, status) => {
    expect((await sendRaw(sent)).status).toBe(status);
  });

  it('without a Host is refused', async () => {
    const { hostname, port } = new URL(program().url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write('GET /app HTTP/1.1\r\nConnection: close\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (part) => (text += part.toString('utf8')));
      socket.on('end', () => {
        resolve(text);
      });
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('metrics', () => {
  it('are read by this machine itself, and are not there for a call that came through a proxy', async () => {
    expect((await sendRaw({ method: 'GET', path: '/metrics' })).status).toBe(200);
    const headers = { 'x-forwarded-for': '127.0.0.1' };
    expect(await sendRaw({ method: 'GET', path: '/metrics', headers })).toEqual({ status: 404, code: 'not_found' });
  });

  it('ask everybody for the token where the operator set one', async () => {
    const { db, clock } = program().container.services;
    const listener = metricsListener({
      db,
      clock,
      token: 'a-token-of-the-operator',
      onHoldKinds: [],
      openFindings: openFindingsFunction.name,
    });
    const server = createServer((req, res) => {
      const headers = new Headers({ authorization: req.headers.authorization ?? '' });
      const info = { requestId: '', address: '', origin: '', store: undefined, headers };
      listener(req, res, info).catch((error: unknown) => {
        res.writeHead(error instanceof AppError ? error.status : 500).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    const read = async (authorization: string) => (await fetch(url, { headers: { authorization } })).status;
    expect([await read(''), await read('Bearer another'), await read('Bearer a-token-of-the-operator')]).toEqual([
      404, 404, 200,
    ]);
    server.close();
  });
});

describe('limits by address', () => {
  it('are not passed by an X-Forwarded-For that the caller writes', async () => {
    const user = await buildMember();
    const tries = Array.from({ length: 40 }, (_, index) =>
      sendRaw({
        path: '/api/auth/public/login',
        headers: {
          'content-type': 'application/json',
          origin: program().url,
          'x-forwarded-for': `203.0.113.${index}`,
        },
        body: JSON.stringify({ email: 'nobody@souk.test', password: 'wrong password', store: user.store }),
      }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(10);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
  });
});
