import { describe, expect, it } from 'vitest';
import { notificationsDefaults } from '#app/platform/mails/notifications.ts';
import { SWITCH_DEFAULTS } from '#app/platform/settings/switches.ts';
import { summarizeSchedule, summarizeSettings, type SummarizedSettings } from './settings-summaries.ts';

const summarize = (o: Partial<SummarizedSettings> = {}) =>
  summarizeSettings({
    switches: { ...SWITCH_DEFAULTS },
    languages: 2,
    fields: 3,
    autoApprove: false,
    hasPlans: false,
    variants: { enabled: true, limit: 100 },
    minOfferPercent: 50,
    hiddenFields: 4,
    rates: ['12.5'],
    schedule: { kind: 'off' },
    notifications: notificationsDefaults,
    zones: 2,
    problems: 0,
    ...o,
  });

describe('what a settings row says of its setting', () => {
  it('approval: which of the two, in words of its own', () => {
    expect(summarize().autoApprove).toEqual({ key: 'needApproval' });
    expect(summarize({ autoApprove: true }).autoApprove).toEqual({ key: 'goLive' });
  });

  it('commission: the rate where there is one, else how many', () => {
    expect(summarize().commissions).toEqual({ key: 'ratePercent', percent: '12.5' });
    expect(summarize({ rates: ['12.5', '10'] }).commissions).toEqual({ key: 'rates', count: 2 });
    expect(summarize({ rates: [] }).commissions).toBeUndefined();
  });

  it('emails: all, how many are off, or none', () => {
    expect(summarize().notifications).toEqual({ key: 'emailsOn' });
    const templates = { 'order-placed': { enabled: false } };
    expect(summarize({ notifications: { ...notificationsDefaults, templates } }).notifications).toEqual({
      key: 'emailsOff',
      count: 1,
    });
    const disableAll = true;
    expect(summarize({ notifications: { ...notificationsDefaults, disableAll } }).notifications).toEqual({
      key: 'allEmailsOff',
    });
  });

  it('shipping: how many zones there are, while vendors have rates of their own', () => {
    expect(summarize().shippingDefaults).toEqual({ key: 'off' });
    const switches = { ...SWITCH_DEFAULTS, delivery: true };
    expect(summarize({ switches }).shippingDefaults).toEqual({ key: 'zones', count: 2 });
  });

  it('languages: counted only while products are translated', () => {
    expect(summarize().translations).toEqual({ key: 'off' });
    expect(summarize({ switches: { ...SWITCH_DEFAULTS, translations: true } }).translations).toEqual({
      key: 'languages',
      count: 2,
    });
  });

  it('payouts: each kind of schedule by its own words', () => {
    const periodic = { kind: 'weeks', every: 1, day: 'mon', time: '10:00', from: '2026-01-05' } as const;
    expect([
      summarizeSchedule({ kind: 'off' }),
      summarizeSchedule({ kind: 'relative', days: 14 }),
      summarizeSchedule({ kind: 'periodic', rule: periodic }),
      summarizeSchedule({ kind: 'periodic', rule: { ...periodic, every: 2 } }),
      summarizeSchedule({ kind: 'periodic', rule: { kind: 'month_day', day: 15, time: '10:00' } }),
    ]).toEqual([
      { key: 'payManually' },
      { key: 'payAfterShipping', count: 14 },
      { key: 'payWeekly', days: ['mon'] },
      { key: 'payEveryWeeks', count: 2, days: ['mon'] },
      { key: 'payMonthlyDay', day: 15 },
    ]);
  });
});
