import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { MAX_CALLS_A_MINUTE, MAX_KEYS, MAX_NETWORKS } from '#app/features/api-keys/api-key.ts';
import { parseApiKey } from '#app/features/api-keys/key-form.server.ts';
import type { ApiKeyDto, IntegrationKeysDto } from '#app/features/integrations/connections/connections.contract.ts';
import { hashToken } from '#app/server/crypto.server.ts';
import { readIntegration, switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const PATH = '/integrations/keys';
const query = { status: 'ALL', stock: 'any', sort: 'TITLE' };
const list = (key: string) => api().get('/products-v2', { headers: { authorization: `Bearer ${key}` }, query });

let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  await switchIntegrations(await buildAdmin({ store }), true);
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  vendor = await buildVendor({ store });
  seller = await buildUser({ vendor });
});

type Made = { key: string; row: ApiKeyDto };
function toMade(answer: { body: unknown; as: <T>() => T }): Made {
  const { key, keys } = answer.as<IntegrationKeysDto>();
  const row = keys.at(-1);
  invariant(key && row, `a key was made: ${JSON.stringify(answer.body)}`);
  return { key, row };
}
const make = async (terms: object = {}): Promise<Made> =>
  toMade(await api(seller).put(PATH, { name: 'Till', scopes: ['products:read'], ...terms }));
const askReplacement = (who: BuiltUser, id: string) => api(who).post(`${PATH}/${id}/replacement`);

/** Lets time pass, after which the seller signs in again. */
async function pass(span: { days?: number; hours?: number; minutes?: number }): Promise<void> {
  program().clock.advance(span);
  seller = await buildUser({ vendor });
}

describe('the form of a key', () => {
  it('marks a test program and ends with a checksum, and a key of the old form works on', async () => {
    const { key, row } = await make();
    expect(key).toMatch(/^souk_test_\d+_\d+_[0-9A-Za-z]{49}$/);
    const { storeId = 0n } = parseApiKey(key) ?? {};
    const secret = `${'a'.repeat(41)}-_`;
    await program().owner.$executeRaw`
      UPDATE api_keys SET hash = ${hashToken(secret)}, scopes = NULL, networks = NULL WHERE id = ${BigInt(row.id)}`;
    expect((await list(key)).status).toBe(401);
    expect((await list(`souk_${storeId}_${row.id}_${secret}`)).status).toBe(200);
  });
});

describe('the last use of a key', () => {
  it('names the time, the call and the address, and is forgotten with the key', async () => {
    const { key, row } = await make();
    expect(row).toMatchObject({ lastUsedAt: null, lastUsedFrom: null, lastUsedCall: null });
    await list(key);
    const { keys } = await readIntegration(seller);
    expect(keys[0]).toMatchObject({ lastUsedCall: 'products.list', lastUsedFrom: '127.0.0.1' });
    await api().get('/integrations/keys', { headers: { authorization: `Bearer ${key}` } });
    expect((await readIntegration(seller)).keys[0]).toMatchObject({ lastUsedCall: 'integrations.readKeys' });
    await api(seller).delete(PATH, { id: row.id });
    const kept = await program().owner.apiKey.findMany({ where: { id: BigInt(row.id) } });
    expect(kept).toMatchObject([{ lastUsedFrom: null, lastUsedCall: 'integrations.readKeys' }]);
  });
});

