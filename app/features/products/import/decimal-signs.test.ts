import { describe, expect, it } from 'vitest';
import { computeSigns, findSign, readNumber } from './decimal-signs.ts';

describe('the decimal sign', () => {
  it.each([
    ['12,50', 'comma'],
    ['12.50', 'point'],
    ['1.234,5', 'comma'],
    ['1,234.5', 'point'],
    ['1.234.567', 'comma'],
    ['0.234', 'point'],
    ['1.234', 'open'],
    ['€ 1,234', 'open'],
    ['12', undefined],
    ['none', undefined],
  ])('of %s is %s', (cell, sign) => {
    expect(findSign(cell)).toBe(sign);
  });

  it('of a column is what its own cells show, else that of other columns, else that of the file', () => {
    const mapping = { columns: ['price', 'weight', 'stock'] as const, optionNames: [] };
    const rows = [
      ['1.234', '1.5', '7'],
      ['2.500', '1.250', '1.000'],
    ].map((cells) => ({ cells }));
    const { signs, readings } = computeSigns(rows, mapping, 'comma');
    expect(signs).toEqual({ price: 'point', weight: 'point', stock: 'point' });
    expect(readings[0]).toEqual({ field: 'price', sign: 'point', example: '1.234', value: '1.234' });
    const alone = computeSigns([{ cells: ['1.234', '', ''] }], mapping, 'comma');
    expect(alone.signs.price).toBe('comma');
    expect(computeSigns(rows, { ...mapping, decimalSign: 'comma' }, 'point').signs.weight).toBe('comma');
  });

  it('reads a number in one way only where it could be two', () => {
    expect([readNumber('1.234', 'comma'), readNumber('1.234', 'point')]).toEqual(['1234', '1.234']);
    expect([readNumber('12,50', 'point'), readNumber('12.50', 'comma')]).toEqual(['12.50', '12.50']);
  });
});
