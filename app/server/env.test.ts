import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EnvError, readEnv } from './env.server.ts';

const safe = (): Record<string, string> => ({
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://souk@127.0.0.1/souk',
  SHOPIFY_API_KEY: '0f7d2c1a9be34c5f8a61d0e2b7394c58',
  SHOPIFY_API_SECRET: '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',
  SHOPIFY_APP_URL: 'https://souk.example',
  SCOPES: 'read_orders',
  SESSION_SECRET: randomBytes(24).toString('base64'),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Souk <souk@souk.example>',
});
function problemsOf(changed: Record<string, string>): string {
  try {
    readEnv({ ...safe(), ...changed });
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    return (error as Error).message.split('\n').slice(1).join('\n').trim();
  }
}
const keyOf = (bytes: Buffer) => `k1:${bytes.toString('base64')}`;

describe('a production environment', () => {
  it('starts with random secrets and an https address, however they are written', () => {
    expect(problemsOf({})).toBe('');
    for (let count = 0; count < 500; count++) {
      const changed = { SESSION_SECRET: randomBytes(16).toString('hex'), ENCRYPTION_KEYS: keyOf(randomBytes(32)) };
      expect(problemsOf(changed), JSON.stringify(changed)).toBe('');
    }
  });

  it.each([
    [{ SESSION_SECRET: 'a'.repeat(32) }, 'SESSION_SECRET: repeats itself'],
    [{ SESSION_SECRET: 'abcdefgh'.repeat(5) }, 'SESSION_SECRET: repeats itself'],
    [{ SESSION_SECRET: `${'a'.repeat(30)}bcdefg` }, 'SESSION_SECRET: repeats itself'],
    [{ ENCRYPTION_KEYS: keyOf(Buffer.alloc(32)) }, 'ENCRYPTION_KEYS: the key k1 is not random'],
    [
      { ENCRYPTION_KEYS: keyOf(Buffer.from('0123456789abcdef'.repeat(2))) },
      'ENCRYPTION_KEYS: the key k1 is not random',
    ],
    [{ SHOPIFY_API_KEY: 'souk-sandbox-key' }, 'SHOPIFY_API_KEY: is the published one'],
    [{ SHOPIFY_API_SECRET: 'souk-sandbox-secret' }, 'SHOPIFY_API_SECRET: is the published one'],
    [{ SHOPIFY_APP_URL: 'http://souk.example' }, 'SHOPIFY_APP_URL: must be an https address'],
    [{ SOUK_DEMO: '1' }, 'SOUK_DEMO: is for an address of this machine only'],
    [{ CLIENT_ADDRESS_HEADER: 'x-real-ip' }, 'TRUSTED_PROXIES: is missing'],
    [{ TRUSTED_PROXIES: 'everybody' }, 'TRUSTED_PROXIES: must be a number of proxies'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES: must be a number of proxies'],
  ])('refuses %j with the reason', (changed, reason) => {
    expect(problemsOf(changed)).toContain(reason);
  });

  it('takes known secrets and http for a demo on this machine, and in development', () => {
    const weak = { SESSION_SECRET: 'a'.repeat(32), SHOPIFY_API_KEY: 'souk-sandbox-key' };
    expect(problemsOf({ ...weak, SHOPIFY_APP_URL: 'http://localhost:3000', SOUK_DEMO: '1' })).toBe('');
    expect(problemsOf({ ...weak, SHOPIFY_APP_URL: 'http://localhost:3000' })).toContain('SESSION_SECRET');
    expect(problemsOf({ ...weak, NODE_ENV: 'development' })).toBe('');
  });

  it('reads trusted proxies as a number or as networks', () => {
    const read = (text: string) => readEnv({ ...safe(), TRUSTED_PROXIES: text }).TRUSTED_PROXIES;
    expect(read('2')).toEqual({ kind: 'count', count: 2 });
    expect(read('10.0.0.0/8, ::1')).toEqual({
      kind: 'networks',
      networks: [
        { address: '10.0.0.0', prefix: 8 },
        { address: '::1', prefix: 128 },
      ],
    });
    expect(readEnv(safe()).TRUSTED_PROXIES).toEqual({ kind: 'count', count: 0 });
  });
});
