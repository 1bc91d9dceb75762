import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChangeList, ChangeDto } from '#app/features/products/review/product-changes.contract.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildLiveProduct, readDetail, readStorefront, setProductRules } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let vendor: BuiltVendor;
let seller: BuiltUser;
let colleague: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  vendor = await buildVendor({ store, name: 'North & Co' });
  seller = await buildUser({ vendor, name: 'Ana' });
  colleague = await buildUser({ vendor, name: 'Ben' });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'South' }) });
  admin = await buildAdmin({ store });
});
afterAll(() => program().stop());
beforeEach(() => setProductRules(admin, { hold: 'content' }));

type Product = ProductDetail['product'];
const put = (product: object, by: BuiltUser = seller) => api(by).put('/products-v2', { product });
async function save(product: Product, over: object, by: BuiltUser = seller): Promise<void> {
  const answer = await put({ ...product, ...over }, by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
const live = (o: Parameters<typeof buildProductInput>[0] = {}) => buildLiveProduct(seller, admin, o);
async function waitingOf(product: Product, by: BuiltUser = admin): Promise<ChangeDto> {
  const { change } = await readDetail(product.id, by);
  const answer = await api(by).get(`/products/changes/${change?.id}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.as<{ change: ChangeDto }>().change;
}
const decide = (change: { id: string }, body: object, by: BuiltUser = admin) =>
  api(by).patch(`/products/changes/${change.id}`, body);
const fieldsOf = (change: ChangeDto) => change.fields.map((one) => one.field);
const atPlatform = (id: string) => program().sandbox!.sandbox.state.shops[store.domain]!.products[id]!;
const mailsOf = async (template: string, changeId: string) =>
  (await program().owner.mail.findMany({ where: { template, audience: { in: ['vendor', 'admins'] } } })).filter(
    (mail) => (mail.params as { changeId?: string }).changeId === changeId,
  );

describe('a vendor’s change to a live product', () => {
  it('waits where its content is held, while buyers see what was, and price and stock go live', async () => {
    const product = await live({ title: 'Tea bowl', bodyHtml: '<p>Plain.</p>' });
    const [variant] = product.variants;
    await save(product, {
      title: 'Tea bowl, SALE',
      bodyHtml: '<p>Buy <script>x</script>now.</p>',
      variants: [{ ...variant, price: '31.00', stock: 9, stockWas: 5 }],
    });
    const html = await readStorefront(store, product.handle);
    expect(html).toContain('Tea bowl');
    expect(html).not.toMatch(/SALE|Buy/);
    expect(html).toContain('31.00');
    const seen = (await readDetail(product.id, admin)).product;
    expect(seen).toMatchObject({ title: 'Tea bowl', variants: [{ price: '31.00', stock: 9 }] });
    const change = await waitingOf(product);
    expect(change).toMatchObject({
      state: 'open',
      vendor: 'North & Co',
      allowedActions: ['apply', 'decline'],
      fields: [
        { field: 'title', moved: false, rows: [{ old: 'Tea bowl', new: 'Tea bowl, SALE', live: null }] },
        { field: 'description', rows: [{ old: '<p>Plain.</p>', new: '<p>Buy now.</p>' }] },
      ],
    });
    const [mail] = await mailsOf('marketplace-on-product-submitted', change.id);
    expect(mail?.params).toMatchObject({ productId: product.id, isChange: true });
  });

  it('is what its vendor goes on editing, and what a save of something else goes on wanting', async () => {
    const product = await live({ title: 'Jug' });
    await save(product, { title: 'Large jug' });
    const mine = await readDetail(product.id, seller);
    expect(mine.product.title).toBe('Large jug');
    expect(mine.change).toMatchObject({ waiting: ['title'], last: null });
    await save(mine.product, { seo: { title: 'Jugs', description: '' } }, colleague);
    const change = await waitingOf(product);
    expect(fieldsOf(change)).toEqual(['title', 'seoTitle']);
    expect(change.fields.map((one) => one.by.name)).toEqual(['Ana', 'Ben']);
  });

  it('withdraws a field that is saved as it is live, and is over when none is left', async () => {
    const product = await live({ title: 'Salt cellar' });
    await save(product, { title: 'Salt pig', seo: { title: 'Salt', description: '' } });
    const { product: mine } = await readDetail(product.id, seller);
    await save(mine, { title: 'Salt cellar' });
    expect(fieldsOf(await waitingOf(product))).toEqual(['seoTitle']);
    const again = await readDetail(product.id, seller);
    await save(again.product, { seo: product.seo });
    const change = await waitingOf(product);
    expect(change).toMatchObject({ state: 'closed', fields: [], allowedActions: [] });
    expect(change.decided.map((one) => [one.field, one.outcome])).toEqual([
      ['seoTitle', 'withdrawn'],
      ['title', 'withdrawn'],
    ]);
  });

  it('is refused where a colleague’s change came between (409)', async () => {
    const product = await live({ title: 'Egg cup' });
    await save(product, { title: 'Egg cup, blue' }, colleague);
    expect((await put({ ...product, title: 'Egg cup, red' })).status).toBe(409);
    expect((await waitingOf(product)).fields[0]?.rows[0]?.new).toBe('Egg cup, blue');
  });

  it('never waits when an admin makes it, nor on a draft, nor where vendors change freely', async () => {
    const product = await live({ title: 'Platter' });
    await save(product, { title: 'Platter by an admin' }, admin);
    expect(await readStorefront(store, product.handle)).toContain('Platter by an admin');
    const draft = await put(buildProductInput({ title: 'Draft' }));
    const { productId } = draft.as<{ productId: string }>();
    const { product: drafted } = await readDetail(productId, seller);
    await save(drafted, { title: 'Draft, changed' });
    expect(await readDetail(productId, seller)).toMatchObject({ change: null, product: { title: 'Draft, changed' } });
    await setProductRules(admin, { hold: 'free' });
    const { product: now } = await readDetail(product.id, seller);
    await save(now, { title: 'Platter, freely' });
    expect(await readStorefront(store, product.handle)).toContain('Platter, freely');
    expect((await readDetail(product.id, seller)).change).toBeNull();
  });

  it('holds every field but stock where everything is held', async () => {
    await setProductRules(admin, { hold: 'everything' });
    const product = await live({ title: 'Carafe' });
    const [variant] = product.variants;
    await save(product, {
      variants: [
        {
          ...variant,
          price: '1.00',
          compareAt: '99.00',
          sku: 'NEW-SKU',
          trackStock: true,
          weight: 3,
          stock: 2,
          stockWas: 5,
        },
      ],
    });
    expect(atPlatform(product.id).variants[0]).toMatchObject({ priceMinor: 2_800, sku: '' });
    expect((await readDetail(product.id, admin)).product.variants[0]?.stock).toBe(2);
    expect(fieldsOf(await waitingOf(product))).toEqual(['price', 'compareAt', 'sku', 'shipping']);
  });

  it('holds new pictures and new variants, which are no part of the product until they are applied', async () => {
    const options = [{ name: 'Size', values: ['S', 'M'] }];
    const sized = (value: string) => ({ options: [{ name: 'Size', value }] });
    const product = await live({ title: 'Sized', options, variants: [sized('S'), sized('M')] });
    await save(product, {
      media: [{ src: `${program().sandbox!.url}/pictures/lamp.png`, alt: 'HELD PICTURE' }],
      options: [{ name: 'Size', values: ['S', 'M', 'HELD-XL'] }],
      variants: [...product.variants, { ...sized('HELD-XL'), price: '50.00', stock: 3 }],
    });
    expect(await readStorefront(store, product.handle)).not.toContain('HELD');
    const change = await waitingOf(product);
    expect(fieldsOf(change)).toEqual(['media', 'options']);
    const { product: mine } = await readDetail(product.id, seller);
    expect(mine.variants.map((variant) => variant.id === '')).toEqual([false, false, true]);
    expect(mine.media[0]).toMatchObject({ alt: 'HELD PICTURE' });
    // Saved as it was opened, it goes on waiting as it did.
    await save(mine, {});
    expect((await waitingOf(product)).fields).toEqual(change.fields);
    expect((await decide(change, { action: 'apply' })).status).toBe(200);
    const html = await readStorefront(store, product.handle);
    expect(html).toContain('HELD-XL');
    expect(html).toContain('HELD PICTURE');
    const after = (await readDetail(product.id, admin)).product;
    expect(after.variants.map((one) => [one.title, one.price, one.stock])).toEqual([
      ['S', '28.00', 5],
      ['M', '28.00', 5],
      ['HELD-XL', '50.00', 3],
    ]);
    expect(after.variants.slice(0, 2).map((one) => one.id)).toEqual(product.variants.map((one) => one.id));
  });

  it('lets prices within the tolerance go live and holds those beyond it, also in small steps', async () => {
    await setProductRules(admin, { hold: 'free', priceTolerance: 10 });
    const product = await live({ title: 'Priced', variants: [{ price: '100.00' }] });
    const priced = async (price: string) => {
      const { product: mine } = await readDetail(product.id, seller);
      await save(mine, { variants: [{ ...mine.variants[0], price }] });
      return (await readDetail(product.id, admin)).product.variants[0]?.price;
    };
    expect(await priced('109.00')).toBe('109.00');
    expect(await priced('115.00')).toBe('109.00');
    const change = await waitingOf(product);
    expect(change.fields).toMatchObject([{ field: 'price', rows: [{ old: '109', new: '115' }] }]);
    expect((await decide(change, { action: 'apply' })).status).toBe(200);
    expect((await readDetail(product.id, admin)).product.variants[0]?.price).toBe('115.00');
    // What the marketplace let through is what the next steps are measured from.
    expect(await priced('120.00')).toBe('120.00');
  });
});

describe('deciding on a change', () => {
  it('applies one field and leaves the other waiting, declines it with a note, and notifies the vendor of both', async () => {
    const product = await live({ title: 'Vase', bodyHtml: '<p>Old.</p>' });
    await save(product, { title: 'Moon vase', bodyHtml: '<p>New.</p>' });
    const change = await waitingOf(product);
    const applied = await decide(change, { action: 'apply', fields: ['title'], seen: change.seen, note: 'Good.' });
    expect(applied.as<{ change: ChangeDto }>().change).toMatchObject({
      state: 'open',
      fields: [{ field: 'description' }],
    });
    const html = await readStorefront(store, product.handle);
    expect(html).toContain('Moon vase');
    expect(html).toContain('Old.');
    expect((await decide(change, { action: 'decline', fields: ['description'], note: 'Too short.' })).status).toBe(200);
    expect(await readStorefront(store, product.handle)).toContain('Old.');
    const { change: shown, logs, notes, product: mine } = await readDetail(product.id, seller);
    // Why it was decided so stands among the comments, where it can be answered.
    expect(notes.map((note) => note.text)).toEqual(['Too short.', 'Good.']);
    expect(shown).toMatchObject({
      waiting: [],
      last: { outcome: 'declined', fields: ['description'], note: 'Too short.' },
    });
    expect(mine.bodyHtml).toBe('<p>Old.</p>');
    expect(logs.map((log) => log.action)).toEqual(
      expect.arrayContaining(['change_submitted', 'change_applied', 'change_declined']),
    );
    const reported = [
      ...(await mailsOf('product-approved', change.id)),
      ...(await mailsOf('product-unapproved', change.id)),
    ];
    expect(reported.map((mail) => [mail.template, (mail.params as { note: string }).note, mail.vendorId])).toEqual([
      ['product-approved', 'Good.', vendor.id],
      ['product-unapproved', 'Too short.', vendor.id],
    ]);
  });

  it('is done once: repeated it changes nothing and mails nobody, and another decision is refused (409)', async () => {
    const product = await live({ title: 'Once' });
    await save(product, { title: 'Once, changed' });
    const change = await waitingOf(product);
    const both = await Promise.all([decide(change, { action: 'apply' }), decide(change, { action: 'apply' })]);
    expect(both.filter((one) => one.status === 200).length).toBeGreaterThanOrEqual(1);
    for (const one of both) expect([200, 409]).toContain(one.status);
    expect((await decide(change, { action: 'apply' })).status).toBe(200);
    expect(await mailsOf('product-approved', change.id)).toHaveLength(1);
    const late = await decide(change, { action: 'decline', note: 'Too late' });
    expect(late.status).toBe(409);
    expect(late.body).toMatchObject({ code: 'invalid_state' });
  });

  it('ends a change whose answers are lost, without a second variant; applied again it is nothing new', async () => {
    const options = [{ name: 'Size', values: ['S'] }];
    const product = await live({ title: 'Cut', options, variants: [{ options: [{ name: 'Size', value: 'S' }] }] });
    await save(product, {
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [...product.variants, { options: [{ name: 'Size', value: 'M' }], price: '9.00', stock: 1 }],
    });
    const change = await waitingOf(product);
    const fault = { target: 'shopify', operation: 'productSet', kind: 'drop_response', times: 9 };
    await program().sandbox?.control('POST', '/faults', fault);
    expect((await decide(change, { action: 'apply' })).status).toBe(200);
    await program().sandbox?.control('DELETE', '/faults');
    expect(atPlatform(product.id).variants).toHaveLength(2);
    expect((await waitingOf(product)).state).toBe('closed');
    expect((await decide(change, { action: 'apply' })).status).toBe(200);
    expect(atPlatform(product.id).variants).toHaveLength(2);
  });

  it('shows field by field what changed in the store since then, and writes over it only when that was seen', async () => {
    const product = await live({ title: 'Moved', bodyHtml: '<p>Same.</p>' });
    await save(product, { title: 'Moved by its vendor', bodyHtml: '<p>Other.</p>' });
    const before = await waitingOf(product);
    // The merchant changes the title in the store admin; we have not been told of it yet.
    const there = atPlatform(product.id);
    there.title = 'Moved by the merchant';
    there.updatedAt = new Date(Date.parse(there.updatedAt) + 60_000).toISOString();
    expect((await decide(before, { action: 'apply', seen: before.seen })).status).toBe(409);
    const change = await waitingOf(product);
    expect(change.fields).toMatchObject([
      { field: 'title', moved: true, rows: [{ live: 'Moved by the merchant' }] },
      { field: 'description', moved: false },
    ]);
    expect((await decide(change, { action: 'apply' })).status).toBe(409);
    expect((await decide(change, { action: 'apply', fields: ['description'] })).status).toBe(200);
    expect(await readStorefront(store, product.handle)).toContain('Moved by the merchant');
    const { seen } = await waitingOf(product);
    expect((await decide(change, { action: 'apply', seen })).status).toBe(200);
    expect(await readStorefront(store, product.handle)).toContain('Moved by its vendor');
  });

  it('is the marketplace’s (403), withdrawing is the vendor’s, and another vendor finds nothing (404)', async () => {
    const product = await live({ title: 'Whose' });
    await save(product, { title: 'Whose now' });
    const change = await waitingOf(product);
    for (const action of ['apply', 'decline'] as const) {
      expect((await decide(change, { action }, seller)).status).toBe(403);
      expect((await decide(change, { action }, rival)).status).toBe(404);
    }
    expect((await decide(change, { action: 'withdraw' }, rival)).status).toBe(404);
    expect((await api(rival).get(`/products/changes/${change.id}`)).status).toBe(404);
    const own = (await api(seller).get(`/products/changes/${change.id}`)).as<{ change: ChangeDto }>().change;
    expect(own.allowedActions).toEqual(['withdraw']);
    expect((await decide(change, { action: 'withdraw' }, seller)).status).toBe(200);
    expect((await waitingOf(product)).state).toBe('closed');
    expect(await mailsOf('product-unapproved', change.id)).toEqual([]);
  });
});

describe('the list of changes', () => {
  it('has what waits oldest first, goes on by cursor, and counts for each scope', async () => {
    const own = await buildUser({ vendor: await buildVendor({ store, name: 'Lister' }) });
    const products: Product[] = [];
    for (const title of ['First', 'Second']) {
      const product = await buildLiveProduct(own, admin, { title });
      await save(product, { title: `${title}, changed` }, own);
      products.push(product);
    }
    const list = (await api(own).get('/products/changes')).as<ChangeList>();
    expect(list.changes.map((one) => [one.title, one.fields])).toEqual([
      ['First', ['title']],
      ['Second', ['title']],
    ]);
    expect(list.counts).toEqual({ open: 2, closed: 0, closedIsExact: true });
    const rest = (await api(own).get('/products/changes', { query: { after: list.changes[0]?.id } })).as<ChangeList>();
    expect(rest.changes.map((one) => one.title)).toEqual(['Second']);
    const all = (await api(admin).get('/products/changes')).as<ChangeList>();
    expect(all.counts.open).toBeGreaterThanOrEqual(2);
    expect((await api(admin).get('/products/changes', { query: { state: 'half' } })).status).toBe(422);
  });
});

describe('the rules for changes', () => {
  it('are the marketplace’s (403), and are not written over what another admin saved (409)', async () => {
    expect((await api(seller).get('/settings/product-rules')).status).toBe(403);
    const { version, rules } = (await api(admin).get('/settings/product-rules')).as<{
      version: number;
      rules: object;
    }>();
    expect((await api(admin).put('/settings/product-rules', { rules, version: version - 1 })).status).toBe(409);
    const wrong = await api(admin).put('/settings/product-rules', {
      rules: { ...rules, priceTolerance: 101 },
      version,
    });
    expect(wrong.body).toMatchObject({ issues: [{ path: 'rules.priceTolerance', message: 'must be at most 100' }] });
  });
});
