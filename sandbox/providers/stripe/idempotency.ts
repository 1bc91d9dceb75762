import { createHash } from 'node:crypto';
import { HOUR_MS } from '#sandbox/core/durations.ts';
import type { SandboxResponse } from '../../core/router.ts';
import type { StripeReplay, StripeState } from '../../core/state-stripe.ts';
import { StripeProblem, invalidParam } from './problem.ts';

const KEY_LIMIT = 255;
/** How long a key is remembered: v1 may forget it after a day, v2 keeps it for thirty. */
const KEPT_HOURS = { v1: 24, v2: 30 * 24 } as const;

type Keyed = {
  version: 'v1' | 'v2';
  /** Platform and mode: keys of others are others. */
  owner: string;
  key: string;
  /** Method and path. */
  endpoint: string;
  params: unknown;
  now: Date;
};

/** The answer that this key already has, or null. Refuses a key that was used for something else. */
export function recallAnswer(state: StripeState, keyed: Keyed): SandboxResponse | null {
  if (keyed.key.length > KEY_LIMIT)
    throw invalidParam('idempotency_key', `Idempotency keys can be at most ${KEY_LIMIT} characters long.`);
  const found = state.idempotent[nameOf(keyed)];
  if (!found || !isRemembered(nameOf(keyed), found, keyed.now)) return null;
  if (found.endpoint !== keyed.endpoint)
    throw mismatch(
      `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${found.endpoint}' vs '${keyed.endpoint}'). Try using a key other than '${keyed.key}' if you meant to execute a different request.`,
    );
  if (found.fingerprint !== fingerprintOf(keyed.params))
    throw mismatch(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${keyed.key}' if you meant to execute a different request.`,
    );
  return {
    status: found.status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'idempotent-replayed': 'true',
      ...(found.status >= 500 ? { 'stripe-should-retry': 'false' } : {}),
    },
    body: found.body,
  };
}

/**
 * Keeps the answer under its key. v1 keeps whatever an execution came to, failures and 500s too; v2 keeps successes only and
 * executes anew what failed.
 */
export function rememberAnswer(state: StripeState, keyed: Keyed, response: SandboxResponse): void {
  if (keyed.version === 'v2' && response.status >= 400) return;
  forgetOldKeys(state, keyed.now);
  state.idempotent[nameOf(keyed)] = {
    fingerprint: fingerprintOf(keyed.params),
    endpoint: keyed.endpoint,
    status: response.status,
    body: response.body.toString(),
    at: keyed.now.toISOString(),
  };
}

function nameOf(keyed: Keyed): string {
  return `${keyed.version}:${keyed.owner}:${keyed.key}`;
}

function isRemembered(name: string, replay: StripeReplay, now: Date): boolean {
  const keptMs = KEPT_HOURS[name.startsWith('v2') ? 'v2' : 'v1'] * HOUR_MS;
  return now.getTime() - Date.parse(replay.at) < keptMs;
}

/** Clears away what is too old, at most once an hour: a look at every key for every request would slow bulk work down. */
function forgetOldKeys(state: StripeState, now: Date): void {
  if (now.getTime() - Date.parse(state.idempotentClearedAt) < HOUR_MS) return;
  state.idempotentClearedAt = now.toISOString();
  state.idempotent = Object.fromEntries(
    Object.entries(state.idempotent).filter(([name, replay]) => isRemembered(name, replay, now)),
  );
}

function fingerprintOf(params: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(params)))
    .digest('hex');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}

function mismatch(message: string): StripeProblem {
  return new StripeProblem(400, { type: 'idempotency_error', message }, true);
}
