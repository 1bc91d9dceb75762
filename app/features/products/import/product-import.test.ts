import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suggestMapping } from './import-headers.ts';
import { compressLines, groupIssues, hasNameBox, IMPORT_FIELDS, isRepeatable, remap } from './product-import.ts';

/** Lines as their shortest writing says them. */
const expand = (text: string): number[] =>
  text === ''
    ? []
    : text.split(',').flatMap((range) => {
        const [from = 0, to = from] = range.split('-').map(Number);
        return Array.from({ length: to - from + 1 }, (_one, index) => from + index);
      });

describe('lines', () => {
  it('are compressed to ranges', () => {
    expect(compressLines([2, 3, 4, 5, 7, 8, 9])).toBe('2-5,7-9');
    expect(compressLines([9, 2, 2])).toBe('2,9');
    expect(compressLines([])).toBe('');
  });

  it('are all there, each once, and no two ranges touch', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 60 })), (lines) => {
        const text = compressLines(lines);
        expect(expand(text)).toEqual([...new Set(lines)].sort((one, other) => one - other));
        const ranges = text === '' ? [] : text.split(',').map((range) => range.split('-').map(Number));
        ranges.slice(1).forEach(([from = 0], index) => {
          expect(from).toBeGreaterThan((ranges[index]?.at(-1) ?? 0) + 1);
        });
      }),
    );
  });

  it('of one rule of a field stand together, fields in their order', () => {
    const issue = { field: 'price', rule: 'number', message: 'must be a number' } as const;
    const sku = { field: 'sku', rule: 'required_field', message: 'Required field' } as const;
    const rows = [
      { line: 3, issues: [issue] },
      { line: 2, issues: [issue, sku] },
      { line: 4, issues: [issue] },
    ];
    expect(groupIssues(rows)).toEqual([
      { ...sku, lines: '2', count: 1, values: [] },
      { ...issue, lines: '2-4', count: 3, values: [] },
    ]);
  });
});

describe('a mapping', () => {
  it('knows headers by name, however they are written, and leaves others out', () => {
    const headers = ['SKU', 'Product title', 'Compare-at price', 'Weight (kg)', 'weight', 'Option1 Name', 'Notes', ''];
    const { columns } = suggestMapping(headers, { withVendor: false });
    expect(columns).toEqual(['sku', 'title', 'compareAt', 'weightKg', null, 'option1Name', null, null]);
    expect(suggestMapping(['Vendor'], { withVendor: false }).columns).toEqual([null]);
    expect(suggestMapping(['Vendor'], { withVendor: true }).columns).toEqual(['vendor']);
  });

  it('of an option’s values fills the name of the option in from the header', () => {
    const headers = ['sku', 'Colour'];
    const mapping = remap(suggestMapping(headers, { withVendor: false }), headers, {
      column: 1,
      field: 'option1Value',
    });
    expect(mapping).toEqual({ columns: ['sku', 'option1Value'], optionNames: ['Colour', '', ''] });
    expect(hasNameBox(mapping, 1)).toBe(true);
    expect(hasNameBox(mapping, 2)).toBe(false);
  });

  it('has each field once, whatever is chosen in whatever order', () => {
    const choice = fc.record({
      column: fc.integer({ min: 0, max: 9 }),
      field: fc.constantFrom(null, ...IMPORT_FIELDS),
    });
    fc.assert(
      fc.property(fc.array(choice), (choices) => {
        const headers = Array.from({ length: 10 }, (_one, index) => `Column ${index}`);
        const start = suggestMapping(headers, { withVendor: true });
        const { columns } = choices.reduce((mapping, one) => remap(mapping, headers, one), start);
        const used = columns.filter((field) => field !== null && !isRepeatable(field));
        expect(new Set(used).size).toBe(used.length);
        expect(used.filter((field) => field?.startsWith('weight') && field !== 'weightUnit').length).toBeLessThan(2);
        const last = choices.at(-1);
        if (last) expect(columns[last.column]).toBe(last.field);
      }),
    );
  });
});
