import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOCALES } from '../viewer.ts';
import { readDay, writeDay } from './typed-day.ts';

test.each(LOCALES)('what a field writes in %s is read as the same day', (locale) => {
  const day = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(day, (at) => {
      const iso = at.toISOString().slice(0, 10);
      expect(readDay(writeDay(iso, locale), locale)).toBe(iso);
      expect(readDay(iso, locale)).toBe(iso);
    }),
  );
});

test.each([
  ['20.11.2026', 'de', '2026-11-20'],
  ['3.4.2026', 'de', '2026-04-03'],
  ['20. November 2026', 'de', '2026-11-20'],
  ['3 avril 2026', 'fr', '2026-04-03'],
  ['3 de abril de 2026', 'es', '2026-04-03'],
  ['3-4-2026', 'nl', '2026-04-03'],
  ['25/11/2026', 'en', '2026-11-25'],
  ['11/25/2026', 'en', '2026-11-25'],
  ['4/4/2026', 'en', '2026-04-04'],
  ['3/4/2026', 'en', undefined],
  ['31.11.2026', 'de', undefined],
  ['2026-02-30', 'en', undefined],
  ['soon', 'en', undefined],
  ['', 'en', undefined],
  ['1'.repeat(100_000), 'en', undefined],
] as const)('%s in %s is %s', (text, locale, day) => {
  expect(readDay(text, locale)).toBe(day);
});

test('a text that is no day is shown as it was typed', () => {
  expect(writeDay('soon', 'en')).toBe('soon');
});
