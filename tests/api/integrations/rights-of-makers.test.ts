import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Permission, scopeOfCall } from '#app/core/viewer.ts';
import { CHOSEN_SCOPES } from '#app/features/api-keys/api-key.ts';
import { DEFAULT_SCOPES, listScopes } from '#app/features/api-keys/key-scopes.ts';
import type { IntegrationKeysDto } from '#app/features/integrations/connections/connections.contract.ts';
import type { MemberDto } from '#app/features/team/team.contract.ts';
import type { BellNoticeDto } from '#app/platform/notices/notices.contract.ts';
import { implementations } from '#app/main/tables.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import {
  askSync,
  buildShop,
  connectOwnStore,
  makeApiKey,
  makeShopProduct,
  readIntegration,
  switchIntegrations,
} from '#tests/factories/own-stores.ts';
import { openMemberships, saveMembership } from '#tests/factories/memberships.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { connectSheet, makeSheet, proveSheet, readSheet, syncNow, typeSheet } from '#tests/factories/sheets.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let other: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let manager: BuiltUser;

const KEYS = '/integrations/keys';
const SHEETS = '/integrations/sheets';
const LIST = { status: 'ALL', stock: 'any', sort: 'TITLE' };
const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const listProducts = (key: string) => api().get('/products-v2', { ...by(key), query: LIST });
const listOrders = (key: string) => api().get('/orders', by(key));
const staffWith = (...permissions: Permission[]): Promise<BuiltUser> =>
  buildUser({
    vendor,
    role: 'staff',
    permissions: ['read_settings', 'read_integrations', 'write_integrations', ...permissions],
  });
const setRights = (who: BuiltUser, permissions: readonly Permission[]) =>
  program().owner.user.update({ where: { id: who.id }, data: { permissions: [...permissions] } });
const remove = (who: BuiltUser, body?: object) => api(manager).delete(`/staff/${who.id}`, body);
const bellOf = async (who: BuiltUser): Promise<string[]> =>
  (await api(who).get('/notices')).as<{ notices: BellNoticeDto[] }>().notices.map(({ kind }) => kind);

/** The mails to the vendor about connections that it lost: of what, and why. */
const listLossMails = async (): Promise<unknown[]> =>
  (
    await program().owner.mail.findMany({
      where: { vendorId: vendor.id, template: 'vendor-integration-lost', audience: 'vendor' },
      orderBy: { id: 'asc' },
    })
  ).map(({ params }) => {
    const { integration, reason } = params as { integration: string; reason: string };
    return [integration, reason];
  });

/** Does something while the marketplace asks for memberships and the vendor has none. */
async function withoutMembership(work: () => Promise<void>): Promise<void> {
  await saveMembership(admin, { enabled: true });
  try {
    await work();
  } finally {
    await saveMembership(admin, { enabled: false });
  }
}

/** Lets every sync come due that is planned. */
async function syncDue(): Promise<void> {
  const { owner, clock } = program();
  const kind = { in: ['sheets.sync', 'connections.sync'] };
  await owner.scheduledJob.updateMany({ where: { kind, doneAt: null }, data: { dueAt: clock.now() } });
  await program().drain();
}

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  other = await installDemoStore('other.myshopify.com');
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
  await switchIntegrations(await buildAdmin({ store: other }), true);
  await openMemberships(admin);
  await saveMembership(admin, { enabled: false });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  vendor = await buildVendor({ store });
  manager = await buildUser({ vendor });
});

