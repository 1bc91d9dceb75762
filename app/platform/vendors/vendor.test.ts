import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldName } from '#app/core/text/folding.ts';
import { decideRename, freeHandle, isVendorName, tidyName, vendorHandle } from './vendor.ts';

describe('the key of a vendor', () => {
  it('is the same for names that differ by case, outer blanks or composition', () => {
    expect(foldName('  Kiln & Co ')).toBe(foldName('KILN & CO'));
    expect(foldName('Café')).toBe(foldName('Cafe\u0301'));
    expect(foldName('Straße')).toBe(foldName('STRASSE'));
  });

  it('does not change when it is taken again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
    );
  });

  it('is the same for names that only look alike: other blanks, several of them, invisible signs', () => {
    for (const other of [
      'Kiln\u00a0& Co',
      'Kiln &\u2009Co',
      'Kiln  &\tCo',
      'Ki\u200bln & Co\ufeff',
      'Kiln\u3000& C\u200do',
    ]) {
      expect(foldName(other)).toBe('kiln & co');
    }
  });

  it('keeps apart what differs inside', () => {
    expect(foldName('Kiln & Co')).not.toBe(foldName('Kiln and Co'));
  });
});

describe('the name of a vendor', () => {
  it('is refused when it is blank, the marketplace itself or too long', () => {
    expect(isVendorName('  ')).toBe(false);
    expect(isVendorName(' * ')).toBe(false);
    expect(isVendorName('x'.repeat(256))).toBe(false);
    expect(isVendorName('Kiln/Co *')).toBe(true);
  });
});

it('a name is kept with plain blanks, and with the joiners that a script needs', () => {
  expect(tidyName(' Kiln\u00a0 &\u2009Co\u200b ')).toBe('Kiln & Co');
  expect(tidyName('می\u200cخواهم')).toBe('می\u200cخواهم');
  expect(isVendorName('\u200b\u00a0\u200d')).toBe(false);
});

it('a vendor may take a name that nobody else has, also another spelling of its own', () => {
  const vendor = { id: 1n, name: 'Kiln & Co' };
  expect(decideRename(vendor, 'Kiln House', undefined)).toEqual({ ok: true, value: 'rename' });
  expect(decideRename(vendor, 'KILN & Co', { id: 1n })).toEqual({ ok: true, value: 'rename' });
  expect(decideRename(vendor, ' Kiln & Co', { id: 1n })).toEqual({ ok: true, value: 'nothing' });
  expect(decideRename(vendor, 'Nour', { id: 2n })).toEqual({ ok: false, refusal: 'taken' });
});

describe('the handle of a vendor', () => {
  it('is made of small letters, digits and single hyphens', () => {
    expect(vendorHandle('Atelier Nöur & Fils')).toBe('atelier-nour-fils');
    expect(vendorHandle('Große Töpferei')).toBe('grosse-topferei');
    expect(vendorHandle('東京')).toBe('vendor');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(vendorHandle(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });

  it('gets a number when it is taken', () => {
    expect(freeHandle('kiln', new Set(['kiln', 'kiln-2']))).toBe('kiln-3');
  });
});
