import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore, type BuiltVendor } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let vendor: BuiltVendor;
let seller: BuiltUser;
let product: { id: string; title: string };

const FIELDS = [
  { key: 'line', name: 'Line', type: 'input' },
  { key: 'text', name: 'Text', type: 'text' },
  { key: 'about', name: 'About', type: 'textarea' },
  { key: 'story', name: 'Story', type: 'richtext' },
  { key: 'craft', name: 'Craft', type: 'select', options: ['Wood', 'Clay'] },
  { key: 'days', name: 'Days', type: 'checkbox', options: ['Mon', 'Tue'] },
  { key: 'best', name: 'Best', type: 'product' },
  { key: 'agree', name: 'Agree', type: 'terms', link: 'https://souk.test/terms' },
  { key: 'film', name: 'Film', type: 'video', link: 'https://youtu.be/dQw4w9WgXcQ' },
  { key: 'certificates', name: 'Certificates', type: 'file' },
  { key: 'picture', name: 'Picture', type: 'image' },
  { key: 'media', name: 'Media', type: 'media' },
  { key: 'list', name: 'List', type: 'list_media' },
  { key: 'since', name: 'Since', type: 'date' },
  { key: 'call', name: 'Call', type: 'date_time' },
  { key: 'site', name: 'Site', type: 'url' },
  { key: 'street', name: 'Street', required: true, description: 'Where? {showWhen:craft=Wood}' },
].map((field) => ({ ...field, showOnVendorPage: true }));

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await program().drain();
  admin = await buildAdmin({ store });
  vendor = await buildVendor({ store, name: 'Page Maker' });
  seller = await buildUser({ vendor });
  const saved = await api(admin).put('/app/metafields/collection', { enableApproval: true, fields: FIELDS });
  expect(saved.status).toBe(200);
  const found = await api({ store: store.domain }).get('/store/products', { query: { q: 'a' } });
  [product = { id: '', title: '' }] = found.as<{ products: (typeof product)[] }>().products;
});
afterAll(() => program().stop());
beforeEach(() => program().owner.rateBucket.deleteMany());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const FILM = 'https://youtu.be/dQw4w9WgXcQ';

/** Sends a picture to the store's own storage as the screen does; where it is shown. */
async function sendPicture(by: BuiltUser): Promise<string> {
  const staged = await api(by).put('/cdn/stage-upload', {
    filename: 'bowl.png',
    fileSize: PNG.length,
    mime: 'image/png',
  });
  const { stagedTarget } = staged.as<{
    stagedTarget: { url: string; resourceUrl: string; parameters: { name: string; value: string }[] };
  }>();
  const form = new FormData();
  for (const { name, value } of stagedTarget.parameters) form.append(name, value);
  form.append('file', new File([new Uint8Array(PNG)], 'bowl.png', { type: 'image/png' }));
  expect((await fetch(stagedTarget.url, { method: 'POST', body: form })).ok).toBe(true);
  const shown = await api(by).get('/cdn/shopify/file', { query: { ressourceId: stagedTarget.resourceUrl } });
  return shown.as<{ src: string }>().src;
}

async function sendFile(by: BuiltUser, text = 'Bowl 12\n'): Promise<string> {
  const query = { ext: 'txt', name: 'Prices', size: Buffer.byteLength(text) };
  const target = (await api(by).put('/cdn/metafield-file', {}, { query })).as<{ url: string; location: string }>();
  const put = await fetch(target.url, { method: 'PUT', body: text, headers: { 'content-type': 'text/plain' } });
  expect(put.status).toBe(200);
  return target.location;
}

type Page = {
  status: string;
  live: { fields: { key: string; value: unknown }[] } | null;
  draft: { fields: { key: string; value: unknown }[] } | null;
  opened: { location: string; url: string }[];
};
const save = (by: BuiltUser, metafields: object[], over: object = {}) =>
  api(by).post('/vendors/v2', { metafields, description: '<p>Clay.</p>', imageUrl: '', ...over });
const give = (key: string, value: unknown) => ({ key, name: key, value });
const pageOf = (answer: { as: <T>() => T }) => answer.as<{ page: Page }>().page;
const valuesOf = (content: Page['live']) =>
  Object.fromEntries((content?.fields ?? []).map((one) => [one.key, one.value]));
const issuesOf = (answer: { body: unknown }) =>
  Object.fromEntries(
    ((answer.body as { issues?: { path: string; message: string }[] }).issues ?? []).map((one) => [
      one.path,
      one.message,
    ]),
  );

