import { describe, expect, it } from 'vitest';
import { toIssues } from '#app/core/issues.ts';
import { setPasswordFormSchema, signInSchema } from './auth.contract.ts';
import { isRevoked, judgeRefresh, nextStep, safeNext } from './sign-in.ts';

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

describe('a session and what voids it', () => {
  const never = { passwordChangedAt: null, signedOutAt: null };
  it.each([
    ['nothing happened since', never, false],
    ['the password changed after it', { ...never, passwordChangedAt: at(5.001) }, true],
    ['the password changed at its moment, which it began with', { ...never, passwordChangedAt: at(5) }, false],
    ['the person signed out everywhere before', { ...never, signedOutAt: at(4.999) }, false],
    ['the person signed out everywhere at its moment', { ...never, signedOutAt: at(5) }, true],
    ['the person signed out everywhere later', { ...never, signedOutAt: at(6) }, true],
  ])('when %s', (_name, since, isGone) => {
    expect(isRevoked(at(5), since)).toBe(isGone);
  });
});

describe('the step after a right password', () => {
  it.each([
    [{ hasSecondFactor: false, isDemanded: false }, undefined],
    [{ hasSecondFactor: false, isDemanded: true }, 'enrol'],
    [{ hasSecondFactor: true, isDemanded: false }, 'second-factor'],
    [{ hasSecondFactor: true, isDemanded: true }, 'second-factor'],
  ] as const)('with %j is %s', (o, step) => {
    expect(nextStep(o)).toBe(step);
  });
});

describe('where somebody goes on after signing in', () => {
  it.each([
    '/app',
    '/app/orders?view=unfulfilled&q=mug',
    '/app/orders/12#timeline',
    '/app?tab=x',
    '/app/products?next=https%3A%2F%2Fevil.example',
  ])('takes %s', (next) => {
    expect(safeNext(next)).toBe(next);
  });

  it.each([
    null,
    undefined,
    '',
    'https://evil.example/app',
    '//evil.example/app',
    '/\\evil.example',
    '/app\\evil',
    '/app/..//evil.example',
    '/app/../admin',
    '/app/%2e%2e/admin',
    '/application',
    '/app/login',
    '/app/login/register',
    '/app/x/../login',
    '/app//evil.example',
    'javascript:alert(1)',
    '/admin',
    '/app\t/orders',
    '/app/\u0000',
    ` /app`,
    `/app/${'x'.repeat(2001)}`,
  ])('goes home for %j', (next) => {
    expect(safeNext(next)).toBe('/app');
  });
});

describe('the forms', () => {
  const messagesOf = (result: ReturnType<typeof signInSchema.safeParse>) =>
    result.success ? [] : toIssues(result.error).map(({ path, message }) => [path, message]);

  it('want an address, and say so as the specification does', () => {
    const empty = signInSchema.safeParse({ store: 'demo.myshopify.com', email: '', password: 'long enough' });
    expect(messagesOf(empty)).toEqual([['email', 'Required field']]);
  });

  it("refuse two passwords that don't match", () => {
    const form = { email: 'a@demo.test', code: '123456', password: 'long enough', confirmation: 'something else' };
    const { error } = setPasswordFormSchema.safeParse(form);
    expect(error && toIssues(error)).toMatchObject([
      { path: 'confirmation', rule: 'passwords_differ', message: "Passwords don't match" },
    ]);
  });
});
