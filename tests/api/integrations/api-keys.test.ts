import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { MAX_CALLS_A_MINUTE, MAX_KEYS } from '#app/features/api-keys/api-key.ts';
import { formatApiKey, parseApiKey, type KeyParts } from '#app/features/api-keys/key-form.server.ts';
import { makeApiKey, readIntegration, switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let competitor: BuiltVendor;
let rival: BuiltUser;
let admin: BuiltUser;

const LIST = '/products-v2';
const PATH = '/integrations/keys';
const query = { status: 'ALL', stock: 'any', sort: 'TITLE' };
const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const list = (key: string) => api().get(LIST, { ...by(key), query });
const readParts = (key: string): KeyParts => {
  const parts = parseApiKey(key);
  invariant(parts, 'it is a key');
  return parts;
};

beforeAll(async () => {
  await startProgram();
  store = await buildStore();
  vendor = await buildVendor({ store });
  seller = await buildUser({ vendor });
  competitor = await buildVendor({ store });
  rival = await buildUser({ vendor: competitor });
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
});
afterAll(() => program().stop());

describe('an API key', () => {
  it('is shown once, kept as a hash, and known again by its end', async () => {
    const key = await makeApiKey(seller, 'Warehouse');
    const found = await readIntegration(seller);
    expect(found.key).toBeNull();
    expect(found.keys).toMatchObject([{ name: 'Warehouse', hint: key.slice(-4), lastUsedAt: null }]);
    const [row] = await program().owner.apiKey.findMany({ where: { vendorId: vendor.id } });
    expect(
      JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(key.slice(-43));
    const events = await program().owner.auditEvent.findMany({ where: { vendorId: vendor.id } });
    expect(events.map(({ action }) => action)).toContain('api_key.created');
    expect(JSON.stringify(events.map(({ detail }) => detail))).not.toContain(key.slice(-43));
  });

  it('opens products and orders of its vendor alone, and is seen to be used', async () => {
    const key = await makeApiKey(seller);
    expect((await list(key)).status).toBe(200);
    expect((await api().get('/orders', by(key))).status).toBe(200);
    expect((await readIntegration(seller)).keys.at(-1)?.lastUsedAt).not.toBeNull();
  });

  it.each([
    ['GET', '/transactions'],
    ['GET', '/settings'],
    ['PUT', PATH],
    ['DELETE', PATH],
    ['GET', '/vendors'],
    ['GET', '/account'],
  ])('opens neither money nor settings, keys, other vendors or accounts: %s %s', async (method, path) => {
    const key = await makeApiKey(rival);
    const [made] = (await readIntegration(rival)).keys.slice(-1);
    const options = by(key);
    const answer =
      method === 'GET'
        ? await api().get(path, options)
        : method === 'PUT'
          ? await api().put(path, { name: 'Another' }, options)
          : await api().delete(path, { id: made?.id }, options);
    expect([401, 403]).toContain(answer.status);
    await api(rival).delete(PATH, { id: made?.id });
  });

  it('is refused at once when it is revoked, and nobody else revokes it', async () => {
    const key = await makeApiKey(seller, 'Old till');
    const id = (await readIntegration(seller)).keys.at(-1)?.id;
    expect(await api(rival).delete(PATH, { id })).toMatchObject({ status: 404 });
    expect((await list(key)).status).toBe(200);
    expect((await api(seller).delete(PATH, { id })).status).toBe(200);
    expect(await list(key)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } });
    expect(await api(seller).delete(PATH, { id })).toMatchObject({ status: 404 });
  });

  it('is no made-up text, no half of one, and none with another’s number', async () => {
    const [key, theirs] = [await makeApiKey(seller), await makeApiKey(rival)];
    const [mine, other] = [readParts(key), readParts(theirs)];
    for (const token of [
      'souk_',
      `${key}x`,
      key.slice(0, -1),
      key.replace('souk_test_', 'souk_live_'),
      formatApiKey({ ...mine, id: other.id, isTest: true }),
      formatApiKey({ ...mine, storeId: mine.storeId + 9n, isTest: true }),
      formatApiKey({ ...mine, secret: other.secret, isTest: true }),
    ]) {
      expect((await list(token)).status, token).toBe(401);
    }
  });

  it('waits while integrations are off, and ends with its vendor', async () => {
    const key = await makeApiKey(rival, 'Last');
    await switchIntegrations(admin, false);
    expect(await list(key)).toMatchObject({ status: 404, body: { code: 'feature_disabled' } });
    await switchIntegrations(admin, true);
    expect((await list(key)).status).toBe(200);
    await program().owner.vendor.updateMany({
      where: { id: competitor.id },
      data: { deletedAt: program().clock.now() },
    });
    expect((await list(key)).status).toBe(401);
  });

  it('may be used so often in a minute, and a vendor has so many', async () => {
    const hasty = await buildUser({ vendor: await buildVendor({ store }) });
    const key = await makeApiKey(hasty);
    const { owner } = program();
    await owner.rateBucket.deleteMany();
    expect((await list(key)).status).toBe(200);
    expect((await owner.rateBucket.updateMany({ data: { hits: MAX_CALLS_A_MINUTE.key } })).count).toBe(2);
    expect(await list(key)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const made = await Promise.all(Array.from({ length: MAX_KEYS + 1 }, () => api(hasty).put(PATH, { name: 'Many' })));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(MAX_KEYS - 1);
    expect(made.find(({ status }) => status !== 200)).toMatchObject({
      status: 409,
      body: { reason: 'too_many_keys', params: { limit: MAX_KEYS } },
    });
  });

  it('ends with all others where everything is ended', async () => {
    const key = await makeApiKey(seller, 'One of many');
    expect((await api(seller).delete(PATH)).as<{ keys: unknown[] }>().keys).toEqual([]);
    expect((await list(key)).status).toBe(401);
  });
});
