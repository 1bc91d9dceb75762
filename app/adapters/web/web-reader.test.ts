import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from './ip-address.ts';
import { createWebReader, WebRefusal, type WebReaderParts } from './web-reader.server.ts';

const servers: Server[] = [];
let port: number;
const opened: string[] = [];

/** Two machines of the test: 127.0.0.2 stands for a public one, 127.0.0.1 for what must never be reached. */
function listen(host: string, at: number, answer: RequestListener): Promise<number> {
  const server = createServer((req, res) => {
    opened.push(`${host}${req.url ?? ''}`);
    answer(req, res);
  });
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, host, () => {
      resolve((server.address() as AddressInfo).port);
    });
  });
}

beforeAll(async () => {
  port = await listen('127.0.0.2', 0, (req, res) => {
    const to = new URL(req.url ?? '/', 'http://host').searchParams.get('to');
    if (to) res.writeHead(302, { location: to }).end();
    else if (req.url === '/large') res.end(Buffer.alloc(5_000));
    else res.end(`public, asked as ${req.headers.host ?? ''}`);
  });
  await listen('127.0.0.1', port, (_req, res) => res.end('private'));
});
afterAll(() => {
  for (const server of servers) server.close();
});

const isPublic = (address: string) => address === '127.0.0.2' || isPublicAddress(address);
const read = (address: string, over: Partial<WebReaderParts> = {}, limitBytes = 1_000) => {
  const parts = { resolve: () => Promise.resolve(['127.0.0.2']), isPublic, ...over };
  return createWebReader(parts, new Set(['', String(port)])).read(address, {
    limitBytes,
    signal: AbortSignal.timeout(5_000),
  });
};
const refused = async (address: string, over: Partial<WebReaderParts> = {}, limitBytes?: number) => {
  opened.length = 0;
  await expect(read(address, over, limitBytes)).rejects.toBeInstanceOf(WebRefusal);
  expect(opened.filter((one) => one.startsWith('127.0.0.1'))).toEqual([]);
};

describe('the reader of addresses that somebody typed', () => {
  it('reads what is public, as its own host, also behind a redirect', async () => {
    const text = `public, asked as pictures.test:${port}`;
    expect(String(await read(`http://pictures.test:${port}/a.png`))).toBe(text);
    expect(String(await read(`http://pictures.test:${port}/?to=/b.png`))).toBe(text);
  });

  it('refuses this machine, private and link-local addresses, however they are written', async () => {
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '0.0.0.0',
      '10.0.0.1',
      '172.16.3.4',
      '192.168.1.1',
      '100.64.0.1',
      '169.254.169.254',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
      '[fe80::1]',
      '[fc00::1]',
      '[ff02::1]',
      '[2001:db8::1]',
    ]) {
      await refused(`http://${host}:${port}/`, { isPublic: isPublicAddress });
    }
  });

  it('refuses a host that leads to anything private, even beside a public address', async () => {
    for (const addresses of [['127.0.0.1'], ['127.0.0.2', '10.0.0.1'], ['::1'], ['fe80::1'], []]) {
      await refused(`http://pictures.test:${port}/`, { resolve: () => Promise.resolve(addresses) });
    }
    await refused(`http://gone.test:${port}/`, { resolve: () => Promise.reject(new Error('ENOTFOUND')) });
  });

  it('refuses a redirect to what is private, and redirects without end', async () => {
    const resolve = (host: string) => Promise.resolve([host === 'inside.test' ? '127.0.0.1' : '127.0.0.2']);
    for (const to of [
      `http://127.0.0.1:${port}/`,
      `http://[::1]:${port}/`,
      `http://inside.test:${port}/`,
      'file:///etc',
    ]) {
      await refused(`http://pictures.test:${port}/?to=${encodeURIComponent(to)}`, { resolve });
    }
    const round = `http://pictures.test:${port}/?to=${encodeURIComponent('/?to=/')}`;
    expect(String(await read(round))).toContain('public');
    const again = (depth: number): string => (depth === 0 ? '/' : `/?to=${encodeURIComponent(again(depth - 1))}`);
    await refused(`http://pictures.test:${port}${again(5)}`);
  });

  it('connects to the address that it checked, when the name resolves to another address a moment later', async () => {
    let requested = 0;
    const resolve = () => Promise.resolve([++requested === 1 ? '127.0.0.2' : '127.0.0.1']);
    opened.length = 0;
    expect(String(await read(`http://rebinding.test:${port}/`, { resolve }))).toContain('public');
    expect([requested, opened]).toEqual([1, ['127.0.0.2/']]);
  });

  it('refuses other schemes, other ports, passwords in the address, and more than the limit', async () => {
    for (const address of [
      'ftp://pictures.test/',
      'file:///etc/passwd',
      'http://pictures.test:22/',
      `http://a:b@pictures.test:${port}/`,
      'not an address',
    ]) {
      await refused(address);
    }
    await refused(`http://pictures.test:${port}/large`, {}, 1_000);
    expect(await read(`http://pictures.test:${port}/large`, {}, 5_000)).toHaveLength(5_000);
  });
});

it('check of addresses: knows public addresses of both families', () => {
  for (const address of ['1.1.1.1', '8.8.8.8', '172.32.0.1', '2606:4700::1111', '2a00:1450::1']) {
    expect(isPublicAddress(address), address).toBe(true);
  }
  expect(isPublicAddress('example.com')).toBe(false);
});
