import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invariant } from '#app/core/invariant.ts';
import { scopeOfCall, type KeyScope } from '#app/core/viewer.ts';
import { listScopes } from '#app/features/api-keys/key-scopes.ts';
import { buildInstructions } from '#app/features/assistants/assistant.ts';
import { TOOLS } from '#app/features/assistants/tools/list-tools.service.server.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import type { VendorRowDto } from '#app/features/vendor-admin/vendor-admin.contract.ts';
import { implementations } from '#app/main/tables.server.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { sellOrder } from '#tests/factories/orders/sold-orders.ts';
import { makeApiKey, readIntegration, switchIntegrations } from '#tests/factories/own-stores.ts';
import { buildAdmin, buildUser, renewSession, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, nextNumber, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let rival: BuiltVendor;
let seller: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  await switchIntegrations(admin, true);
  await setProductRules(admin, {});
  vendor = await buildVendor({ store, name: 'Potter of keys' });
  rival = await buildVendor({ store, name: 'Weaver of keys' });
  seller = await buildUser({ vendor });
});
afterAll(() => program().stop());
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  await program().owner.apiKey.deleteMany();
  for (const person of [admin, seller]) await renewSession(person);
});

const SCOPES = listScopes(null);
const KEYS = '/integrations/keys';
const by = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const makeKey = (...scopes: KeyScope[]): Promise<string> => makeApiKey(admin, 'Ledger', scopes);
const sell = (of: BuiltVendor) => sellOrder([{ vendor: of.name, title: 'Mug', price: '20.00' }]);