describe('a page with every type of field', () => {
  it('is kept as it was filled in, and buyers read it right: addresses, titles, formatted text, no files', async () => {
    const [picture, another, certificates] = [
      await sendPicture(seller),
      await sendPicture(seller),
      await sendFile(seller),
    ];
    const sent = [
      give('line', 'One line'),
      give('text', 'Another line'),
      give('about', 'First\nsecond'),
      give('story', '<h2>Thrown</h2><p>By <strong>hand</strong><script>alert(1)</script></p>'),
      give('craft', 'Clay'),
      give('days', ['Mon', 'Tue']),
      give('best', product.id),
      give('agree', true),
      give('certificates', certificates),
      give('picture', `UPLOAD_ME#IMAGE#${picture}`),
      give('media', [`UPLOAD_ME#IMAGE#${another}`, `UPLOAD_ME#IMAGE#${FILM}`]),
      give('list', `UPLOAD_ME#IMAGE#${picture}`),
      give('since', '2019-04-01'),
      give('call', '2026-11-24T09:30'),
      give('site', 'https://nour.be'),
    ];
    const saved = await save(seller, sent);
    expect(saved.status).toBe(200);
    expect(valuesOf(pageOf(saved).draft)).toEqual({
      ...Object.fromEntries(sent.map(({ key, value }) => [key, value])),
      story: '<h2>Thrown</h2><p>By <strong>hand</strong></p>',
      media: [`UPLOAD_ME#IMAGE#${another}`, `UPLOAD_ME#EXTERNAL_VIDEO#${FILM}`],
      list: [`UPLOAD_ME#IMAGE#${picture}`],
    });
    const [opened] = pageOf(saved).opened;
    expect(opened?.location).toBe(certificates);
    expect(await (await fetch(opened?.url ?? '')).text()).toBe('Bowl 12\n');

    expect((await api(admin).put('/vendors/v2/action', { vendor: vendor.name, action: 'approve' })).status).toBe(200);
    await program().drain();
    const read = await api({ store: store.domain }).get('/storefront/populate/vendor', {
      query: { vendor: vendor.name, json: 'true' },
    });
    expect(read.body).toEqual({
      $collectionUrl: expect.stringContaining('/collections/') as string,
      $description: '<p>Clay.</p>',
      $imageUrl: '',
      line: 'One line',
      text: 'Another line',
      about: 'First\nsecond',
      story: '<h2>Thrown</h2><p>By <strong>hand</strong></p>',
      craft: 'Clay',
      days: ['Mon', 'Tue'],
      best: product.title,
      picture,
      media: [another, FILM],
      list: [picture],
      since: '2019-04-01',
      call: '2026-11-24T09:30',
      site: 'https://nour.be',
    });
    const shop = program().sandbox?.sandbox.state.shops[store.domain];
    const [collection] = Object.values(shop?.collections ?? {});
    const html = await (
      await fetch(`${program().sandbox?.url ?? ''}/store/demo/collections/${collection?.handle ?? ''}`)
    ).text();
    for (const shown of ['<h2>Thrown</h2><p>By <strong>hand</strong></p>', 'Mon, Tue', product.title, picture]) {
      expect(html).toContain(shown);
    }
    for (const hidden of ['UPLOAD_ME', 'metafield-file', 'alert(1)']) expect(html).not.toContain(hidden);
  });

  it('asks what the answers make it ask, as the application form does', async () => {
    expect(issuesOf(await save(seller, [give('craft', 'Wood')]))).toEqual({ 'metafields.street': 'Required field' });
    const filled = await save(seller, [give('craft', 'Wood'), give('street', 'Main 1')]);
    expect(valuesOf(pageOf(filled).live)).toEqual({ craft: 'Wood', street: 'Main 1' });
    const hidden = await save(seller, [give('craft', 'Clay'), give('street', 'Main 1')]);
    expect(valuesOf(pageOf(hidden).live)).toEqual({ craft: 'Clay' });
  });

  it('keeps an uploaded file through later saves, and the marketplace’s file is the vendor’s to open', async () => {
    const certificates = await sendFile(admin, 'From the marketplace\n');
    expect((await save(admin, [give('certificates', certificates)], { vendor: vendor.name })).status).toBe(200);
    const again = await save(seller, [give('certificates', certificates), give('line', 'New')]);
    expect(valuesOf(pageOf(again).live)).toEqual({ certificates, line: 'New' });
    expect((await api(seller).get(new URL(certificates).pathname.replace(/^\/api/, ''))).status).toBe(200);
  });
});

describe('what no page takes', () => {
  it.each([
    ['story', 5, 'metafields.0.value'],
    ['craft', 'Stone', 'metafields.craft'],
    ['days', ['Sun'], 'metafields.days'],
    ['best', '999999999', 'metafields.best'],
    ['agree', 'perhaps', 'metafields.agree'],
    ['certificates', 'https://evil.test/metafield-file/1/2/a.pdf', 'metafields.certificates'],
    ['picture', 'UPLOAD_ME#IMAGE#javascript:alert(1)', 'metafields.picture'],
    ['media', 'UPLOAD_ME#IMAGE#http://169.254.169.254/a.png', 'metafields.media'],
    ['media', `UPLOAD_ME#EXTERNAL_VIDEO#https://evil.test/youtu.be`, 'metafields.media'],
    ['since', '2019-02-30', 'metafields.since'],
    ['call', 'tomorrow', 'metafields.call'],
    ['site', 'javascript:alert(1)', 'metafields.site'],
    ['line', 'x'.repeat(1_001), 'metafields.line'],
    ['about', 'x'.repeat(10_001), 'metafields.0.value'],
  ])('%s with %j', async (key, value, path) => {
    const answer = await save(seller, [give(key, value)]);
    expect([answer.status, Object.keys(issuesOf(answer))]).toEqual([422, [path]]);
  });

  it('is a file or a picture of another vendor: it is answered as gone', async () => {
    const other = await buildUser({ vendor: await buildVendor({ store }) });
    const certificates = await sendFile(other);
    expect(issuesOf(await save(seller, [give('certificates', certificates)]))).toEqual({
      'metafields.certificates': 'The file is no longer kept. Upload it again',
    });
  });

  it('is a file that is not what its name says', async () => {
    const query = { ext: 'pdf', name: 'a', size: 15 };
    const made = await api(seller).put('/cdn/metafield-file', {}, { query });
    const { url, location } = made.as<{ url: string; location: string }>();
    await fetch(url, { method: 'PUT', body: '<!doctype html>', headers: { 'content-type': 'application/pdf' } });
    expect(issuesOf(await save(seller, [give('certificates', location)]))).toEqual({
      'metafields.certificates': 'The file is not what its name says',
    });
  });
});
