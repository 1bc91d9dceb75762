import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import { withSpan } from '#app/adapters/telemetry/tracing.server.ts';

/** What the log, metrics and traces say of a request: never its path, its query or its body. */
export type RequestContext = {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of its route, once it is known: `/api/orders/{orderId}`. There are few of them. */
  route: string;
  /** The store's domain, once somebody vouched for it. */
  store?: string | undefined;
  readonly startedAt: number;
  readonly span?: Span | undefined;
};

const current = new AsyncLocalStorage<RequestContext>();
/** Requests that are being answered. A screen's loaders know the id of theirs only. */
const open = new Map<string, RequestContext>();

/** Keeps a request findable by its id until it is closed. */
export function openRequest(request: RequestContext): void {
  open.set(request.requestId, request);
}

export function closeRequest(requestId: string): void {
  open.delete(requestId);
}

/** Runs work as part of a request: its log lines and spans say so. */
export function inRequest<T>(request: RequestContext | string | undefined, work: () => T): T {
  const found = typeof request === 'string' ? open.get(request) : request;
  return found ? current.run(found, () => withSpan(found.span, work)) : work();
}

/** Adds to what is known of the current request, or of the one with an id. */
export function describeRequest(known: { route?: string; store?: string }, requestId?: string): void {
  const request = requestId === undefined ? current.getStore() : open.get(requestId);
  if (!request) return;
  if (known.route !== undefined) request.route = known.route;
  if (known.store !== undefined) request.store = known.store;
}

/** What every line of the log carries while a request is being answered. */
export function describeCurrent(): object {
  const request = current.getStore();
  if (!request) return {};
  const { requestId, method, route, store } = request;
  return store === undefined ? { requestId, method, route } : { requestId, method, route, store };
}
