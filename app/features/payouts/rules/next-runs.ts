import { Cron } from 'croner';
import { clocksAt, whenClocksShow } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { CalendarRule, PayoutSchedule } from './payout-rules.ts';

/** An order is paid within an hour of when it became eligible. */
const POLL_EVERY_MS = 1_800_000;

/** The kind of job that begins a run when a schedule says so. */
export const PAYOUT_TICK = 'payout-runs.tick';

/** When a schedule is to be looked at next; undefined where it is off. */
export function nextTick(schedule: PayoutSchedule, after: Date, timezone: string): Date | undefined {
  if (schedule.kind === 'off') return undefined;
  if (schedule.kind === 'relative') return new Date(after.getTime() + POLL_EVERY_MS);
  return nextRuns(schedule.rule, after, timezone, 1)[0];
}
const WEEK_DAYS = 7;

/**
 * The next runs of a rule after a moment, at most `count`, in the time zone of a store. A time that the clocks of a day jump over
 * is the next that they show; one that they show twice is one run.
 */
export function nextRuns(rule: CalendarRule, after: Date, timezone: string, count: number): Date[] {
  const runs: Date[] = [];
  // The calendar is that of the clocks on the wall; only what they show is turned into a moment.
  let clocks = clocksAt(after, timezone);
  while (runs.length < count) {
    const next = nextByClocks(rule, clocks);
    if (!next) break;
    clocks = next;
    const run = whenClocksShow(next, timezone);
    // Two times of the clocks are one moment where the first was jumped over.
    if (run > after && run.getTime() !== runs.at(-1)?.getTime()) runs.push(run);
  }
  return runs;
}

function nextByClocks(rule: CalendarRule, after: Date): Date | undefined {
  const first = rule.kind === 'weeks' ? computeFirst(rule) : undefined;
  let from = first && first > after ? new Date(first.getTime() - 1) : after;
  for (;;) {
    const next = toPatterns(rule)
      .map((pattern) => new Cron(pattern, { timezone: 'UTC' }).nextRun(from))
      .filter((run) => run !== null)
      .sort((a, b) => a.getTime() - b.getTime())[0];
    if (!next || rule.kind !== 'weeks' || !first) return next;
    const days = Math.round((next.getTime() - first.getTime()) / DAY_MS);
    if (days % (rule.every * WEEK_DAYS) === 0) return next;
    from = next;
  }
}

/** The first run of a rule of weeks: its weekday on or after the day that it counts from. */
function computeFirst(rule: CalendarRule & { kind: 'weeks' }): Date | undefined {
  const [pattern = ''] = toPatterns(rule);
  return (
    new Cron(pattern, { timezone: 'UTC' }).nextRun(new Date(Date.parse(`${rule.from}T00:00:00Z`) - 1)) ?? undefined
  );
}

/** A rule as patterns of second, minute, hour, day, month and weekday. */
function toPatterns(rule: CalendarRule): string[] {
  if (rule.kind === 'hours') return [`0 0 */${rule.every} * * *`];
  const [hour, minute] = rule.time.split(':').map(Number);
  const at = `0 ${minute ?? 0} ${hour ?? 0}`;
  switch (rule.kind) {
    case 'weekdays':
      return [`${at} * * ${rule.days.join(',')}`];
    case 'weeks':
      return [`${at} * * ${rule.day}`];
    case 'nth_weekday':
      return [`${at} * * ${rule.day}#${rule.nth === 'last' ? 'L' : rule.nth}`];
    case 'month_day':
      return monthDayPatterns(at, rule.day);
  }
}

/** A month without the day has its last day instead. */
function monthDayPatterns(at: string, day: number): string[] {
  if (day <= 28) return [`${at} ${day} * *`];
  if (day === 31) return [`${at} L * *`];
  return [`${at} ${day} 1,3-12 *`, `${at} L 2 *`];
}
