import type { Sandbox } from '../../core/kernel.ts';
import type { SandboxRequest } from '../../core/router.ts';
import { json } from '../../core/router.ts';
import type { SandboxResponse } from '../../core/router.ts';
import type { StripePlatform } from '../../core/state-stripe.ts';
import type { Params } from './params.ts';
import { missing } from './problem.ts';

/** The version of the API that the answers and events follow. */
export const STRIPE_VERSION = '2026-10-28.endive';

/** One request to Stripe whose key is known, its parameters decoded. */
export type StripeCall = {
  sandbox: Sandbox;
  platform: StripePlatform;
  livemode: boolean;
  params: Params;
  /** What the address itself names, such as `id`. */
  path: Record<string, string>;
  /** The connected account on whose behalf it asks (`Stripe-Account`). */
  account: string | null;
  cause: Cause;
};

/** What an event says about the request that led to it; both are null when nobody asked for it by the API. */
export type Cause = { requestId: string | null; idempotencyKey: string | null };

export type StripeOperation = {
  method: 'GET' | 'POST' | 'DELETE';
  pattern: string;
  name: string;
  /** Whether it can be asked on behalf of a connected account. */
  onBehalf?: boolean;
  run: (call: StripeCall) => SandboxResponse;
};

export const NO_CAUSE: Cause = { requestId: null, idempotencyKey: null };

/** The answer to a request that succeeded. */
export function done(body: unknown): SandboxResponse {
  return json(200, body);
}

/** The version of a request's address. */
export function versionOf(request: SandboxRequest): 'v1' | 'v2' {
  return request.url.pathname.startsWith('/v2/') ? 'v2' : 'v1';
}

type Cursor = { limit?: number; starting_after?: string; ending_before?: string };

/** A page of a v1 list: newest first, on from an id or back to one. */
export function listPage<T extends { id: string }>(
  newestFirst: readonly T[],
  cursor: Cursor,
  url: string,
  show: (entry: T) => unknown,
): SandboxResponse {
  const limit = cursor.limit ?? 10;
  const positionOf = (id: string, param: string): number => {
    const position = newestFirst.findIndex((entry) => entry.id === id);
    if (position === -1) throw missing('object', id, param, 400);
    return position;
  };
  if (cursor.ending_before !== undefined) {
    const end = positionOf(cursor.ending_before, 'ending_before');
    const start = Math.max(0, end - limit);
    return page(newestFirst.slice(start, end), start > 0, url, show);
  }
  const start = cursor.starting_after === undefined ? 0 : positionOf(cursor.starting_after, 'starting_after') + 1;
  return page(newestFirst.slice(start, start + limit), newestFirst.length > start + limit, url, show);
}

function page<T>(entries: readonly T[], hasMore: boolean, url: string, show: (entry: T) => unknown): SandboxResponse {
  return done({ object: 'list', data: entries.map(show), has_more: hasMore, url });
}
