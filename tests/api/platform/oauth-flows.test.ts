import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VENDOR_PERMISSIONS } from '#app/core/viewer.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { startOAuthFlow } from '#tests/factories/oauth-flows.ts';
import { API_SECRET } from '#tests/support/environment.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import { isSignedIn, mergeCookies, refresh } from '#tests/support/sign-in.ts';

let store: BuiltStore;
let other: BuiltStore;
let vendor: BuiltVendor;
let member: BuiltUser;
beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  other = await installDemoStore('other.myshopify.com');
  vendor = await buildVendor({ store });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  // Earlier tests moved the clock, and a session lives for a quarter of an hour.
  member = await buildUser({ vendor });
});

type Query = Record<string, string>;
const confirm = (query: Query, cookie: string, name = 'marketplace') =>
  api(cookie ? { cookie } : { store: store.domain }).get(`/auth/${name}/confirm`, { query });

/** Signs a query anew, as only the platform can. */
function signed({ hmac: _old, ...query }: Query): Query {
  const sorted = new URLSearchParams(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...query, hmac: createHmac('sha256', API_SECRET).update(sorted.toString()).digest('hex') };
}

const REFUSED = { status: 403, body: { code: 'way_refused' } };

async function buildShop(): Promise<string> {
  const domain = `seller-${nextNumber()}.myshopify.com`;
  await program().sandbox?.control('POST', '/shops', { domain, name: 'A seller' });
  return domain;
}

const sellerToken = async (who: BuiltUser = member) =>
  (await api(who).get('/auth/request-token-seller')).as<{ token: string }>().token;

describe('an admin who signs in through the platform', () => {
  it('ends as a session of that member of the staff, who is known by the platform', async () => {
    const flow = await startOAuthFlow(store);
    const answer = await confirm(flow.query, flow.cookie);
    expect(answer).toMatchObject({ status: 200, body: { url: '/app' } });
    const cookie = mergeCookies(flow.cookie, answer);
    expect(cookie).not.toContain('souk_oauth');
    const account = (await api({ cookie }).get('/account')).body;
    expect(account).toMatchObject({ name: 'Ingrid Dahl', person: null, devices: [{ current: true }] });
    const list = await api({ cookie }).get('/vendors');
    expect(list.status).toBe(200);
    await api({ cookie }).patch('/app/info/commission-v2', {
      commissions: [{ min: '0', percentage: '10', flat: '0' }],
    });
    const events = await program().owner.auditEvent.findMany({ where: { subject: 'commission' } });
    expect(events.at(-1)?.actor).toMatchObject({ kind: 'staff', name: 'Ingrid Dahl' });
  });

  it('keeps no access of the person', async () => {
    const before = await program().owner.session.count();
    const flow = await startOAuthFlow(store);
    await confirm(flow.query, flow.cookie);
    expect(await program().owner.session.count()).toBe(before);
  });

  it('is refreshed through a day and no longer, and can act for a vendor and sign out everywhere', async () => {
    const flow = await startOAuthFlow(store);
    let cookie = mergeCookies(await confirm(flow.query, flow.cookie));
    program().clock.advance({ hours: 20 });
    expect(await isSignedIn(cookie)).toBe(false);
    cookie = mergeCookies(cookie, await refresh(cookie));
    expect(await isSignedIn(cookie)).toBe(true);
    const chosen = await api({ cookie }).put('/session/vendor', { vendor: vendor.name });
    expect(chosen.status).toBe(200);
    expect(await isSignedIn(mergeCookies(cookie, chosen))).toBe(true);
    await api({ cookie }).put('/session/vendor', { vendor: '*' });
    program().clock.advance({ hours: 4, seconds: 1 });
    expect((await refresh(cookie)).status).toBe(401);
    const again = await startOAuthFlow(store);
    const fresh = mergeCookies(await confirm(again.query, again.cookie));
    expect((await api({ cookie: fresh }).post('/account/sign-out-everywhere')).status).toBe(200);
    expect([await isSignedIn(fresh), (await refresh(fresh)).status]).toEqual([false, 401]);
  });

  it('leads a browser on: to the platform, back to the page that was wanted, or to the sign-in with the reason', async () => {
    const page = { headers: { accept: 'text/html' } };
    const started = await api({ store: store.domain }).get('/auth/marketplace/request', {
      ...page,
      query: { next: '/app/orders' },
    });
    expect(started.status).toBe(302);
    const there = new URL(started.headers.get('location') ?? '');
    expect([there.host, there.pathname]).toEqual([store.domain, '/admin/oauth/authorize']);
    expect(there.searchParams.get('redirect_uri')).toBe(`${program().url}/api/auth/marketplace/confirm`);
    const back = await fetch(there, { redirect: 'manual' });
    const query = Object.fromEntries(new URL(back.headers.get('location') ?? '').searchParams);
    const ended = await api({ cookie: started.cookies() }).get('/auth/marketplace/confirm', { ...page, query });
    expect([ended.status, ended.headers.get('location')]).toEqual([302, '/app/orders']);
    const refused = await api({ cookie: started.cookies() }).get('/auth/marketplace/confirm', {
      ...page,
      query: { ...query, state: 'forged' },
    });
    expect(refused.headers.get('location')).toBe(`/app/login?store=${store.domain}&refused=way_refused`);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });

  it.each(['https://evil.example', '//evil.example/app', '/app/login', '/admin'])('never leads to %s', async (next) => {
    const flow = await startOAuthFlow(store, 'marketplace', { next });
    expect((await confirm(flow.query, flow.cookie)).body).toEqual({ url: '/app' });
  });
});

