import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { installDemoStore } from '#tests/factories/installation.ts';
import { buildAdmin, buildUser, type BuiltUser } from '#tests/factories/people.ts';
import { buildVendor, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let other: BuiltStore;
let admin: BuiltUser;
let seller: BuiltUser;
let rival: BuiltUser;

beforeAll(async () => {
  await startProgram({ sandbox: true });
  store = await installDemoStore();
  other = await installDemoStore('other.myshopify.com');
});
afterAll(() => program().stop());
// What one address may do in a minute has tests of its own, and a session ends when the clock moves on.
beforeEach(async () => {
  await program().owner.rateBucket.deleteMany();
  admin = await buildAdmin({ store });
  seller = await buildUser({ vendor: await buildVendor({ store }) });
  rival = await buildUser({ vendor: await buildVendor({ store }) });
});

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n');
const anyone = () => api({ store: store.domain });

async function openToken(of: BuiltStore = store): Promise<string> {
  const answer = await api().post('/cdn/ticket', { form: 'application', store: of.domain });
  expect(answer.status).toBe(201);
  return answer.as<{ ticket: string }>().ticket;
}

const target = (token: string, size: number, name = 'papers') =>
  anyone().put('/cdn/metafield-file', {}, { query: { ext: 'pdf', name, size, ticket: token } });

async function sendPdf(token: string): Promise<{ url: string; location: string }> {
  const made = (await target(token, PDF.length)).as<{ url: string; location: string }>();
  const stored = await put(made.url, PDF);
  expect(stored.status).toBe(200);
  return made;
}

const put = (url: string, body: Buffer, type = 'application/pdf') =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } });
const pathOf = (location: string) => new URL(location).pathname.replace('/api', '');

describe('an upload token', () => {
  it('opens uploads of pictures and of files of fields, and nothing else', async () => {
    const token = await openToken();
    const staged = { filename: 'a.png', fileSize: 10, mime: 'image/png' };
    expect((await anyone().put('/cdn/stage-upload', staged, { query: { ticket: token } })).status).toBe(200);
    const pdf = { filename: 'a.pdf', fileSize: 10, mime: 'application/pdf' };
    expect((await anyone().put('/cdn/stage-upload', pdf, { query: { ticket: token } })).status).toBe(422);
    expect((await target(token, 10)).status).toBe(200);
    for (const proxy of ['vendor-page', 'product-images', 'logo-text', 'messages']) {
      const query = { ext: 'png', name: 'a', size: 10, ticket: token };
      expect((await anyone().put(`/cdn/${proxy}`, {}, { query })).status, proxy).toBe(404);
    }
    const sizeless = await anyone().put('/cdn/metafield-file', {}, { query: { ext: 'pdf', name: 'a', ticket: token } });
    expect(sizeless.body).toMatchObject({ issues: [{ path: 'size' }] });
    expect((await anyone().get('/orders', { query: { ticket: token } })).status).toBe(401);
  });

  it('is bound to its store, unknown when it is made up, and good for a day', async () => {
    const token = await openToken(other);
    expect((await target(token, 10)).status).toBe(401);
    expect((await target('made-up', 10)).status).toBe(401);
    const own = await openToken();
    expect((await target(own, 10)).status).toBe(200);
    program().clock.advance({ seconds: 24 * 3600 + 1 });
    expect((await target(own, 10)).status).toBe(401);
  });

  it('takes ten files and 60 MB (409)', async () => {
    const token = await openToken();
    for (let file = 0; file < 10; file++) expect((await target(token, 10)).status).toBe(200);
    expect((await target(token, 10)).body).toMatchObject({ code: 'invalid_state' });
    const heavy = await openToken();
    for (let file = 0; file < 3; file++) expect((await target(heavy, 20 * 1024 * 1024)).status).toBe(200);
    expect((await target(heavy, 1)).status).toBe(409);
    expect((await target(await openToken(), 20 * 1024 * 1024 + 1)).status).toBe(422);
  });

  it('is not given where the form is closed (409), nor without end (429)', async () => {
    const set = (enableApproval: boolean) =>
      api(admin).put('/app/metafields/collection', { enableApproval, fields: [] });
    await set(false);
    const closed = await api().post('/cdn/ticket', { form: 'application', store: store.domain });
    expect(closed.body).toMatchObject({ code: 'registration_closed' });
    await set(true);
    const statuses = new Set<number>();
    for (let ask = 0; ask < 22; ask++) {
      statuses.add((await api().post('/cdn/ticket', { form: 'application', store: store.domain })).status);
    }
    expect([...statuses]).toEqual([201, 429]);
  });
});

