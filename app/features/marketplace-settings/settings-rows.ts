import type { SettingsGroup, SettingsPageId } from '#app/core/settings-pages.ts';

/** What a setting is at present: on or off, how many there are, or a text of the store's own. */
export type RowValue = { isOn: boolean } | { count: number } | { text: string };

/** What a setting is at present, by the key of its words (`settings:value.<key>`), with what stands in them. */
export type RowSummary = {
  key: SummaryKey;
  count?: number;
  /** Decimal percent, such as "12.5". */
  percent?: string;
  /** Weekdays by their first three letters, Monday first. */
  days?: string[];
  day?: number;
};

export const SUMMARY_KEYS = [
  'on',
  'off',
  'features',
  'languages',
  'fields',
  'needApproval',
  'goLive',
  'paidPlans',
  'noPlans',
  'variants',
  'noVariants',
  'offersFrom',
  'hiddenFields',
  'nothingHidden',
  'zones',
  'ratePercent',
  'rates',
  'payManually',
  'payAfterShipping',
  'payHours',
  'payWeekdays',
  'payWeekly',
  'payEveryWeeks',
  'payMonthlyWeekday',
  'payMonthlyDay',
  'emailsOn',
  'emailsOff',
  'allEmailsOff',
  'problems',
  'noProblems',
] as const;
export type SummaryKey = (typeof SUMMARY_KEYS)[number];

/** One row of the settings page: where it leads and what is set there now. */
export type ValuedRow = {
  id: SettingsPageId;
  group: SettingsGroup;
  path: string;
  value: RowValue | null;
  summary: RowSummary | null;
};
