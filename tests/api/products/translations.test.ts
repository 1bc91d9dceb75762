import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { setProductRules } from '#tests/factories/live-products.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildProductInput } from '#tests/factories/products.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { grantTranslations } from '#tests/factories/translations.ts';
import { api, program, startProgram } from '#tests/support/program.ts';
import type { ProductDetail } from '#app/features/products/products.contract.ts';
import type { ProductTranslations, TranslatedText } from '#app/features/products/translations/translations.contract.ts';

let store: BuiltStore;
let seller: BuiltUser;
let rival: BuiltUser;
let admin: BuiltUser;
let bowl: { productId: string; handle: string };

const OPTIONS = [{ name: 'Wood', values: ['Oak', 'Pine'] }];
const input = (title: string) =>
  buildProductInput({
    title,
    bodyHtml: '<p>Turned by <b>hand</b>.</p>',
    options: OPTIONS,
    variants: ['Oak', 'Pine'].map((value) => ({ options: [{ name: 'Wood', value }] })),
    seo: { title: 'Wooden bowl', description: '' },
  });
const make = async (by: BuiltUser, title: string) =>
  (await api(by).put('/products-v2', { product: input(title) })).as<{ productId: string; handle: string }>();

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  admin = await buildAdmin({ store });
  const vendor = await buildVendor({ store, name: 'Turner' });
  seller = await buildUser({ vendor });
  rival = await buildUser({ vendor: await buildVendor({ store, name: 'Rival' }) });
  bowl = await make(seller, 'Bowl');
  await api(admin).patch(`/product-v2/${bowl.productId}/approve`, {});
});
afterAll(() => program().stop());

const shop = () => {
  const found = program().sandbox?.sandbox.state.shops[store.domain];
  if (!found) throw new Error('the sandbox has the store');
  return found;
};
const path = (productId = bowl.productId) => `/products/${productId}/translations`;
const switchTo = (translations: object) => api(admin).patch('/app/info/features', { features: { translations } });
const read = async (locale: string, by = seller, productId = bowl.productId) =>
  (await api(by).get(path(productId), { query: { locale } })).as<ProductTranslations>();
const find = ({ texts }: ProductTranslations, kind: TranslatedText['kind'], source?: string): TranslatedText => {
  const found = texts.find((text) => text.kind === kind && (source === undefined || text.source === source));
  if (!found) throw new Error(`no text ${kind} ${source ?? ''}`);
  return found;
};
const write = ({ resourceId, key, digest }: TranslatedText, value: string, locale = 'de') => ({
  locale,
  resourceId,
  key,
  digest,
  value,
});
const save = (translations: object[], by = seller, productId = bowl.productId) =>
  api(by).patch(path(productId), { translations });
const onStorefront = async (query = '') =>
  (await fetch(`${program().sandbox?.url ?? ''}/store/demo/products/${bowl.handle}${query}`)).text();

