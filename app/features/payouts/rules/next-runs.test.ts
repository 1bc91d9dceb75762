import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clocksAt } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { nextRuns } from './next-runs.ts';
import { EVERY_HOURS, NTHS, WEEKDAYS, type CalendarRule } from './payout-rules.ts';

const AMSTERDAM = 'Europe/Amsterdam';
const ZONES = [
  AMSTERDAM,
  'America/New_York',
  'America/Nuuk',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'UTC',
];

/** The runs as the clocks of the zone show them. */
const clocks = (rule: CalendarRule, after: string, count = 4, zone = AMSTERDAM) =>
  nextRuns(rule, new Date(after), zone, count).map((run) =>
    clocksAt(run, zone).toISOString().slice(0, 16).replace('T', ' '),
  );
const moments = (rule: CalendarRule, after: string, count: number, zone = AMSTERDAM) =>
  nextRuns(rule, new Date(after), zone, count).map((run) => run.toISOString().slice(0, 16));
const daily = (time: string): CalendarRule => ({ kind: 'weekdays', days: [...WEEKDAYS], time });

describe('the rules of the calendar', () => {
  it('know every so many hours, weekdays, weeks, the nth or last weekday and days of a month', () => {
    const after = '2026-11-23T12:00:00Z';
    expect(clocks({ kind: 'hours', every: 6 }, after)).toEqual([
      '2026-11-23 18:00',
      '2026-11-24 00:00',
      '2026-11-24 06:00',
      '2026-11-24 12:00',
    ]);
    expect(clocks({ kind: 'weekdays', days: ['mon', 'tue', 'wed', 'thu', 'fri'], time: '13:00' }, after, 5)).toEqual([
      '2026-11-24 13:00',
      '2026-11-25 13:00',
      '2026-11-26 13:00',
      '2026-11-27 13:00',
      '2026-11-30 13:00',
    ]);
    expect(clocks({ kind: 'nth_weekday', nth: '1', day: 'tue', time: '10:00' }, after, 3)).toEqual([
      '2026-12-01 10:00',
      '2027-01-05 10:00',
      '2027-02-02 10:00',
    ]);
    expect(clocks({ kind: 'nth_weekday', nth: 'last', day: 'fri', time: '10:00' }, after, 3)).toEqual([
      '2026-11-27 10:00',
      '2026-12-25 10:00',
      '2027-01-29 10:00',
    ]);
    expect(clocks({ kind: 'month_day', day: 15, time: '09:30' }, after, 2)).toEqual([
      '2026-12-15 09:30',
      '2027-01-15 09:30',
    ]);
  });

  it('count weeks from the first such weekday on or after a day, also when that is still to come', () => {
    const rule = { kind: 'weeks', every: 2, day: 'wed', time: '10:00', from: '2026-11-26' } as const;
    const expected = ['2026-12-02 10:00', '2026-12-16 10:00', '2026-12-30 10:00'];
    expect(clocks(rule, '2026-11-23T12:00:00Z', 3)).toEqual(expected);
    expect(clocks(rule, '2026-11-30T12:00:00Z', 3)).toEqual(expected);
    expect(clocks(rule, '2026-12-02T09:00:00Z', 2)).toEqual(expected.slice(1));
    expect(clocks({ ...rule, from: '2026-12-02' }, '2026-11-23T12:00:00Z', 3)).toEqual(expected);
  });

  it('take the last day of a month that does not have the day', () => {
    const days = (day: number, after: string, count: number) =>
      clocks({ kind: 'month_day', day, time: '10:00' }, after, count).map((text) => text.slice(5, 10));
    expect(days(31, '2027-01-01T00:00:00Z', 4)).toEqual(['01-31', '02-28', '03-31', '04-30']);
    expect(days(30, '2027-01-01T00:00:00Z', 4)).toEqual(['01-30', '02-28', '03-30', '04-30']);
    expect(days(29, '2027-02-01T00:00:00Z', 2)).toEqual(['02-28', '03-29']);
    expect(days(29, '2028-02-01T00:00:00Z', 2)).toEqual(['02-29', '03-29']);
  });
});

