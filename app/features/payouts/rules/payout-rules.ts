export const MAX_DAYS = 90;
export const MAX_WEEKS = 12;
/** Hours that divide a day, so that a rule means the same hours every day. */
export const EVERY_HOURS = [1, 2, 3, 4, 6, 8, 12] as const;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const NTHS = ['1', '2', '3', '4', 'last'] as const;
export const RULE_KINDS = ['hours', 'weekdays', 'weeks', 'nth_weekday', 'month_day'] as const;
export const SCHEDULE_KINDS = ['off', 'relative', 'periodic'] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** When vendors are paid by the calendar, in the time zone of the store. `time` is HH:MM, `from` YYYY-MM-DD. */
export type CalendarRule =
  | { kind: 'hours'; every: (typeof EVERY_HOURS)[number] }
  | { kind: 'weekdays'; days: Weekday[]; time: string }
  | { kind: 'weeks'; every: number; day: Weekday; time: string; from: string }
  | { kind: 'nth_weekday'; nth: (typeof NTHS)[number]; day: Weekday; time: string }
  | { kind: 'month_day'; day: number; time: string };

/** Never, so many days after each order was wholly shipped, or by the calendar. */
export type PayoutSchedule =
  { kind: 'off' } | { kind: 'relative'; days: number } | { kind: 'periodic'; rule: CalendarRule };

/** When and what a store pays its vendors automatically. Amounts are minor units of the store's currency. */
export type PayoutRules = {
  schedule: PayoutSchedule;
  holdingDays: number;
  /** A payout below it waits until more has come together. 0: none. */
  minimumMinor: bigint;
  /** A payout above it needs the approval of another person; null: none does. */
  approveAboveMinor: bigint | null;
};

export const PAYOUT_RULES_DEFAULTS: PayoutRules = {
  schedule: { kind: 'off' },
  holdingDays: 0,
  minimumMinor: 0n,
  approveAboveMinor: null,
};
