import { DAY_MS, MINUTE_MS } from '#app/core/durations.ts';
import { dateFormat } from './intl.ts';

/** Periods of a calendar in a time zone; weeks begin on Monday. */
export const PERIODS = ['all', 'today', 'week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** From a moment (included) to another (excluded); a missing end is open. */
export type TimeRange = { from?: Date | undefined; to?: Date | undefined };

type Day = { year: number; month: number; day: number };

/** The period that `now` falls into, by the calendar of the zone. `all` has no ends. */
export function periodRange(period: Period, now: Date, timezone: string): TimeRange {
  if (period === 'all') return {};
  const today = dayIn(now, timezone);
  const { year, month, day } = today;
  switch (period) {
    case 'today':
      return between(today, { year, month, day: day + 1 }, timezone);
    case 'week': {
      const weekday = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
      return between({ year, month, day: day - weekday }, { year, month, day: day - weekday + 7 }, timezone);
    }
    case 'month':
      return between({ year, month, day: 1 }, { year, month: month + 1, day: 1 }, timezone);
    case 'quarter': {
      const first = month - ((month - 1) % 3);
      return between({ year, month: first, day: 1 }, { year, month: first + 3, day: 1 }, timezone);
    }
    case 'year':
      return between({ year, month: 1, day: 1 }, { year: year + 1, month: 1, day: 1 }, timezone);
  }
}

/**
 * A range as callers name it: days of the zone (`2026-11-21`, the last one included) or moments with an offset. `from` and `to`
 * override the period.
 */
export function namedRange(
  named: { period: Period; from?: string | undefined; to?: string | undefined },
  now: Date,
  timezone: string,
): TimeRange {
  if (named.from === undefined && named.to === undefined) return periodRange(named.period, now, timezone);
  return {
    from: named.from === undefined ? undefined : parseMoment(named.from, timezone, 0),
    to: named.to === undefined ? undefined : parseMoment(named.to, timezone, 1),
  };
}

/** A calendar month as it is written: `2026-11`. */
export const MONTH = /^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/;

/** A month's beginning (included) and end (excluded) in a zone. */
export function monthRange(month: string, timezone: string): { from: Date; to: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return {
    from: computeStart({ year, month: number, day: 1 }, timezone),
    to: computeStart({ year, month: number + 1, day: 1 }, timezone),
  };
}

/** The month that lies `by` months after another (before, if negative). */
export function monthAfter(month: string, by = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 'yyyy-mm'.length);
}

/** The day of a moment in a zone, as `2026-11-21`. */
export function dayOf(at: Date, timezone: string): string {
  const { year, month, day } = dayIn(at, timezone);
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}

/** The end of a day in a zone, which is the beginning of the next; `by` days later where it is given. */
export function endOfDay(day: string, timezone: string, by = 0): Date {
  return parseMoment(day, timezone, 1 + by);
}

function parseMoment(text: string, timezone: string, addDays: number): Date {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return new Date(text);
  const [, year, month, day] = match.map(Number);
  return computeStart({ year: year ?? 0, month: month ?? 1, day: (day ?? 1) + addDays }, timezone);
}

function between(from: Day, to: Day, timezone: string): TimeRange {
  return { from: computeStart(from, timezone), to: computeStart(to, timezone) };
}

/** What the clocks of a zone show at a moment, as if it were a moment of UTC. */
export function clocksAt(at: Date, timezone: string): Date {
  return new Date(at.getTime() + offsetAt(at, timezone));
}

/** A moment by the clocks of a zone with how far they are ahead of UTC, as exports write it: `2026-11-21T00:30:00+01:00`. */
export function storeTime(at: Date, timezone: string): string {
  const minutes = Math.round(offsetAt(at, timezone) / MINUTE_MS);
  const clocks = new Date(at.getTime() + minutes * MINUTE_MS).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const two = (value: number): string => String(value).padStart(2, '0');
  const ahead = Math.abs(minutes);
  return `${clocks}${minutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

/**
 * The first moment at which the clocks of a zone show a time (given as if it were one of UTC) or, where they jump over it, a later
 * one: a time that they show twice is its first.
 */
export function whenClocksShow(clocks: Date, timezone: string): Date {
  const wanted = clocks.getTime();
  const offsets = [wanted - DAY_MS, wanted + DAY_MS].map((at) => offsetAt(new Date(at), timezone));
  const [early, late] = [wanted - Math.max(...offsets), wanted - Math.min(...offsets)];
  const shown = [early, late].find((at) => clocksAt(new Date(at), timezone).getTime() === wanted);
  if (shown !== undefined) return new Date(shown);
  // They jump over it: the jump lies between the two, and is found by halving.
  let [before, after] = [early, late];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clocksAt(new Date(middle), timezone).getTime() < wanted) before = middle;
    else after = middle;
  }
  return new Date(after);
}

/** Midnight of a day in a zone; days and months past their end carry over. */
function computeStart({ year, month, day }: Day, timezone: string): Date {
  const wanted = Date.UTC(year, month - 1, day);
  // The offset at the guess may differ from the one at the answer when clocks change in between; the second look settles it.
  const guess = new Date(wanted - offsetAt(new Date(wanted), timezone));
  return new Date(wanted - offsetAt(guess, timezone));
}

/** How far a zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(at: Date, timezone: string): number {
  const parts = formatParts(at, timezone, { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' });
  const local = Date.UTC(
    parts.year ?? 0,
    (parts.month ?? 1) - 1,
    parts.day ?? 1,
    parts.hour ?? 0,
    parts.minute ?? 0,
    parts.second ?? 0,
  );
  return local - Math.floor(at.getTime() / 1000) * 1000;
}

function dayIn(at: Date, timezone: string): Day {
  const { year = 0, month = 1, day = 1 } = formatParts(at, timezone, {});
  return { year, month, day };
}

function formatParts(at: Date, timezone: string, more: Intl.DateTimeFormatOptions): Record<string, number> {
  const format = dateFormat('en-US', {
    timeZone: timezone,
    calendar: 'gregory',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    ...more,
  });
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
}
