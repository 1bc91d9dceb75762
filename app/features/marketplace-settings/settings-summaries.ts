import { MAIL_TEMPLATE_NAMES } from '#app/platform/mails/mail.ts';
import { isMailOn, type Notifications } from '#app/platform/mails/notifications.ts';
import { SWITCH_NAMES, type Switches } from '#app/platform/settings/switches.ts';
import type { PayoutSchedule } from '#app/features/payouts/rules/payout-rules.ts';
import type { SettingsPageId } from '#app/core/settings-pages.ts';
import type { RowSummary } from './settings-rows.ts';

/** What the settings page reads of the marketplace's settings. */
export type SummarizedSettings = {
  switches: Switches;
  languages: number;
  fields: number;
  autoApprove: boolean;
  hasPlans: boolean;
  variants: { enabled: boolean; limit: number };
  minOfferPercent: number;
  hiddenFields: number;
  /** Decimal percent of each step of the default commission, such as "12.5". */
  rates: readonly string[];
  schedule: PayoutSchedule;
  notifications: Notifications;
  /** Shipping zones for vendors without their own. */
  zones: number;
  problems: number;
};

/** The present value of each settings row in words; rows without one are left out. */
export function summarizeSettings(settings: SummarizedSettings): Partial<Record<SettingsPageId, RowSummary>> {
  const { switches, variants, rates, hiddenFields, problems } = settings;
  const onOff = (isOn: boolean): RowSummary => ({ key: isOn ? 'on' : 'off' });
  const [rate] = rates;
  return {
    features: { key: 'features', count: SWITCH_NAMES.filter((name) => switches[name]).length },
    translations: switches.translations ? { key: 'languages', count: settings.languages } : { key: 'off' },
    fields: { key: 'fields', count: settings.fields },
    memberships: { key: settings.hasPlans ? 'paidPlans' : 'noPlans' },
    autoApprove: { key: settings.autoApprove ? 'goLive' : 'needApproval' },
    productForm: variants.enabled ? { key: 'variants', count: variants.limit } : { key: 'noVariants' },
    specifications: onOff(switches.specifications),
    catalog: onOff(switches.catalog),
    offers: { key: 'offersFrom', percent: String(settings.minOfferPercent) },
    orderRules: hiddenFields === 0 ? { key: 'nothingHidden' } : { key: 'hiddenFields', count: hiddenFields },
    shippingDefaults: switches.delivery ? { key: 'zones', count: settings.zones } : { key: 'off' },
    ...(rate === undefined
      ? {}
      : {
          commissions:
            rates.length === 1 ? { key: 'ratePercent', percent: rate } : { key: 'rates', count: rates.length },
        }),
    payouts: summarizeSchedule(settings.schedule),
    notifications: summarizeMails(settings.notifications),
    deliveries: problems === 0 ? { key: 'noProblems' } : { key: 'problems', count: problems },
  };
}

/** When vendors are paid, in the words of the settings page. */
export function summarizeSchedule(schedule: PayoutSchedule): RowSummary {
  if (schedule.kind === 'off') return { key: 'payManually' };
  if (schedule.kind === 'relative') return { key: 'payAfterShipping', count: schedule.days };
  const { rule } = schedule;
  switch (rule.kind) {
    case 'hours':
      return { key: 'payHours', count: rule.every };
    case 'weekdays':
      return { key: 'payWeekdays', days: rule.days };
    case 'weeks':
      return rule.every === 1
        ? { key: 'payWeekly', days: [rule.day] }
        : { key: 'payEveryWeeks', count: rule.every, days: [rule.day] };
    case 'nth_weekday':
      return { key: 'payMonthlyWeekday', days: [rule.day] };
    case 'month_day':
      return { key: 'payMonthlyDay', day: rule.day };
  }
}

function summarizeMails(notifications: Notifications): RowSummary {
  if (notifications.disableAll) return { key: 'allEmailsOff' };
  const off = MAIL_TEMPLATE_NAMES.filter((name) => !isMailOn(notifications, name)).length;
  return off === 0 ? { key: 'emailsOn' } : { key: 'emailsOff', count: off };
}
