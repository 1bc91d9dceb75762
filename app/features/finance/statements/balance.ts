import { dayOf, endOfDay } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';

/** The days that one question about balances may span. */
export const MAX_DAYS = 366;

/**
 * Balances at the ends of days or months, from the balance that holds now. `sums` are what was posted between the bounds:
 * the first before none (it is never asked for), `sums[1]` between the first and the second bound, …, the last after the last
 * bound. Minor units. Answers one balance for each bound: what holds now less everything that was posted after it.
 */
export function balancesAt(nowMinor: bigint, sums: readonly bigint[]): bigint[] {
  const balances: bigint[] = [];
  let left = nowMinor;
  for (let bound = sums.length - 1; bound >= 1; bound--) {
    left -= sums[bound] ?? 0n;
    balances.unshift(left);
  }
  return balances;
}

/** The days from one to another, both included, as `2026-11-21`; undefined where they are too many or the wrong way round. */
export function daysBetween(from: string, to: string): string[] | undefined {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS) {
    if (days.length > MAX_DAYS) return undefined;
    days.push(new Date(at).toISOString().slice(0, 'yyyy-mm-dd'.length));
  }
  return days.length === 0 ? undefined : days;
}

/** The ends of days in a zone, in their order. */
export const computeEnds = (days: readonly string[], timezone: string): Date[] =>
  days.map((day) => endOfDay(day, timezone));

/** Today in the store's zone. */
export const todayIn = (now: Date, timezone: string): string => dayOf(now, timezone);
