import { describe, expect, it } from 'vitest';
import {
  applyChanges,
  cellText,
  fillDown,
  GRID_FIELDS,
  pasteBlock,
  readBlock,
  revertChanges,
  shownText,
  type GridRow,
} from './grid-block.ts';

const row = (over: Partial<GridRow> = {}): GridRow => ({
  price: '1',
  compareAt: '',
  stock: '5',
  sku: '',
  barcode: '',
  weight: '',
  trackStock: true,
  ...over,
});
const paste = (rows: GridRow[], text: string, locale: 'en' | 'de' = 'en') =>
  pasteBlock(rows, readBlock(text), { at: { index: 0, field: 'price' }, fields: GRID_FIELDS, locale });

describe('a block of a spreadsheet', () => {
  it('is read with its tabs, line breaks of any kind, and quotes', () => {
    expect(readBlock('a\tb\r\nc\td\r\n')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    expect(readBlock('"two\nlines"\t"say ""hi"""')).toEqual([['two\nlines', 'say "hi"']]);
    expect(readBlock('')).toEqual([['']]);
  });

  it('is written to the right and down, numbers by the separators of the language', () => {
    const rows = [row(), row()];
    const german = applyChanges(rows, paste(rows, '1.234,50\t\t1.000\tX-1\n28,5', 'de').changes);
    expect(german[0]).toMatchObject({ price: '1234.50', compareAt: '', stock: '1000', sku: 'X-1' });
    expect(german[1]).toMatchObject({ price: '28.5', stock: '5' });
    const english = applyChanges(rows, paste(rows, '$1,234.50', 'en').changes);
    expect(english[0]?.price).toBe('1234.50');
  });

  it('says how many of its rows found no variant, and leaves stock alone that is not counted', () => {
    const rows = [row({ trackStock: false })];
    const { changes, left } = paste(rows, '2\t\t9\n3\n4');
    expect(left).toBe(2);
    expect(changes).toEqual([{ index: 0, field: 'price', before: '1', after: '2' }]);
  });

  it('is taken back, but for what was typed over it since', () => {
    const rows = [row(), row()];
    const { changes } = paste(rows, '7\n8');
    const pasted = applyChanges(rows, changes);
    const typed = applyChanges(pasted, [{ index: 1, field: 'price', before: '8', after: '9' }]);
    expect(revertChanges(typed, changes).map((one) => one.price)).toEqual(['1', '9']);
  });
});

describe('filling down', () => {
  it('copies a value to the rows below as far as they go, and leaves the other rows the same objects', () => {
    const rows = [row({ price: '3' }), row(), row(), row()];
    const filled = applyChanges(rows, fillDown(rows, 'price', { from: 0, to: 2 }));
    expect(filled.map((one) => one.price)).toEqual(['3', '3', '3', '1']);
    expect(filled[3]).toBe(rows[3]);
    expect(fillDown(rows, 'price', { from: 0, to: 99 })).toHaveLength(3);
  });
});

describe('a cell', () => {
  it('shows the decimal separator of the viewer, and keeps a plain decimal', () => {
    expect(shownText('price', '12.5', 'de')).toBe('12,5');
    expect(shownText('price', '12.5', 'en')).toBe('12.5');
    expect(shownText('sku', 'A.1', 'de')).toBe('A.1');
  });

  it.each([
    ['€ 1.234,50', 'en', '1234.50'],
    ['12,50', 'en', '12.50'],
    ['$12.50', 'de', '12.50'],
    ['1 234,56', 'fr', '1234.56'],
    ['1.234,56', 'de', '1234.56'],
    ['1.234', 'de', '1234'],
    ['1.234', 'en', '1.234'],
    ['no amount', 'en', 'no amount'],
  ] as const)('reads the price %j of somebody who reads %s as %s', (typed, locale, kept) => {
    expect(cellText('price', typed, locale)).toBe(kept);
  });
});
