import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApplicationDto } from '#app/features/vendor-profiles/applications/applications.contract.ts';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { nextNumber, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let productId: string;

const FIELDS = [
  { key: 'about', name: 'About', type: 'textarea', required: true },
  { key: 'line', name: 'Line', type: 'input' },
  { key: 'story', name: 'Story', type: 'richtext' },
  { key: 'craft', name: 'Craft', type: 'select', options: ['Wood', 'Clay'] },
  { key: 'days', name: 'Days', type: 'checkbox', options: ['Mon', 'Tue'] },
  { key: 'best', name: 'Best', type: 'product' },
  { key: 'agree', name: 'Agree', type: 'terms', link: 'https://souk.test/terms' },
  { key: 'film', name: 'Film', type: 'video', link: 'https://youtu.be/dQw4w9WgXcQ' },
  { key: 'certificates', name: 'Certificates', type: 'file' },
  { key: '$imageUrl', name: 'Picture', type: 'image' },
  { key: 'media', name: 'Media', type: 'media' },
  { key: 'list', name: 'List', type: 'list_media' },
  { key: 'since', name: 'Since', type: 'date' },
  { key: 'call', name: 'Call', type: 'date_time' },
  { key: 'site', name: 'Site', type: 'url' },
  { key: 'street', name: 'Street', required: true, description: 'Where? {showWhen:craft=Wood}' },
  { key: 'rating', name: 'Rating', description: '{show:false}' },
].map((field) => ({ ...field, registration: true }));
const INTERNAL = { key: 'tax', name: 'Tax', registration: false };

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  await program().drain();
  admin = await buildAdmin({ store });
  const saved = await api(admin).put('/app/metafields/collection', {
    enableApproval: true,
    fields: [...FIELDS, INTERNAL],
  });
  expect(saved.status).toBe(200);
  const found = await api({ store: store.domain }).get('/store/products', { query: { q: 'a' } });
  productId = found.as<{ products: { id: string }[] }>().products[0]?.id ?? '';
});
afterAll(() => program().stop());
beforeEach(() => program().owner.rateBucket.deleteMany());

const give = (key: string, value: unknown) => ({ key, name: key, value });
const ABOUT = give('about', 'Bowls');

function submit(fields: object[], over: object = {}) {
  const number = nextNumber();
  return api({ store: store.domain }).post('/vendor/application', {
    email: `maker${number}@souk.test`,
    vendorName: `Maker ${number}`,
    store: store.domain,
    fields: [ABOUT, ...fields],
    ...over,
  });
}

/** The newest application as an admin sees it. */
async function newest(): Promise<ApplicationDto> {
  const { id } = await program().owner.vendorApplication.findFirstOrThrow({ orderBy: { id: 'desc' } });
  return (await api(admin).get(`/applications/${id}`)).as<{ application: ApplicationDto }>().application;
}

const issuesOf = (body: unknown) =>
  Object.fromEntries(
    ((body as { issues?: { path: string; message: string }[] }).issues ?? []).map((one) => [one.path, one.message]),
  );

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

async function openToken(): Promise<string> {
  const answer = await api().post('/cdn/ticket', { form: 'application', store: store.domain });
  return answer.as<{ ticket: string }>().ticket;
}

type Staged = { stagedTarget: { url: string; resourceUrl: string; parameters: { name: string; value: string }[] } };

/** A picture at the platform: where it was sent, and where it is shown. */
async function sendPicture(token: string, bytes = PNG) {
  const staged = { filename: 'bowl.png', fileSize: bytes.length, mime: 'image/png' };
  const { stagedTarget } = (
    await api({ store: store.domain }).put('/cdn/stage-upload', staged, { query: { ticket: token } })
  ).as<Staged>();
  const form = new FormData();
  for (const { name, value } of stagedTarget.parameters) form.append(name, value);
  form.append('file', new File([new Uint8Array(bytes)], 'bowl.png', { type: 'image/png' }));
  expect((await fetch(stagedTarget.url, { method: 'POST', body: form })).ok).toBe(true);
  const query = { ressourceId: stagedTarget.resourceUrl, ticket: token };
  const shown = await api({ store: store.domain }).get('/cdn/shopify/file', { query });
  return { resourceUrl: stagedTarget.resourceUrl, shown };
}

