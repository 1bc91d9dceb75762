import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, describeRefusal } from '#app/core/errors.ts';
import type { RequestInfo } from '../context.server.ts';
import { isDatabaseAway } from '../db.server.ts';
import type { Log } from '../log.server.ts';
import { observeRequest } from '#app/adapters/telemetry/metrics.server.ts';
import { closeRequest, inRequest, openRequest, type RequestContext } from '../request-context.server.ts';
import { endSpan, startSpan } from '#app/adapters/telemetry/tracing.server.ts';
import { send } from './api.server.ts';
import { BODY_LIMIT_BYTES, discardRest, readBody } from './body.server.ts';
import { assertOwnOrigin, assertWellFormed, changesState, readCaller, type Surroundings } from './caller.server.ts';
import { CLOSED_POLICY } from './security-headers.server.ts';

export type ScreenRequest = IncomingMessage & { rawBody?: Buffer };
export type Listener = (req: IncomingMessage, res: ServerResponse, info: RequestInfo) => Promise<void>;
export type EntryPoints = {
  /** By first path segment: `webhooks`, `api`, `health`, … */
  bySegment: ReadonlyMap<string, Listener>;
  log: Log;
  surroundings: Surroundings;
};

/**
 * Answers what is no screen, on raw bytes, before Remix. Returns false for a screen, after its request id and the caller's
 * address were written into the request's headers for the loaders, and what was posted was read, within its limit, into `rawBody`.
 */
export function createDispatch(o: EntryPoints) {
  return async (req: ScreenRequest, res: ServerResponse): Promise<boolean> => {
    // No part of an address means anything with a NUL sign in it, and the database refuses one.
    if (req.url?.includes('%00')) req.url = req.url.replaceAll('%00', '');
    const requestId = randomUUID();
    res.setHeader('x-request-id', requestId);
    res.setHeader('x-content-type-options', 'nosniff');
    res.setHeader('referrer-policy', 'strict-origin-when-cross-origin');
    const info = describe(req, requestId, o.surroundings);
    const segment = /^\/([^/?]*)/.exec(req.url ?? '/')?.[1] ?? '';
    const listener = o.bySegment.get(segment);
    const request = startRequest(o.log, req, res, { requestId, route: nameEntry(segment, listener !== undefined) });
    return inRequest(request, async () => {
      if (listener) res.setHeader('content-security-policy', CLOSED_POLICY);
      try {
        assertWellFormed(req);
        if (!listener) {
          // Every screen that changes something is one of our own pages; calls are asked by the endpoint that they match.
          if (changesState(req.method)) {
            assertOwnOrigin(info, { beginsSession: true });
            req.rawBody = await readBody(req, BODY_LIMIT_BYTES);
          }
          req.headers['x-request-id'] = requestId;
          req.headersDistinct['x-request-id'] = [requestId];
          req.headersDistinct['x-souk-address'] = [info.address];
          req.headers['x-souk-origin'] = info.origin;
          req.headersDistinct['x-souk-origin'] = [info.origin];
          return false;
        }
        await listener(req, res, info);
      } catch (error) {
        answerError(o, res, { thrown: error, info, startedAt: request.startedAt });
      }
      return true;
    });
  };
}

const millisecondsSince = (start: number): number => Math.round((performance.now() - start) * 10) / 10;

/** Probes and metrics are asked every few seconds: counted, and no line of the log. */
const QUIET = new Set(['/health', '/ready', '/metrics']);
/** Screens whose pattern nobody told: those of a layout that were not found, files, the rest. */
const LAYOUTS = new Set(['admin', 'app', 'assets', 'auth']);

/** The route of a request until its pattern is known. */
function nameEntry(segment: string, isListened: boolean): string {
  if (isListened) return QUIET.has(`/${segment}`) ? `/${segment}` : `/${segment}/*`;
  return LAYOUTS.has(segment) ? `/${segment}/*` : '/*';
}

/** Begins to measure a request. Its one line of the log is written once it is answered, so that nobody waits for it. */
function startRequest(
  log: Log,
  req: IncomingMessage,
  res: ServerResponse,
  o: { requestId: string; route: string },
): RequestContext {
  const method = req.method ?? 'GET';
  const span = startSpan(method, { kind: 'server', attributes: { 'http.request.method': method } });
  const request: RequestContext = { ...o, method, startedAt: performance.now(), span };
  openRequest(request);
  res.once('close', () => {
    closeRequest(o.requestId);
    const { route, store } = request;
    const ms = millisecondsSince(request.startedAt);
    // Who went away before an answer is nobody's failure: nginx's name for it.
    const status = res.headersSent ? res.statusCode : 499;
    observeRequest({ method, route, status, ms });
    span?.updateName(`${method} ${route}`);
    span?.setAttributes({ 'http.route': route, 'http.response.status_code': status });
    endSpan(span, status >= 500 ? new Error('the request failed') : undefined);
    const line = { requestId: o.requestId, method, route, status, ms, store };
    if (!QUIET.has(route)) log.info(line, 'request');
  });
  return request;
}

/** The one HTTP boundary: `{message, code, reason?, params?, issues?}`, the status from the table, an alarm only for what is ours to mend. */
function answerError(
  o: EntryPoints,
  res: ServerResponse,
  { thrown, info, startedAt }: { thrown: unknown; info: RequestInfo; startedAt: number },
): void {
  const error = toAppError(thrown, info);
  if (error.reportable) {
    const line = { err: thrown, refusal: error.code, status: error.status, ms: millisecondsSince(startedAt) };
    o.log.error(line, 'a request failed');
  }
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const headers: [string, string][] = [];
  if (error.code === 'rate_limited') headers.push(['retry-after', String(error.params.seconds)]);
  // A session token lives for a minute: the store admin's own script takes this header for "once more, with a fresh one".
  if (error.code === 'not_signed_in' && info.headers.has('authorization'))
    headers.push(['x-shopify-retry-invalid-session-request', '1']);
  if (error.code === 'body_too_large') discardRest(res.req);
  send(res, error.status, describeRefusal(error), headers);
}

/** Turns anything thrown into one of our refusals: a lost database is `unavailable`, the unknown is `internal`. */
export function toAppError(thrown: unknown, info: { requestId: string }): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isDatabaseAway(thrown)) return new AppError('unavailable');
  return new AppError('internal', { reference: info.requestId });
}

function describe(req: IncomingMessage, requestId: string, surroundings: Surroundings): RequestInfo {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  const query = (req.url ?? '').split('?').slice(1).join('?');
  return {
    requestId,
    ...readCaller(req, surroundings),
    store: query ? (new URLSearchParams(query).get('store') ?? undefined) : undefined,
    headers,
  };
}
