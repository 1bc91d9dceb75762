import { expect, it } from 'vitest';
import { toChoices, keyFor, moved, toEdited, toSaved, type EditedField } from './field-editor.ts';

const field = (over: Partial<EditedField>): EditedField => ({
  key: '',
  name: 'Field',
  type: 'text',
  required: false,
  description: '',
  options: [],
  link: '',
  showOnVendorPage: false,
  registration: true,
  isNew: true,
  choices: '',
  ...over,
});

it('editor of custom fields: makes a key of a name once, and never of one that is taken', () => {
  expect(keyFor('Was stellst du her?', new Set())).toBe('was_stellst_du_her');
  expect(keyFor('Größe', new Set(['gro_e']))).toBe('gro_e_2');
  expect(keyFor('東京', new Set(['field', 'field_2']))).toBe('field_3');
});

it('editor of custom fields: moves a field and stops at both ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
});

it('editor of custom fields: keeps the key of a field that is renamed, and sends what its type uses', () => {
  const saved = toSaved([
    field({ key: 'craft', name: 'New words', isNew: false }),
    field({ name: 'Craft', type: 'select', choices: ' Wood \n\nClay\n', link: 'https://x.test' }),
    field({ name: 'Craft', type: 'terms', choices: 'x', link: ' https://x.test ' }),
  ]);
  expect(saved.map(({ key, options, link }) => [key, options, link])).toEqual([
    ['craft', [], ''],
    ['craft_2', ['Wood', 'Clay'], ''],
    ['craft_3', [], 'https://x.test'],
  ]);
  expect(saved.every((one) => !('isNew' in one) && !('choices' in one))).toBe(true);
  expect(toChoices(toEdited({ ...field({}), options: ['a', 'b'] }).choices)).toEqual(['a', 'b']);
});
