/** A record that was opened in this visit. */
export type RecentRecord = { url: string; title: string };

const MAX_RECENT = 6;
/** Addresses of single records, below the layout. */
const RECORD = /^\/(orders|products|vendors|offers|conversations|messages|discounts|money\/payouts)\/[^/]+$/;
const NOT_A_RECORD = /\/(new|settings|rules|documents|import|replies|marketplace)$/;

// In memory alone: a frame may have no storage, and another person at this browser begins with none.
let recent: readonly RecentRecord[] = [];

/** Remembers the page of a record as the newest; any other page is left out. `path` is below the layout. */
export function rememberRecord(path: string, title: string): void {
  if (title === '' || !RECORD.test(path) || NOT_A_RECORD.test(path)) return;
  recent = [{ url: path, title }, ...recent.filter(({ url }) => url !== path)].slice(0, MAX_RECENT);
}

/** The records opened last, newest first. */
export const listRecentRecords = (): readonly RecentRecord[] => recent;
