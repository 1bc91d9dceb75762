import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveStaticFiles } from './static-files.ts';

const root = mkdtempSync(join(tmpdir(), 'souk-files-'));
const http = createServer();
let port: number;

beforeAll(async () => {
  mkdirSync(join(root, 'app/assets'), { recursive: true });
  const files = {
    'app/assets/a.js': 'plain',
    'app/assets/a.js.br': 'by brotli',
    'app/assets/a.js.gz': 'by gzip',
    'app/assets/gone.js': 'was here',
    'app/assets/ä b.css': 'b {}',
    'robots.txt': 'none',
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  const serve = serveStaticFiles(root);
  http.on('request', (req, res) => {
    serve(req, res, () => res.writeHead(204).end());
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  ({ port } = http.address() as AddressInfo);
});
afterAll(() => {
  http.close();
  rmSync(root, { recursive: true });
});

/** A request as its bytes go over the line: nothing is resolved or unpacked. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request({ host: '127.0.0.1', port, path, headers, method }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe('files of the build', () => {
  it.each([
    ['br, gzip', 'br', 'by brotli'],
    ['gzip, deflate', 'gzip', 'by gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'by gzip'],
    ['identity', undefined, 'plain'],
  ])('for "%s" they are packed as the caller takes it', async (accepted, encoding, body) => {
    const answer = await get('/app/assets/a.js', { 'accept-encoding': accepted });
    expect(answer).toMatchObject({ status: 200, body });
    expect(answer.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
  });

  it('are not sent again to whoever has them', async () => {
    const first = await get('/robots.txt');
    expect(first.headers['cache-control']).toBe('public, max-age=3600');
    const again = await get('/robots.txt', { 'if-none-match': String(first.headers.etag) });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('are named with signs that an address writes otherwise, and described without a body', async () => {
    expect(await get('/app/assets/%C3%A4%20b.css')).toMatchObject({ status: 200, body: 'b {}' });
    const head = await get('/robots.txt', {}, 'HEAD');
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers['content-length']).toBe('4');
  });

  it.each(['/', '/app', '/app/assets', '/app/assets/b.js', '/../package.json', '/%2e%2e/package.json', '/%E0%A4%A'])(
    'leave %s to the program',
    async (path) => {
      expect(await get(path)).toMatchObject({ status: 204 });
    },
  );

  it('that are gone since are 404, and the process goes on', async () => {
    rmSync(join(root, 'app/assets/gone.js'));
    const answer = await get('/app/assets/gone.js', { 'accept-encoding': 'br' });
    expect(answer).toMatchObject({ status: 404, body: '' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(await get('/robots.txt')).toMatchObject({ status: 200 });
  });
});
