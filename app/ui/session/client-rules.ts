import { computeBackoffMs, type Backoff } from '#app/core/backoff.ts';

/** How long a request of the client may take, in milliseconds, before it fails as timed out. */
export const CLIENT_TIMEOUT_MS = 10_000;
/** The same for calls of the API, signed in or not: files, documents and work at a provider take as long as they take. */
export const API_TIMEOUT_MS = 150_000_000;

/** A repeatable call of the browser to us; the table of the server's is left out of what a page loads. */
const CLIENT_CALL: Backoff = { firstMs: 300, factor: 2, maxMs: 600 };

/** Calls that may be repeated without harm are tried twice more after answers that may pass, ever longer apart. */
export const RETRY = {
  limit: 2,
  methods: ['get', 'put', 'head', 'delete', 'options', 'trace'],
  statusCodes: [408, 413, 429, 500, 502, 503, 504],
  /** Milliseconds before the nth repetition: 300, then 600. */
  delay: (attempt: number) => computeBackoffMs(CLIENT_CALL, attempt),
} as const;

/** How data that screens fetch themselves is kept, in milliseconds. */
export const CACHE = {
  dedupeMs: 2_000,
  focusThrottleMs: 5_000,
  errorRetryMs: { usual: 5_000, slow: 10_000 },
  loadingTimeoutMs: { usual: 3_000, slow: 5_000 },
} as const;

/** How long a request to a path of this site may take. */
export function computeTimeout(path: string): number {
  return path.startsWith('/api/') ? API_TIMEOUT_MS : CLIENT_TIMEOUT_MS;
}