describe('an API key', () => {
  it('made with the right to integrations alone: is refused, with a scope or without one', async () => {
    const helper = await staffWith();
    expect((await api(helper).put(KEYS, { name: 'All' })).status).toBe(422);
    for (const scope of ['orders:read', 'products:write'] as const)
      expect(await api(helper).put(KEYS, { name: 'More', scopes: [scope] })).toMatchObject({
        status: 403,
        body: { code: 'missing_permission' },
      });
    expect(await api(helper).put(KEYS, { additionalFactor: '2' })).toMatchObject({ status: 403 });
    // A key with webhooks alone is told of nothing.
    expect((await readIntegration(helper)).allowedScopes).toEqual(['webhooks']);
  });

  it('made by staff: does what they may, and no more', async () => {
    const helper = await staffWith('read_products');
    const key = await makeApiKey(helper);
    expect((await listProducts(key)).status).toBe(200);
    expect(await listOrders(key)).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
    expect((await readIntegration(helper)).keys).toMatchObject([{ scopes: ['products:read'] }]);
    await setRights(helper, ['read_settings', 'read_integrations', 'write_integrations', 'read_orders']);
    expect((await listProducts(key)).status).toBe(403);
  });

  it('with a scope: does that alone, and what its maker loses it loses with the next call', async () => {
    const key = await makeApiKey(manager, 'Orders', ['orders:read']);
    expect((await listOrders(key)).status).toBe(200);
    expect((await listProducts(key)).status).toBe(403);
    expect((await api().get('/conversations', by(key))).as<{ code: string }>()).toMatchObject({
      code: 'missing_scope',
      params: { scope: 'messages:read' },
    });
    await program().owner.user.update({
      where: { id: manager.id },
      data: { role: 'staff', permissions: ['read_products'] },
    });
    expect((await listOrders(key)).status).toBe(403);
  });

  it('of a removed person: is refused with the next call, with a code of its own where it was not revoked', async () => {
    const [first, second] = [await staffWith('read_products'), await staffWith('read_products')];
    const [revoked, left] = [await makeApiKey(first), await makeApiKey(second)];
    expect((await remove(first)).status).toBe(200);
    expect((await listProducts(revoked)).status).toBe(401);
    await program().owner.user.update({ where: { id: second.id }, data: { disabledAt: program().clock.now() } });
    expect(await listProducts(left)).toMatchObject({ status: 403, body: { code: 'maker_removed' } });
  });

  it('handed over at a removal: goes on with the rights of the manager who takes it', async () => {
    const helper = await staffWith('read_products');
    const key = await makeApiKey(helper, 'Till');
    const { members } = (await api(manager).get('/staff')).as<{ members: MemberDto[] }>();
    expect(members.find(({ id }) => id === String(helper.id))?.made).toEqual([{ kind: 'key', name: 'Till' }]);
    const colleague = await staffWith();
    const outsider = await buildUser({ vendor: await buildVendor({ store }) });
    for (const user of [helper, colleague, outsider])
      expect(await remove(helper, { handOverTo: String(user.id) })).toMatchObject({
        status: 409,
        body: { reason: 'hand_over_to_manager' },
      });
    expect((await listProducts(key)).status).toBe(200);
    expect((await remove(helper, { handOverTo: String(manager.id) })).status).toBe(200);
    expect((await listProducts(key)).status).toBe(200);
  });

  it('from before makers and scopes: stands for the first manager, with all but what costs money', async () => {
    const key = await makeApiKey(manager, 'Old');
    await program().owner.$executeRaw`UPDATE api_keys SET maker = NULL, scopes = NULL WHERE vendor_id = ${vendor.id}`;
    expect((await listOrders(key)).status).toBe(200);
    expect((await readIntegration(manager)).keys[0]?.scopes).toEqual(DEFAULT_SCOPES);
    expect(DEFAULT_SCOPES.some((scope) => CHOSEN_SCOPES.has(scope))).toBe(false);
    await program().owner.user.update({ where: { id: manager.id }, data: { disabledAt: program().clock.now() } });
    expect(await listOrders(key)).toMatchObject({ status: 403, body: { code: 'maker_removed' } });
  });

  it('without a membership: cannot do what its vendor’s screens cannot', async () => {
    const key = await makeApiKey(manager);
    const change = () => api().put('/products-v2', { product: {} }, by(key));
    expect((await change()).status).toBe(422);
    await withoutMembership(async () => {
      expect(await change()).toMatchObject({ status: 403, body: { code: 'membership_required' } });
      expect((await listProducts(key)).status).toBe(200);
    });
  });

  // Every call that a key can make at all asks for a scope; none of those that cost money comes with another one.
  const calls = implementations.flatMap(({ endpoint: { access, name, method } }) => {
    const scope = access.kind === 'vendor' ? scopeOfCall(access) : undefined;
    return scope === undefined ? [] : [{ name, method, scope }];
  });
  it.each(listScopes(1n))('needs the scope %s for each call that asks for it', async (scope) => {
    const others = listScopes(1n).filter((one) => one !== scope);
    const key = await makeApiKey(manager, 'Others', others);
    await program().owner.apiKey.updateMany({ where: { vendorId: vendor.id }, data: { scopes: [...others] } });
    const found = implementations.filter(({ endpoint: { access, method } }) => {
      return access.kind === 'vendor' && scopeOfCall(access) === scope && method !== 'DELETE';
    });
    expect(found.length).toBeGreaterThan(0);
    const seen: Record<string, unknown> = {};
    for (const { endpoint } of found) {
      await program().owner.rateBucket.deleteMany();
      const path = endpoint.path.replace(/\{\w+\}/g, '1');
      const answer = await api().send(endpoint.method, path, endpoint.method === 'GET' ? undefined : {}, by(key));
      seen[endpoint.name] = answer.as<{ code: string }>().code;
    }
    expect(new Set(Object.values(seen)), JSON.stringify(seen)).toEqual(new Set(['missing_scope']));
  });

  it('buys labels, answers offers and makes discounts by a scope that says so, whichever call it is', () => {
    const changing = calls.filter(({ method }) => method !== 'GET');
    const scopesOf = (prefix: string) =>
      new Set(changing.filter(({ name }) => name.startsWith(prefix)).map(({ scope }) => scope));
    expect(scopesOf('shippo.')).toEqual(new Set(['labels:buy']));
    expect(scopesOf('offers.')).toEqual(new Set(['offers:answer']));
    expect(scopesOf('discounts.')).toEqual(new Set(['discounts:write']));
  });
});

