import { describe, expect, it } from 'vitest';
import { payoutRulesDto, type PayoutRulesDto } from '../payout-rules.contract.ts';
import type { CalendarRule, PayoutSchedule } from '../payout-rules.ts';
import { calendarRule } from '../payout-schedule.ts';
import { fieldOfRules, toRule, toRules, computeTyped } from './typed-rules.ts';

const toRulesDto = (schedule: PayoutSchedule): PayoutRulesDto => ({
  schedule,
  holdingDays: 14,
  minimum: '25.00',
  approveAbove: '1000.00',
});
const rules: CalendarRule[] = [
  { kind: 'hours', every: 12 },
  { kind: 'weekdays', days: ['mon', 'fri'], time: '13:30' },
  { kind: 'weeks', every: 3, day: 'tue', time: '09:00', from: '2026-12-01' },
  { kind: 'nth_weekday', nth: 'last', day: 'fri', time: '17:00' },
  { kind: 'month_day', day: 28, time: '08:00' },
];
const TODAY = '2026-11-23';

describe('the rules in the fields of a form', () => {
  it.each([
    { kind: 'off' } as const,
    { kind: 'relative', days: 30 } as const,
    ...rules.map((rule) => ({ kind: 'periodic', rule }) as const),
  ])('mean what they were made of: %j', (schedule) => {
    expect(toRules(computeTyped(toRulesDto(schedule), TODAY))).toEqual(toRulesDto(schedule));
  });

  it.each(rules)('have their rule of the calendar beside them: %j', (rule) => {
    expect(toRule(computeTyped(toRulesDto({ kind: 'periodic', rule }), TODAY))).toEqual(rule);
  });

  it('have something that can be saved in every kind that is tried', () => {
    const typed = computeTyped({ ...toRulesDto({ kind: 'off' }), approveAbove: null }, TODAY);
    for (const schedule of ['off', 'relative', 'periodic']) {
      for (const rule of rules.map(({ kind }) => kind)) {
        expect(payoutRulesDto.safeParse(toRules({ ...typed, schedule, rule })).success).toBe(true);
      }
    }
    expect(toRules({ ...typed, minimum: '' })).toMatchObject({ minimum: '0', approveAbove: null });
    expect(calendarRule.safeParse(toRule({ ...typed, rule: 'weeks', weeks: '' })).success).toBe(false);
  });

  it('are named by their issues', () => {
    expect(['rules.schedule.rule.day', 'rules.holdingDays', 'rules.schedule.days'].map(fieldOfRules)).toEqual([
      'monthDay',
      'holdingDays',
      'days',
    ]);
  });
});
