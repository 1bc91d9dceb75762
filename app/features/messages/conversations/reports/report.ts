export const MIN_REPORT_NOTE = 3;
export const MAX_REPORT_NOTE = 500;
/** How many reports are taken in an hour: of one conversation's buyer, of one network address, of a store's buyers. */
export const MAX_REPORTS_AN_HOUR = { conversation: 3, address: 10, store: 300 } as const;
