import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createRequestHandler,
  writeReadableStreamToWritable,
  type AppLoadContext,
  type RequestHandler,
  type ServerBuild,
} from '@remix-run/node';
import { listPlaces, narrowBuild, readPlace } from './narrow-build.ts';

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
    const url = new URL(req.url ?? '/', origin(req));
    const handle = chooseHandler(url.pathname);
    const response = await handle(new Request(url, init), context);
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

/** The handler of a path: one for each place of a whole build, the same for all where the build is made again for each request. */
function createHandlers(build: ServerBuild | (() => Promise<ServerBuild>)): (pathname: string) => RequestHandler {
  if (typeof build === 'function') {
    const handle = createRequestHandler(build, process.env.NODE_ENV);
    return () => handle;
  }
  const places = listPlaces(build);
  const handlers = new Map<string, RequestHandler>();
  return (pathname) => {
    const place = readPlace(pathname);
    // What no screen has is asked of the handler of its layout, or of one for all: unknown addresses make no more of them.
    const key = [place, place.split('/', 1)[0] ?? ''].find((one) => places.has(one)) ?? '';
    const handle = handlers.get(key) ?? createRequestHandler(narrowBuild(build, key), process.env.NODE_ENV);
    handlers.set(key, handle);
    return handle;
  };
}
