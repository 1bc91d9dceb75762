import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable, type AppLoadContext, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { NonceContext } from './ui/nonce.ts';
import './ui/i18n/translate.server.ts';

/** The server program reaches the one bundled module graph through `build.entry.module.runtime`. */
export * as runtime from './main/runtime.server.ts';

export const streamTimeout = 5000;

/**
 * An action's thrown answer loses its headers on the way: the framework hands them to the route's own `headers` only. A token
 * that expired between click and request is renewed by the host when it reads this one, and the request is sent again.
 */
export function handleDataRequest(response: Response, { request }: { request: Request }): Response {
  const isStale = response.status === 401 && request.headers.has('authorization');
  if (isStale) response.headers.set('x-shopify-retry-invalid-session-request', '1');
  return response;
}

/** Renders a page. The nonce of its Content-Security-Policy comes with the load context. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { nonce = '' }: AppLoadContext & { nonce?: string },
): Promise<Response> {
  return new Promise<Response>((resolve, reject) => {
    let code = status;
    const whenReady = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <RemixServer context={context} url={request.url} nonce={nonce} />
      </NonceContext.Provider>,
      {
        nonce,
        [whenReady]() {
          const body = new PassThrough();
          headers.set('Content-Type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: code }));
          pipe(body);
        },
        onShellError: reject,
        onError(error: unknown) {
          code = 500;
          console.error(error);
        },
      },
    );
    setTimeout(abort, streamTimeout + 1000).unref();
  });
}
