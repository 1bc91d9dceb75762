import { describe, expect, it } from 'vitest';
import { domainOfAddress, judgeDkim, judgeDmarc, judgeSpf, listRecordNames } from './sender-domain.ts';

describe('sender domain', () => {
  it('SPF: one record is found, two contradict each other, none is missing, and no answer is unknown', () => {
    const record = 'v=spf1 include:spf.brevo.com ~all';
    expect(judgeSpf(['google-site-verification=1', record])).toBe('found');
    expect(judgeSpf([record, 'v=spf1 mx -all'])).toBe('invalid');
    expect([judgeSpf([]), judgeSpf(['v=spf10 mx']), judgeSpf(undefined)]).toEqual(['missing', 'missing', 'unknown']);
  });

  it('DMARC: its own name is read', () => {
    expect([judgeDmarc(['v=DMARC1; p=none']), judgeDmarc(['v=spf1 mx'])]).toEqual(['found', 'missing']);
    expect(listRecordNames('souk.example', 'none').dmarc).toBe('_dmarc.souk.example');
  });

  it('DKIM: one key under any name is enough; an empty one was revoked', () => {
    expect(judgeDkim([[], undefined, ['v=DKIM1; k=rsa; p=MIGf']])).toBe('found');
    expect(judgeDkim([['v=DKIM1; p=']])).toBe('invalid');
    expect([judgeDkim([[], []]), judgeDkim([[], undefined])]).toEqual(['missing', 'unknown']);
    expect(listRecordNames('souk.example', 'brevo').dkim).toContain('brevo1._domainkey.souk.example');
  });

  it('only names of the public DNS are looked up', () => {
    expect(domainOfAddress('Ada@Mail.Souk.example')).toBe('mail.souk.example');
    for (const address of [
      'ada@localhost',
      'ada@127.0.0.1',
      'ada@[::1]',
      'ada@a_b.example',
      `ada@${'a.'.repeat(200)}example`,
    ])
      expect(domainOfAddress(address)).toBeUndefined();
  });
});
