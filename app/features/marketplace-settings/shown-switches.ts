/** The switches that the screen of features shows: those that are decided on no other screen and that a store still chooses. */
export const SHOWN_SWITCHES = [
  'comments',
  'specifications',
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
