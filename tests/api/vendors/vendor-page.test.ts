import type { PageDto } from '#app/features/vendor-profiles/page/vendor-page.contract.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let seller: BuiltUser;
const VENDOR = 'Nordlys Ceramics';

type Content = { imageUrl: string; description: string; fields: { key: string; value: unknown }[] };
type Page = {
  status: string;
  live: Content | null;
  draft: Content | null;
  note: string | null;
  version: number;
  url: string | null;
  isShown: boolean;
  complete: boolean;
};

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await program().drain();
  admin = await buildAdmin({ store });
  const row = await program().owner.vendor.findFirst({ where: { storeId: store.id, name: VENDOR } });
  vendor = row ? { ...(row as never as BuiltVendor), store } : await buildVendor({ store, name: VENDOR });
  seller = await buildUser({ vendor });
  await api(admin).put('/app/metafields/collection', {
    enableApproval: true,
    fields: [
      { key: 'craft', name: 'Craft', type: 'text', required: true, showOnVendorPage: true },
      { key: 'days', name: 'Open', type: 'checkbox', options: ['Mon', 'Tue'], showOnVendorPage: true },
      { key: 'tax', name: 'Tax number', type: 'text', showOnVendorPage: true, description: '{show:false}' },
      { key: 'internal', name: 'Internal' },
    ],
  });
});
afterAll(() => program().stop());

const read = async (by = seller, query = {}) => (await api(by).get('/vendors/v2', { query })).as<{ page: Page }>().page;
const save = (by: BuiltUser, over: object = {}) =>
  api(by).post('/vendors/v2', {
    metafields: [{ key: 'craft', value: 'Stoneware' }],
    description: '<p>Wheel-thrown in <b>Bergen</b>.</p>',
    imageUrl: 'https://pictures.souk.test/shop.jpg',
    ...over,
  });
const act = async (action: string, more: object = {}) => {
  const answer = await api(admin).put('/vendors/v2/action', { vendor: VENDOR, action, ...more });
  await program().drain();
  return answer;
};
/** What a buyer sees at the page's address of the storefront; undefined where there is nothing. */
async function storefront(): Promise<string | undefined> {
  const shop = program().sandbox?.sandbox.state.shops[store.domain];
  const [collection] = Object.values(shop?.collections ?? {});
  if (!collection) return undefined;
  const answer = await fetch(`${program().sandbox?.url ?? ''}/store/demo/collections/${collection.handle}`);
  return answer.ok ? answer.text() : undefined;
}

describe('a vendor page', () => {
  it('waits for approval the first time, then is shown with picture, words, fields and products', async () => {
    expect(await read()).toMatchObject({ status: 'none', complete: false, url: null });
    const answer = await save(seller, {
      metafields: [
        { key: 'craft', value: 'Stoneware' },
        { key: 'days', value: ['Tue', 'Mon'] },
      ],
    });
    expect(answer.status).toBe(200);
    await program().drain();
    expect(await read()).toMatchObject({ status: 'awaitingApproval', live: null, complete: true, url: null });
    expect(await storefront()).toBeUndefined();
    expect((await act('approve')).status).toBe(200);
    const page = await read();
    expect(page).toMatchObject({ status: 'live', isShown: true, draft: null });
    expect(page.url).toMatch(/^https:\/\/demo\.myshopify\.com\/collections\/[a-z0-9-]+$/);
    const html = (await storefront()) ?? '';
    for (const text of [VENDOR, 'Wheel-thrown in <b>Bergen</b>', 'Stoneware', 'Mon, Tue', 'shop.jpg', '/products/']) {
      expect(html).toContain(text);
    }
    expect((await act('approve')).status).toBe(200);
    expect(Object.keys(program().sandbox?.sandbox.state.shops[store.domain]?.collections ?? {})).toHaveLength(1);
  });

  it('shows who decided and when, and saving it is nobody’s decision', async () => {
    const hers = await buildUser({ vendor: await buildVendor({ store, name: 'Undecided' }) });
    const since = program().clock.now().toISOString();
    const saved = (await save(hers)).as<{ page: PageDto }>().page;
    expect(saved).toMatchObject({ status: 'awaitingApproval', decidedAt: null, decidedBy: null });
    expect(saved.submittedAt && saved.submittedAt >= since).toBe(true);
    const approve = { vendor: 'Undecided', action: 'approve' };
    const decided = (await api(admin).put('/vendors/v2/action', approve)).as<{ page: PageDto }>().page;
    expect(decided.decidedAt && decided.decidedAt >= since).toBe(true);
    expect([null, 'null', '']).not.toContain(decided.decidedBy);
    const changed = (await save(hers, { description: '<p>Another word</p>' })).as<{ page: PageDto }>().page;
    expect([changed.decidedAt, changed.decidedBy]).toEqual([decided.decidedAt, decided.decidedBy]);
    await program().drain();
  });

  it('is changed freely afterwards', async () => {
    expect((await save(seller, { description: '<p>New words.</p>' })).as<{ page: Page }>().page).toMatchObject({
      status: 'live',
      live: { description: '<p>New words.</p>' },
    });
    await program().drain();
    const html = (await storefront()) ?? '';
    expect(html).toContain('New words.');
    // The days are no longer said.
    expect(html).not.toContain('Mon, Tue');
  });

  it('is held at every change where the marketplace wants it, which applies or declines the change', async () => {
    const settings = { enabled: true, collectionTemplate: 'maker', holdChanges: true };
    expect((await api(admin).put('/vendors/v2/settings', settings)).status).toBe(200);
    await save(seller, { description: '<p>Held words.</p>' });
    await program().drain();
    expect(await read()).toMatchObject({
      status: 'changeWaiting',
      live: { description: '<p>New words.</p>' },
      draft: { description: '<p>Held words.</p>' },
    });
    expect(await storefront()).toContain('New words.');
    await act('decline', { note: 'Please say where you are.' });
    expect(await read()).toMatchObject({ status: 'live', draft: null, note: 'Please say where you are.' });
    await save(seller, { description: '<p>Bergen, Norway.</p>' });
    await act('approve');
    expect(await storefront()).toContain('Bergen, Norway.');
    const [collection] = Object.values(program().sandbox?.sandbox.state.shops[store.domain]?.collections ?? {});
    expect(collection?.templateSuffix).toBe('maker');
    await api(admin).put('/vendors/v2/settings', { ...settings, holdChanges: false });
  });

  it('is taken from the storefront when it is unapproved; products stay', async () => {
    const products = () =>
      Object.values(program().sandbox?.sandbox.state.shops[store.domain]?.products ?? {}).filter(
        (product) => product.vendor === VENDOR,
      );
    const before = JSON.stringify(products());
    expect((await act('unapprove', { note: 'Not like this' })).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'unapproved', note: 'Not like this' });
    expect(await storefront()).toBeUndefined();
    expect(JSON.stringify(products())).toBe(before);
    await act('approve');
    expect(await storefront()).toContain('Bergen, Norway.');
  });

  it('is retried after an outage of the platform, and creates its collection again when the merchant deleted it', async () => {
    const shop = program().sandbox?.sandbox.state.shops[store.domain];
    if (shop) shop.collections = {};
    const fault = { target: 'shopify', operation: 'collectionCreate', kind: 'error', status: 500, times: 1 };
    await program().sandbox?.control('POST', '/faults', fault);
    await save(seller, { description: '<p>After the trouble.</p>' });
    await program().drain();
    program().clock.advance({ seconds: 60 });
    await program().drain();
    expect(await storefront()).toContain('After the trouble.');
    expect(await read()).toMatchObject({ isShown: true });
  });
});

