import { HOUR_MS, MINUTE_MS } from '#app/core/durations.ts';

/** So long something may be out of step before somebody is mailed. */
export const UNHEALTHY_MS = HOUR_MS;
const CHECK_MS = 15 * MINUTE_MS;
/** Connections that a mail names. */
const MAX_NAMED = 10;

/** What is out of step: a vendor's own store or spreadsheet, and since when. */
export type FailingSource = { vendor: string; name: string; since: Date };

/** When it is looked next: at each quarter of an hour. */
export const nextCheck = (now: Date): Date => new Date((Math.floor(now.getTime() / CHECK_MS) + 1) * CHECK_MS);

/** Those that have been out of step for an hour at `now` and had not been at the look before. */
export const findNewlyUnhealthy = (
  sources: readonly FailingSource[],
  o: { before: Date; now: Date },
): FailingSource[] =>
  sources.filter(({ since }) => {
    const at = since.getTime() + UNHEALTHY_MS;
    return at > o.before.getTime() && at <= o.now.getTime();
  });

/** The first of them by name, and how many more there are. */
export function nameSources(sources: readonly FailingSource[]): { names: string; more: number } {
  const named = sources.slice(0, MAX_NAMED).map(({ vendor, name }) => `${vendor} (${name})`);
  return { names: named.join(', '), more: sources.length - named.length };
}
