import { dayOf, whenClocksShow } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';
import { sumMinor } from '#app/core/money/money.ts';
import { divideHalfUp } from '#app/core/money/percent.ts';
import { ok, refuse, type Result } from '#app/core/result.ts';
import { SHIP_WITHIN_HOURS } from '#app/features/orders/ship-by.ts';

/** Ranges that are offered by their number of days, the present day last. */
export const RANGE_DAYS = [7, 30, 90] as const;
export const DEFAULT_DAYS = 30;
export const MAX_RANGE_DAYS = 366;

/** Days of the store's calendar, both included, as `2026-11-21`. */
export type DayRange = { from: string; to: string };
/** Moments: the first included, the second excluded. */
export type Moments = { from: Date; to: Date };

/** What was sold in a time in one currency. Amounts in minor units, refunds as a positive amount. */
export type Sums = {
  orders: number;
  units: number;
  salesMinor: bigint;
  refundsMinor: bigint;
  commissionMinor: bigint;
  earningsMinor: bigint;
  dueMinor: bigint;
};

export type DaySums = Sums & { day: string; currency: string };

export const NO_SUMS: Sums = {
  orders: 0,
  units: 0,
  salesMinor: 0n,
  refundsMinor: 0n,
  commissionMinor: 0n,
  earningsMinor: 0n,
  dueMinor: 0n,
};

/** What of a vendor's orders in a time the scorecard judges. */
export type Score = {
  /** Paid orders that were not cancelled. */
  orders: number;
  cancelled: number;
  refunded: number;
  /** Hours from order to the last shipment, on average; null where nothing was shipped. */
  hoursToShip: number | null;
};

/** Beyond these a vendor's figures warn; below `orders` a single case would decide, so nothing warns. */
export const SCORE_LIMITS = {
  orders: 5,
  hoursToShip: SHIP_WITHIN_HOURS,
  cancelledPercent: 5,
  refundedPercent: 10,
} as const;
export const SCORE_WARNINGS = ['ship', 'cancellations', 'refunds'] as const;
export type ScoreWarning = (typeof SCORE_WARNINGS)[number];

const asTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The day that lies `days` after another (before, if negative). */
export function addDays(day: string, days: number): string {
  return new Date(asTime(day) + days * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** How many days a range has, both ends included. */
export function countDays({ from, to }: DayRange): number {
  return Math.round((asTime(to) - asTime(from)) / DAY_MS) + 1;
}

/** The last `days` days, the present one last. */
export function lastRange(days: number, today: string): DayRange {
  return { from: addDays(today, 1 - days), to: today };
}

/** The range that callers name; a missing end is the present day, a missing beginning 30 days of the end. */
export function resolveRange(
  named: { from?: string | undefined; to?: string | undefined },
  today: string,
): Result<DayRange, 'days_apart'> {
  const to = named.to ?? (named.from !== undefined && named.from > today ? named.from : today);
  const range = { from: named.from ?? addDays(to, 1 - DEFAULT_DAYS), to };
  const days = countDays(range);
  return days < 1 || days > MAX_RANGE_DAYS ? refuse('days_apart') : ok(range);
}

/** The equally many days that end right before a range. */
export function rangeBefore(range: DayRange): DayRange {
  return { from: addDays(range.from, -countDays(range)), to: addDays(range.from, -1) };
}

/** Every day of a range, the first one first. */
export function listDays(range: DayRange): string[] {
  return Array.from({ length: countDays(range) }, (_, index) => addDays(range.from, index));
}

/** The moments between which the days of a range lie in a zone: the first included, the second excluded. */
export function buildMoments({ from, to }: DayRange, timezone: string): Moments {
  const startOfDay = (day: string): Date => whenClocksShow(new Date(asTime(day)), timezone);
  return { from: startOfDay(from), to: startOfDay(addDays(to, 1)) };
}

/** The day of the zone that callers mean by a day or by a moment. */
export function namedDay(text: string, timezone: string): string {
  return text.length === 'yyyy-mm-dd'.length ? text : dayOf(new Date(text), timezone);
}

/** Several sums as one. */
export function addSums(all: readonly Sums[]): Sums {
  const add = (name: 'orders' | 'units'): number => all.reduce((sum, one) => sum + one[name], 0);
  const addMinor = (name: Exclude<keyof Sums, 'orders' | 'units'>): bigint => sumMinor(all.map((one) => one[name]));
  return {
    orders: add('orders'),
    units: add('units'),
    salesMinor: addMinor('salesMinor'),
    refundsMinor: addMinor('refundsMinor'),
    commissionMinor: addMinor('commissionMinor'),
    earningsMinor: addMinor('earningsMinor'),
    dueMinor: addMinor('dueMinor'),
  };
}

/** What an order brought on average, minor units; null without orders. */
export function averageMinor({ orders, salesMinor }: Pick<Sums, 'orders' | 'salesMinor'>): bigint | null {
  return orders === 0 ? null : divideHalfUp(salesMinor, BigInt(orders));
}

/** A part of a whole in percent with one place; null of nothing. */
export function percentOfWhole(part: number, whole: number): number | null {
  return whole === 0 ? null : Number(divideHalfUp(BigInt(part) * 1000n, BigInt(whole))) / 10;
}

/** By how many percent a figure changed, as a whole number; null where there was nothing before. */
export function changeInPercent(current: bigint, before: bigint): number | null {
  if (before <= 0n) return null;
  const difference = current - before;
  const size = Number(divideHalfUp((difference < 0n ? -difference : difference) * 100n, before));
  return difference < 0n ? -size || 0 : size;
}

/** The shares that the scorecard shows: cancelled of everything that was ordered, refunded of what was kept. */
export function toRates(score: Score): { cancelledPercent: number | null; refundedPercent: number | null } {
  return {
    cancelledPercent: percentOfWhole(score.cancelled, score.orders + score.cancelled),
    refundedPercent: percentOfWhole(score.refunded, score.orders),
  };
}

/** Which of a vendor's figures lie beyond their limits. */
export function toWarnings(score: Score): ScoreWarning[] {
  if (score.orders + score.cancelled < SCORE_LIMITS.orders) return [];
  const { cancelledPercent, refundedPercent } = toRates(score);
  const warns: Readonly<Record<ScoreWarning, boolean>> = {
    ship: (score.hoursToShip ?? 0) > SCORE_LIMITS.hoursToShip,
    cancellations: (cancelledPercent ?? 0) > SCORE_LIMITS.cancelledPercent,
    refunds: (refundedPercent ?? 0) > SCORE_LIMITS.refundedPercent,
  };
  return SCORE_WARNINGS.filter((warning) => warns[warning]);
}

type Judged = {
  hoursToShip: number | null;
  cancelledPercent: number | null;
  refundedPercent: number | null;
  warnings: readonly ScoreWarning[];
};

/** Beside fewer vendors than this there is nothing to differ from. */
const MIN_COMPARED = 3;
/** So many times the middle value a figure has to be, so that it stands out. */
const OUTSTANDING = 1.25;

/**
 * The warnings of each vendor that set it apart: what most vendors share says something of the marketplace, and nothing of one of
 * them.
 */
export function listOutliers(vendors: readonly Judged[]): ScoreWarning[][] {
  const values: Readonly<Record<ScoreWarning, (one: Judged) => number | null>> = {
    ship: (one) => one.hoursToShip,
    cancellations: (one) => one.cancelledPercent,
    refunds: (one) => one.refundedPercent,
  };
  return vendors.map((one) =>
    one.warnings.filter((warning) => {
      const value = values[warning](one) ?? 0;
      const all = vendors.flatMap((other) => values[warning](other) ?? []);
      return all.length < MIN_COMPARED || value > OUTSTANDING * findMiddle(all);
    }),
  );
}

/** The middle of some values; of an even number the lower one. */
function findMiddle(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
