import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createRequestHandler,
  writeReadableStreamToWritable,
  type AppLoadContext,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node';
import { narrowBuild, readSegment } from './narrow-build.ts';

/** Remix behind node:http, as its own adapters do it, without a web framework between. */
export function remixListener(
  build: ServerBuild | (() => Promise<ServerBuild>),
  origin: (req: IncomingMessage) => string,
) {
  const chooseHandler = createHandlers(build);
  return async (
    req: IncomingMessage & { rawBody?: Buffer },
    res: ServerResponse,
    context: AppLoadContext,
    writeHeaders: (res: ServerResponse) => void,
  ): Promise<void> => {
    const abort = new AbortController();
    res.on('close', () => {
      if (!res.writableFinished) abort.abort();
    });
    const headers = new Headers();
    for (const [name, values] of Object.entries(req.headersDistinct)) {
      for (const value of values ?? []) headers.append(name, value);
    }
    const init: RequestInit = { method: req.method ?? 'GET', headers, signal: abort.signal };
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      // The program has read it, within its limit.
      init.body = req.rawBody ? new Uint8Array(req.rawBody) : null;
    }
    const handle = chooseHandler(req.url ?? '/');
    const response = await handle(new Request(new URL(req.url ?? '/', origin(req)), init), context);
    res.statusCode = response.status;
    for (const [name, value] of response.headers) {
      if (name === 'set-cookie') res.appendHeader(name, value);
      else res.setHeader(name, value);
    }
    // Ours come last: the platform's library writes its own, which differ by request.
    writeHeaders(res);
    if (response.body && req.method !== 'HEAD') await writeReadableStreamToWritable(response.body, res);
    else res.end();
  };
}

/** The handler of an address: one for each first segment of a whole build, the same for all where it is made again for each request. */
function createHandlers(build: ServerBuild | (() => Promise<ServerBuild>)): (url: string) => RequestHandler {
  if (typeof build === 'function') {
    const handle = createRequestHandler(build, process.env.NODE_ENV);
    return () => handle;
  }
  const segments = new Set(Object.values(build.routes).map((route) => readSegment(route.path ?? '')));
  const handlers = new Map<string, RequestHandler>();
  return (url) => {
    const segment = readSegment(url);
    // What nobody has is asked of one handler: strangers' addresses make no more of them.
    const key = segments.has(segment) ? segment : '';
    const handle = handlers.get(key) ?? createRequestHandler(narrowBuild(build, key), process.env.NODE_ENV);
    handlers.set(key, handle);
    return handle;
  };
}