describe('a private file', () => {
  it('is read with its own upload token, by the store’s admins, and by nobody else', async () => {
    const token = await openToken();
    const { location } = await sendPdf(token);
    const read = (by: Parameters<typeof api>[0], query = {}) => api(by).get(pathOf(location), { query });
    const found = await read({ store: store.domain }, { ticket: token });
    expect(found.status).toBe(200);
    const bytes = await fetch(found.as<{ src: string }>().src);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(PDF)).toBe(true);
    expect((await read(admin)).status).toBe(200);
    expect((await read({ store: store.domain }, { ticket: await openToken() })).status).toBe(404);
    expect((await read({ store: store.domain })).status).toBe(401);
    expect((await read(seller)).status).toBe(404);
    const plain = new URL(found.as<{ src: string }>().src);
    plain.search = '';
    expect((await fetch(plain)).status).toBe(403);
  });

  it('of a vendor is that vendor’s and the admins’', async () => {
    const query = { ext: 'pdf', name: 'papers' };
    for (const proxy of ['metafield-file', 'messages']) {
      const ext = proxy === 'messages' ? 'png' : 'pdf';
      const made = (await api(seller).put(`/cdn/${proxy}`, {}, { query: { ...query, ext } })).as<{
        location: string;
      }>();
      expect((await api(seller).get(pathOf(made.location))).status).toBe(200);
      expect((await api(admin).get(pathOf(made.location))).status).toBe(200);
      expect((await api(rival).get(pathOf(made.location))).status).toBe(404);
      const outsider = await buildAdmin({ store: other });
      expect((await api(outsider).get(pathOf(made.location))).status).toBe(404);
    }
  });

  it('sends a browser that follows its link to where it lies', async () => {
    const token = await openToken();
    const { location } = await sendPdf(token);
    const page = await anyone().get(pathOf(location), { query: { ticket: token }, headers: { accept: 'text/html' } });
    expect([page.status, page.headers.get('location')]).toEqual([302, expect.stringContaining('X-Amz-Signature')]);
  });
});

describe('an address that was signed', () => {
  it('takes only its own key, type, size and time', async () => {
    const token = await openToken();
    const { url } = (await target(token, PDF.length)).as<{ url: string }>();
    const forged = (change: (url: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return copy.href;
    };
    const attempts: [string, Buffer, string][] = [
      [forged((one) => one.searchParams.set('X-Amz-Signature', '0'.repeat(64))), PDF, 'application/pdf'],
      [forged((one) => (one.pathname = one.pathname.replace('papers', 'other'))), PDF, 'application/pdf'],
      [forged((one) => one.searchParams.set('X-Amz-Expires', '604800')), PDF, 'application/pdf'],
      [forged((one) => (one.search = '')), PDF, 'application/pdf'],
      [url, PDF, 'text/html'],
      [url, Buffer.concat([PDF, PDF]), 'application/pdf'],
    ];
    for (const [to, body, type] of attempts) expect((await put(to, body, type)).status, to).toBe(403);
    expect((await put(url, PDF)).status).toBe(200);
    program().clock.advance({ seconds: 601 });
    expect((await put(url, PDF)).status).toBe(403);
  });
});

describe('what was uploaded with a token and never used', () => {
  it('is deleted a day later, here, in the storage and at the platform', async () => {
    const token = await openToken();
    const { location } = await sendPdf(token);
    const read = await api(admin).get(pathOf(location));
    const { src } = read.as<{ src: string }>();
    expect((await fetch(src)).status).toBe(200);
    program().clock.advance({ seconds: 24 * 3600 + 1 });
    await program().drain();
    expect((await api(await buildAdmin({ store })).get(pathOf(location))).status).toBe(404);
    expect(await program().owner.upload.count({ where: { storeId: store.id, tokenId: { not: null } } })).toBe(0);
    expect(await program().container.services.adapters.files.readBytes(pathOf(location).slice('/cdn/'.length))).toBe(
      undefined,
    );
  });
});
