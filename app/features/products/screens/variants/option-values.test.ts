import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readValues, writeValues } from './option-values.ts';

it('option values: reads values with commas or line breaks between, each once', () => {
  expect(readValues('Small, Large,Small\nHuge,,')).toEqual(['Small', 'Large', 'Huge']);
  expect(readValues('"1,5 L", 2 L')).toEqual(['1,5 L', '2 L']);
  expect(readValues('')).toEqual([]);
});

it('option values: reads back what it wrote, whatever signs values hold', () => {
  const value = fc
    .string({ minLength: 1, maxLength: 8 })
    .map((text) => text.trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(fc.uniqueArray(value, { maxLength: 6 }), (values) => {
      expect(readValues(writeValues(values))).toEqual(values);
    }),
  );
});
