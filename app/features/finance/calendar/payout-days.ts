import { dayOf, endOfDay } from '#app/core/calendar.ts';
import { DAY_MS, HOUR_MS } from '#app/core/durations.ts';
import { nextRuns, nextTick } from '#app/features/payouts/rules/next-runs.ts';
import type { CalendarRule, PayoutSchedule } from '#app/features/payouts/rules/payout-rules.ts';

/** A day on which a schedule pays: whatever is eligible at `at` or before comes on that day of the store's calendar. */
export type PayoutDay = { day: string; at: Date };

/** Of what a schedule says: when it is asked, in which zone, and until when its days are wanted. */
type PayoutDaysQuery = { now: Date; timezone: string; until: Date };

/** The days on which a schedule pays from now on, the last one at `until` or after; none where it is off. */
export function payoutDays(schedule: PayoutSchedule, requested: PayoutDaysQuery): PayoutDay[] {
  if (schedule.kind === 'off') return [];
  return schedule.kind === 'relative' ? relativeDays(schedule, requested) : periodicDays(schedule.rule, requested);
}

/** What is eligible now goes with the next look, and anything else on the day on which it becomes eligible. */
function relativeDays(schedule: PayoutSchedule, { now, timezone, until }: PayoutDaysQuery): PayoutDay[] {
  const days = [{ day: dayOf(nextTick(schedule, now, timezone) ?? now, timezone), at: now }];
  for (let end = endOfDay(dayOf(now, timezone), timezone); ; end = endOfDay(dayOf(end, timezone), timezone)) {
    const at = new Date(end.getTime() - 1);
    days.push({ day: dayOf(at, timezone), at });
    if (at >= until) return days;
  }
}

function periodicDays(rule: CalendarRule, { now, timezone, until }: PayoutDaysQuery): PayoutDay[] {
  const days: PayoutDay[] = [];
  for (let after = now; ;) {
    const [at] = nextRuns(rule, after, timezone, 1);
    if (!at) return days;
    const day = dayOf(at, timezone);
    days.push({ day, at });
    if (at >= until) return days;
    after = skipToLast(rule, { at, end: endOfDay(day, timezone) });
  }
}

/** Of a rule that runs every few hours the first run and the last of each day are enough: days are all that is told. */
function skipToLast(rule: CalendarRule, { at, end }: { at: Date; end: Date }): Date {
  if (rule.kind !== 'hours') return at;
  return new Date(Math.max(at.getTime(), end.getTime() - rule.every * HOUR_MS - 1));
}

/**
 * The moments that part orders, by when they were wholly shipped, into those that are eligible now (before the first), those that come
 * with the first payout day, with the second, and so on. `waitingDays` are days of 24 hours.
 */
export function shippingCuts(days: readonly PayoutDay[], o: { now: Date; waitingDays: number }): Date[] {
  // An order that becomes eligible in the very moment of a run goes with it; the clock ticks in milliseconds.
  return [o.now, ...days.map(({ at }) => at)].map((at) => new Date(at.getTime() - o.waitingDays * DAY_MS + 1));
}
