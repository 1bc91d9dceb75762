import { z } from 'zod';
import { rule } from '#app/core/rules.ts';
import {
  EVERY_HOURS,
  MAX_DAYS,
  MAX_WEEKS,
  NTHS,
  WEEKDAYS,
  type CalendarRule,
  type PayoutSchedule,
} from './payout-rules.ts';

/** A whole number within bounds, refused in one sentence whatever is wrong with it. */
function whole(from: number, to: number) {
  const text = rule('whole_number_between', { minimum: from, maximum: to });
  return z.number(text).int(text).min(from, text).max(to, text);
}

/** A day that the calendar has, from this century. */
const day = z
  .string()
  .regex(/^20\d{2}-\d{2}-\d{2}$/, rule('date'))
  .refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text), rule('date'));
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, rule('time_of_day'))
  .meta({ description: 'A time of day in the time zone of the store, such as 10:00' });
const weekday = z.enum(WEEKDAYS);

/** When vendors are paid by the calendar, in the time zone of the store. */
export const calendarRule = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('hours'), every: z.literal(EVERY_HOURS) }),
    z.strictObject({
      kind: z.literal('weekdays'),
      days: z
        .array(weekday)
        .min(1, rule('one_weekday'))
        .max(WEEKDAYS.length)
        .refine((days) => new Set(days).size === days.length, rule('listed_twice')),
      time,
    }),
    z.strictObject({ kind: z.literal('weeks'), every: whole(1, MAX_WEEKS), day: weekday, time, from: day }),
    z.strictObject({ kind: z.literal('nth_weekday'), nth: z.enum(NTHS), day: weekday, time }),
    z.strictObject({ kind: z.literal('month_day'), day: whole(1, 31), time }),
  ])
  .meta({
    id: 'PayoutCalendarRule',
    description:
      'Every so many hours of the clock; on weekdays; every so many weeks from the first such weekday on or after a day; on the nth or last weekday of a month; on a day of the month (where a month has no such day, its last)',
  }) satisfies z.ZodType<CalendarRule>;

export const payoutSchedule = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('off') }),
    z.strictObject({ kind: z.literal('relative'), days: whole(0, MAX_DAYS) }),
    z.strictObject({ kind: z.literal('periodic'), rule: calendarRule }),
  ])
  .meta({
    id: 'PayoutSchedule',
    description: 'Never, so many days after each order was wholly shipped (within an hour), or by the calendar',
  }) satisfies z.ZodType<PayoutSchedule>;

/** The days that an order waits after it was wholly shipped, before it is paid automatically. */
export const holdingDays = whole(0, MAX_DAYS);
