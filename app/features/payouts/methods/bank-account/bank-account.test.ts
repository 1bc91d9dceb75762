import { describe, expect, it } from 'vitest';
import { isIban } from '#app/core/money/iban.ts';
import { bankAccountInput } from './bank-account.contract.ts';
import { findProblems, isRoutingNumber, toLastFour, normalizeNumber, printNumber } from './bank-account.ts';

const IBANS = ['DE89370400440532013000', 'NL91ABNA0417164300', 'GB29NWBK60161331926819', 'FR1420041010050500013M02606'];
const us = {
  kind: 'us',
  holder: 'Kiln & Co',
  accountNumber: '000123456789',
  bankCode: '110000000',
  bankName: '',
} as const;

describe('a bank account for manual payouts', () => {
  it.each(IBANS)('takes the IBAN %s, and refuses it with any two neighbours swapped', (iban) => {
    expect(isIban(iban)).toBe(true);
    for (let at = 4; at < iban.length - 1; at++) {
      if (iban[at] === iban[at + 1]) continue;
      const swapped = iban.slice(0, at) + iban.charAt(at + 1) + iban.charAt(at) + iban.slice(at + 2);
      expect(isIban(swapped), swapped).toBe(false);
    }
  });

  it('refuses an IBAN of another length than its country has', () => {
    // The check digits are right, and a German account has 22 characters.
    expect(isIban('DE89370400440532013000')).toBe(true);
    expect(isIban('DE8937040044053201300')).toBe(false);
    expect(isIban('DE')).toBe(false);
    expect(isIban('9'.repeat(10_000))).toBe(false);
  });

  it('takes routing numbers by district and check digit', () => {
    expect(['110000000', '021000021', '011401533', '091000019'].map(isRoutingNumber)).toEqual([true, true, true, true]);
    expect(['110000001', '021000012', '000000000', '500000005', '02100002', '0210000211'].map(isRoutingNumber)).toEqual(
      Array<boolean>(6).fill(false),
    );
  });

  it('names the field and the rule of each problem', () => {
    expect(findProblems(us)).toEqual([]);
    expect(findProblems({ ...us, accountNumber: '12A4', bankCode: '1' })).toEqual([
      { field: 'accountNumber', rule: 'account_digits' },
      { field: 'bankCode', rule: 'routing_number' },
    ]);
    expect(findProblems({ ...us, kind: 'iban', accountNumber: 'DE00', bankCode: 'DEUT' })).toEqual([
      { field: 'accountNumber', rule: 'iban' },
      { field: 'bankCode', rule: 'bic' },
    ]);
    expect(findProblems({ ...us, kind: 'other', accountNumber: '1', bankCode: '' })).toEqual([
      { field: 'accountNumber', rule: 'account_characters' },
      { field: 'bankCode', rule: 'bank_code_characters' },
      { field: 'bankName', rule: 'required_field' },
    ]);
  });

  it('is kept in capitals without spaces and hyphens, and printed in groups', () => {
    expect(normalizeNumber(' de89 3704-0044 0532 0130 00 ')).toBe('DE89370400440532013000');
    expect(printNumber({ kind: 'iban', accountNumber: 'NL91ABNA0417164300' })).toBe('NL91 ABNA 0417 1643 00');
    expect(printNumber(us)).toBe('000123456789');
    expect(toLastFour('DE89370400440532013000')).toBe('3000');
  });

  it('names the rule and its numbers at the field that breaks it, and limits each text before it is read', () => {
    const refused = bankAccountInput.safeParse({ ...us, holder: ' ' });
    expect(refused.error?.issues.map(({ path }) => path[0])).toEqual(['holder']);
    const wrong = bankAccountInput.safeParse({ ...us, accountNumber: '12' });
    expect(wrong.error?.issues).toMatchObject([{ path: ['accountNumber'] }]);
    expect(wrong.error?.issues[0]?.message).toContain('"maximum":17');
    expect(bankAccountInput.safeParse({ ...us, accountNumber: '1'.repeat(1_000) }).success).toBe(false);
    expect(bankAccountInput.parse({ ...us, accountNumber: '0001-2345 6789' })).toEqual(us);
  });
});