describe('clocks that are put forward or back', () => {
  it('run a time that they jump over at the next that they show', () => {
    expect(moments(daily('02:30'), '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30']);
    // The clocks of Nuuk jump from Saturday evening over its last hour: the run of Saturday is not lost.
    expect(moments(daily('23:30'), '2026-03-28T12:00:00Z', 2, 'America/Nuuk')).toEqual([
      '2026-03-29T01:00',
      '2026-03-30T00:30',
    ]);
  });

  it('run a time that they show twice once', () => {
    expect(moments(daily('02:30'), '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30']);
    expect(moments(daily('02:30'), '2026-10-25T00:30:00Z', 1)).toEqual(['2026-10-26T01:30']);
    expect(moments({ kind: 'hours', every: 1 }, '2026-10-24T23:30:00Z', 3)).toEqual([
      '2026-10-25T00:00',
      '2026-10-25T02:00',
      '2026-10-25T03:00',
    ]);
  });

  it('run once where two times become one', () => {
    expect(moments({ kind: 'hours', every: 1 }, '2026-03-28T23:30:00Z', 3)).toEqual([
      '2026-03-29T00:00',
      '2026-03-29T01:00',
      '2026-03-29T02:00',
    ]);
  });
});

describe('any rule in any zone', () => {
  const two = (number: number) => String(number).padStart(2, '0');
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([h, m]) => `${two(h)}:${two(m)}`);
  const day = fc.constantFrom(...WEEKDAYS);
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) }).map((ms) => new Date(ms));
  const rule: fc.Arbitrary<CalendarRule> = fc.oneof(
    fc.record({ kind: fc.constant('hours' as const), every: fc.constantFrom(...EVERY_HOURS) }),
    fc.record({ kind: fc.constant('weekdays' as const), days: fc.uniqueArray(day, { minLength: 1 }), time }),
    fc.record({
      kind: fc.constant('weeks' as const),
      every: fc.integer({ min: 1, max: 12 }),
      day,
      time,
      from: moment.map((at) => at.toISOString().slice(0, 10)),
    }),
    fc.record({ kind: fc.constant('nth_weekday' as const), nth: fc.constantFrom(...NTHS), day, time }),
    fc.record({ kind: fc.constant('month_day' as const), day: fc.integer({ min: 1, max: 31 }), time }),
  );
  const zone = fc.constantFrom(...ZONES);

  it('gives as many runs as are asked for, each after the one before', () => {
    fc.assert(
      fc.property(rule, moment, zone, (one, after, timezone) => {
        const runs = nextRuns(one, after, timezone, 5);
        expect(runs).toHaveLength(5);
        [after, ...runs].reduce((before, run) => {
          expect(run.getTime()).toBeGreaterThan(before.getTime());
          return run;
        });
      }),
      { numRuns: 150 },
    );
  });

  it('goes on from a run as from the moment before it: no run is lost or made twice', () => {
    fc.assert(
      fc.property(rule, moment, zone, (one, after, timezone) => {
        const runs = nextRuns(one, after, timezone, 5);
        const [first = after] = runs;
        expect(nextRuns(one, first, timezone, 4)).toEqual(runs.slice(1));
        expect(nextRuns(one, new Date(first.getTime() - 1), timezone, 1)).toEqual([first]);
      }),
      { numRuns: 100 },
    );
  });

  it('runs on each day of a daily rule once, at its time or where the clocks jumped over it', () => {
    fc.assert(
      fc.property(time, moment, zone, (at, after, timezone) => {
        const runs = nextRuns(daily(at), after, timezone, 40);
        const shown = runs.map((run) => clocksAt(run, timezone));
        const other = shown.filter((clock) => !clock.toISOString().includes(`T${at}`));
        expect(other.length).toBeLessThanOrEqual(1);
        const days = (runs.at(-1)?.getTime() ?? 0) - (runs[0]?.getTime() ?? 0);
        expect(Math.round(days / DAY_MS)).toBe(39);
      }),
      { numRuns: 40 },
    );
  });
});
