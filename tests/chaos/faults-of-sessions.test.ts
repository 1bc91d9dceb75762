import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { createContainer } from '#app/main/container.server.ts';
import { ctxFor } from '#app/main/ctx.server.ts';
import { setPassword } from '#app/platform/identity/users/users.service.server.ts';
import type { Shop } from '#sandbox/core/state.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildStaffToken, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { settle } from '#tests/support/probe-world.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const HOST = Buffer.from('admin.shopify.com/store/demo').toString('base64url');
let store: BuiltStore;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'North' }) });
});
afterAll(() => program().stop());
afterEach(() => control('DELETE', '/faults'));

function control<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
  const { sandbox } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  return sandbox.control<T>(method, path, body);
}
function shop(): Shop {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  invariant(found, 'the sandbox has the demo store');
  return found;
}
/** What the platform was asked for tokens, by the kind of grant. */
const grants = async (kind: string) =>
  (await control<{ operation: string | null }[]>('GET', '/requests?target=oauth')).filter(
    (request) => request.operation === kind,
  ).length;
const stage = (who = seller) =>
  api(who).put('/cdn/stage-upload', { filename: 'a.png', fileSize: 70, mime: 'image/png' });
const codeOf = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as { code?: string }).code];
/** The app's access to the store has grown old: here and at the platform. */
async function expireAccess(): Promise<void> {
  await settle(); // Work of an earlier test would renew the access in the background, and meet the fault in our place.
  const past = new Date(program().clock.now().getTime() - 60_000);
  for (const token of shop().installation?.tokens ?? []) token.expiresAt = past.toISOString();
  await program().owner.session.updateMany({ where: { shop: store.domain }, data: { expires: past } });
}
/** The store admin opens the app: the library takes the session token for access to the store. */
async function openInStoreAdmin(): Promise<void> {
  const owner = shop().staff.find((person) => person.accountOwner);
  invariant(owner, 'the demo store has an owner');
  const query = new URLSearchParams({
    shop: store.domain,
    host: HOST,
    embedded: '1',
    id_token: await buildStaffToken({ domain: store.domain, subjectId: String(owner.id) }),
  });
  await ctxFor(new Request(`${program().url}/admin?${query.toString()}`));
}

describe('the access to the store', () => {
  test('is renewed when it has expired, once for many requests at the same time, and the refresh token rotates', async () => {
    await expireAccess();
    const before = await grants('refresh_token');
    const [first] = await program().owner.session.findMany({ where: { shop: store.domain, isOnline: false } });
    const answers = await Promise.all(Array.from({ length: 8 }, () => stage()));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await grants('refresh_token')) - before).toBe(1);
    const sessions = await program().owner.session.findMany({ where: { shop: store.domain, isOnline: false } });
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.refreshToken).not.toBe(first?.refreshToken);
    await expireAccess();
    expect((await stage()).status).toBe(200);
    expect((await grants('refresh_token')) - before).toBe(2);
  });

  test('is renewed once by two processes that find it expired at the same moment', async () => {
    const { services } = program().container;
    const other = createContainer(services.env, { clock: services.clock });
    try {
      await expireAccess();
      const before = await grants('refresh_token');
      const names = await Promise.all(
        [services, other.services, services, other.services].map(async ({ adapters }) => {
          const platform = await adapters.platform(store.domain);
          return platform.query<{ shop: { name: string } }>('query ShopName { shop { name } }');
        }),
      );
      expect(new Set(names.map(({ shop: { name } }) => name))).toEqual(new Set([shop().name]));
      expect((await grants('refresh_token')) - before).toBe(1);
    } finally {
      await other.close();
    }
  });

  test('is renewed when the platform refuses it early, and the change that met the refusal is done once', async () => {
    const title = `Refused bowl ${nextNumber()}`;
    await control('POST', '/faults', {
      target: 'shopify',
      operation: 'productSet',
      kind: 'error',
      status: 401,
      times: 1,
    });
    const answer = await api(seller).put('/products-v2', { product: buildProductInput({ title }) });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(Object.values(shop().products).filter((product) => product.title === title)).toHaveLength(1);
  });

  test('survives a renewal whose answer was lost, and one that the platform could not answer', async () => {
    await expireAccess();
    await control('POST', '/faults', { target: 'shopify', operation: 'oauth', kind: 'drop_response', times: 1 });
    expect(codeOf(await stage())).toEqual([502, 'platform_failed']);
    expect((await stage()).status).toBe(200);
    await expireAccess();
    await control('POST', '/faults', { target: 'shopify', operation: 'oauth', kind: 'error', status: 503, times: 1 });
    expect(codeOf(await stage())).toEqual([502, 'platform_failed']);
    expect((await stage()).status).toBe(200);
  });

  test('that can no longer be renewed is named (409) until the store admin opens the app, which heals it', async () => {
    await expireAccess();
    await control('POST', '/faults', { target: 'shopify', operation: 'refresh_token', kind: 'drop', times: 1 });
    expect(codeOf(await stage())).toEqual([409, 'shop_access_revoked']);
    // Nobody asks the platform again with a token that it refused.
    const before = await grants('refresh_token');
    expect(codeOf(await stage())).toEqual([409, 'shop_access_revoked']);
    const save = await api(seller).put('/products-v2', { product: buildProductInput() });
    expect(codeOf(save)).toEqual([409, 'shop_access_revoked']);
    expect(await grants('refresh_token')).toBe(before);
    // What needs no platform goes on.
    expect((await api(seller).get('/products-v2')).status).toBe(200);

    await openInStoreAdmin();
    expect((await stage()).status).toBe(200);
    await expireAccess();
    expect((await stage()).status).toBe(200);
  });

  test('that the platform has revoked with its refresh token ends the same way', async () => {
    const { installation } = shop();
    invariant(installation, 'the app is installed');
    installation.tokens = [];
    expect(codeOf(await stage())).toEqual([409, 'shop_access_revoked']);
    await openInStoreAdmin();
    expect((await stage()).status).toBe(200);
  });
});

