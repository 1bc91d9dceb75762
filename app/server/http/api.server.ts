import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { z } from 'zod';
import type { AnyEndpoint, Endpoint, InputOf, OutputOf } from '#app/core/endpoint.ts';
import { AppError, invalidInput, type Issue } from '#app/core/errors.ts';
import { invariant } from '#app/core/invariant.ts';
import { toIssues } from '#app/core/issues.ts';
import { parseSentJson, sentFields } from '#app/core/text/stored-text.ts';
import { can, permissionRefusal, type Permission, type Viewer, scopeOfCall } from '#app/core/viewer.ts';
import type { Ctx, RequestInfo } from '../context.server.ts';
import { hashToken } from '../crypto.server.ts';
import { describeRequest } from '../request-context.server.ts';
import { BODY_LIMIT_BYTES, readBody } from './body.server.ts';
import { assertOwnOrigin, bearerToken, changesState, VIEW_HEADER } from './caller.server.ts';
import { buildFormAnswer, isFormOfPage, readForm, withStoreOfBody } from './forms.server.ts';
import { findRoute, routeTable } from './route-table.server.ts';
import { replayOrRun } from './idempotency.server.ts';
import { Reply } from './reply.server.ts';

type Handler<E> = (ctx: Ctx, input: InputOf<E>, request: RequestInfo) => Promise<OutputOf<E> | Reply<OutputOf<E>>>;
export type Implementation = {
  endpoint: AnyEndpoint;
  handle: (ctx: Ctx, input: never, request: RequestInfo) => Promise<unknown>;
};

/** Binds a handler to its contract: a missing handler or a wrong answer is a type error. */
export function implement<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  contract: Endpoint<P, Q, B, R>,
  handle: Handler<Endpoint<P, Q, B, R>>,
): Implementation {
  return { endpoint: contract, handle };
}

/** The call that somebody is identified for: the name of its endpoint, and headers for its answer, also where that is a refusal. */
export type IdentifiedCall = { name: string; setHeader: (name: string, value: string) => void };

export type ApiEntryPoint = {
  /** Resolves who calls. Throws not_signed_in (401) for a bad credential; undefined means anonymous. */
  identify(info: RequestInfo, call: IdentifiedCall): Promise<Ctx | undefined>;
  /** Resolves which customer of a store calls, by their account there alone. Throws not_signed_in (401). */
  identifyBuyer(info: RequestInfo): Promise<Ctx>;
  /** The context of a call that needs nobody: the store of the request, no permissions. */
  anonymous(info: RequestInfo): Promise<Ctx>;
};

const FORM_LIMIT_BYTES = 20_000;