describe('the expiry of a key', () => {
  it('is never where none is chosen, and else one of three lengths', async () => {
    expect((await make()).row).toMatchObject({ expiresInDays: null, expiresAt: null, isExpired: false });
    for (const expiresInDays of [0, 31, -1, '30', 1e9])
      expect(await api(seller).put(PATH, { name: 'Odd', expiresInDays }), String(expiresInDays)).toMatchObject({
        status: 422,
        body: { issues: [{ path: 'expiresInDays' }] },
      });
  });

  it('refuses the key from its moment on, and lists it as expired until it is removed', async () => {
    const { key, row } = await make({ expiresInDays: 30 });
    await pass({ days: 29, hours: 23 });
    expect((await list(key)).status).toBe(200);
    await pass({ hours: 1 });
    expect(await list(key)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect((await readIntegration(seller)).keys).toMatchObject([{ id: row.id, isExpired: true, expiresInDays: 30 }]);
    expect((await api(seller).delete(PATH, { id: row.id })).as<IntegrationKeysDto>().keys).toEqual([]);
  });
});

describe('the replacement of a key', () => {
  it('has its name, scopes, expiry and networks, and both work for a day', async () => {
    const old = await make({ name: 'Desk', expiresInDays: 90, networks: ['127.0.0.0/8', '::1'] });
    await pass({ days: 10 });
    const made = toMade(await askReplacement(seller, old.row.id));
    expect(made.key).not.toBe(old.key);
    const { name, scopes, expiresInDays, networks } = old.row;
    expect(made.row).toMatchObject({ name, scopes, expiresInDays, networks, endsAt: null, canBeReplaced: true });
    expect(Date.parse(made.row.expiresAt ?? '') - Date.parse(old.row.expiresAt ?? '')).toBeGreaterThan(
      9.9 * 86_400_000,
    );
    const { keys } = await readIntegration(seller);
    expect(keys).toMatchObject([{ id: old.row.id, canBeReplaced: false }, { id: made.row.id }]);
    expect(keys[0]?.endsAt).not.toBeNull();
    await pass({ hours: 23, minutes: 59 });
    expect([(await list(old.key)).status, (await list(made.key)).status]).toEqual([200, 200]);
    await pass({ minutes: 2 });
    expect([(await list(old.key)).status, (await list(made.key)).status]).toEqual([401, 200]);
    expect((await readIntegration(seller)).keys).toMatchObject([{ id: made.row.id }]);
    const actions = await program().owner.auditEvent.findMany({
      where: { vendorId: vendor.id },
      orderBy: { id: 'asc' },
    });
    expect(actions.map(({ action }) => action)).toEqual(['api_key.created', 'api_key.replaced']);
    expect(JSON.stringify(actions.map(({ detail }) => detail))).not.toContain(made.key.slice(-49, -6));
  });

  it('is made once, also by many at the same time; one that was revoked can be made again within the same day', async () => {
    const { key, row } = await make();
    const answers = await Promise.all(Array.from({ length: 5 }, () => askReplacement(seller, row.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ reason: 'key_replaced' });
    const [old, made] = (await readIntegration(seller)).keys;
    await api(seller).delete(PATH, { id: made?.id });
    await pass({ hours: 20 });
    expect(toMade(await askReplacement(seller, row.id)).row.id).not.toBe(made?.id);
    expect((await readIntegration(seller)).keys[0]?.endsAt).toBe(old?.endsAt);
    await pass({ hours: 5 });
    expect((await list(key)).status).toBe(401);
  });

  it('takes the place of the old key in the limit, and no more', async () => {
    const { row } = await make();
    for (let count = 1; count < MAX_KEYS; count += 1) await make();
    const made = toMade(await askReplacement(seller, row.id));
    expect(await api(seller).put(PATH, { name: 'One more' })).toMatchObject({ status: 409 });
    await api(seller).delete(PATH, { id: made.row.id });
    await make();
    expect(await askReplacement(seller, row.id)).toMatchObject({ status: 409, body: { reason: 'too_many_keys' } });
  });

  it('of an expired key ends that one at once', async () => {
    const old = await make({ expiresInDays: 30 });
    await pass({ days: 31 });
    const made = toMade(await askReplacement(seller, old.row.id));
    expect((await list(old.key)).status).toBe(401);
    expect((await readIntegration(seller)).keys).toMatchObject([{ id: made.row.id, isExpired: false }]);
  });

  it('is for the vendor alone, and for who may give its scopes', async () => {
    const { row } = await make({ scopes: ['orders:fulfill'] });
    const rival = await buildUser({ vendor: await buildVendor({ store }) });
    expect((await askReplacement(rival, row.id)).status).toBe(404);
    const helper = await buildUser({ vendor, role: 'staff', permissions: ['read_integrations', 'write_integrations'] });
    expect(await askReplacement(helper, row.id)).toMatchObject({ status: 403, body: { code: 'missing_permission' } });
    expect((await readIntegration(seller)).keys).toMatchObject([{ id: row.id, endsAt: null }]);
  });
});

describe('the networks of a key', () => {
  it('refuse calls from elsewhere with a code of their own, which is no use of it', async () => {
    const { key } = await make({ networks: ['203.0.113.0/24', '2001:db8::7'] });
    expect(await list(key)).toMatchObject({
      status: 403,
      body: { code: 'network_not_allowed', params: { address: '127.0.0.1' } },
    });
    expect((await readIntegration(seller)).keys[0]?.lastUsedAt).toBeNull();
    const open = await make({ networks: ['127.0.0.1', '::1/128'] });
    expect((await list(open.key)).status).toBe(200);
  });

  it('are addresses and networks, some at most', async () => {
    for (const network of [
      '',
      'localhost',
      '1.2.3',
      '1.2.3.4/33',
      '10.0.0.0/-1',
      '::1/129',
      'x'.repeat(5_000),
      '1.2.3.4/8/8',
      7,
    ])
      expect(await api(seller).put(PATH, { name: 'Odd', networks: [network] }), String(network)).toMatchObject({
        status: 422,
        body: { issues: [{ path: 'networks.0' }] },
      });
    const many = Array.from({ length: MAX_NETWORKS + 1 }, (_, index) => `10.0.0.${index}`);
    expect(await api(seller).put(PATH, { name: 'Many', networks: many })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'networks', rule: 'max_at_once', params: { maximum: MAX_NETWORKS } }] },
    });
    expect((await make({ networks: many.slice(1) })).row.networks).toHaveLength(MAX_NETWORKS);
  });
});