describe('translating', () => {
  it('is off until an admin wants it, and needs the access that the store grants apart', async () => {
    const off = await api(seller).get(path());
    expect([off.status, off.body]).toMatchObject([404, { code: 'feature_disabled' }]);
    expect(
      (await save([write({ resourceId: 'gid://shopify/Product/1', key: 'title', digest: 'x' } as never, 'x')])).status,
    ).toBe(404);
    expect((await switchTo({ enabled: true })).status).toBe(200);
    const ungranted = await api(seller).get(path());
    expect([ungranted.status, ungranted.body]).toMatchObject([
      409,
      { code: 'invalid_state', message: expect.stringContaining('has not granted the access') as string },
    ]);
    await grantTranslations(store);
    expect((await api(seller).get(path())).status).toBe(200);
  });

  it('shows every text that buyers read, with its kind and what it belongs to, in the languages of the store', async () => {
    const page = await read('de');
    expect(page).toMatchObject({
      product: { id: bowl.productId, title: 'Bowl', vendor: 'Turner', status: 'ACTIVE' },
      sourceLocale: 'en',
      locale: 'de',
    });
    expect(page.languages.map(({ locale }) => locale)).toEqual(['nl', 'de', 'fr', 'es']);
    expect(page.texts.map(({ kind, name, source, value }) => [kind, name, source, value])).toEqual([
      ['title', null, 'Bowl', ''],
      ['description', null, '<p>Turned by <b>hand</b>.</p>', ''],
      ['seoTitle', null, 'Wooden bowl', ''],
      ['option', null, 'Wood', ''],
      ['optionValue', 'Wood', 'Oak', ''],
      ['optionValue', 'Wood', 'Pine', ''],
    ]);
    expect(page.languages.find(({ locale }) => locale === 'de')).toMatchObject({
      total: 6,
      translated: 0,
      outdated: 0,
      published: true,
    });
    const plain = (await api(seller).put('/products-v2', { product: buildProductInput({ title: 'Plain cup' }) })).as<{
      productId: string;
    }>();
    expect((await read('de', seller, plain.productId)).texts.map((text) => text.kind)).not.toContain('option');
  });

  it('reaches buyers of that language alone, counts, is logged, and is taken away by an empty text', async () => {
    const page = await read('de');
    const saved = await save([
      write(find(page, 'title'), 'Schale'),
      write(find(page, 'description'), '<p>Von <b>Hand</b> gedrechselt.</p>'),
      write(find(page, 'option'), 'Holz'),
      write(find(page, 'optionValue', 'Oak'), 'Eiche'),
    ]);
    expect([saved.status, saved.body]).toEqual([200, { saved: 4 }]);
    const german = await onStorefront('?locale=de');
    for (const text of ['Schale', 'gedrechselt', 'Holz', 'Eiche']) expect(german).toContain(text);
    const english = await onStorefront();
    expect(english).toContain('Turned by');
    expect(english).not.toContain('Schale');
    const after = await read('de');
    expect(after.languages.find(({ locale }) => locale === 'de')).toMatchObject({ total: 6, translated: 4 });
    expect(find(after, 'title').value).toBe('Schale');
    // The same save once more changes nothing and is no event.
    expect((await save([write(find(after, 'title'), 'Schale')])).body).toEqual({ saved: 0 });
    expect((await save([write(find(after, 'optionValue', 'Oak'), '')])).body).toEqual({ saved: 1 });
    expect(find(await read('de'), 'optionValue', 'Oak').value).toBe('');
    const logged = await program().owner.auditEvent.findMany({
      where: { subjectId: bowl.productId, action: 'translated' },
      orderBy: { id: 'asc' },
    });
    expect(logged.map((event) => event.detail)).toMatchObject([
      { 'de.title': [null, 'Schale'], 'de.option Wood': [null, 'Holz'], 'de.optionValue Wood: Oak': [null, 'Eiche'] },
      { 'de.optionValue Wood: Oak': ['Eiche', null] },
    ]);
  });

  it('of a text that changed since then writes nothing and names it; translations of the earlier text are outdated', async () => {
    const page = await read('de');
    const product = shop().products[bowl.productId];
    if (!product) throw new Error('the bowl is at the platform');
    product.title = 'Deep bowl';
    const refused = await save([
      write(find(page, 'optionValue', 'Pine'), 'Kiefer'),
      write(find(page, 'title'), 'Tiefe Schale'),
    ]);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { code: 'conflict', issues: [{ path: 'translations.1.digest', rule: 'stale' }] },
    ]);
    const now = await read('de');
    expect(find(now, 'optionValue', 'Pine').value).toBe('');
    expect(find(now, 'title')).toMatchObject({ source: 'Deep bowl', value: 'Schale', outdated: true });
    expect(now.languages.find(({ locale }) => locale === 'de')).toMatchObject({ outdated: 1 });
    // The same words, said to hold for the new text, count as a change.
    expect((await save([write(find(now, 'title'), 'Schale')])).body).toEqual({ saved: 1 });
    expect(find(await read('de'), 'title').outdated).toBe(false);
  });

  it('goes on after an answer that was lost', async () => {
    const fault = { target: 'shopify', operation: 'translationsRegister', kind: 'drop_response', times: 1 };
    await program().sandbox?.control('POST', '/faults', fault);
    const page = await read('fr');
    expect((await save([write(find(page, 'title'), 'Bol', 'fr')])).body).toEqual({ saved: 1 });
    expect((shop().translations ?? []).filter(({ locale }) => locale === 'fr')).toHaveLength(1);
  });

  it('is refused for foreign products and parts, other languages, and texts that are none', async () => {
    const page = await read('de');
    const title = find(page, 'title');
    expect((await api(rival).get(path())).status).toBe(404);
    expect((await save([write(title, 'Meins')], rival)).status).toBe(404);
    const foreign = await make(rival, 'Rival bowl');
    const theirs = await read('de', rival, foreign.productId);
    const mixed = await save([write(title, 'Neu'), write(find(theirs, 'title'), 'Fremd')]);
    expect(mixed.status).toBe(404);
    expect(find(await read('de'), 'title').value).toBe('Schale');
    const refusals = [
      [write(title, 'Bowl', 'en')],
      [write(title, 'Tigela', 'pt')],
      [{ ...write(title, 'schale'), key: 'handle' }],
      [write(title, 'Schale'), write(title, 'Napf')],
      [write(title, 'x'.repeat(256))],
    ];
    for (const translations of refusals) expect((await save(translations)).status).toBe(422);
    expect((await api(seller).get(path(), { query: { locale: 'en' } })).status).toBe(422);
  });

  it('keeps nothing that could run: descriptions are cleaned, other texts are shown as text', async () => {
    const page = await read('es');
    const script = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
    const saved = await save([
      write(find(page, 'title'), `Cuenco ${script}`, 'es'),
      write(find(page, 'description'), `<p>Hola</p>${script}`, 'es'),
    ]);
    expect(saved.status).toBe(200);
    const html = await onStorefront('?locale=es');
    expect(html).not.toContain('<script>alert');
    expect(html).not.toMatch(/<img[^>]*onerror/);
    expect(find(await read('es'), 'description').value).toBe('<p>Hola</p><img src="x" />');
  });
});

