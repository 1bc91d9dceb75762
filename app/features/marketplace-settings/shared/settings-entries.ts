import type { Translate } from '#app/ui/i18n/keys.ts';
import type { SettingsEntry } from '#app/ui/search/settings-entry.ts';
import type { ShellData } from '#app/ui/shell/shell-data.ts';
import { ADMIN_ROWS, VENDOR_ROWS } from '../settings-rows.ts';

/** The rows that people also look for by other words. */
const BY_OTHER_WORDS = [
  'look',
  'features',
  'translations',
  'holidays',
  'fields',
  'autoApprove',
  'memberships',
  'orderRules',
  'documents',
  'shippingDefaults',
  'commissions',
  'payments',
  'payouts',
  'paymentInformation',
  'statements',
  'notifications',
  'team',
  'account',
  'deliveries',
  'plan',
  'billing',
  'integrations',
  'sheets',
] as const;

function wordsOf(t: Translate, id: string): string {
  const known = BY_OTHER_WORDS.find((one) => one === id);
  return known ? t(`lists:also.${known}`) : '';
}

/** The settings that the viewer may open, by name and what each decides, for the search of the whole program. */
export function listSettingsEntries(t: Translate, { viewer, features }: ShellData): SettingsEntry[] {
  const isMarketplace = viewer.isAdmin && viewer.vendor === null;
  const isOn = (row: object): boolean => !('feature' in row) || features[String(row.feature)] === true;
  const rows = isMarketplace
    ? ADMIN_ROWS.filter(isOn)
    : VENDOR_ROWS.filter(
        (row) =>
          isOn(row) &&
          (!('isLead' in row) || viewer.leads) &&
          (!('permission' in row) || viewer.permissions.includes(row.permission)) &&
          (row.id !== 'membership' || features['memberships'] === true) &&
          (row.id !== 'paymentInformation' || viewer.permissions.includes('read_finance')),
      );
  return rows.map(({ id, path }) => ({
    id,
    url: path,
    name: t(`settings:row.${id}.name`),
    about: t(`settings:row.${id}.about`),
    words: wordsOf(t, id),
  }));
}