describe('what is written on a page', () => {
  it('keeps nothing that could run', async () => {
    const evil =
      '<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a><iframe src="https://x.test"></iframe></p>';
    const { page } = (await save(seller, { description: evil })).as<{ page: Page }>();
    expect(page.live?.description).toBe('<p>Hi<a rel="noopener nofollow">a</a></p>');
  });

  it('is checked by field, and required fields must be filled', async () => {
    const none = await save(seller, { metafields: [] });
    expect(none.body).toMatchObject({ issues: [{ path: 'metafields.craft', message: 'Required field' }] });
    const wrong = await save(seller, {
      metafields: [
        { key: 'craft', value: 'Clay' },
        { key: 'days', value: ['Sun'] },
        { key: 'internal', value: 'x' },
      ],
    });
    const paths = (wrong.body as { issues: { path: string }[] }).issues.map((issue) => issue.path);
    expect(paths).toEqual(['metafields.days', 'metafields.internal']);
    expect((await save(seller, { imageUrl: 'javascript:alert(1)' })).status).toBe(422);
    expect((await save(seller, { description: 'x'.repeat(20_001) })).status).toBe(422);
  });

  it('for admins only is seen by neither the vendor nor the storefront', async () => {
    const metafields = [
      { key: 'craft', value: 'Clay' },
      { key: 'tax', value: 'NO-77-SECRET' },
    ];
    expect((await save(admin, { vendor: VENDOR, metafields })).status).toBe(200);
    await program().drain();
    expect(JSON.stringify(await read(admin, { vendor: VENDOR }))).toContain('NO-77-SECRET');
    expect(JSON.stringify(await read())).not.toContain('NO-77-SECRET');
    expect(await storefront()).not.toContain('NO-77-SECRET');
  });

  it('is not overwritten over an older version (409), nor written for another vendor (404)', async () => {
    const { version } = await read();
    expect((await save(seller, { version: version - 1 })).status).toBe(409);
    const other = await buildVendor({ store });
    expect((await save(seller, { vendor: other.name })).status).toBe(404);
    expect((await save(admin)).status).toBe(404);
  });

  it('is not there while pages are switched off', async () => {
    const off = { enabled: false, collectionTemplate: '', holdChanges: false };
    await api(admin).put('/vendors/v2/settings', off);
    await program().drain();
    const answer = await save(seller);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([404, 'feature_disabled']);
    expect(await storefront()).toBeUndefined();
    await api(admin).put('/vendors/v2/settings', { ...off, enabled: true });
    await program().drain();
    expect(await storefront()).toBeDefined();
  });
});

it('a deleted vendor’s page leaves the storefront', async () => {
  expect((await api(admin).send('DELETE', `/vendors/${encodeURIComponent(VENDOR)}?confirm=true`)).status).toBe(200);
  await program().drain();
  expect(await storefront()).toBeUndefined();
  expect(await program().owner.vendorPage.count({ where: { vendorId: vendor.id } })).toBe(1);
});
