import { describe, expect, it } from 'vitest';
import { setPasswordFormSchema, signInSchema } from './auth.contract.ts';
import { isOlderThanPassword, judgeRefresh } from './sign-in.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 10) + seconds * 1000);
const token = { createdAt: at(0), expiresAt: at(3600), usedAt: null, revokedAt: null };

describe('a refresh token', () => {
  it.each([
    ['is good until it is used', token, at(10), 'good'],
    ['is good for 30 seconds after it was replaced', { ...token, usedAt: at(10) }, at(40), 'good'],
    ['is reused after that', { ...token, usedAt: at(10) }, at(41), 'reused'],
    ['is void at its end', token, at(3600), 'void'],
    ['is void once revoked, whatever else it is', { ...token, usedAt: at(10), revokedAt: at(20) }, at(15), 'void'],
  ] as const)('%s', (_name, row, now, worth) => {
    expect(judgeRefresh(row, now)).toBe(worth);
  });
});

describe('a session and a new password', () => {
  it('belong together when the session is not older, by whole seconds', () => {
    expect(isOlderThanPassword(at(5), null)).toBe(false);
    expect(isOlderThanPassword(at(5), at(6))).toBe(true);
    expect(isOlderThanPassword(at(6), new Date(at(6).getTime() + 900))).toBe(false);
  });
});

describe('the forms', () => {
  const messagesOf = (result: ReturnType<typeof signInSchema.safeParse>) =>
    result.success ? [] : result.error.issues.map((issue) => [issue.path.join('.'), issue.message]);

  it('want an address, and say so as the specification does', () => {
    const empty = signInSchema.safeParse({ store: 'demo.myshopify.com', email: '', password: 'long enough' });
    expect(messagesOf(empty)).toEqual([['email', 'Required field']]);
  });

  it("refuse two passwords that don't match", () => {
    const form = { email: 'a@demo.test', code: '123456', password: 'long enough', confirmation: 'something else' };
    const issues = setPasswordFormSchema.safeParse(form).error?.issues;
    expect(issues?.map((issue) => [issue.path.join('.'), issue.message])).toEqual([
      ['confirmation', "Passwords don't match"],
    ]);
  });
});
