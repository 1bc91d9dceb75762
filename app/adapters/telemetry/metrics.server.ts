import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from 'pg';
import packageFile from '../../../package.json' with { type: 'json' };

/** Everything that this process measures itself, beside what `/metrics` asks the database. */
export const registry = new Registry();
collectDefaultMetrics({ register: registry });

export const VERSION = packageFile.version;
new Gauge({
  name: 'souk_build_info',
  help: 'The version of the program',
  labelNames: ['version'],
  registers: [registry],
})
  .labels(VERSION)
  .set(1);

/** Whom the program asks. A label of metrics, so that there are these and no others. */
export type OutsideProvider =
  | 'background_removal'
  | 'brevo'
  | 'files'
  | 'google'
  | 'klaviyo'
  | 'paypal'
  | 'shippo'
  | 'shopify'
  | 'storage'
  | 'stripe'
  | 'web'
  | 'woocommerce';

const requests = new Counter({
  name: 'souk_http_requests_total',
  help: 'Answered requests by method, pattern of the route and status',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
});
const requestSeconds = new Histogram({
  name: 'souk_http_request_seconds',
  help: 'Seconds until a request was answered, by pattern of the route',
  labelNames: ['route'],
  buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});
const outsideCalls = new Counter({
  name: 'souk_outside_calls_total',
  help: 'Calls of providers by provider and outcome',
  labelNames: ['provider', 'outcome'],
  registers: [registry],
});
const outsideSeconds = new Histogram({
  name: 'souk_outside_call_seconds',
  help: 'Seconds of calls of providers',
  labelNames: ['provider'],
  buckets: [0.05, 0.25, 1, 2.5, 5, 10, 30],
  registers: [registry],
});
const failures = new Counter({
  name: 'souk_failures_total',
  help: 'Failed attempts of deliveries, jobs and mails by their topic, kind or way of sending',
  labelNames: ['work', 'kind'],
  registers: [registry],
});
const slowStatements = new Counter({
  name: 'souk_slow_statements_total',
  help: 'Statements that took longer than SLOW_STATEMENT_MS',
  registers: [registry],
});

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts an answered request. `route` is a pattern: whoever calls sees to it that there are few. */
export function observeRequest(o: { method: string; route: string; status: number; ms: number }): void {
  // A method is words of the caller.
  requests.labels(METHODS.has(o.method) ? o.method : 'other', o.route, String(o.status)).inc();
  requestSeconds.labels(o.route).observe(o.ms / 1000);
}

/** Counts a call of a provider that began at `start` (of performance.now()). */
export function observeOutsideCall(
  provider: OutsideProvider,
  outcome: 'ok' | 'refused' | 'failed' | 'unreached' | 'timeout' | 'too_large' | 'broken',
  start: number,
): void {
  outsideCalls.labels(provider, outcome).inc();
  outsideSeconds.labels(provider).observe((performance.now() - start) / 1000);
}

/** Counts a failed attempt; `kind` is a name of the program's own, never words from outside. */
export function countFailure(work: 'delivery' | 'job' | 'mail' | 'webhook', kind: string): void {
  failures.labels(work, kind).inc();
}

/** Counts a slow statement. */
export function countSlowStatement(): void {
  slowStatements.inc();
}

const connections = new Gauge({
  name: 'souk_database_connections',
  help: 'Connections of this process in use and idle, and work that waits for one',
  labelNames: ['state'],
  registers: [registry],
});

/** Writes how the pool stands at this moment. */
export function observePool(pool: Pool): void {
  connections.labels('in_use').set(pool.totalCount - pool.idleCount);
  connections.labels('idle').set(pool.idleCount);
  connections.labels('waiting').set(pool.waitingCount);
}