it('of live products is the marketplace’s where it holds what vendors change; of drafts it is their own', async () => {
  await setProductRules(admin, { hold: 'content' });
  const page = await read('nl');
  expect(page.held).toBe(true);
  const refused = await save([write(find(page, 'title'), 'Kom', 'nl')]);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'invalid_state' }]);
  expect(await onStorefront('?locale=nl')).not.toContain('Kom');
  expect((await save([write(find(page, 'title'), 'Kom', 'nl')], admin)).body).toEqual({ saved: 1 });
  expect(await onStorefront('?locale=nl')).toContain('Kom');
  const draft = await make(seller, 'Draft bowl');
  const theirs = await read('nl', seller, draft.productId);
  expect(theirs.held).toBe(false);
  expect((await save([write(find(theirs, 'title'), 'Kom', 'nl')], seller, draft.productId)).status).toBe(200);
  await setProductRules(admin, { hold: 'free' });
});

describe('the marketplace', () => {
  it('chooses languages and keeps a dictionary, which is offered for texts that it knows', async () => {
    const dict = [
      { locale: 'fr', key: 'pine', value: 'Pin' },
      { locale: 'de', key: 'pine', value: 'Kiefer' },
    ];
    expect((await switchTo({ locales: ['de'], dict })).status).toBe(200);
    const page = await read('de');
    expect(page.languages.map(({ locale }) => locale)).toEqual(['de']);
    expect(find(page, 'optionValue', 'Pine').suggestion).toBe('Kiefer');
    expect(find(page, 'title').suggestion).toBeNull();
    expect((await api(seller).get(path(), { query: { locale: 'fr' } })).status).toBe(422);
    const info = (await api(seller).get('/app/info')).as<{ features: { translations: object } }>();
    expect(info.features.translations).toEqual({ enabled: true, locales: ['de'], dict });
    const repeated = await switchTo({ dict: [...dict, { locale: 'de', key: ' PINE ', value: 'Föhre' }] });
    expect([repeated.status, repeated.body]).toMatchObject([
      422,
      { issues: [{ path: 'features.translations.dict.2.key' }] },
    ]);
    expect((await api(seller).patch('/app/info/features', { features: { translations: { dict: [] } } })).status).toBe(
      403,
    );
    expect((await switchTo({ locales: [] })).status).toBe(200);
    expect((await read('fr')).locale).toBe('fr');
  });
});