describe('a key of the marketplace', () => {
  it('reads what belongs to every vendor, and the vendors', async () => {
    const orders = [await sell(vendor), await sell(rival)].map(({ id }) => id);
    const key = await makeKey('orders:read', 'vendors:read');
    const answer = await api().get('/orders', by(key));
    const found = answer.as<{ orders: { id: string; earnings: unknown }[] }>().orders;
    expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(orders));
    expect(found.every(({ earnings }) => earnings === null)).toBe(true);
    const { vendors, vendorsWithoutAccount } = (await api().get('/vendors', by(key))).as<{
      vendors: VendorRowDto[];
      vendorsWithoutAccount: VendorRowDto[];
    }>();
    const rows = [...vendors, ...vendorsWithoutAccount];
    expect(rows.map((row) => row.vendor)).toEqual(expect.arrayContaining([vendor.name, rival.name]));
    expect(rows.every(({ unpaid }) => unpaid.length === 0)).toBe(true);
    const owed = await api().get('/vendors', { ...by(key), query: { having: 'unpaid' } });
    expect(owed.body).toMatchObject({ vendors: [], vendorsWithoutAccount: [] });
    expect((await api().get('/applications', by(key))).status).toBe(200);
  });

  it('reads what is owed with the scope of money alone', async () => {
    await sell(vendor);
    const key = await makeKey('vendors:read', 'money:read');
    const owed = (await api().get('/vendors', by(key))).as<{ vendors: VendorRowDto[] }>();
    const own = (await api(admin).get('/vendors')).as<{ vendors: VendorRowDto[] }>();
    expect(owed.vendors.map(({ id, unpaid }) => [id, unpaid])).toEqual(
      own.vendors.map(({ id, unpaid }) => [id, unpaid]),
    );
  });

  it.each(['vendors:read', 'reconciliation:read'] as const)('needs the scope %s for each call of it', async (scope) => {
    const key = await makeKey(...SCOPES.filter((one) => one !== scope));
    const calls = implementations.filter(
      ({ endpoint: { access } }) => access.kind === 'admin' && scopeOfCall(access) === scope,
    );
    expect(calls.length).toBeGreaterThan(0);
    for (const { endpoint } of calls)
      expect(await api().send(endpoint.method, endpoint.path, undefined, by(key)), endpoint.name).toMatchObject({
        status: 403,
        body: { code: 'missing_scope', params: { scope } },
      });
  });

  it('with every scope: neither pays nor decides where money goes, and reaches no call of admins without a scope', async () => {
    const key = await makeKey(...SCOPES);
    const closed = implementations.filter(
      ({ endpoint: { access } }) => access.kind === 'admin' && scopeOfCall(access) === undefined,
    );
    expect(closed.length).toBeGreaterThan(60);
    const seen: Record<string, unknown> = {};
    for (const { endpoint } of closed) {
      await program().owner.rateBucket.deleteMany();
      const path = endpoint.path.replace(/\{\w+\}/g, '1');
      const answer = await api().send(endpoint.method, path, endpoint.method === 'GET' ? undefined : {}, by(key));
      seen[endpoint.name] = answer.as<{ code: string }>().code;
    }
    expect(new Set(Object.values(seen)), JSON.stringify(seen)).toEqual(new Set(['missing_permission']));
  });

  it('is given no scope of vendors alone, nor a vendor’s key one of the marketplace, whoever makes it', async () => {
    const ask = (who: BuiltUser, scope: KeyScope) => api(who).put(KEYS, { name: 'Odd', scopes: [scope] });
    for (const scope of ['labels:buy', 'offers:answer', 'discounts:write'] as const)
      expect(await ask(admin, scope)).toMatchObject({ status: 422, body: { issues: [{ path: 'scopes' }] } });
    const acting = await buildAdmin({ store });
    await program().owner.user.update({ where: { id: acting.id }, data: { activeVendorId: vendor.id } });
    for (const who of [seller, acting])
      for (const scope of ['vendors:read', 'reconciliation:read'] as const)
        expect(await ask(who, scope)).toMatchObject({ status: 422, body: { issues: [{ path: 'scopes' }] } });
    expect((await readIntegration(acting)).allowedScopes).toEqual(listScopes(vendor.id));
    expect((await readIntegration(admin)).allowedScopes).toEqual(SCOPES);
  });

  it('named no scope: reads, and no money', async () => {
    await makeApiKey(admin);
    expect((await readIntegration(admin)).keys[0]?.scopes).toEqual([
      'products:read',
      'orders:read',
      'messages:read',
      'vendors:read',
    ]);
  });

  it('is neither listed nor revoked by a vendor, and is replaced and revoked by the marketplace', async () => {
    const key = await makeKey('orders:read');
    const own = await makeApiKey(seller);
    const [listed] = (await readIntegration(admin)).keys;
    invariant(listed, 'the key is listed');
    expect((await readIntegration(seller)).keys.map(({ id }) => id)).not.toContain(listed.id);
    expect((await api(seller).delete(KEYS, { id: listed.id })).status).toBe(404);
    expect((await api(seller).post(`${KEYS}/${listed.id}/replacement`)).status).toBe(404);
    const replacement = (await api(admin).post(`${KEYS}/${listed.id}/replacement`)).as<{ key: string }>().key;
    for (const one of [key, replacement, own]) expect((await api().get('/orders', by(one))).status).toBe(200);
    expect((await api(admin).delete(KEYS, {})).status).toBe(200);
    for (const one of [key, replacement]) expect((await api().get('/orders', by(one))).status).toBe(401);
    expect((await api().get('/orders', by(own))).status).toBe(200);
    expect((await api(admin).put(KEYS, { skipPriceUpdate: true })).status).toBe(409);
  });

  it('ends with whoever made it', async () => {
    const maker = await buildAdmin({ store });
    const key = await makeApiKey(maker, 'Short', ['orders:read']);
    expect((await api().get('/orders', by(key))).status).toBe(200);
    await program().owner.user.update({ where: { id: maker.id }, data: { disabledAt: program().clock.now() } });
    expect(await api().get('/orders', by(key))).toMatchObject({ status: 403, body: { code: 'maker_removed' } });
  });

  it('is a vendor’s no longer than somebody is an admin', async () => {
    const maker = await buildAdmin({ store });
    const key = await makeApiKey(maker, 'Former', ['orders:read']);
    await program().owner.user.update({
      where: { id: maker.id },
      data: { vendorId: vendor.id, role: 'manager' },
    });
    expect(await api().get('/orders', by(key))).toMatchObject({ status: 403, body: { code: 'maker_removed' } });
  });
});

