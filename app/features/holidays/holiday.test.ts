import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildThemeHolidays, stateOn, type OpenHoliday } from './holiday.ts';

const holiday = { enabled: true, from: '2026-12-24', to: '2026-12-26', message: 'Away' };

describe('a holiday', () => {
  it.each([
    ['2026-12-23', 'upcoming'],
    ['2026-12-24', 'now'],
    ['2026-12-26', 'now'],
    ['2026-12-27', 'over'],
  ])('holds on both its days and ends by itself: on %s it is %s', (today, state) => {
    expect(stateOn(holiday, today)).toBe(state);
  });

  it('is off where it is switched off, and where its days were never filled in', () => {
    expect(stateOn({ ...holiday, enabled: false }, '2026-12-24')).toBe('off');
    expect(stateOn({ ...holiday, from: null, to: null }, '2026-12-24')).toBe('off');
  });
});

describe('what the theme reads of holidays', () => {
  const day = fc
    .integer({ min: 0, max: 400 })
    .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10));
  const one = fc
    .record({
      vendor: fc.option(fc.string({ minLength: 1 })),
      first: day,
      last: day,
      message: fc.string({ maxLength: 500 }),
    })
    .map(({ first, last, ...rest }): OpenHoliday => ({
      ...rest,
      from: first < last ? first : last,
      to: first < last ? last : first,
    }));

  it('is every holiday that has not ended, the marketplace’s first, and never more than the platform keeps', () => {
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 40 }),
        day,
        fc.integer({ min: 100, max: 20_000 }),
        (all, today, maxBytes) => {
          const { list, isWhole } = buildThemeHolidays(all, { today, maxBytes });
          const open = all.filter(({ to }) => to >= today);
          expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(maxBytes);
          expect(isWhole).toBe(list.length === open.length);
          const firstVendor = list.findIndex(({ vendor }) => vendor !== '');
          expect(list.slice(firstVendor === -1 ? list.length : firstVendor).every(({ vendor }) => vendor !== '')).toBe(
            true,
          );
          for (const { from, to } of list) {
            expect(from).toBeLessThanOrEqual(to);
            expect(to).toBeGreaterThanOrEqual(Number(today.replaceAll('-', '')));
          }
        },
      ),
    );
  });
});
