import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Refusal } from './kernel.ts';
import { json, matchRoute, text } from './router.ts';
import type { Route, SandboxRequest, SandboxResponse } from './router.ts';

const BODY_LIMIT = 64 * 1024 * 1024;
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/** An HTTP server over one table of routes. Requests with a Host that is not this machine's are refused (DNS rebinding). */
export function serveRoutes(routes: readonly Route[]): Server {
  return createServer((request, response) => {
    void answer(routes, request, response);
  });
}

async function answer(routes: readonly Route[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  let result: SandboxResponse;
  try {
    result = await dispatch(routes, request);
  } catch (error) {
    if (error instanceof Refusal) result = json(422, { message: error.message, field: error.field, code: error.code });
    else {
      console.error(`sandbox: ${request.method ?? ''} ${request.url ?? ''} failed:`, error);
      result = json(500, { message: 'The sandbox itself failed; its log says why.' });
    }
  }
  if (result.dropConnection) {
    request.socket.destroy();
    return;
  }
  if (response.destroyed) return;
  const body = typeof result.body === 'string' ? Buffer.from(result.body) : result.body;
  response.writeHead(result.status, { ...result.headers, 'content-length': body.length });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function dispatch(routes: readonly Route[], request: IncomingMessage): Promise<SandboxResponse> {
  const ownHost = request.headers.host ?? '';
  if (!LOOPBACK.test(ownHost)) return text(421, 'The sandbox answers on loopback addresses only.\n');
  const url = new URL(`http://${ownHost}${(request.url ?? '/').replace(/^[^/]*/, '')}`);
  const method = request.method ?? 'GET';
  const found = matchRoute(routes, method, url.pathname);
  if (!found.route)
    return found.allowed.length > 0
      ? json(405, { message: `${method} is not allowed here.` }, { allow: found.allowed.join(', ') })
      : text(404, `Nothing at ${url.pathname}\n`);
  const body = await readBody(request);
  if (!body) return json(413, { message: 'The body is larger than 64 MB.' });
  const sandboxHost = request.headers['x-sandbox-host'];
  const sandboxRequest: SandboxRequest = {
    method,
    url,
    host: typeof sandboxHost === 'string' ? sandboxHost : ownHost,
    headers: request.headers,
    params: found.params,
    query: url.searchParams,
    body,
  };
  return await found.route.handler(sandboxRequest);
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