describe('an assistant of the marketplace', () => {
  const clients: Client[] = [];
  afterAll(() => Promise.all(clients.map((client) => client.close())));

  async function connect(...scopes: KeyScope[]): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    const headers = { authorization: `Bearer ${await makeKey(...scopes)}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${program().url}/mcp`), { requestInit: { headers } }),
    );
    clients.push(client);
    return client;
  }

  /** What a tool answers, which succeeds. */
  async function ask<Data>(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Data> {
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [first] = content;
    invariant(first?.type === 'text', 'a tool answers a text');
    expect(isError ?? false, first.text).toBe(false);
    return JSON.parse(first.text) as Data;
  }
  const of = (name: string) => ({ untrusted: { from: 'vendor', text: name } });

  it('has its own tools beside those of vendors, but for a vendor’s next payout', async () => {
    const client = await connect(...SCOPES);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      TOOLS.filter(({ audience }) => audience !== 'vendor').map(({ name }) => name),
    );
    expect(client.getInstructions()).toBe(buildInstructions(true));
    await expect(client.callTool({ name: 'get_next_payout', arguments: {} })).rejects.toThrow(/no such tool/);
    for (const { name, description, inputSchema } of tools) {
      expect(description?.length, name).toBeLessThan(260);
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
    }
  });

  it('“who is owed what” and “which orders”: names the vendors, as data', async () => {
    const [own, other] = [await sell(vendor), await sell(rival)];
    const client = await connect('orders:read', 'vendors:read', 'money:read');
    const { orders } = await ask<{ orders: { id: string; vendor: unknown }[] }>(client, 'find_orders');
    expect(orders.find(({ id }) => id === own.id)?.vendor).toEqual(of(vendor.name));
    expect(orders.find(({ id }) => id === other.id)?.vendor).toEqual(of(rival.name));
    const { vendors } = await ask<{ vendors: { id: string; name: unknown; owed: unknown }[] }>(client, 'list_vendors');
    const rows = (await api(admin).get('/vendors')).as<{ vendors: VendorRowDto[] }>().vendors;
    for (const row of rows)
      expect(vendors.find(({ id }) => id === row.id)).toMatchObject({ name: of(row.vendor), owed: row.unpaid });
    expect(await ask(client, 'list_waiting')).toMatchObject({
      applications: 0,
      vendorsToPay: expect.any(Number) as number,
    });
    const without = await connect('vendors:read');
    const rest = await ask<{ vendors: { owed: unknown }[] }>(without, 'list_vendors');
    expect(rest.vendors.every(({ owed }) => owed === null)).toBe(true);
  });

  it('“what waits for my approval” and “approve it”: puts the product on sale in its own name, once', async () => {
    const title = `Oak bowl ${nextNumber()}`;
    const made = await api(seller).put('/products-v2', { product: buildProductInput({ title }) });
    const { productId } = made.as<{ productId: string }>();
    const client = await connect('products:read', 'products:write', 'vendors:read');
    const waiting = await ask<{ products: { id: string; title: unknown; vendor: unknown }[] }>(
      client,
      'list_approvals',
    );
    expect(waiting.products).toContainEqual(
      expect.objectContaining({ id: productId, title: of(title), vendor: of(vendor.name) }),
    );
    expect(await ask(client, 'decide_product', { productId, decision: 'approve' })).toMatchObject({
      productId,
      status: 'ACTIVE',
    });
    const { product }: ProductDetail = await readDetail(productId, seller);
    expect(product.status).toBe('ACTIVE');
    const again = await client.callTool({ name: 'decide_product', arguments: { productId, decision: 'approve' } });
    expect(again.isError).toBe(true);
    const reading = await connect('products:read');
    const refused = await reading.callTool({ name: 'decide_product', arguments: { productId, decision: 'send_back' } });
    expect(JSON.stringify(refused.content)).toContain('missing_scope');
  });

  it('of a vendor: has no tool of the marketplace', async () => {
    const key = await makeApiKey(seller, 'Own', listScopes(vendor.id));
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
    const headers = { authorization: `Bearer ${key}` };
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${program().url}/mcp`), { requestInit: { headers } }),
    );
    clients.push(client);
    for (const name of ['list_vendors', 'list_approvals', 'decide_product', 'list_findings'])
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/no such tool/);
  });

  it('“does anything not add up”: what the reconciliation lists', async () => {
    await api(admin).post('/reconciliation/run');
    await program().drain();
    const client = await connect('reconciliation:read');
    const found = await ask<{ counts: unknown; findings: { id: string }[] }>(client, 'list_findings');
    const books = (await api(admin).get('/reconciliation')).as<{ counts: unknown; exceptions: { id: string }[] }>();
    expect(found.counts).toEqual(books.counts);
    expect(found.findings.map(({ id }) => id)).toEqual(books.exceptions.map(({ id }) => id));
  });
});