describe('a spreadsheet', () => {
  /** Another SKU in each test: a SKU that another vendor has is refused. */
  const listRows = () => [
    ['sku', 'title', 'price', 'stock'],
    [`RM-${vendor.id}`, 'Maker bowl', 12, 3],
  ];
  const makeProductSheet = () => makeSheet({ tabs: { Products: listRows() } });
  /** Connects an empty spreadsheet and lets its first sync end, before products are typed into it. */
  async function connectEmpty(by: BuiltUser): Promise<{ url: string; type: () => Promise<unknown> }> {
    const { url, id } = await makeSheet({ tabs: { Products: [['sku', 'title', 'price', 'stock']] } });
    await connectSheet(by, url);
    await program().drain();
    return { url, type: () => typeSheet(id, { tabs: { Products: listRows() } }) };
  }
  const ownProducts = async (): Promise<number> => {
    const answer = await api(manager).get('/products-v2', { query: LIST });
    return answer.as<{ products: { title: string }[] }>().products.filter(({ title }) => title === 'Maker bowl').length;
  };

  it('connected with the right to integrations alone: is refused, and nothing of it is read', async () => {
    const helper = await staffWith();
    const { url, id } = await makeProductSheet();
    expect(await api(helper).put(SHEETS, { url })).toMatchObject({ status: 403 });
    expect((await readSheet(id)).tabs['Orders']).toBeUndefined();
  });

  it('connected by somebody who may change products: makes products, and gets no order with its address', async () => {
    const helper = await staffWith('read_products', 'write_products');
    const { url, id } = await makeProductSheet();
    await connectSheet(helper, url);
    program().clock.advance({ minutes: 1 });
    await sellOrder([{ vendor: vendor.name, title: 'Sold mug', price: '20.00' }]);
    await program().drain();
    await syncNow(helper);
    expect(await ownProducts()).toBe(1);
    expect((await readSheet(id)).tabs['Orders']).toHaveLength(1);
  });

  it('connected by somebody who may see orders: gets orders, and makes no product', async () => {
    const helper = await staffWith('read_orders');
    const { url, id } = await makeProductSheet();
    await connectSheet(helper, url);
    program().clock.advance({ minutes: 1 });
    await sellOrder([{ vendor: vendor.name, title: 'Sold mug', price: '20.00' }]);
    await program().drain();
    await syncNow(helper);
    expect(await ownProducts()).toBe(0);
    expect((await readSheet(id)).tabs['Orders']?.length).toBeGreaterThan(1);
  });

  it('of a removed person: stops at once with a problem and a notice, until somebody connects it again', async () => {
    const helper = await staffWith('read_products', 'write_products');
    const { url, type } = await connectEmpty(helper);
    await type();
    expect((await remove(helper)).status).toBe(200);
    await syncDue();
    expect((await api(manager).get(SHEETS)).as()).toMatchObject({ connection: { state: 'paused', problem: 'maker' } });
    expect(await ownProducts()).toBe(0);
    expect(await bellOf(manager)).toContain('sheetWithoutMaker');
    expect(await listLossMails()).toEqual([['sheet', 'maker']]);
    expect(await connectSheet(manager, url)).toMatchObject({ connection: { state: 'active', problem: null } });
    await syncNow(manager);
    expect(await ownProducts()).toBe(1);
  });

  it('whose maker lost the rights to it: mails its vendor once, and again only after it was synced since', async () => {
    const helper = await staffWith('read_products', 'write_products');
    await connectEmpty(helper);
    const integrationsOnly = ['read_settings', 'read_integrations', 'write_integrations'] as const;
    await setRights(helper, integrationsOnly);
    expect(await syncNow(manager)).toMatchObject({ connection: { state: 'active', problem: 'rights' } });
    await syncDue();
    await syncDue();
    expect(await bellOf(manager)).toContain('sheetWithoutRights');
    expect(await listLossMails()).toEqual([['sheet', 'rights']]);
    await setRights(helper, [...integrationsOnly, 'read_products', 'write_products']);
    expect(await syncNow(manager)).toMatchObject({ connection: { problem: null } });
    await setRights(helper, integrationsOnly);
    await syncNow(manager);
    expect(await listLossMails()).toEqual([
      ['sheet', 'rights'],
      ['sheet', 'rights'],
    ]);
  });

  it('whose owner’s account was closed at the platform: stops by its next sync', async () => {
    const helper = await staffWith('read_products', 'write_products');
    await (await connectEmpty(helper)).type();
    await program().owner.user.update({ where: { id: helper.id }, data: { disabledAt: program().clock.now() } });
    expect(await syncNow(manager)).toMatchObject({ connection: { state: 'paused', problem: 'maker' } });
    expect(await ownProducts()).toBe(0);
  });

  it('without a membership: changes no product, and says why', async () => {
    await (await connectEmpty(manager)).type();
    await withoutMembership(async () => {
      await syncDue();
      expect((await api(manager).get(SHEETS)).as()).toMatchObject({
        connection: { state: 'active', problem: 'membership' },
      });
      expect(await ownProducts()).toBe(0);
    });
  });
});

