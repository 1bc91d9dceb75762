import { describe, expect, test } from 'vitest';
import { entriesNamed, withEntryNames } from './entry-value.ts';
import { placeOfLinked, tickOptions } from './linked-option.ts';

const named = (...names: string[]) => names.map((name) => ({ id: `id of ${name}`, name }));
const size = { id: '1', name: 'Size', values: ['S', 'L'] };
const colour = { id: '2', name: 'Colour', values: ['Moss', 'Rust'] };
const tick = (options: { id?: string; name: string; values: string[] }[], before: string[], after: string[]) =>
  tickOptions(options, { name: 'Colour', before: named(...before), after: named(...after), most: 3 });

describe('ticked entries', () => {
  test('are the values of an option, which comes with the first and goes with the last', () => {
    expect(tick([size], [], ['Moss'])).toEqual([size, { name: 'Colour', values: ['Moss'] }]);
    expect(tick([size, colour], ['Moss', 'Rust'], ['Rust'])).toEqual([size, { ...colour, values: ['Rust'] }]);
    expect(tick([size, colour], ['Moss', 'Rust'], [])).toEqual([size]);
  });

  test('find their option by its values where it has another name, and take no place of a fourth', () => {
    const shade = { ...colour, name: 'Shade' };
    expect(tick([shade], ['Rust', 'Moss'], ['Rust'])).toEqual([{ ...shade, values: ['Rust'] }]);
    expect(placeOfLinked([size], 'Colour', ['Moss'])).toBe(-1);
    const full = ['A', 'B', 'C'].map((name) => ({ name, values: ['x'] }));
    expect(tick(full, [], ['Moss'])).toEqual(full);
  });

  test('of which one is gone have the names of the others', () => {
    expect(tick([], [], ['Moss', ''])).toEqual([{ name: 'Colour', values: ['Moss'] }]);
  });
});

describe('the names of entries', () => {
  const moss = 'gid://shopify/Metaobject/12';
  const names = new Map([[moss, 'Moss']]);

  test('stand in the place of their references, alone, in a list and within a text', () => {
    expect(withEntryNames(moss, names)).toBe('Moss');
    expect(withEntryNames(JSON.stringify([moss, 'gid://shopify/Metaobject/3']), names)).toBe('Moss, #3');
    expect(withEntryNames(`colour: ${moss}`, names)).toBe('colour: Moss');
    expect(withEntryNames('["Oak"]', names)).toBe('["Oak"]');
  });

  test('are asked for once, wherever entries are named', () => {
    expect(entriesNamed({ a: [moss], b: { c: JSON.stringify([moss]) } })).toEqual([moss]);
    expect(entriesNamed(undefined)).toEqual([]);
  });
});
