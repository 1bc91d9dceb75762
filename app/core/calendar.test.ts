import { expect, test } from 'vitest';
import { HOUR_MS } from '#app/core/durations.ts';
import { clocksAt, namedRange, periodRange, storeTime, whenClocksShow } from './calendar.ts';

const iso = ({ from, to }: { from?: Date | undefined; to?: Date | undefined }) => [
  from?.toISOString(),
  to?.toISOString(),
];

test('a period is one of the calendar in the zone, whatever UTC says', () => {
  const late = new Date('2026-11-21T23:30:00Z');
  expect(iso(periodRange('today', late, 'Europe/Amsterdam'))).toEqual([
    '2026-11-21T23:00:00.000Z',
    '2026-11-22T23:00:00.000Z',
  ]);
  expect(iso(periodRange('week', late, 'Europe/Amsterdam'))).toEqual([
    '2026-11-15T23:00:00.000Z',
    '2026-11-22T23:00:00.000Z',
  ]);
  expect(iso(periodRange('month', late, 'America/New_York'))).toEqual([
    '2026-11-01T04:00:00.000Z',
    '2026-12-01T05:00:00.000Z',
  ]);
  expect(iso(periodRange('quarter', late, 'Asia/Tokyo'))).toEqual([
    '2026-09-30T15:00:00.000Z',
    '2026-12-31T15:00:00.000Z',
  ]);
  expect(iso(periodRange('year', late, 'UTC'))).toEqual(['2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  expect(periodRange('all', late, 'UTC')).toEqual({});
});

test('the day on which clocks change has 23 hours or 25', () => {
  const length = (now: string) => {
    const { from, to } = periodRange('today', new Date(now), 'Europe/Amsterdam');
    return ((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / HOUR_MS;
  };
  expect(length('2026-03-29T10:00:00Z')).toBe(23);
  expect(length('2026-10-25T10:00:00Z')).toBe(25);
});

test('named days override the period and hold their last day whole', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  expect(iso(namedRange({ period: 'today', from: '2026-11-01', to: '2026-11-02' }, now, 'Europe/Amsterdam'))).toEqual([
    '2026-10-31T23:00:00.000Z',
    '2026-11-02T23:00:00.000Z',
  ]);
  expect(iso(namedRange({ period: 'all', from: '2026-11-01T10:00:00+01:00' }, now, 'UTC'))).toEqual([
    '2026-11-01T09:00:00.000Z',
    undefined,
  ]);
});

test('the clocks of a zone lead back to the moment that shows them, the first of two and the next after a jump', () => {
  const zone = 'Europe/Amsterdam';
  const shown = (clocks: string) => whenClocksShow(new Date(`${clocks}Z`), zone).toISOString();
  expect(clocksAt(new Date('2026-07-01T10:00:00Z'), zone).toISOString()).toBe('2026-07-01T12:00:00.000Z');
  expect(shown('2026-07-01T12:00:00')).toBe('2026-07-01T10:00:00.000Z');
  expect(shown('2026-10-25T02:30:00')).toBe('2026-10-25T00:30:00.000Z');
  expect(shown('2026-03-29T02:30:00')).toBe('2026-03-29T01:00:00.000Z');
});

test.each([
  ['2026-11-20T23:30:00Z', 'Europe/Amsterdam', '2026-11-21T00:30:00+01:00'],
  ['2026-07-20T22:30:05.400Z', 'Europe/Amsterdam', '2026-07-21T00:30:05+02:00'],
  ['2026-11-21T02:00:00Z', 'America/St_Johns', '2026-11-20T22:30:00-03:30'],
  ['2026-11-21T02:00:00Z', 'Asia/Kathmandu', '2026-11-21T07:45:00+05:45'],
  ['2026-11-21T02:00:00Z', 'UTC', '2026-11-21T02:00:00+00:00'],
])('the time of %s in a store of %s is %s, the same moment', (at, timezone, written) => {
  expect(storeTime(new Date(at), timezone)).toBe(written);
  expect(Math.floor(Date.parse(written) / 1000)).toBe(Math.floor(Date.parse(at) / 1000));
});
