import { monthAfter } from '#app/core/calendar.ts';

const WEEK_DAYS = 7;

/** The first and the last day of the whole weeks (Monday to Sunday) that a month touches, as `2026-11-24`. */
export function toWeeks(month: string): { from: string; to: string } {
  const first = `${month}-01`;
  const last = addDays(`${monthAfter(month)}-01`, -1);
  return { from: addDays(first, -computeWeekday(first)), to: addDays(last, WEEK_DAYS - 1 - computeWeekday(last)) };
}

/** The weeks of a month, each with its seven days. */
export function listWeeks({ from, to }: { from: string; to: string }): string[][] {
  const weeks: string[][] = [];
  for (let monday = from; monday <= to; monday = addDays(monday, WEEK_DAYS))
    weeks.push(Array.from({ length: WEEK_DAYS }, (_, index) => addDays(monday, index)));
  return weeks;
}

/** The day that lies `by` days after another (before, if negative). */
export function addDays(day: string, by: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + by)).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** 0 for a Monday, 6 for a Sunday. */
const computeWeekday = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;
