import { HOUR_MS } from '#app/core/durations.ts';

/** What waits for the admins of a store, as the daily summary counts it. */
export type DigestCounts = {
  applications: number;
  products: number;
  orders: number;
  payouts: number;
  messages: number;
  integrations: number;
  failures: number;
};

/** The full hour after a moment, at which the summary is looked at again. */
export function nextHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

/**
 * The UTC date whose summary is due at a look: today's, where the chosen hour began since the look was planned. A look that comes late
 * (no worker ran, or the clock jumped) still sends it; of earlier dates none is sent any more. Undefined where none is due.
 */
export function dateDue(o: { plannedFor: Date; now: Date; hourUtc: number }): string | undefined {
  const date = o.now.toISOString().slice(0, 10);
  const begins = Date.parse(`${date}T00:00:00Z`) + o.hourUtc * HOUR_MS;
  return begins <= o.now.getTime() && begins >= o.plannedFor.getTime() ? date : undefined;
}

/** Whether there is anything to say. */
export const hasWork = (counts: DigestCounts): boolean => Object.values(counts).some((count) => count > 0);
