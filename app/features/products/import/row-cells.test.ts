import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestMapping } from './import-headers.ts';
import { joinRows, makeSku } from './row-cells.ts';

const value = fc
  .string({ minLength: 1, maxLength: 4, unit: fc.constantFrom(...Array.from('aB1 -/&é')) })
  .map((one) => one.trim());

describe('a SKU that is made', () => {
  it('is the same for the same handle and options, and another for others', () => {
    fc.assert(
      fc.property(fc.tuple(value, value), fc.tuple(value, value), (one, other) => {
        const fold = (values: readonly string[]) => values.map((text) => text.toLowerCase());
        const isSame = JSON.stringify(fold(one)) === JSON.stringify(fold(other));
        expect(makeSku('bowl', one) === makeSku('bowl', other)).toBe(isSame);
      }),
    );
  });

  it('reads as the handle and the values, and fits a SKU', () => {
    expect(makeSku('Linen-Shirt', ['Sky Blue', 'S'])).toBe('linen-shirt/sky-blue/s');
    expect(makeSku('plain', [])).toBe('plain');
    expect(makeSku('x'.repeat(255), ['y'.repeat(255)]).length).toBeLessThanOrEqual(255);
  });
});

describe('rows', () => {
  it('of one handle take its texts and names of options from its first row, and rows of pictures are no variants', () => {
    const headers = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Price', 'Image Src'];
    const rows = [
      ['bowl', 'Bowl', 'Size', 'S', '5', ''],
      ['cup', 'Cup', 'Title', 'Default Title', '3', ''],
      ['bowl', '', '', 'M', '6', ''],
      ['bowl', '', '', '', '', 'https://a.example/1.jpg'],
    ].map((cells, index) => ({ line: index + 2, cells }));
    const joined = joinRows(rows, suggestMapping(headers, { withVendor: false }));
    expect(
      joined.map((row) => [row.handle, row.isVariant, row.cell('title'), row.cell('option1Name'), row.madeSku]),
    ).toEqual([
      ['bowl', true, 'Bowl', 'Size', 'bowl/s'],
      ['cup', true, 'Cup', '', 'cup'],
      ['bowl', true, 'Bowl', 'Size', 'bowl/m'],
      ['bowl', false, 'Bowl', '', undefined],
    ]);
  });
});