/** Answers /api/*: route, identify, authorise, validate, handle. Errors are thrown to the one HTTP boundary. */
export function apiListener(o: {
  implementations: readonly Implementation[];
  entryPoint: ApiEntryPoint;
  checkAnswers: boolean;
}) {
  const table = routeTable(o.implementations.map((one) => ({ ...one.endpoint, implementation: one })));

  return async (req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> => {
    const url = new URL(req.url ?? '/', 'http://host');
    const isPreflight = req.method === 'OPTIONS';
    const method = (isPreflight ? info.headers.get('access-control-request-method') : req.method) ?? 'GET';
    const found = findRoute(table, method, url.pathname.slice('/api'.length));
    const { endpoint } = found.route.implementation;
    describeRequest({ route: `/api${endpoint.path}` });
    if (changesState(req.method) && !isByBearer(endpoint, info)) {
      assertOwnOrigin(info, { beginsSession: SETS_COOKIES.test(endpoint.path) });
    }
    const isTokenCall = isPreflight ? isTokenPreflight(endpoint, info) : isByBearer(endpoint, info);
    if (isPreflight && !endpoint.crossOrigin && !isTokenCall)
      throw new AppError('method_not_allowed', { method: 'OPTIONS' });
    if (endpoint.crossOrigin || isTokenCall) {
      // Never together with credentials: a browser sends no cookie along, and none of our cookies would be taken.
      res.setHeader('access-control-allow-origin', '*');
      res.setHeader('cross-origin-resource-policy', 'cross-origin');
      if (isPreflight) {
        const headers = [
          'content-type',
          ...(endpoint.creates ? ['idempotency-key'] : []),
          ...(isTokenCall ? ['authorization', VIEW_HEADER] : []),
        ];
        res.writeHead(204, {
          'access-control-allow-methods': endpoint.method,
          'access-control-allow-headers': headers.join(', '),
          'access-control-max-age': '86400',
        });
        res.end();
        return;
      }
      // By this header the host of our blocks knows that it has to repeat the call with a fresh token.
      if (isTokenCall) res.setHeader('access-control-expose-headers', 'x-shopify-retry-invalid-session-request');
    }
    const limit = endpoint.maxBodyBytes ?? (endpoint.form ? FORM_LIMIT_BYTES : BODY_LIMIT_BYTES);
    const early = endpoint.body && endpoint.access.kind === 'public' ? await readBody(req, limit) : undefined;
    const named = early ? withStoreOfBody(early, info) : info;
    const raw = async (): Promise<Buffer | undefined> => early ?? (endpoint.body ? readBody(req, limit) : undefined);
    const setHeader = (name: string, value: string): void => {
      res.setHeader(name, value);
    };
    const call = { params: found.params, url, info: named, raw, setHeader };
    const answering = answerCall(o.entryPoint, found.route.implementation, call);
    const reply = await (isFormOfPage(endpoint, info) ? buildFormAnswer(endpoint, named, answering) : answering);
    if (o.checkAnswers) checkAnswer(endpoint, reply);
    if (reply.stream) await sendStream(res, reply.stream, reply.headers);
    else if (reply.type) sendText(req, res, reply.type, String(reply.body), reply.headers);
    else send(res, reply.status ?? endpoint.status ?? 200, reply.body, reply.headers);
  };
}

/** Throws where an answer has another shape or another content type than its contract says: a bug of ours. */
function checkAnswer({ name, response, answers = ['application/json'] }: AnyEndpoint, reply: Reply<unknown>): void {
  response.parse(reply.body);
  const stated = reply.stream ? reply.headers.find(([header]) => header === 'content-type')?.[1] : reply.type;
  const type = stated?.split(';')[0] ?? 'application/json';
  const isDeclared = (answers as readonly string[]).includes(type);
  if ((reply.status ?? 200) < 300) invariant(isDeclared, `${name} answers ${type}, as its contract says`);
}

/** Where cookies begin. */
const SETS_COOKIES = /^\/(auth|session|account)(\/|$)/;

/** Whether a call goes on only if its Bearer authenticates: no cookie counts then, so that no page of another site can make it. */
function isByBearer({ access }: AnyEndpoint, info: RequestInfo): boolean {
  return access.kind !== 'public' && bearerToken(info.headers) !== undefined;
}

/**
 * Whether a page of another site asks to call by a Bearer, as our blocks in the store admin and in buyers' accounts do, which run at
 * an address of the platform's: [network features](https://shopify.dev/docs/api/admin-extensions/latest/network-features).
 */
function isTokenPreflight({ access }: AnyEndpoint, info: RequestInfo): boolean {
  if (access.kind === 'public') return false;
  const headers = info.headers.get('access-control-request-headers')?.slice(0, 1_000) ?? '';
  return headers.split(',').some((name) => name.trim().toLowerCase() === 'authorization');
}

type Call = {
  params: Record<string, string>;
  url: URL;
  info: RequestInfo;
  /** Reads the body, which nobody is made to send before it is known that they may call. */
  raw: () => Promise<Buffer | undefined>;
  setHeader: IdentifiedCall['setHeader'];
};

/** Who calls, whether they may and not too often, what they say; then the handler, once for an Idempotency-Key. */
async function answerCall(
  entryPoint: ApiEntryPoint,
  { endpoint, handle }: Implementation,
  call: Call,
): Promise<Reply<unknown>> {
  const { params, url, info } = call;
  const ctx = isTicketed(endpoint, url)
    ? await entryPoint.anonymous(info)
    : await contextFor(endpoint, call, entryPoint);
  describeRequest({ store: ctx.viewer.store.domain });
  if (endpoint.limit) {
    const isKnown = ctx.viewer.permissions.size > 0 || ctx.viewer.customerId !== undefined;
    const byAddress = endpoint.limit.by === 'address' || !isKnown;
    const who = byAddress ? info.address : `${ctx.viewer.store.id}|${ctx.viewer.actor.id}`;
    await ctx.limits.hit(`${endpoint.name}|${who}`, endpoint.limit.perMinute, 60);
  }
  const raw = await call.raw();
  const input = parseInput(endpoint, params, url.searchParams, raw, info);
  const run = async () => {
    const result = await handle(ctx, input as never, info);
    return result instanceof Reply ? result : new Reply(result);
  };
  const key = endpoint.creates ? info.headers.get('idempotency-key') : null;
  return key
    ? replayOrRun(
        ctx,
        {
          key,
          parts: [endpoint.name, toFields(Object.entries(params)), toFields([...url.searchParams])],
          body: raw,
          address: info.address,
        },
        run,
      )
    : run();
}

/** Named values in an order that does not depend on how they were written. */
const toFields = (pairs: readonly [string, string][]): string =>
  JSON.stringify(pairs.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)));

/** A call on a ticket is nobody's, whatever else the request carries. */
function isTicketed({ access }: AnyEndpoint, url: URL): boolean {
  return access.kind === 'vendor' && access.orToken === true && url.searchParams.has('ticket');
}