describe('an own store', () => {
  it('connected with the right to integrations alone: is refused before the platform is asked', async () => {
    const helper = await staffWith();
    expect(await api(helper).get('/auth/request-token-seller')).toMatchObject({
      status: 403,
      body: { code: 'missing_permission' },
    });
  });

  it('of a removed person, of one who may no longer change products, and without a membership: takes nothing over', async () => {
    const helper = await staffWith('read_products', 'write_products');
    const shop = await buildShop();
    const id = await makeShopProduct(shop, {
      title: 'Own bowl',
      variants: [{ sku: 'OWN-1', price: '9.00', stock: 1 }],
    });
    await connectOwnStore(store, helper, shop);
    await program().drain();
    const stateOf = async (): Promise<IntegrationKeysDto['store']> => (await readIntegration(manager)).store;
    await withoutMembership(async () => {
      await program().owner.syncedProduct.deleteMany({ where: { vendorId: vendor.id } });
      await syncDue();
      expect(await stateOf()).toMatchObject({ state: 'active', problem: 'membership' });
    });
    await setRights(helper, ['read_settings', 'read_integrations', 'write_integrations', 'read_products']);
    await askSync(manager, id);
    await program().drain();
    expect(await stateOf()).toMatchObject({ state: 'active', problem: 'rights', products: { created: 0 } });
    await syncDue();
    expect(await listLossMails()).toEqual([['ownStore', 'rights']]);
    expect(await bellOf(manager)).toContain('ownStoreWithoutRights');
    expect((await remove(helper)).status).toBe(200);
    expect(await stateOf()).toMatchObject({ state: 'paused', problem: 'maker' });
    // The bell has one line of the store, which says the newest.
    expect(await bellOf(manager)).toContain('ownStoreWithoutMaker');
    expect(await listLossMails()).toEqual([
      ['ownStore', 'rights'],
      ['ownStore', 'maker'],
    ]);
  });
});

describe('a spreadsheet of somebody else', () => {
  it('without the code in its cell: is refused with the code, and nothing but that cell is read or written', async () => {
    const { url, id } = await makeSheet({ tabs: { Products: [['sku'], ['SECRET']] } });
    const before = (await readSheet(id)).tabs;
    const answer = await api(manager).put(SHEETS, { url });
    expect(answer).toMatchObject({
      status: 409,
      body: { reason: 'sheet_code_missing', params: { tab: 'Souk', cell: 'A1' } },
    });
    expect((await readSheet(id)).tabs).toEqual(before);
    expect((await api(manager).get(SHEETS)).as()).toMatchObject({ connection: null });
  });

  it('with the code of another vendor: is refused; each vendor has its own, which is cleared once it was read', async () => {
    const rival = await buildUser({ vendor: await buildVendor({ store }) });
    const { url, id } = await makeSheet();
    await proveSheet(manager, url);
    expect(await api(rival).put(SHEETS, { url })).toMatchObject({
      status: 409,
      body: { reason: 'sheet_code_missing' },
    });
    expect((await api(manager).put(SHEETS, { url })).status).toBe(200);
    expect((await readSheet(id)).tabs['Souk']?.flat().join('')).toBe('');
  });

  it('connected already, by a vendor of another store too: is refused, without a word of who has it', async () => {
    const { url } = await makeSheet();
    await connectSheet(manager, url);
    for (const place of [store, other]) {
      const rival = await buildUser({ vendor: await buildVendor({ store: place }) });
      await proveSheet(rival, url);
      const refused = await api(rival).put(SHEETS, { url });
      expect(refused).toMatchObject({ status: 422, body: { issues: [{ path: 'url', rule: 'sheet_taken' }] } });
      expect(JSON.stringify(refused.body)).not.toContain(vendor.name);
      expect((await api(rival).get(SHEETS)).as()).toMatchObject({ connection: null });
    }
    expect((await api(manager).delete(SHEETS)).status).toBe(200);
    const next = await buildUser({ vendor: await buildVendor({ store: other }) });
    expect(await connectSheet(next, url)).toMatchObject({ connection: { state: 'active' } });
  });
});
