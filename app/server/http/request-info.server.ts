import type { RequestInfo } from '../context.server.ts';

/** The header by which our own HTTP server hands a request's facts to loaders; a value that arrives from outside is replaced. */
export const INFO_HEADERS = { requestId: 'x-request-id', address: 'x-souk-address' } as const;

/** The facts of a request that our own HTTP server has noted, the store that its address names, and its headers. */
export function readRequestInfo(request: Request): RequestInfo {
  return {
    requestId: request.headers.get(INFO_HEADERS.requestId) ?? '',
    address: request.headers.get(INFO_HEADERS.address) ?? '',
    origin: new URL(request.url).origin,
    store: new URL(request.url).searchParams.get('store') ?? undefined,
    headers: request.headers,
  };
}