describe('the limits of keys', () => {
  it('stand in the headers of each call, of the key and of all keys of its vendor', async () => {
    const { key } = await make();
    const other = await make();
    const { headers } = await list(key);
    expect(headers.get('ratelimit-policy')).toBe('"key";q=300;w=60, "vendor";q=1000;w=60');
    expect(headers.get('ratelimit')).toBe('"key";r=299;t=60, "vendor";r=999;t=60');
    expect((await list(other.key)).headers.get('ratelimit')).toMatch(/^"key";r=299;t=\d+, "vendor";r=998;t=\d+$/);
    const refused = await api().get('/settings', { headers: { authorization: `Bearer ${key}` } });
    expect([refused.status, refused.headers.get('ratelimit')?.slice(0, 13)]).toEqual([403, '"key";r=298;t']);
    expect((await api(seller).get(PATH)).headers.has('ratelimit')).toBe(false);
  });

  it('refuse what is above: the key alone by its own, every key by that of the vendor', async () => {
    const { key } = await make();
    const other = await make();
    const { owner } = program();
    await list(key);
    await owner.rateBucket.updateMany({ data: { hits: MAX_CALLS_A_MINUTE.key } });
    const own = await list(key);
    expect(own).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(own.headers.get('ratelimit')).toMatch(/^"key";r=0;t=\d+$/);
    expect(Number(own.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await list(other.key)).status).toBe(200);
    await owner.rateBucket.deleteMany();
    for (let count = 0; count < 2; count += 1) await list(key);
    await owner.rateBucket.updateMany({ where: { hits: 2 }, data: { hits: MAX_CALLS_A_MINUTE.vendor } });
    const all = await list(other.key);
    expect(all.status).toBe(429);
    expect(all.headers.get('ratelimit')).toMatch(/^"key";r=299;t=\d+, "vendor";r=0;t=\d+$/);
    expect(all.headers.get('retry-after')).not.toBeNull();
  });
});
