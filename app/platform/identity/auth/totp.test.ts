import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { matchTotp, newRecoveryCodes, newSecret, normaliseRecoveryCode, qrPath, totpAddress } from './totp.server.ts';

const at = new Date('2026-11-21T10:00:15Z');
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const codeAt = (secret: string, moment: Date) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: moment.getTime() });

describe('a code of an authenticator app', () => {
  const secret = newSecret();

  it('is known by the values of RFC 6238', () => {
    const known = Secret.fromLatin1('12345678901234567890').base32;
    expect(matchTotp(known, '287082', { at: new Date(59_000), lastStep: null })).toBe(1n);
    expect(matchTotp(known, '081804', { at: new Date(1_111_111_109_000), lastStep: null })).toBe(37_037_036n);
  });

  it('is taken in its step and the one on either side, however it is spaced', () => {
    const code = codeAt(secret, at);
    for (const seconds of [-30, 0, 30])
      expect(matchTotp(secret, code, { at: after(seconds), lastStep: null })).toBeDefined();
    for (const seconds of [-60, 60])
      expect(matchTotp(secret, code, { at: after(seconds), lastStep: null })).toBeUndefined();
    expect(matchTotp(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, { at, lastStep: null })).toBeDefined();
  });

  it('is not taken twice, nor one of an older step after it', () => {
    const step = matchTotp(secret, codeAt(secret, at), { at, lastStep: null });
    expect(matchTotp(secret, codeAt(secret, at), { at, lastStep: step ?? null })).toBeUndefined();
    expect(matchTotp(secret, codeAt(secret, after(-30)), { at, lastStep: step ?? null })).toBeUndefined();
    expect(matchTotp(secret, codeAt(secret, after(30)), { at, lastStep: step ?? null })).toBe((step ?? 0n) + 1n);
  });

  it.each(['', '12345', '1234567', 'abcdef', '-12345'])('is refused when it is %j', (code) => {
    expect(matchTotp(secret, code, { at, lastStep: null })).toBeUndefined();
  });
});

describe('the address of an authenticator app', () => {
  it('names the store and the person', () => {
    const address = new URL(totpAddress(newSecret(), { issuer: 'Fjord & Field', label: 'a@b.test' }));
    expect(address.protocol).toBe('otpauth:');
    expect(address.searchParams.get('issuer')).toBe('Fjord & Field');
    expect(decodeURIComponent(address.pathname)).toContain('Fjord & Field:a@b.test');
  });

  it('fits a QR code, which has its quiet zone', () => {
    const { size, path } = qrPath('otpauth://totp/x?secret=ABC');
    expect(size).toBeGreaterThan(28);
    expect(path).toMatch(/^M4 4h1v1h-1z/);
  });
});

describe('recovery codes', () => {
  it('are ten, all different, and known again however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
      const plain = code.replace('-', '');
      expect(normaliseRecoveryCode(code)).toBe(plain);
      expect(normaliseRecoveryCode(` ${plain.toUpperCase()} `)).toBe(plain);
    }
  });

  it.each(['', 'abcde', '123456', 'abcde-fghil', "abcde-fgh'; --"])('do not look like %j', (typed) => {
    expect(normaliseRecoveryCode(typed)).toBeUndefined();
  });
});
