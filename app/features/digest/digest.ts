const HOUR_MS = 3_600_000;

/** What waits for the admins of a store, as the daily summary counts it. */
export type DigestCounts = {
  applications: number;
  products: number;
  orders: number;
  payouts: number;
  messages: number;
  failures: number;
};

/** The full hour after a moment, at which the summary is looked at again. */
export function nextHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

/** The UTC date of a moment, of which a store gets one summary at most. */
export const dateOf = (now: Date): string => now.toISOString().slice(0, 10);

/** Whether there is anything to say. */
export const hasWork = (counts: DigestCounts): boolean => Object.values(counts).some((count) => count > 0);
