import { describe, expect, it } from 'vitest';
import { formatToken, isClientId, isRedirectAddress, isRegistered, parseToken, readScopes } from './grant.ts';

describe('grant of an assistant', () => {
  it('token: is read back by its own kind alone', () => {
    const token = { storeId: 7n, grantId: 12n, secret: 'a'.repeat(43) };
    for (const kind of ['code', 'access', 'refresh'] as const) {
      const text = formatToken(kind, token);
      expect(parseToken(kind, text)).toEqual(token);
      expect(parseToken(kind === 'code' ? 'access' : 'code', text)).toBeUndefined();
    }
    for (const text of ['', 'souk_at_0_1_' + 'a'.repeat(43), 'souk_at_1_1_' + 'a'.repeat(42), 'x'.repeat(5_000)])
      expect(parseToken('access', text)).toBeUndefined();
  });

  it('scopes: those of ours, in their order', () => {
    expect(readScopes('messages:read orders:read everything openid')).toEqual(['orders:read', 'messages:read']);
    expect(readScopes('')).toEqual([]);
  });

  it('redirect: https or the own machine, without a fragment or a password', () => {
    for (const address of ['https://a.test/cb', 'http://127.0.0.1:9/cb', 'http://localhost/cb', 'http://[::1]:3/'])
      expect([address, isRedirectAddress(address)]).toEqual([address, true]);
    for (const address of [
      'http://a.test/cb',
      'https://a.test/#x',
      'https://u@a.test/',
      'javascript:alert(1)',
      'app:/cb',
      '/cb',
    ])
      expect([address, isRedirectAddress(address)]).toEqual([address, false]);
  });

  it('redirect: is registered sign by sign; on the own machine its port may differ', () => {
    const registered = ['https://a.test/cb', 'http://127.0.0.1/cb'];
    for (const address of ['https://a.test/cb', 'http://127.0.0.1:8123/cb'])
      expect([address, isRegistered(address, registered)]).toEqual([address, true]);
    for (const address of [
      'https://a.test/cb/',
      'https://a.test/cb?x',
      'https://a.test:8443/cb',
      'http://127.0.0.1:1/other',
      'http://localhost/cb',
    ])
      expect([address, isRegistered(address, registered)]).toEqual([address, false]);
  });

  it('client: an https address with a path, written as it is compared', () => {
    expect(isClientId('https://a.test/client.json')).toBe(true);
    for (const address of [
      'https://a.test/',
      'http://a.test/c',
      'https://a.test/c?x',
      'https://a.test/c#x',
      'https://A.test/c',
      'c',
    ])
      expect([address, isClientId(address)]).toEqual([address, false]);
  });
});
