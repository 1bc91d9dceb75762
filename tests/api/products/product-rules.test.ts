import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import type { ProductRules } from '#app/features/products/form/product-rules.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail, setProductRules } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  seller = await buildUser({ vendor: await buildVendor({ store, name: 'North & Co' }), name: 'Ana' });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store, name: 'Mira' });
});
afterAll(() => program().stop());
beforeEach(() => setProductRules(admin, { autoApprove: { enabledDefault: false } }));

const put = (product: object, by: BuiltUser = seller) => api(by).put('/products-v2', { product });
const idOf = async (product: object, by: BuiltUser = seller) =>
  (await put(product, by)).as<{ productId: string }>().productId;
const statusOf = async (id: string) => (await readDetail(id, admin)).product.status;
const setSwitch = (features: object) => api(admin).patch('/app/info/features', { features });

describe('approval by default', () => {
  it('lets new products go live at once, but for vendors with a setting of their own; what waited goes on waiting', async () => {
    const before = await idOf(buildProductInput({ title: 'From before' }));
    await setProductRules(admin, { autoApprove: { enabledDefault: true } });
    expect(await statusOf(await idOf(buildProductInput()))).toBe('ACTIVE');
    expect(await statusOf(before)).toBe('DRAFT');
    await api(admin).put('/settings/marketplace-settings', { vendor: 'South', autoApprove: false });
    expect(await statusOf(await idOf(buildProductInput(), rival))).toBe('DRAFT');
    // What was sent back does not go live by being saved again.
    await api(admin).patch(`/product-v2/${before}/unapprove`, { note: 'Not yet' });
    const { product } = await readDetail(before, seller);
    expect((await put({ ...product, title: 'From before, changed' })).status).toBe(200);
    expect(await statusOf(before)).toBe('DRAFT');
  });
});

describe('the sales channels', () => {
  const shop = () => {
    const found = program().sandbox?.sandbox.state.shops[store.domain];
    if (!found) throw new Error('the sandbox has the store');
    return found;
  };
  const publishedOn = (id: string) => shop().products[id]?.publishedOn.map((one) => one.publicationId) ?? [];

  it('of the rules are where an approved product is sold; without any, all of them', async () => {
    const everywhere = await buildLiveProduct(seller, admin, { title: 'Sold everywhere' });
    const all = shop().publications.map((channel) => channel.id);
    expect(publishedOn(everywhere.id).sort()).toEqual([...all].sort());
    const [, second = 0] = all;
    // One that the store no longer has stops nothing.
    await setProductRules(admin, { publications: [String(second), '99999999'] });
    const there = await buildLiveProduct(seller, admin, { title: 'Sold at one place' });
    expect(publishedOn(there.id)).toEqual([second]);
    // All of them gone: approved and sold nowhere would be seen by nobody.
    await setProductRules(admin, { publications: ['99999999'] });
    const waiting = await idOf(buildProductInput({ title: 'Sold nowhere' }));
    expect(await api(admin).patch(`/product-v2/${waiting}/approve`, {})).toMatchObject({
      status: 409,
      body: { code: 'invalid_state' },
    });
    expect(await statusOf(waiting)).toBe('DRAFT');
    await setProductRules(admin, { publications: [] });
  });

  it('are named by their ids', async () => {
    const { rules, version } = (await api(admin).get('/settings/product-rules')).as<{
      rules: object;
      version: number;
    }>();
    const answer = await api(admin).put('/settings/product-rules', {
      rules: { ...rules, publications: ['Online Store'] },
      version,
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'rules.publications.0', message: 'must be a sales channel of the store' }] },
    });
  });
});

describe('the features of products', () => {
  it('are answered and changed by the calls of the specification and by the rules alike', async () => {
    const features = async () => {
      const { settings } = (await api(seller).get('/app/info')).as<{ settings: ProductRules }>();
      return { autoApprove: settings.autoApprove, templateSuffix: settings.templateSuffix };
    };
    const [on, off] = [{ enabledDefault: true }, { enabledDefault: false }];
    expect(await features()).toEqual({ autoApprove: off, templateSuffix: '' });
    expect((await setSwitch({ autoApprove: on })).status).toBe(200);
    await setProductRules(admin, { templateSuffix: 'handmade' });
    expect(await features()).toEqual({ autoApprove: on, templateSuffix: 'handmade' });
    const live = await idOf(buildProductInput());
    expect(await statusOf(live)).toBe('ACTIVE');
    expect((await setSwitch({ autoApprove: off, templateSuffix: 'plain' })).status).toBe(200);
    const { rules } = (await api(admin).get('/settings/product-rules')).as<{ rules: ProductRules }>();
    expect(rules).toMatchObject({ autoApprove: off, templateSuffix: 'plain' });
    const templateOf = (id: string) =>
      program().sandbox?.sandbox.state.shops[store.domain]?.products[id]?.templateSuffix;
    const draft = await idOf(buildProductInput());
    const { product } = await readDetail(live, seller);
    expect((await put({ ...product, title: 'Changed since' })).status).toBe(200);
    expect([templateOf(live), templateOf(draft)]).toEqual(['handmade', 'plain']);
    for (const wrong of [{ templateSuffix: 'a b' }, { autoApprove: {} }]) {
      expect((await setSwitch(wrong)).status).toBe(422);
    }
    expect((await api(seller).patch('/app/info/features', { features: { autoApprove: on } })).status).toBe(403);
    expect((await setSwitch({ templateSuffix: '' })).status).toBe(200);
    expect(templateOf(await idOf(buildProductInput()))).toBeUndefined();
  });
});

