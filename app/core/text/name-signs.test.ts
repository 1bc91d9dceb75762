import { expect, test } from 'vitest';
import { hasInvisibleSigns, mixesScripts } from './name-signs.ts';

test.each([
  'Ada\u202eselttek',
  'Ada\u200b Lovelace',
  '\u2066Ada\u2069',
  'A\u00adda',
  'Ada\ufeff',
  'Ada\u{e0041}',
  'A\u200dda',
  'ada\u200c',
])('a name with a sign that nobody sees is found: %j', (name) => {
  expect(hasInvisibleSigns(name)).toBe(true);
});

test.each(['\u041aettles', 'Ada Lovel\u0430ce', 'K\u03b5ttles', 'Αthena', 'Кiln & Co', '\u0555live'])(
  'a word with letters of two scripts that look alike is found: %j',
  (name) => {
    expect(mixesScripts(name)).toBe(true);
  },
);

test.each([
  ...[
    'Kiln & Co',
    'Zoë Müller-Łukasz',
    "O'Neill 3000",
    'Чайники',
    'Чайники Kettles',
    'Αθήνα Pottery',
    '茶壺 Tea',
    'ティーTea',
  ],
  ...['می\u200cخواهم', 'क्\u200dष', '\u{1f469}\u200d\u{1f373} Kitchen', 'café', 'شای Tea', '100 % ²'],
])('a name that people have is neither: %j', (name) => {
  expect([hasInvisibleSigns(name), mixesScripts(name)]).toEqual([false, false]);
});
