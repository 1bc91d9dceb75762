import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeHandle, isVendorName, vendorHandle, vendorKey } from './vendor.ts';

describe('the key of a vendor', () => {
  it('is the same for names that differ by case, outer blanks or composition', () => {
    expect(vendorKey('  Kiln & Co ')).toBe(vendorKey('KILN & CO'));
    expect(vendorKey('Café')).toBe(vendorKey('Cafe\u0301'));
    expect(vendorKey('Straße')).toBe(vendorKey('STRASSE'));
  });

  it('does not change when it is taken again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        expect(vendorKey(vendorKey(name))).toBe(vendorKey(name));
      }),
    );
  });

  it('keeps apart what differs inside', () => {
    expect(vendorKey('Kiln & Co')).not.toBe(vendorKey('Kiln and Co'));
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
