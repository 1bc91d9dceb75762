import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { TrustedProxies } from '../env.server.ts';
import { assertWellFormed, readCaller } from './caller.server.ts';

const asks = (o: { peer?: string; headers?: Record<string, string>; url?: string; method?: string }) =>
  ({
    method: o.method ?? 'GET',
    url: o.url ?? '/',
    headers: { host: 'souk.example', ...o.headers },
    socket: { remoteAddress: o.peer ?? '198.51.100.9' },
  }) as unknown as IncomingMessage;
const count = (hops: number): TrustedProxies => ({ kind: 'count', count: hops });
const read = (o: Parameters<typeof asks>[0], proxies: TrustedProxies, appUrl = 'https://souk.example') =>
  readCaller(asks(o), { proxies, addressHeader: undefined, appUrl });
const headers = (list: string) => ({ headers: { 'x-forwarded-for': list } });

describe("the caller's address", () => {
  it('is the socket’s where no proxy is trusted, whatever the caller writes', () => {
    expect(read(headers('203.0.113.7'), count(0)).address).toBe('198.51.100.9');
    expect(read({ peer: '::ffff:198.51.100.9' }, count(0)).address).toBe('198.51.100.9');
  });

  it('is counted from the right over the trusted hops: what was written left of it counts for nothing', () => {
    const list = headers('1.1.1.1, 203.0.113.7, 10.0.0.2');
    expect(read(list, count(1)).address).toBe('10.0.0.2');
    expect(read(list, count(2)).address).toBe('203.0.113.7');
    expect(read(list, count(9)).address).toBe('1.1.1.1');
    expect(read(headers('no address, 203.0.113.7'), count(1)).address).toBe('203.0.113.7');
  });

  it('is the first one from the right outside of the trusted networks', () => {
    const networks: TrustedProxies = {
      kind: 'networks',
      networks: [
        { address: '10.0.0.0', prefix: 8 },
        { address: '::1', prefix: 128 },
      ],
    };
    const list = '1.1.1.1, 203.0.113.7, 10.0.0.2';
    expect(read({ peer: '10.0.0.1', ...headers(list) }, networks).address).toBe('203.0.113.7');
    expect(read({ peer: '::1', ...headers(list) }, networks).address).toBe('203.0.113.7');
    expect(read({ peer: '198.51.100.9', ...headers(list) }, networks).address).toBe('198.51.100.9');
  });

  it('comes with the one that the caller passes on, for a caller that is known by its signature', () => {
    expect(read(headers('1.1.1.1, 203.0.113.7'), count(0)).beforeAddress).toBe('203.0.113.7');
    expect(read(headers('203.0.113.7, 23.227.38.1'), count(1))).toMatchObject({
      address: '23.227.38.1',
      beforeAddress: '203.0.113.7',
    });
    expect(read({}, count(0)).beforeAddress).toBeUndefined();
  });
});

describe('the origin of a request', () => {
  const https = { 'x-forwarded-proto': 'https' };
  it.each([
    ['https where the app is, without a word of a proxy', {}, count(0), 'https://souk.example', 'https://souk.example'],
    [
      'as a trusted proxy says',
      { 'x-forwarded-proto': 'http' },
      count(1),
      'https://souk.example',
      'http://souk.example',
    ],
    ['not as anybody else says', https, count(0), 'http://souk.example', 'http://souk.example'],
    ['http on this machine', { host: 'localhost:3000' }, count(0), 'https://souk.example', 'http://localhost:3000'],
  ] as const)('is %s', (_title, headers, proxies, appUrl, origin) => {
    expect(read({ headers }, proxies, appUrl).origin).toBe(origin);
  });
});

describe('a request that no browser sends', () => {
  const codeOf = (o: Parameters<typeof asks>[0]): string | undefined => {
    try {
      assertWellFormed(asks(o));
      return undefined;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  it.each([
    ['method_not_allowed', { method: 'TRACE' }],
    ['request_malformed', { headers: { host: 'a b' } }],
    ['request_malformed', { headers: { host: 'souk.example:port' } }],
    ['request_malformed', { headers: { host: '' } }],
    ['request_malformed', { url: '//[bad' }],
    ['request_malformed', { url: 'http://evil.example/app' }],
    ['not_found', { url: '/api//auth/public/login' }],
    ['not_found', { url: '//api/auth/public/login' }],
    ['not_found', { url: '/app//login?next=/app' }],
  ] as const)('is %s: %j', (code, request) => {
    expect(codeOf(request)).toBe(code);
  });
  it('is none with two slashes in its query, with a port, or with an address of six groups', () => {
    expect(codeOf({ url: '/app?next=//x' })).toBeUndefined();
    expect(codeOf({ headers: { host: '[::1]:3000' } })).toBeUndefined();
    expect(codeOf({ headers: { host: 'Souk.example:8443' } })).toBeUndefined();
  });
});
