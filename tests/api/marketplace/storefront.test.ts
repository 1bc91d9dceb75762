import { DEFAULT_WORDINGS } from '#app/platform/settings/branding/branding.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

const FIELD = { type: 'text', required: false, options: [], link: '', registration: false };
const FIELDS = [
  { ...FIELD, key: 'city', name: 'City', description: '', showOnVendorPage: true },
  { ...FIELD, key: 'taxNumber', name: 'Tax number', description: '', showOnVendorPage: false },
  { ...FIELD, key: 'rating', name: 'Rating', description: 'Ours {show:false}', showOnVendorPage: true },
  { ...FIELD, key: 'papers', name: 'Papers', type: 'file', description: '', showOnVendorPage: true },
];
const EVIL = '</script><script>window.hacked = true</script>';

let store: BuiltStore;
let admin: BuiltUser;
let shown: BuiltVendor;

beforeAll(async () => {
  await startProgram({ worker: false });
  store = await buildStore({ name: 'Fjord & Field' });
  await buildStore(); // A second store, so that only the address says which one is meant.
  admin = await buildAdmin({ store });
  const saved = await api(admin).put('/app/metafields/collection', { fields: FIELDS, enableApproval: true });
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  shown = await buildVendor({ store, name: 'Kiln & Co' });
  await buildPage(shown, true);
  await buildPage(await buildVendor({ store, name: 'Not yet' }), false);
  await buildVendor({ store, name: 'Without a page' });
});
afterAll(() => program().stop());

async function buildPage(vendor: BuiltVendor, approved: boolean): Promise<void> {
  const fields = [
    { key: 'city', name: 'City', value: EVIL },
    { key: 'taxNumber', name: 'Tax number', value: 'NL-SECRET-1' },
    { key: 'rating', name: 'Rating', value: 'C-minus' },
    { key: 'papers', name: 'Papers', value: 'https://files.souk.test/private' },
    { key: 'gone', name: 'A field that was removed', value: 'left over' },
  ];
  await program().owner.vendorPage.create({
    data: {
      storeId: store.id,
      vendorId: vendor.id,
      live: { imageUrl: 'https://cdn.shopify.com/kiln.png', description: '<p>Thrown by hand.</p>', fields },
      draft: { imageUrl: '', description: 'A draft that nobody approved', fields: [] },
      approved,
      version: 1,
      updatedAt: program().clock.now(),
      collectionHandle: `${vendor.handle}-1`,
    },
  });
}
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${program().url}/api/storefront${path}${path.includes('?') ? '&' : '?'}store=${store.domain}`, { headers });
const kiln = `/populate/vendor?vendor=${encodeURIComponent('kiln & CO')}`;

describe('what a theme reads', () => {
  test('names the vendors with an approved page, and their public fields alone', async () => {
    const listed = {
      title: 'Kiln & Co',
      handle: shown.handle,
      url: `https://${store.domain}/collections/${shown.handle}-1`,
      image: { url: 'https://cdn.shopify.com/kiln.png' },
      city: EVIL,
    };
    expect(await (await get('/populate/v2')).json()).toEqual([listed]);
    type Populated = { shopName: string; vendors: unknown[]; wordings: Record<string, string> };
    const all = (await (await get('/populate')).json()) as Populated;
    // What the store left out is answered with the default word, never as nothing.
    expect(all.wordings).toEqual(DEFAULT_WORDINGS);
    expect([all.shopName, all.vendors]).toEqual(['Fjord & Field', [listed]]);
    expect(await (await get(`${kiln}&json=true`)).json()).toEqual({
      $collectionUrl: listed.url,
      $imageUrl: listed.image.url,
      $description: '<p>Thrown by hand.</p>',
      city: EVIL,
    });
  });

  test('names no fields of vendors while the store shows none', async () => {
    const turn = (enabled: boolean) => api(admin).patch('/app/info/features', { features: { display: { enabled } } });
    const read = async () => (await (await get(`${kiln}&json=true`)).json()) as { city: string };
    const whole = await read();
    expect((await turn(false)).status).toBe(200);
    const { city: _city, ...rest } = whole;
    expect(await read()).toEqual(rest);
    await turn(true);
    expect(await read()).toEqual(whole);
  });

  test('shows nothing that is not public: other fields, drafts, mail addresses, vendors without an approved page', async () => {
    const answers = await Promise.all(
      ['/populate', '/populate/v2', kiln, `${kiln}&json=true`].map(async (path) => (await get(path)).text()),
    );
    for (const hidden of [
      'NL-SECRET-1',
      'C-minus',
      'private',
      'left over',
      'draft',
      'Not yet',
      '@',
      'Without a page',
    ]) {
      for (const answer of answers) expect(answer).not.toContain(hidden);
    }
    const unknown = await get('/populate/vendor?vendor=Nobody');
    const unapproved = await get('/populate/vendor?vendor=Not%20yet');
    expect([unknown.status, unapproved.status]).toEqual([404, 404]);
    expect(await unapproved.text()).toBe(await unknown.text());
  });

  test('may be read by pages of any origin, without cookies, and kept for a minute', async () => {
    const answer = await get('/populate/v2', { origin: 'https://fjord.example' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300');
    const requested = { origin: 'https://fjord.example', 'access-control-request-method': 'GET' };
    const preflight = (path: string) => fetch(`${program().url}/api${path}`, { method: 'OPTIONS', headers: requested });
    expect((await preflight('/storefront/populate')).status).toBe(204);
    const guarded = await preflight('/orders');
    expect([guarded.status, guarded.headers.get('access-control-allow-origin')]).toEqual([405, null]);
  });

  test('comes as a style sheet with the store’s colours', async () => {
    const answer = await get('/styles.css');
    expect(answer.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(await answer.text()).toContain('--souk-brand: #4f46e5;');
    const again = await get('/styles.css', { 'if-none-match': answer.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });
});

test('storefront data: comes as a script that cannot be left by what a vendor wrote', async () => {
  const answer = await get(kiln);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(await answer.text()).not.toContain('</script>');
});
