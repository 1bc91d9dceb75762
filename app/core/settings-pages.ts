import type { Permission } from './viewer.ts';

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

type Entry = {
  id: string;
  group: SettingsGroup;
  path: string;
  /** The feature without which the page is absent. */
  feature?: string;
  permission?: Permission;
  /** For those who lead a vendor: nobody else can change what stands there. */
  isLead?: true;
  /** The page whose title it shares, and under which it stands as a tab. */
  under?: string;
};

/** The marketplace's settings, in the order of the page. The name of each is `settings:row.<id>.name`, here and in the palette. */
export const ADMIN_SETTINGS = [
  { id: 'look', group: 'marketplace', path: '/settings/look' },
  { id: 'features', group: 'marketplace', path: '/settings/features' },
  { id: 'translations', group: 'marketplace', path: '/translations' },
  { id: 'storefront', group: 'marketplace', path: '/settings/storefront' },
  { id: 'holidays', group: 'marketplace', path: '/settings/holidays', feature: 'holidayMode' },
  { id: 'fields', group: 'vendors', path: '/fields' },
  { id: 'memberships', group: 'vendors', path: '/settings/memberships' },
  { id: 'connections', group: 'vendors', path: '/settings/integrations', feature: 'integrations' },
  { id: 'autoApprove', group: 'products', path: '/changes/rules' },
  { id: 'productForm', group: 'products', path: '/product-form' },
  { id: 'imports', group: 'products', path: '/settings/imports', feature: 'integrations' },
  { id: 'specifications', group: 'products', path: '/specifications' },
  { id: 'catalog', group: 'products', path: '/catalog-entries/settings' },
  { id: 'offers', group: 'products', path: '/offers/settings', feature: 'makeAnOffer' },
  { id: 'discounts', group: 'products', path: '/discounts/settings', feature: 'discounts' },
  { id: 'orderRules', group: 'orders', path: '/orders/rules' },
  { id: 'documents', group: 'orders', path: '/orders/documents' },
  { id: 'shippingDefaults', group: 'shipping', path: '/settings/shipping/defaults' },
  { id: 'checkoutRates', group: 'shipping', path: '/settings/shipping/checkout', feature: 'delivery' },
  { id: 'labels', group: 'shipping', path: '/settings/shipping/labels' },
  { id: 'commissions', group: 'money', path: '/commissions' },
  { id: 'finance', group: 'money', path: '/settings/finance', under: 'commissions' },
  { id: 'payouts', group: 'money', path: '/payments/payouts' },
  { id: 'payments', group: 'money', path: '/payments', under: 'payouts' },
  { id: 'statements', group: 'money', path: '/money/statements/settings' },
  { id: 'currency', group: 'money', path: '/settings/currency', feature: 'currencies' },
  { id: 'notifications', group: 'communication', path: '/settings/notifications' },
  { id: 'conversationButtons', group: 'communication', path: '/settings/conversations', feature: 'messages' },
  { id: 'account', group: 'people', path: '/account' },
  { id: 'deliveries', group: 'system', path: '/deliveries' },
  { id: 'webhooks', group: 'system', path: '/settings/webhooks', feature: 'integrations' },
  { id: 'privacy', group: 'system', path: '/privacy' },
  { id: 'subscribers', group: 'system', path: '/subscribers' },
  { id: 'history', group: 'system', path: '/settings/history' },
  { id: 'plan', group: 'system', path: '/settings/plan' },
] as const satisfies readonly Entry[];

/** A vendor's own settings, only what the viewer can change. */
export const VENDOR_SETTINGS = [
  { id: 'billing', group: 'business', path: '/billing', isLead: true },
  { id: 'paymentInformation', group: 'business', path: '/payment-information', permission: 'read_finance' },
  { id: 'membership', group: 'business', path: '/membership' },
  { id: 'holidays', group: 'business', path: '/settings/holidays', feature: 'holidayMode', isLead: true },
  { id: 'shipping', group: 'business', path: '/settings/shipping', feature: 'delivery', isLead: true },
  {
    id: 'integrations',
    group: 'business',
    path: '/settings/integrations',
    feature: 'integrations',
    permission: 'write_integrations',
  },
  {
    id: 'sheets',
    group: 'business',
    path: '/settings/sheets',
    feature: 'integrations',
    permission: 'write_integrations',
  },
  {
    id: 'imports',
    group: 'business',
    path: '/settings/imports',
    feature: 'integrations',
    permission: 'write_integrations',
  },
  {
    id: 'webhooks',
    group: 'business',
    path: '/settings/webhooks',
    feature: 'integrations',
    permission: 'write_integrations',
  },
  {
    id: 'assistants',
    group: 'business',
    path: '/settings/assistants',
    feature: 'integrations',
    permission: 'write_integrations',
  },
  { id: 'currency', group: 'business', path: '/settings/currency', feature: 'currencies', isLead: true },
  { id: 'team', group: 'people', path: '/team', isLead: true },
  { id: 'account', group: 'people', path: '/account' },
] as const satisfies readonly Entry[];

export type SettingsPageId = (typeof ADMIN_SETTINGS)[number]['id'] | (typeof VENDOR_SETTINGS)[number]['id'];
export const SETTINGS_PAGE_IDS = [...new Set([...ADMIN_SETTINGS, ...VENDOR_SETTINGS].map(({ id }) => id))] as [
  SettingsPageId,
  ...SettingsPageId[],
];
export type SettingsPage = Omit<Entry, 'id' | 'under'> & { id: SettingsPageId; under?: SettingsPageId };

/** Who opens the settings: in the marketplace view or for a vendor, and what they may do there. */
export type SettingsViewer = {
  vendor: object | null;
  isAdmin: boolean;
  leads: boolean;
  permissions: readonly Permission[];
};

/** The settings of the view that is open, whether or not the viewer may change them. */
const listSettingsPages = ({ viewer }: { viewer: SettingsViewer }): readonly SettingsPage[] =>
  viewer.isAdmin && viewer.vendor === null ? ADMIN_SETTINGS : VENDOR_SETTINGS;

/** The settings that the viewer may change and whose feature is on; a vendor's membership counts as there. */
export function openSettingsPages(shell: {
  viewer: SettingsViewer;
  features: Readonly<Record<string, boolean>>;
}): SettingsPage[] {
  const { viewer, features } = shell;
  return listSettingsPages(shell).filter(
    (page) =>
      (page.feature === undefined || features[page.feature] === true) &&
      (page.permission === undefined || viewer.permissions.includes(page.permission)) &&
      (page.isLead === undefined || viewer.isAdmin || viewer.leads),
  );
}

/** The settings page that an address belongs to; `path` is below the layout. */
export function findSettingsPage(shell: { viewer: SettingsViewer }, path: string): SettingsPage | undefined {
  return listSettingsPages(shell)
    .filter((page) => path === page.path || path.startsWith(`${page.path}/`))
    .sort((a, b) => b.path.length - a.path.length)[0];
}

/** The pages that share a title as tabs, in their order; one alone has none. */
export function listSettingsTabs(shell: { viewer: SettingsViewer }, page: SettingsPage): SettingsPage[] {
  const first = page.under ?? page.id;
  const tabs = listSettingsPages(shell).filter(({ id, under }) => id === first || under === first);
  return tabs.length > 1 ? tabs : [];
}