describe('texts of specifications', () => {
  const rich = (...words: string[]) =>
    JSON.stringify({
      type: 'root',
      children: words.map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] })),
    });
  const field = (key: string, value: string) => ({ namespace: 'custom', key, value });
  const kindsOf = ({ texts }: ProductTranslations) =>
    texts.filter(({ kind }) => /specification/i.test(kind)).map(({ name, format, source }) => [name, format, source]);

  it('are translated in their own forms, also those of variants, and a hidden one by the marketplace alone', async () => {
    await api(admin).patch('/app/info/features', { features: { specifications: { enabled: true } } });
    for (const one of [
      { key: 'story', name: 'Story', type: 'rich_text_field' },
      { key: 'tips', name: 'Tips', type: 'list.single_line_text_field' },
      { key: 'secret', name: 'Secret', type: 'single_line_text_field', show: false },
      { key: 'grain', name: 'Grain', type: 'single_line_text_field', owner: 'PRODUCTVARIANT' },
    ]) {
      const answer = await api(admin).post('/products/metafields', one);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    const product = input('Specified bowl');
    const made = await api(seller).put('/products-v2', {
      product: {
        ...product,
        metafields: [field('story', rich('It began', 'in a shed')), field('tips', '["Oil it","Dry it"]')],
        variants: product.variants.map((variant, index) => ({
          ...variant,
          metafields: [field('grain', ['Fine', 'Coarse'][index] ?? '')],
        })),
      },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { productId } = made.as<{ productId: string }>();
    const { product: mine } = (await api(admin).get(`/products-v2/${productId}`)).as<ProductDetail>();
    expect(
      (await api(admin).put('/products-v2', { product: { ...mine, metafields: [field('secret', 'Margin')] } })).status,
    ).toBe(200);
    const page = await read('de', seller, productId);
    expect(page.leftOut).toBe(0);
    expect(kindsOf(page)).toEqual([
      ['Story', 'rich', rich('It began', 'in a shed')],
      ['Tips', 'lines', '["Oil it","Dry it"]'],
      ['Grain – Oak', 'text', 'Fine'],
      ['Grain – Pine', 'text', 'Coarse'],
    ]);
    const all = await read('de', admin, productId);
    const [story, tips, oak] = ['Story', 'Tips', 'Grain – Oak', 'Secret'].map((name) => {
      const text = all.texts.find((one) => one.name === name);
      if (!text) throw new Error(`no text ${name}`);
      return text;
    });
    const secret = all.texts.find((one) => one.name === 'Secret');
    if (!story || !tips || !oak || !secret) throw new Error('the texts are there');
    for (const wrong of [write(story, 'plain'), write(tips, 'Ölen'), write(tips, '["a\\nb"]')]) {
      expect((await save([wrong], seller, productId)).status).toBe(422);
    }
    expect((await save([write(secret, 'Geheim')], seller, productId)).status).toBe(404);
    const german = [write(story, rich('Es begann')), write(tips, '["Ölen"," "]'), write(oak, 'Fein')];
    expect((await save(german, seller, productId)).body).toEqual({ saved: 3 });
    expect((await save([write(secret, 'Geheim')], admin, productId)).body).toEqual({ saved: 1 });
    const after = await read('de', seller, productId);
    expect(after.texts.filter(({ value }) => value !== '').map(({ value }) => value)).toEqual([
      rich('Es begann'),
      '["Ölen"]',
      'Fein',
    ]);
    const logged = async (by: BuiltUser) => {
      const { logs } = (await api(by).get(`/logs/product/${productId}`)).as<{ logs: ProductDetail['logs'] }>();
      return logs
        .filter(({ action }) => action === 'translated')
        .flatMap(({ changes }) => changes.map(({ new: now, translation }) => [translation?.name, now]));
    };
    const theirs = [
      ['Story', 'Es begann'],
      ['Tips', 'Ölen'],
      ['Grain – Oak', 'Fein'],
    ];
    expect(await logged(seller)).toEqual(theirs);
    expect(await logged(admin)).toEqual([['Secret', 'Geheim'], ...theirs]);
  });
});
