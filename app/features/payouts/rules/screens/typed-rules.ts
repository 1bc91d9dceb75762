import { EVERY_HOURS, WEEKDAYS, type CalendarRule } from '../payout-rules.ts';
import type { PayoutRulesDto } from '../payout-rules.contract.ts';

/** The rules as they stand in the fields of a form: what another kind of schedule asks for is kept while one tries this one. */
export type TypedRules = {
  schedule: string;
  days: number | string;
  rule: string;
  hours: string;
  weekdays: string[];
  weeks: number | string;
  from: string;
  nth: string;
  weekday: string;
  monthDay: number | string;
  time: string;
  holdingDays: number | string;
  minimum: string;
  needsApproval: boolean;
  approveAbove: string;
};

/** Rules as a form begins with them; `today` is where a new count of weeks begins. */
export function computeTyped({ schedule, ...rules }: PayoutRulesDto, today: string): TypedRules {
  const typed: TypedRules = {
    schedule: schedule.kind,
    days: schedule.kind === 'relative' ? schedule.days : 21,
    rule: 'weekdays',
    hours: String(EVERY_HOURS[4]),
    weekdays: [WEEKDAYS[2]],
    weeks: 2,
    from: today,
    nth: '1',
    weekday: WEEKDAYS[2],
    monthDay: 1,
    time: '10:00',
    holdingDays: rules.holdingDays,
    minimum: rules.minimum,
    needsApproval: rules.approveAbove !== null,
    approveAbove: rules.approveAbove ?? '',
  };
  return schedule.kind === 'periodic' ? { ...typed, ...toTypedRule(schedule.rule) } : typed;
}

function toTypedRule(rule: CalendarRule): Partial<TypedRules> {
  switch (rule.kind) {
    case 'hours':
      return { rule: rule.kind, hours: String(rule.every) };
    case 'weekdays':
      return { rule: rule.kind, weekdays: [...rule.days], time: rule.time };
    case 'weeks':
      return { rule: rule.kind, weeks: rule.every, weekday: rule.day, time: rule.time, from: rule.from };
    case 'nth_weekday':
      return { rule: rule.kind, nth: rule.nth, weekday: rule.day, time: rule.time };
    case 'month_day':
      return { rule: rule.kind, monthDay: rule.day, time: rule.time };
  }
}

/** The rules that the fields mean, for the contract to judge. */
export function toRules(typed: TypedRules): unknown {
  const { schedule: kind } = typed;
  return {
    schedule:
      kind === 'relative' ? { kind, days: typed.days } : kind === 'periodic' ? { kind, rule: toRule(typed) } : { kind },
    holdingDays: typed.holdingDays,
    minimum: typed.minimum === '' ? '0' : typed.minimum,
    approveAbove: typed.needsApproval ? typed.approveAbove : null,
  };
}

/** The rule of the calendar as it stands in the fields, which may mean none. */
export function toRule(typed: TypedRules): unknown {
  const { rule: kind, time, weekday: day } = typed;
  switch (kind) {
    case 'hours':
      return { kind, every: Number(typed.hours) };
    case 'weekdays':
      return { kind, days: WEEKDAYS.filter((one) => typed.weekdays.includes(one)), time };
    case 'weeks':
      return { kind, every: typed.weeks, day, time, from: typed.from };
    case 'nth_weekday':
      return { kind, nth: typed.nth, day, time };
    default:
      return { kind, day: typed.monthDay, time };
  }
}

const FIELDS: Readonly<Record<string, string>> = {
  'schedule.days': 'days',
  'schedule.rule.every': 'weeks',
  'schedule.rule.days': 'weekdays',
  'schedule.rule.day': 'monthDay',
  'schedule.rule.time': 'time',
  'schedule.rule.from': 'from',
};

/** The field of an issue that the contract names. */
export function fieldOfRules(path: string): string {
  const own = path.replace(/^rules\./, '');
  return FIELDS[own] ?? own;
}