async function sendFile(token: string): Promise<string> {
  const text = Buffer.from('What we make\n');
  const query = { ext: 'txt', name: 'Preisliste für Händler', size: text.length, ticket: token };
  const made = await api({ store: store.domain }).put('/cdn/metafield-file', {}, { query });
  const { url, location } = made.as<{ url: string; location: string }>();
  const headers = { 'content-type': 'text/plain' };
  expect((await fetch(url, { method: 'PUT', body: new Uint8Array(text), headers })).status).toBe(200);
  return location;
}

describe('an application with every type of field', () => {
  it('arrives at the admin with files that open, pictures that show, products by name', async () => {
    const token = await openToken();
    const { shown } = await sendPicture(token);
    const { src } = shown.as<{ src: string }>();
    const certificates = await sendFile(token);
    const sent = [
      give('line', 'One line'),
      give('story', '<p>Thrown by <strong>hand</strong></p>'),
      give('craft', 'Clay'),
      give('days', ['Tue']),
      give('best', productId),
      give('agree', true),
      give('certificates', certificates),
      give('$imageUrl', src),
      give('media', [`UPLOAD_ME#IMAGE#${src}`, 'UPLOAD_ME#IMAGE#https://youtu.be/dQw4w9WgXcQ']),
      give('list', `UPLOAD_ME#IMAGE#${src}`),
      give('since', '2019-04-01'),
      give('call', '2026-11-24T09:30'),
      give('site', 'https://nour.be'),
    ];
    const answer = await submit(sent, { ticket: token });
    expect(answer.body).toEqual({ ok: true });
    const application = await newest();
    const stored = Object.fromEntries(application.fields.map(({ key, value }) => [key, value]));
    expect(stored).toMatchObject({
      $imageUrl: src,
      media: [`UPLOAD_ME#IMAGE#${src}`, 'UPLOAD_ME#EXTERNAL_VIDEO#https://youtu.be/dQw4w9WgXcQ'],
      list: [`UPLOAD_ME#IMAGE#${src}`],
      certificates,
      best: productId,
    });
    const items = Object.fromEntries(application.shown.map((one) => [one.key, one.items]));
    expect(items.media?.map((one) => one.kind)).toEqual(['IMAGE', 'EXTERNAL_VIDEO']);
    expect(items.best?.[0]).toMatchObject({ kind: 'PRODUCT', src: productId });
    expect(items.certificates?.[0]?.name).toBe('Preisliste für Händler');
    expect(await (await fetch(items.certificates?.[0]?.src ?? '')).text()).toBe('What we make\n');
    // What is held is not swept with its ticket.
    program().clock.advance({ days: 2 });
    await program().drain();
    admin = await buildAdmin({ store });
    expect((await newest()).shown.find((one) => one.key === 'certificates')?.items).toHaveLength(1);
    expect((await fetch(src)).status).toBe(200);
  });

  it('keeps nothing of fields that are hidden, internal or for admins only, and requires none of them', async () => {
    const hidden = [give('craft', 'Clay'), give('street', 'Main 1'), give('rating', '5'), give('tax', 'BE 1')];
    expect((await submit(hidden)).status).toBe(201);
    expect((await newest()).fields.map((one) => one.key)).toEqual(['about', 'craft']);
    expect(issuesOf((await submit([give('craft', 'Wood')])).body)).toEqual({ 'fields.street': 'Required field' });
    const form = await api({ store: store.domain }).get('/store/registration');
    const reported = form.as<{ registrationFields: { key: string }[] }>().registrationFields.map((one) => one.key);
    expect(reported).not.toContain('rating');
    expect(reported).not.toContain('tax');
  });
});

