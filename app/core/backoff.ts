import { HOUR_MS, MINUTE_MS } from './durations.ts';

/** How something that failed is tried again: the first pause, by how much each following one is longer, and the longest. */
export type Backoff = { firstMs: number; factor: number; maxMs: number };

/** The limits of everything that the server tries again by itself; those of the browser are in `ui/session/client-rules.ts`. What counts to `maxAttempts` is given up then, or left to a person. */
export const RETRIES = {
  /** A scheduled job: 5 s, 20 s, 80 s, …, two and a half hours in all. */
  job: { maxAttempts: 8, firstMs: 5_000, factor: 4, maxMs: HOUR_MS },
  /** A webhook delivery that could not be handled: 2 s, 4 s, …, four minutes in all. */
  delivery: { maxAttempts: 8, firstMs: 2_000, factor: 2, maxMs: 256_000 },
  /** A mail: 30 s, 2 min, 8 min, …, the eighth after a day and a half. */
  mail: { maxAttempts: 8, firstMs: 30_000, factor: 4, maxMs: 48 * HOUR_MS },
  /** A call to the store platform that it throttles or loses, while the caller waits. */
  platformCall: { maxAttempts: 4, firstMs: 250, factor: 2, maxMs: 1_000 },
  /** What is written to a store's theme or pages as it is at that moment, until the platform takes it. */
  storefrontWrite: { firstMs: 10_000, factor: 2, maxMs: HOUR_MS },
  /** The next step of long work at the platform (a batch, a rename) after one that was held up. */
  platformStep: { firstMs: 1_000, factor: 2, maxMs: 5 * MINUTE_MS },
  /** A sheet or a connected store that could not be read. */
  sync: { firstMs: MINUTE_MS, factor: 2, maxMs: 30 * MINUTE_MS },
} as const satisfies Record<string, Backoff & { maxAttempts?: number }>;

/** The pause before the next try after so many failures one after another. */
export function computeBackoffMs({ firstMs, factor, maxMs }: Backoff, failures: number): number {
  return Math.min(maxMs, firstMs * factor ** Math.max(0, failures - 1));
}

/** The same as an SQL interval; `failures` is the SQL expression of their number. */
export function backoffSql({ firstMs, factor, maxMs }: Backoff, failures: string): string {
  return `make_interval(secs => least(${maxMs / 1_000}, ${firstMs / 1_000} * power(${factor}, greatest(${failures} - 1, 0))))`;
}
