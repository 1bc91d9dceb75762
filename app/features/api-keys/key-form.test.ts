import { describe, expect, it } from 'vitest';
import { formatApiKey, isApiKey, makesTestKeys, parseApiKey, randomSecret, toHint } from './key-form.server.ts';

const SECRET = `${'a'.repeat(42)}Z`;
const OLD_SECRET = 'a'.repeat(40) + '-_9';
const parts = { storeId: 12n, id: 345n, secret: SECRET };

describe('a key', () => {
  it('is taken apart as it was put together', () => {
    const key = formatApiKey({ ...parts, isTest: false });
    expect(key).toMatch(/^souk_live_12_345_a{42}Z[0-9A-Za-z]{6}$/);
    expect(isApiKey(key)).toBe(true);
    expect(parseApiKey(key)).toEqual(parts);
    expect(toHint(key)).toBe(key.slice(-4));
  });

  it('of a test program says so', () => {
    const key = formatApiKey({ ...parts, isTest: true });
    expect(key).toMatch(/^souk_test_/);
    expect(parseApiKey(key)).toEqual(parts);
    expect(makesTestKeys({ NODE_ENV: 'production', SOUK_DEMO: '0' })).toBe(false);
    expect(makesTestKeys({ NODE_ENV: 'production', SOUK_DEMO: '1' })).toBe(true);
    expect(makesTestKeys({ NODE_ENV: 'test', SOUK_DEMO: '0' })).toBe(true);
  });

  it('from before there were checksums is read on', () => {
    expect(parseApiKey(`souk_12_345_${OLD_SECRET}`)).toEqual({ ...parts, secret: OLD_SECRET });
  });

  it('with one sign changed anywhere is no key', () => {
    const key = formatApiKey({ ...parts, isTest: false });
    for (const at of [8, 10, 13, 20, key.length - 8, key.length - 1]) {
      const sign = key.charAt(at) === '7' ? '8' : '7';
      expect(parseApiKey(key.slice(0, at) + sign + key.slice(at + 1)), String(at)).toBeUndefined();
    }
  });

  it('has a secret of 43 letters and digits, never the same twice', () => {
    const secrets = Array.from({ length: 200 }, randomSecret);
    expect(new Set(secrets).size).toBe(200);
    for (const secret of secrets) expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
  });

  it.each([
    '',
    'souk_',
    'souk_live_',
    `souk_0_1_${OLD_SECRET}`,
    `souk_1_1_${OLD_SECRET}x`,
    `souk_live_1_1_${SECRET}`,
    `souk_live_1_1_${SECRET}000000`,
    'x'.repeat(5_000),
  ])('is no other text (%#)', (text) => {
    expect(parseApiKey(text)).toBeUndefined();
  });
});