describe("a seller's own store", () => {
  it('connects: its access is stored encrypted, for that vendor alone', async () => {
    const shop = await buildShop();
    const flow = await startOAuthFlow(store, 'seller', { shop, token: await sellerToken() }, member.cookie);
    const answer = await confirm(flow.query, flow.cookie, 'seller');
    expect(answer).toMatchObject({ status: 200, body: { url: '/app' } });
    expect(answer.cookies()).not.toContain('souk_session');
    const [row] = await program().owner.shopConnection.findMany({ where: { shop } });
    expect(row).toMatchObject({ storeId: store.id, vendorId: vendor.id, connectedBy: `person:${member.id}` });
    const { vault } = program().container.services;
    expect(row?.accessToken).toMatch(/^sealed:/);
    expect(vault.openText(row?.accessToken ?? '')).toMatch(/^shpat_/);
    expect(vault.openText(row?.refreshToken ?? '')).toMatch(/^shprt_/);
    const seen = await program().container.services.db.fast(
      { storeId: store.id, vendor: (await buildVendor({ store })).id },
      (tx) => tx.query('SELECT * FROM shop_connections'),
    );
    expect(seen).toEqual([]);
    const again = await startOAuthFlow(store, 'seller', { shop, token: await sellerToken() }, member.cookie);
    expect((await confirm(again.query, again.cookie, 'seller')).status).toBe(200);
    expect(await program().owner.shopConnection.count({ where: { shop } })).toBe(1);
  });

  it('is started by a token of the vendor only: none, a made-up one, an old one, one of another store (401)', async () => {
    const shop = await buildShop();
    const begin = (query: Query) =>
      api({ store: store.domain, cookie: member.cookie }).get('/auth/seller/request', { query });
    const otherToken = await sellerToken(await buildUser({ vendor: await buildVendor() }));
    for (const query of [{ shop }, { shop, token: 'sealed:AAAA' }, { shop, token: otherToken }]) {
      expect(await begin(query as Query)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    }
    const old = await sellerToken();
    program().clock.advance({ minutes: 10, seconds: 1 });
    expect((await begin({ shop, token: old })).status).toBe(401);
  });

  it('takes an admin who acts for a vendor, somebody with the permission, and no store but another (409, 403, 422)', async () => {
    const admin = await buildAdmin({ store });
    expect(await api(admin).get('/auth/request-token-seller')).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    const reader = await buildUser({ vendor, permissions: ['read_integrations'] });
    expect((await api(reader).get('/auth/request-token-seller')).status).toBe(403);
    const token = await sellerToken();
    for (const query of [{ token }, { token, shop: store.domain }, { token, shop: 'evil.example' }]) {
      const answer = await api({ store: store.domain, cookie: member.cookie }).get('/auth/seller/request', { query });
      expect(answer).toMatchObject({ status: 422, body: { issues: [{ path: 'shop' }] } });
    }
  });
});

describe('a seller’s own store that somebody else is led to', () => {
  const nothingStored = async (shop: string) =>
    expect(await program().owner.shopConnection.count({ where: { shop } })).toBe(0);

  it('is not started by a link of another person: without a session 401, with another one 403', async () => {
    const shop = await buildShop();
    const query = { shop, token: await sellerToken() };
    const colleague = await buildUser({ vendor });
    const rival = await buildUser({ vendor: await buildVendor({ store }) });
    expect(await api({ store: store.domain }).get('/auth/seller/request', { query })).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    });
    for (const other of [colleague, rival])
      expect(
        await api({ store: store.domain, cookie: other.cookie }).get('/auth/seller/request', { query }),
      ).toMatchObject(REFUSED);
    await nothingStored(shop);
  });

  it('is not connected by a return in another person’s browser, or without a session, and then still by the right one', async () => {
    const shop = await buildShop();
    const sellerFlow = await startOAuthFlow(store, 'seller', { shop, token: await sellerToken() }, member.cookie);
    const flow = sellerFlow.cookie.replace(`${member.cookie}; `, '');
    const rival = await buildUser({ vendor: await buildVendor({ store }) });
    expect(await confirm(sellerFlow.query, flow, 'seller')).toMatchObject({ status: 401 });
    expect(await confirm(sellerFlow.query, `${rival.cookie}; ${flow}`, 'seller')).toMatchObject(REFUSED);
    await nothingStored(shop);
    expect((await confirm(sellerFlow.query, sellerFlow.cookie, 'seller')).status).toBe(200);
  });

  it('is not connected by a return that was walked before, nor by one who may no longer change products', async () => {
    const shop = await buildShop();
    const flow = await startOAuthFlow(store, 'seller', { shop, token: await sellerToken() }, member.cookie);
    await program().owner.user.update({
      where: { id: member.id },
      data: { role: 'staff', permissions: ['write_integrations'] },
    });
    expect(await confirm(flow.query, flow.cookie, 'seller')).toMatchObject(REFUSED);
    await nothingStored(shop);
    await program().owner.user.update({
      where: { id: member.id },
      data: { role: 'manager', permissions: [...VENDOR_PERMISSIONS] },
    });
    expect((await confirm(flow.query, flow.cookie, 'seller')).status).toBe(200);
    expect(await confirm(flow.query, flow.cookie, 'seller')).toMatchObject(REFUSED);
  });
});