describe('a session token of the store admin that expired between click and request', () => {
  const expired = async () => {
    const [person] = shop().staff;
    invariant(person, 'the demo store has staff');
    return buildStaffToken({ domain: store.domain, subjectId: String(person.id), secondsLeft: -30 });
  };
  const catchAnswer = async (request: Request): Promise<Response> => {
    try {
      await ctxFor(request);
    } catch (thrown) {
      if (thrown instanceof Response) return thrown;
      throw thrown;
    }
    throw new Error('an expired token was accepted');
  };

  test('is answered with 401 and the request to try once more, to loaders, actions and calls of the API alike', async () => {
    const headers = { authorization: `Bearer ${await expired()}` };
    const loader = await catchAnswer(new Request(`${program().url}/admin/products.data`, { headers }));
    const action = await catchAnswer(
      new Request(`${program().url}/admin/products/1.data`, { method: 'POST', headers, body: new FormData() }),
    );
    for (const answer of [loader, action]) {
      expect(answer.status).toBe(401);
      expect(answer.headers.get('x-shopify-retry-invalid-session-request')).toBe('1');
    }
    const call = await api({ bearer: await expired() }).get('/orders');
    expect(codeOf(call)).toEqual([401, 'not_signed_in']);
    expect(call.headers.get('x-shopify-retry-invalid-session-request')).toBe('1');
  });

  test('leads a whole page to the bounce page that fetches a fresh one', async () => {
    const query = new URLSearchParams({ shop: store.domain, host: HOST, embedded: '1', id_token: await expired() });
    const answer = await catchAnswer(new Request(`${program().url}/admin/products?${query.toString()}`));
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toMatch(/^\/auth\/session-token\?/);
  });

  test('has done nothing, and the same request with a fresh token does it once', async () => {
    const [person] = shop().staff;
    invariant(person, 'the demo store has staff');
    const fresh = { bearer: await buildStaffToken({ domain: store.domain, subjectId: String(person.id) }) };
    const title = `Staff bowl ${nextNumber()}`;
    const product = buildProductInput({ title, vendor: 'North' });
    expect((await api({ bearer: await expired() }).put('/products-v2', { product })).status).toBe(401);
    expect(Object.values(shop().products).some((one) => one.title === title)).toBe(false);
    expect((await api(fresh).put('/products-v2', { product })).status).toBe(200);
    expect(Object.values(shop().products).filter((one) => one.title === title)).toHaveLength(1);
  });
});

describe('a session of the portal that expired between click and request', () => {
  test('is refreshed once, and the same request does what was typed', async () => {
    const user = await buildUser({ vendor: await buildVendor({ store }) });
    await setPassword(program().container.services, store.id, { email: user.email, password: 'correct horse battery' });
    const form = new URLSearchParams({ store: store.domain, email: user.email, password: 'correct horse battery' });
    const signedIn = await api().post('/auth/public/login', form.toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    program().clock.advance({ minutes: 16 });
    const title = `Typed bowl ${nextNumber()}`;
    const product = buildProductInput({ title });
    const key = { headers: { 'idempotency-key': `typed-${nextNumber()}-key` } };
    const late = await api({ cookie: signedIn.cookies() }).put('/products-v2', { product }, key);
    expect(codeOf(late)).toEqual([401, 'not_signed_in']);
    const refreshed = await api({ cookie: signedIn.cookies() }).post('/auth/public/refresh');
    expect(refreshed.status).toBe(200);
    const again = await api({ cookie: refreshed.cookies() }).put('/products-v2', { product }, key);
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    expect(Object.values(shop().products).filter((one) => one.title === title)).toHaveLength(1);
  });
});
