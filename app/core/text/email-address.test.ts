import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMAIL_MAX, isEmailAddress, readEmailAddress } from './email-address.ts';
import { emailAddress, optionalEmailAddress } from './email-schema.ts';
import { toIssues } from '../issues.ts';

describe('an e-mail address', () => {
  it.each([
    ['tom&jerry@shop.example', 'tom&jerry@shop.example'],
    ['vera=1@shop.example', 'vera=1@shop.example'],
    ["Mary.O'Neil+shop@Mail.Example", "mary.o'neil+shop@mail.example"],
    [' ana@shop.example ', 'ana@shop.example'],
    ['info@bücher.example', 'info@xn--bcher-kva.example'],
    ['info@BÜCHER.example', 'info@xn--bcher-kva.example'],
    ['info@bu\u0308cher.example', 'info@xn--bcher-kva.example'],
    ['info@XN--BCHER-KVA.example', 'info@xn--bcher-kva.example'],
    ['wang@例え.テスト', 'wang@xn--r8jz45g.xn--zckzah'],
    ['a@b.museum', 'a@b.museum'],
    ['a@1.2.co', 'a@1.2.co'],
    [`${'a'.repeat(64)}@b.example`, `${'a'.repeat(64)}@b.example`],
  ])('is read and written in one way: %s', (typed, normal) => {
    expect(readEmailAddress(typed)).toBe(normal);
    expect(emailAddress.parse(typed)).toBe(normal);
    expect(optionalEmailAddress.parse(typed)).toBe(normal);
  });

  it.each([
    'nobody',
    'leila@',
    '@shop.example',
    'a@b@c.example',
    'a b@shop.example',
    'a@shop',
    'a@shop.example/x',
    'a@shop.example:25',
    'a@-shop.example',
    'a@shop-.example',
    'a@shop..example',
    'a@shop.example.',
    'a@.example',
    'a@1.2.3.4',
    'a@[::1]',
    'a@shop.exam%70le',
    'a@shop.example\r\nBcc: b@c.example',
    'a,b@shop.example',
    '<a@shop.example>',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(130)}example`,
    'ü@shop.example',
  ])('is none: %j', (typed) => {
    expect(readEmailAddress(typed)).toBeUndefined();
    expect(emailAddress.safeParse(typed).success).toBe(false);
  });

  it('that was read is read as itself', () => {
    fc.assert(
      fc.property(
        fc.emailAddress(),
        fc.constantFrom('example.com', 'münchen.example', 'Ω.example', 'ελ.gr'),
        (one, domain) => {
          for (const typed of [one, `${one.slice(0, one.lastIndexOf('@'))}@${domain}`]) {
            const normal = readEmailAddress(typed);
            expect(normal, typed).toBeDefined();
            expect(readEmailAddress(normal ?? '')).toBe(normal);
            expect(normal).toMatch(/^[!-~]+$/);
          }
        },
      ),
    );
  });

  it('of any signs at all is either none or ASCII within the limit, and never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.string({ unit: 'binary', maxLength: 30 }),
        (a, b) => {
          for (const typed of [a, `a@${a}.${b}`, `${a}@${b}.example`]) {
            const normal = readEmailAddress(typed);
            if (normal !== undefined) expect(normal).toMatch(/^[!-~]{3,254}$/);
            expect(isEmailAddress(typed)).toBe(normal !== undefined);
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('is refused by one rule, and the limit comes before the pattern', () => {
    const reported = (typed: string) => {
      const parsed = emailAddress.safeParse(typed);
      return parsed.success ? [] : toIssues(parsed.error).map(({ rule, message }) => `${rule}: ${message}`);
    };
    expect(reported('nobody')).toEqual(['valid_email: Must be a valid e-mail address']);
    expect(reported('  ')).toEqual(['required_field: Required field']);
    expect(reported(`${'@'.repeat(EMAIL_MAX)}@`).map((one) => one.split(':')[0])).toEqual(['too_big_string']);
    expect(optionalEmailAddress.parse(' ')).toBe('');
  });
});