async function contextFor(
  endpoint: AnyEndpoint,
  { info, params: { store: namedStore }, setHeader }: Call,
  entryPoint: ApiEntryPoint,
): Promise<Ctx> {
  const { access, name } = endpoint;
  if (access.kind === 'buyer') return entryPoint.identifyBuyer(info);
  if (access.kind === 'public') {
    return entryPoint.anonymous(info).catch((error: unknown) => {
      // Where several stores are installed, a store in the path says which one is meant.
      if (namedStore && error instanceof AppError && error.code === 'store_unknown') {
        return entryPoint.anonymous({ ...info, store: namedStore });
      }
      throw error;
    });
  }
  const ctx = await entryPoint.identify(info, { name, setHeader });
  if (!ctx) throw new AppError('not_signed_in');
  if (access.kind === 'signed_in') {
    // What concerns nobody but the caller is for people: a program has no account.
    if (ctx.viewer.actor.kind === 'system') throw new AppError('not_signed_in');
    return ctx;
  }
  const permission = access.kind === 'admin' ? 'switch_vendor' : access.permission;
  requireScope(ctx.viewer, access, permission);
  if (!can(ctx.viewer, permission)) throw permissionRefusal(ctx.viewer, permission);
  return ctx;
}

/** Refuses (403) the key of a program that was not given what a call is about; people have no scopes. */
function requireScope({ scopes }: Viewer, access: Parameters<typeof scopeOfCall>[0], permission: Permission): void {
  if (!scopes) return;
  const scope = scopeOfCall(access);
  if (scope === undefined) throw new AppError('missing_permission', { permission });
  if (!scopes.has(scope)) throw new AppError('missing_scope', { scope });
}

function parseInput(
  endpoint: AnyEndpoint,
  params: Record<string, string>,
  search: URLSearchParams,
  raw: Buffer | undefined,
  info: RequestInfo,
): { params: unknown; query: unknown; body: unknown } {
  const issues: Issue[] = [];
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    issues.push(...toIssues(parsed.error));
    return undefined;
  };
  const input = {
    params: parse(endpoint.params, params),
    query: parse(endpoint.query, sentFields(search)),
    body: parse(endpoint.body, raw === undefined ? undefined : readPayload(raw, endpoint, info)),
  };
  if (issues.length > 0) throw invalidInput(issues);
  return input;
}

function readPayload(raw: Buffer, endpoint: AnyEndpoint, info: RequestInfo): unknown {
  const type = info.headers.get('content-type') ?? '';
  if (endpoint.form && type.startsWith('application/x-www-form-urlencoded')) {
    return readForm(raw.toString('utf8'));
  }
  if (raw.length === 0) return {};
  if (!type.startsWith('application/json')) {
    throw new AppError('unsupported_media_type', { expected: endpoint.form ? 'a form or JSON' : 'application/json' });
  }
  try {
    return parseSentJson(raw.toString('utf8'));
  } catch {
    throw new AppError('body_not_json');
  }
}

/** Writes a style sheet or a script, as it is. */
function sendText(
  req: IncomingMessage,
  res: ServerResponse,
  type: string,
  text: string,
  headers: readonly [string, string][],
): void {
  for (const [name, value] of headers) res.appendHeader(name, value);
  const etag = `"${hashToken(text).slice(0, 27)}"`;
  res.setHeader('etag', etag);
  if (req.headers['if-none-match'] === etag) {
    res.writeHead(304).end();
    return;
  }
  res.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'x-content-type-options': 'nosniff' });
  res.end(text);
}

/**
 * Writes what is still being made. The headers go out with the first bytes, so that whatever fails before them is an answer
 * like any other; later the connection breaks off, and a file that is not whole is not taken for one.
 */
async function sendStream(
  res: ServerResponse,
  stream: ReadableStream<Uint8Array>,
  headers: readonly [string, string][],
): Promise<void> {
  // A file brings a policy of its own in place of the one of answers, not beside it.
  for (const [name, value] of headers) res.setHeader(name, value);
  res.setHeader('x-content-type-options', 'nosniff');
  // Who goes away in the middle ends the making; that is no error of ours.
  await pipeline(Readable.fromWeb(stream as WebStream), res).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}

/** Writes a JSON answer. bigint never reaches the wire: contracts turn ids into strings. */
export function send(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: readonly [string, string][] = [],
): void {
  for (const [name, value] of headers) res.appendHeader(name, value);
  if (status === 204) {
    res.writeHead(204).end();
    return;
  }
  const text = Buffer.from(JSON.stringify(body));
  res.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': text.length,
    ...(res.hasHeader('cache-control') ? {} : { 'cache-control': 'no-store' }),
  });
  res.end(text);
}