describe('an OAuth callback that is not valid', () => {
  it.each([
    ['a forged state', (query: Query) => signed({ ...query, state: 'forged' })],
    ['a forged signature', (query: Query) => ({ ...query, hmac: '0'.repeat(64) })],
    ['a signature of another query', (query: Query) => ({ ...query, code: 'another' })],
    ['something added to it', (query: Query) => ({ ...query, logged_in: '1' })],
    ['another shop', (query: Query) => signed({ ...query, shop: 'other.myshopify.com' })],
    ['an old timestamp', (query: Query) => signed({ ...query, timestamp: String(Number(query.timestamp) - 91) })],
    [
      'a timestamp of tomorrow',
      (query: Query) => signed({ ...query, timestamp: String(Number(query.timestamp) + 86_400) }),
    ],
    ['a code that the platform does not know', (query: Query) => signed({ ...query, code: 'made-up' })],
  ])('is refused: %s (403), and opens nothing', async (_what, forge) => {
    const flow = await startOAuthFlow(store);
    const answer = await confirm(forge(flow.query), flow.cookie);
    expect(answer).toMatchObject(REFUSED);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('is refused in a browser that did not begin it, with a cookie that we did not sign, and for another flow', async () => {
    const flow = await startOAuthFlow(store);
    expect(await confirm(flow.query, '')).toMatchObject(REFUSED);
    const [name = '', value = ''] = flow.cookie.split('=');
    const [id = '', body = '', signature = ''] = value.split('.');
    const read = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...read, next: '/app/forged' })).toString('base64url');
    expect(await confirm(flow.query, `${name}=${id}.${forged}.${signature}`)).toMatchObject(REFUSED);
    expect(await confirm(flow.query, flow.cookie, 'seller')).toMatchObject(REFUSED);
    expect((await confirm(flow.query, flow.cookie, 'buyer')).status).toBe(404);
  });

  it('is refused a second time, and ten minutes after it began', async () => {
    const flow = await startOAuthFlow(store);
    expect((await confirm(flow.query, flow.cookie)).status).toBe(200);
    expect(await confirm(flow.query, flow.cookie)).toMatchObject(REFUSED);
    const slow = await startOAuthFlow(store);
    program().clock.advance({ minutes: 10, seconds: 1 });
    const { query } = await startOAuthFlow(store);
    const late = signed({ ...query, state: slow.query.state ?? '', code: slow.query.code ?? '' });
    expect(await confirm(late, slow.cookie)).toMatchObject(REFUSED);
  });

  it('for one store does not open another', async () => {
    const flow = await startOAuthFlow(store);
    const answer = await api({ cookie: flow.cookie, store: other.domain }).get('/auth/marketplace/confirm', {
      query: flow.query,
    });
    expect(answer).toMatchObject(REFUSED);
  });

  it('changes nothing when the platform does not answer (502)', async () => {
    const flow = await startOAuthFlow(store);
    await program().sandbox?.control('POST', '/faults', {
      target: 'shopify',
      operation: 'oauth',
      kind: 'error',
      status: 500,
      times: 1,
    });
    const answer = await confirm(flow.query, flow.cookie);
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([502, []]);
    await program().sandbox?.control('DELETE', '/faults');
  });
});
