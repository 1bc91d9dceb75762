import { Writable } from 'node:stream';
import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server';
import { container } from './main/container.server.ts';
import { readRequestInfo } from './server/http/request-info.server.ts';
import { describeRequest, inRequest } from './server/request-context.server.ts';
import { NonceContext } from './ui/nonce.ts';
import { isRouteErrorResponse } from './ui/router.ts';
import './ui/i18n/translate.server.ts';
import { LAST_PAGE_STYLE } from './ui/shell/last-page/last-page-style.ts';
import { LastPage, ReaderContext, type Reader } from './ui/shell/last-page/last-page.tsx';
import { readReader } from './ui/shell/last-page/reader.server.ts';

/** The server program reaches the one bundled module graph through `build.entry.module.runtime`. */
export * as runtime from './main/runtime.server.ts';

export const streamTimeout = 5000;
/** A page that is not drawn by then is given up: whoever waits may come again. */
const DRAW_LIMIT_MS = streamTimeout + 1000;
const RETRY_AFTER_SECONDS = '5';

/**
 * An action's thrown answer loses its headers on the way: the framework hands them to the route's own `headers` only. A token
 * that expired between click and request is renewed by the host when it reads this one, and the request is sent again.
 */
export function handleDataRequest(
  response: Response,
  { request, params }: { request: Request; params: Readonly<Record<string, string | undefined>> },
): Response {
  if (response.status !== 404)
    describeRequest({ route: toPattern(request, params) }, readRequestInfo(request).requestId);
  const isStale = response.status === 401 && request.headers.has('authorization');
  if (isStale) response.headers.set('x-shopify-retry-invalid-session-request', '1');
  return response;
}

/** A script's request for the data of a page is told the page's parameters, and not its pattern. */
function toPattern(request: Request, params: Readonly<Record<string, string | undefined>>): string {
  const names = new Map(Object.entries(params).map(([name, value]) => [value, `:${name}`]));
  const path = new URL(request.url).pathname.replace(/(?:\/_root)?\.data$/, '');
  return path
    .split('/')
    .map((segment) => names.get(decodeURIComponent(segment)) ?? segment)
    .join('/');
}

/** One line of the log for a page that failed. What a loader refused in its own words (a status below 500) is no failure. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) logPageFailure(error, request);
}

function logPageFailure(error: unknown, request: Request): void {
  inRequest(readRequestInfo(request).requestId, () => {
    container().services.log.error({ err: toError(error) }, 'a page failed');
  });
}

function toError(error: unknown): Error {
  if (error instanceof Error) return error;
  return new Error(isRouteErrorResponse(error) ? `${error.status} ${error.statusText}` : String(error));
}

/** Scripts that a page names ahead yield to its style sheets: on a slow line the page is read long before it is used. */
const yieldToStyles = (html: string) =>
  html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

/**
 * Renders a page, whole before its first byte: no screen streams in parts. The nonce of its Content-Security-Policy comes
 * with the load context.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce }: AppLoadContext,
): Promise<Response> {
  const reader = readReader(request);
  // The ids of routes are their patterns: `app/orders/:orderId`. A page that was not found has none.
  const route = context.staticHandlerContext.matches.at(-1)?.route.id;
  if (route && status !== 404) describeRequest({ route: `/${route}` }, readRequestInfo(request).requestId);
  // The framework renders once more with the error's own pages; when those fail too, nothing of the application is left to draw.
  const isLastTry = context.staticHandlerContext.errors !== null;
  return new Promise<Response>((resolve, reject) => {
    let code = status;
    let isTooLate = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <ReaderContext.Provider value={reader}>
          <RemixServer context={context} url={request.url} nonce={nonce} />
        </ReaderContext.Provider>
      </NonceContext.Provider>,
      {
        nonce,
        onAllReady() {
          // Its timer would hold the rendering, and all that it was made of, until it is due.
          clearTimeout(tooLate);
          collectText(pipe).then((html) => {
            headers.set('Content-Type', 'text/html; charset=utf-8');
            resolve(new Response(yieldToStyles(html), { headers, status: code }));
          }, reject);
        },
        onShellError(error: unknown) {
          clearTimeout(tooLate);
          if (isLastTry || isTooLate) resolve(drawLastPage({ reader, headers, nonce, status: isTooLate ? 503 : 500 }));
          else reject(error instanceof Error ? error : new Error(String(error)));
        },
        onError(error: unknown) {
          code = isTooLate ? 503 : 500;
          if (isTooLate) headers.set('Retry-After', RETRY_AFTER_SECONDS);
          logPageFailure(error, request);
        },
      },
    );
    const tooLate = setTimeout(() => {
      isTooLate = true;
      abort(new Error('the page was not drawn in time'));
    }, DRAW_LIMIT_MS).unref();
  });
}

/** What is piped, as one text. It takes all at once: a stream that is read again asks React to wait after every few pieces. */
function collectText(pipe: (to: Writable) => unknown): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    const collector = new Writable({
      write(piece: Uint8Array, _encoding, done) {
        pieces.push(piece);
        done();
      },
      final(done) {
        resolve(Buffer.concat(pieces).toString());
        done();
      },
    });
    collector.on('error', reject);
    pipe(collector);
  });
}

type LastPageOptions = { reader: Reader; headers: Headers; nonce: string; status: 500 | 503 };

/** A page of a few lines without script or shell; its style comes with it. */
function drawLastPage({ reader, headers, nonce, status }: LastPageOptions): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const page = renderToStaticMarkup(
    <html lang={reader.locale}>
      <head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Marketplace</title>
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: LAST_PAGE_STYLE }} />
      </head>
      <body>
        <LastPage reader={reader} isMissing={false} />
      </body>
    </html>,
  );
  return new Response(`<!doctype html>${page}`, { headers, status });
}