describe('files of an application', () => {
  it('are those of its own upload token, once and as they are: others are answered as gone', async () => {
    const [mine, theirs] = [await openToken(), await openToken()];
    const certificates = await sendFile(theirs);
    const { resourceUrl } = await sendPicture(theirs);
    const answer = await submit([give('certificates', certificates), give('media', `UPLOAD_ME#IMAGE#${resourceUrl}`)], {
      ticket: mine,
    });
    const GONE = 'The file is no longer kept. Upload it again';
    expect(issuesOf(answer.body)).toEqual({ 'fields.certificates': GONE, 'fields.media': GONE });
    expect(issuesOf((await submit([give('certificates', certificates)])).body)).toEqual({
      'fields.certificates': GONE,
    });
    const foreignFile = await submit([give('certificates', 'https://evil.test/metafield-file/1/2/a.pdf')], {
      ticket: mine,
    });
    expect(issuesOf(foreignFile.body)).toEqual({ 'fields.certificates': GONE });
  });

  it('that are not what they say are refused when they arrive, and deleted', async () => {
    const token = await openToken();
    const query = { ext: 'pdf', name: 'a', size: 15, ticket: token };
    const made = await api({ store: store.domain }).put('/cdn/metafield-file', {}, { query });
    const { url, location } = made.as<{ url: string; location: string }>();
    const body = '<!doctype html>';
    expect((await fetch(url, { method: 'PUT', body, headers: { 'content-type': 'application/pdf' } })).ok).toBe(true);
    const answer = await submit([give('certificates', location)], { ticket: token });
    expect(issuesOf(answer.body)).toEqual({ 'fields.certificates': 'The file is not what its name says' });
    const { shown } = await sendPicture(token, Buffer.from('<svg onload="alert(1)"/>'));
    expect(shown.body).toMatchObject({ code: 'platform_refused' });
  });

  it('by address are read on the public internet only', async () => {
    for (const host of [
      '127.0.0.1',
      '169.254.169.254',
      '10.0.0.1',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '0x7f.1',
      'localhost.',
    ]) {
      const answer = await submit([give('media', `UPLOAD_ME#IMAGE#http://${host}/latest/meta-data/a.png`)]);
      const refused = issuesOf(answer.body)['fields.media'] ?? '';
      expect(['Provided url is not an image', 'Must be a valid URL'], host).toContain(refused);
    }
  });
});

it('application of a vendor: keeps a text with signs that no database takes, without them', async () => {
  const sent = [give('line', 'a\0b\ud800c'), give('story', '<p>\0</p>')];
  expect((await submit(sent, { vendorName: `Maker \0${nextNumber()}` })).status).toBe(201);
  expect((await newest()).fields.find((one) => one.key === 'line')?.value).toBe('ab\uFFFDc');
});

const SCRIPT = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;

it('stores scripts as text, cleans formatted text, and answers neither as a page', async () => {
  const sent = [
    give('line', SCRIPT),
    give(
      'story',
      `<p onclick="alert(1)">Hi ${SCRIPT}<a href="javascript:alert(1)">x</a><iframe src=//e.test></iframe></p>`,
    ),
  ];
  expect((await submit(sent, { vendorName: `Maker ${SCRIPT}` })).status).toBe(201);
  const application = await newest();
  expect(application.vendorName).toBe(`Maker ${SCRIPT}`);
  const story = String(application.fields.find((one) => one.key === 'story')?.value);
  expect(story).toContain('<p>Hi');
  expect(story).not.toMatch(/onclick|onerror|<script|<img|<iframe|javascript:/);
  const answer = await api(admin).get(`/applications/${application.id}`);
  expect(answer.headers.get('content-type')).toContain('application/json');
  for (const bad of [give('site', 'javascript:alert(1)'), give('media', 'UPLOAD_ME#IMAGE#javascript:alert(1)')]) {
    expect((await submit([bad])).status).toBe(422);
  }
});
