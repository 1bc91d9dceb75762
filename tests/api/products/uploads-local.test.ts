import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildAdmin, type BuiltUser } from '#tests/factories/people.ts';
import { buildStore, type BuiltStore } from '#tests/factories/stores.ts';
import { api, program, startProgram } from '#tests/support/program.ts';

let store: BuiltStore;
let admin: BuiltUser;
let png: Buffer;

beforeAll(async () => {
  // Without a storage in the environment, files go to a folder of this machine.
  await startProgram({ worker: false });
  store = await buildStore();
  png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#abc' } })
    .png()
    .toBuffer();
});
afterAll(() => program().stop());
// A session ends when the clock moves on.
beforeEach(async () => {
  admin = await buildAdmin({ store });
});

type Target = { url: string; location: string };
const target = async (proxy: string, ext: string, size?: number) =>
  (await api(admin).put(`/cdn/${proxy}`, {}, { query: { ext, name: 'a', ...(size ? { size } : {}) } })).as<Target>();
const put = (url: string, body: Buffer, type: string) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { 'content-type': type } });
const messageOf = async (answer: Response) => ((await answer.json()) as { issues?: { message: string }[] }).issues?.[0];

describe('the local storage', () => {
  it('serves what is public to anybody, so that nothing of it can run', async () => {
    const { url, location } = await target('product-images', 'png');
    expect((await put(url, png, 'image/png')).status).toBe(200);
    const shown = await fetch(location);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
  });

  it('keeps private what is, and hands it over as a download', async () => {
    const { url, location } = await target('metafield-file', 'txt');
    expect((await put(url, Buffer.from('<script>alert(1)</script>'), 'text/plain')).status).toBe(200);
    const key = new URL(location).pathname.slice('/api/cdn/'.length);
    expect((await fetch(`${program().url}/files/${key}`)).status).toBe(404);
    const { src } = (await api(admin).get(`/cdn/${key}`)).as<{ src: string }>();
    const read = await fetch(src);
    expect([read.status, read.headers.get('content-disposition')]).toEqual([200, 'attachment']);
    expect(read.headers.get('content-type')).toBe('application/octet-stream');
    expect((await fetch(src.replace(/signature=.../, 'signature=AAA'))).status).toBe(404);
    program().clock.advance({ seconds: 301 });
    expect((await fetch(src)).status).toBe(404);
  });

  it('checks the bytes: pages, drawings and mixtures that call themselves pictures are refused and not kept', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    for (const body of [svg, Buffer.from('<!doctype html>'), Buffer.concat([Buffer.from('<html>'), png])]) {
      const { url, location } = await target('vendor-page', 'png');
      const answer = await put(url, body, 'image/png');
      expect([answer.status, (await messageOf(answer))?.message]).toEqual([422, 'The file is not what its name says']);
      expect((await fetch(location)).status).toBe(404);
    }
    expect((await api(admin).put('/cdn/vendor-page', {}, { query: { ext: 'svg', name: 'a' } })).status).toBe(422);
  });

  it('refuses more than 25 megapixels in a few bytes, more than 20 MB, and more than was announced', async () => {
    const white = { create: { width: 5_001, height: 5_000, channels: 3, background: '#fff' } } as const;
    const bomb = await sharp({ ...white, limitInputPixels: false })
      .png()
      .toBuffer();
    const answer = await put((await target('model-image', 'png')).url, bomb, 'image/png');
    expect((await messageOf(answer))?.message).toBe('Maximum image size is 25MP');
    const heavy = await put(
      (await target('product-images', 'png')).url,
      Buffer.alloc(20 * 1024 * 1024 + 1),
      'image/png',
    );
    expect(heavy.status).toBe(413);
    const created = await target('product-images', 'png', png.length - 1);
    expect((await put(created.url, png, 'image/png')).status).toBe(413);
  });

  it('takes only what was signed: this key, this type, this size, within ten minutes', async () => {
    const { url } = await target('product-images', 'png', png.length);
    const forged = (change: (url: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return copy.href;
    };
    const wrong = [
      forged((one) => one.searchParams.set('signature', 'A'.repeat(43))),
      forged((one) => one.searchParams.set('expires', '99999999999')),
      forged((one) => one.searchParams.set('size', '9000000')),
      forged((one) => (one.pathname = one.pathname.replace(/[^/]+$/, 'b.png'))),
      forged((one) => (one.pathname = one.pathname.replace('product-images', 'metafield-file'))),
    ];
    for (const to of wrong) expect((await put(to, png, 'image/png')).status, to).toBe(404);
    expect((await put(url, png, 'text/html')).status).toBe(404);
    expect((await put(url, png, 'image/png')).status).toBe(200);
    program().clock.advance({ seconds: 601 });
    expect((await put(url, png, 'image/png')).status).toBe(404);
  });

  it('leads nowhere else by tricks in a name or in an address', async () => {
    for (const name of [
      '../../../etc/passwd',
      '..\\..\\boot.ini',
      'a/../../b',
      '\0x',
      '.htaccess',
      'a.php%00',
      '…/…',
    ]) {
      const answer = await api(admin).put('/cdn/product-images', {}, { query: { ext: 'png', name } });
      const { location } = answer.as<Target>();
      const key = new URL(location).pathname.slice('/files/'.length);
      expect(key, name).toMatch(/^product-images\/\d+\/[0-9a-f-]{36}\/[\w-]+\.png$/);
    }
    for (const path of [
      'vendor-page/..%2f..%2fpackage.json',
      'vendor-page/%2e%2e/%2e%2e/package.json',
      'vendor-page/%E0%A4%A',
      'vendor-page/a%00.png',
      'vendor-page//etc/passwd',
      'vendor-page/.env',
    ]) {
      expect((await fetch(`${program().url}/files/${path}`)).status, path).toBe(404);
    }
    for (const ext of ['png/../../x', '..', 'p ng', 'php']) {
      expect((await api(admin).put('/cdn/product-images', {}, { query: { ext, name: 'a' } })).status, ext).toBe(422);
    }
  });
});
