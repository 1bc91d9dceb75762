import pg from 'pg';
import type { Log } from './log.server.ts';
import { countSlowStatement } from '#app/adapters/telemetry/metrics.server.ts';
import { endSpan, startSpan } from '#app/adapters/telemetry/tracing.server.ts';
import { MINUTE_MS } from '#app/core/durations.ts';

const MAX_SHAPES = 500;
const MAX_TEXT = 1_000;

/** A statement without what was written into it: its values are parameters, and what stands in quotes may be one. */
const hideValues = (text: string): string =>
  text
    .slice(0, MAX_TEXT)
    .replace(/'[^']*'?/g, '?')
    .replace(/(?<![\w$])\d+/g, '?');

/** Notes that a statement ended, and the error that it ended with. */
type End = (error?: unknown) => void;
type Callback = (error: unknown, ...answer: unknown[]) => void;

const endBefore =
  (end: End, callback: Callback): Callback =>
  (error, ...answer) => {
    end(error);
    callback(error, ...answer);
  };

/**
 * A connection that measures each of its statements: slow ones are logged, once for each shape a minute, and all are traced where
 * traces are on. Neither says a value.
 */
export function createWatchedClient(o: { log: Log; slowMs: number }): typeof pg.Client {
  const logged = new Map<string, number>();
  const record = (text: string, start: number) => {
    const ms = performance.now() - start;
    if (ms < o.slowMs) return;
    countSlowStatement();
    const statement = hideValues(text);
    const last = logged.get(statement);
    if (last !== undefined && performance.now() - last < MINUTE_MS) return;
    if (logged.size >= MAX_SHAPES) logged.clear();
    logged.set(statement, performance.now());
    o.log.warn({ statement, ms: Math.round(ms) }, 'a slow statement');
  };
  // Made here, not where the statement is sent: a function made there would hold the statement's values, and with them the bodies
  // of requests, until long after its answer. That doubled the p99 of a delivery's acknowledgement.
  const watch = (first: unknown): End => {
    const named = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
    const text = typeof named === 'string' ? named : '';
    const start = performance.now();
    const span = startSpan('statement', { kind: 'client', attributes: { 'db.system.name': 'postgresql' } });
    span?.setAttribute('db.query.text', hideValues(text));
    return (error) => {
      record(text, start);
      endSpan(span, error ?? undefined);
    };
  };
  class WatchedClient extends pg.Client {
    override query(...given: unknown[]): never {
      const end = watch(given[0]);
      const last = given.length - 1;
      if (typeof given[last] === 'function') given[last] = endBefore(end, given[last] as Callback);
      const answered = (super.query as (...statement: unknown[]) => unknown)(...given);
      if (answered instanceof Promise) answered.then(end.bind(null, undefined), end);
      return answered as never;
    }
  }
  return WatchedClient;
}
