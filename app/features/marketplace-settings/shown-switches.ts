/** The switches that the screen of features shows: parts of the marketplace, not options of a part. */
export const SHOWN_SWITCHES = [
  'messages',
  'makeAnOffer',
  'discounts',
  'catalog',
  'delivery',
  'integrations',
  'specifications',
  'holidayMode',
  'currencies',
  'dashboard',
  'display',
  'comments',
  'auditLogs',
] as const;
export type ShownSwitch = (typeof SHOWN_SWITCHES)[number];

/** Where a feature is set up; features without settings of their own are left out. */
export const FEATURE_SETTINGS: Partial<Record<ShownSwitch, string>> = {
  messages: '/settings/conversations',
  makeAnOffer: '/offers/settings',
  discounts: '/discounts/settings',
  catalog: '/catalog-entries/settings',
  delivery: '/settings/shipping/defaults',
  integrations: '/settings/integrations',
  specifications: '/specifications',
  holidayMode: '/settings/holidays',
  currencies: '/settings/currency',
  display: '/fields',
};

/** The accesses of the store that a feature cannot do without, by the platform's names. */
export const FEATURE_ACCESS: Partial<Record<ShownSwitch, readonly string[]>> = {
  makeAnOffer: ['write_draft_orders'],
  discounts: ['write_discounts'],
  catalog: ['write_metaobject_definitions', 'write_metaobjects'],
  delivery: ['write_shipping'],
};
