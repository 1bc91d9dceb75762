/** The switches that the screen of features shows: those that have no screen of their own. */
export const SHOWN_SWITCHES = [
  'comments',
  'specifications',
  'useFinanceV2',
  'display',
  'autoFulfillDigital',
  'auditLogs',
  'catalog',
  'makeAnOffer',
  'holidayMode',
  'discounts',
  'delivery',
  'messages',
  'dashboard',
  'currencies',
  'integrations',
] as const;
