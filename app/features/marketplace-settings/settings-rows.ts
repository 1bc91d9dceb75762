import type { Permission } from '#app/core/viewer.ts';
import type { SwitchName } from '#app/platform/settings/switches.ts';

/** What a setting is at present: on or off, how many there are, or a text of the store's own. */
export type RowValue = { isOn: boolean } | { count: number } | { text: string };

/** One row of the settings page: where it leads and for whom it is there. */
export type SettingsRow = {
  id: (typeof ADMIN_ROWS)[number]['id'] | (typeof VENDOR_ROWS)[number]['id'];
  group: SettingsGroup;
  path: string;
};

export const SETTINGS_GROUPS = [
  'marketplace',
  'vendors',
  'products',
  'orders',
  'shipping',
  'money',
  'communication',
  'people',
  'system',
  'business',
] as const;
export type SettingsGroup = (typeof SETTINGS_GROUPS)[number];

/** The marketplace's settings, in the order of the page. */
export const ADMIN_ROWS = [
  { id: 'look', group: 'marketplace', path: '/settings/look' },
  { id: 'features', group: 'marketplace', path: '/settings/features' },
  { id: 'translations', group: 'marketplace', path: '/translations' },
  { id: 'holidays', group: 'marketplace', path: '/settings/holidays', feature: 'holidayMode' },
  { id: 'fields', group: 'vendors', path: '/fields' },
  { id: 'autoApprove', group: 'vendors', path: '/changes/rules' },
  { id: 'memberships', group: 'vendors', path: '/settings/memberships' },
  { id: 'productForm', group: 'products', path: '/product-form' },
  { id: 'specifications', group: 'products', path: '/specifications' },
  { id: 'catalog', group: 'products', path: '/catalog-entries' },
  { id: 'orderRules', group: 'orders', path: '/orders/rules' },
  { id: 'documents', group: 'orders', path: '/orders/documents' },
  { id: 'shippingDefaults', group: 'shipping', path: '/settings/shipping/defaults' },
  { id: 'checkoutRates', group: 'shipping', path: '/settings/shipping/checkout', feature: 'delivery' },
  { id: 'commissions', group: 'money', path: '/commissions' },
  { id: 'finance', group: 'money', path: '/settings/finance' },
  { id: 'payments', group: 'money', path: '/payments' },
  { id: 'currency', group: 'money', path: '/settings/currency', feature: 'currencies' },
  { id: 'payouts', group: 'money', path: '/payments/payouts' },
  { id: 'statements', group: 'money', path: '/money/statements/settings' },
  { id: 'notifications', group: 'communication', path: '/settings/notifications' },
  { id: 'conversationButtons', group: 'communication', path: '/settings/conversations', feature: 'messages' },
  { id: 'subscribers', group: 'communication', path: '/subscribers' },
  { id: 'account', group: 'people', path: '/account' },
  { id: 'deliveries', group: 'system', path: '/deliveries' },
  { id: 'privacy', group: 'system', path: '/privacy' },
  { id: 'history', group: 'system', path: '/settings/history' },
  { id: 'plan', group: 'system', path: '/settings/plan' },
] as const satisfies readonly { id: string; group: SettingsGroup; path: string; feature?: SwitchName }[];

/** A vendor's own settings; a row whose feature is off is absent, `lead` rows are for those who lead the vendor. */
export const VENDOR_ROWS = [
  { id: 'billing', group: 'business', path: '/billing', isLead: true },
  { id: 'paymentInformation', group: 'business', path: '/payment-information' },
  { id: 'membership', group: 'business', path: '/membership' },
  { id: 'holidays', group: 'business', path: '/settings/holidays', feature: 'holidayMode' },
  { id: 'shipping', group: 'business', path: '/settings/shipping', feature: 'delivery' },
  {
    id: 'integrations',
    group: 'business',
    path: '/settings/integrations',
    feature: 'integrations',
    permission: 'read_integrations',
  },
  {
    id: 'sheets',
    group: 'business',
    path: '/settings/sheets',
    feature: 'integrations',
    permission: 'read_integrations',
  },
  { id: 'currency', group: 'business', path: '/settings/currency', feature: 'currencies' },
  { id: 'team', group: 'people', path: '/team', isLead: true },
  { id: 'account', group: 'people', path: '/account' },
] as const satisfies readonly {
  id: string;
  group: SettingsGroup;
  path: string;
  isLead?: true;
  feature?: SwitchName;
  permission?: Permission;
}[];

export type ValuedRow = SettingsRow & { value: RowValue | null };