describe('the log of a product', () => {
  const logOf = (id: string, by: BuiltUser) => api(by).get(`/logs/product/${id}`);

  it('says who changed what from what to what, and why', async () => {
    const product = await buildLiveProduct(seller, admin, { title: 'Logged' });
    await put({ ...product, title: 'Logged twice', variants: [{ ...product.variants[0], price: '30.00' }] });
    await api(admin).patch(`/product-v2/${product.id}/unapprove`, { note: 'Look at the price' });
    const { logs } = (await logOf(product.id, seller)).as<Pick<ProductDetail, 'logs'>>();
    expect(logs).toMatchObject([
      {
        action: 'sent_back',
        actor: { name: 'Mira', role: 'admin', kind: 'person' },
        note: 'Look at the price',
        changes: [{ field: 'status', old: 'ACTIVE', new: 'DRAFT' }],
      },
      {
        action: 'updated',
        actor: { name: 'Ana' },
        changes: [
          { field: 'title', old: 'Logged', new: 'Logged twice' },
          { field: 'price', old: '28', new: '30' },
        ],
      },
      { action: 'approved', changes: [{ field: 'status', old: 'DRAFT', new: 'ACTIVE' }] },
      { action: 'created', changes: [] },
    ]);
    expect((await logOf(product.id, rival)).status).toBe(404);
    const written = program().owner.auditEvent.updateMany({ where: { subjectId: product.id }, data: { action: 'x' } });
    await expect(written).rejects.toThrow();
    expect((await logOf(product.id, seller)).as<Pick<ProductDetail, 'logs'>>().logs).toEqual(logs);
  });

  it('is not there while it is switched off (404)', async () => {
    const id = await idOf(buildProductInput());
    expect((await setSwitch({ auditLogs: { enabled: false } })).status).toBe(200);
    expect((await logOf(id, admin)).body).toMatchObject({ code: 'feature_disabled' });
    expect((await readDetail(id, seller)).logs).toEqual([]);
    await setSwitch({ auditLogs: { enabled: true } });
    expect((await logOf(id, admin)).status).toBe(200);
  });
});

describe('comments', () => {
  it('are read by vendor and marketplace, with the note of a decision among them, and are kept while they are off', async () => {
    const id = await idOf(buildProductInput());
    const say = (text: string, by: BuiltUser) => api(by).post(`/products-v2/${id}/comments`, { text });
    expect((await say('Is it fine?', seller)).status).toBe(200);
    expect((await say('Almost.', admin)).status).toBe(200);
    expect((await say('Mine now', rival)).status).toBe(404);
    await api(admin).patch(`/product-v2/${id}/unapprove`, { note: 'A picture is missing' });
    const read = async () => (await readDetail(id, seller)).notes.map((note) => [note.author, note.text]);
    const all = [
      ['Mira', 'A picture is missing'],
      ['Mira', 'Almost.'],
      ['Ana', 'Is it fine?'],
    ];
    expect(await read()).toEqual(all);
    await setSwitch({ comments: { enabled: false } });
    expect(await read()).toEqual([]);
    expect((await say('Hello?', seller)).body).toMatchObject({ code: 'feature_disabled' });
    await setSwitch({ comments: { enabled: true } });
    expect(await read()).toEqual(all);
  });
});

describe('what waits of changes by where they come from', () => {
  const readRules = async () =>
    (await api(admin).get('/settings/product-rules')).as<{ rules: ProductRules; version: number }>();

  it('is kept by a save that does not name it, and changed by one that does', async () => {
    const origins = { import: 'content', sheet: null, own_store: 'free', api_key: 'everything' } as const;
    await setProductRules(admin, { holdByOrigin: origins });
    const { rules, version } = await readRules();
    expect(rules.holdByOrigin).toEqual(origins);
    const { holdByOrigin: _origins, ...others } = rules;
    expect((await api(admin).put('/settings/product-rules', { rules: others, version })).status).toBe(200);
    expect((await readRules()).rules.holdByOrigin).toEqual(origins);
    const stale = { rules: { ...rules, holdByOrigin: { ...origins, sheet: 'content' } }, version };
    expect(await api(admin).put('/settings/product-rules', stale)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await readRules()).rules.holdByOrigin).toEqual(origins);
  });
});
