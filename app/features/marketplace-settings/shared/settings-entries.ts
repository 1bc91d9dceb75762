import { openSettingsPages } from '#app/core/settings-pages.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import type { SettingsEntry } from '#app/ui/search/settings-entry.ts';
import type { ShellData } from '#app/ui/shell/shell-data.ts';

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

function listOtherWords(t: Translate, id: string): string {
  const known = BY_OTHER_WORDS.find((one) => one === id);
  return known ? t(`settingsSearch:also.${known}`) : '';
}

/** The settings that the viewer may change, by name and what each decides, for the search of the whole program. */
export function listSettingsEntries(t: Translate, shell: ShellData): SettingsEntry[] {
  return openSettingsPages(shell)
    .filter(({ id }) => id !== 'membership' || shell.features['memberships'] === true)
    .map(({ id, path }) => ({
      id,
      url: path,
      name: t(`settings:row.${id}.name`),
      about: t(`settings:row.${id}.about`),
      words: listOtherWords(t, id),
    }));
}
