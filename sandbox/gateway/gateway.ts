import { createServer, request as requestHttp } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Config } from '../core/kernel.ts';
import { APP_BRIDGE_ADDRESS, appBridgeUrl, HOP_BY_HOP, replaceInStream, rewriteHeaders } from './rewrite.ts';

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/;

/**
 * The proxy in front of the framed app. It passes everything on as it is, Host included, and changes only what is tied to the
 * platform's own hosts: App Bridge's address, who may frame the app, and addresses of the store admin in redirects.
 */
export function createGateway(config: Config): Server {
  const server = createServer((request, response) => {
    forward(config, request, response);
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    forwardUpgrade(config, request, socket, head);
  });
  return server;
}

function forward(config: Config, request: IncomingMessage, response: ServerResponse): void {
  if (!LOOPBACK.test(request.headers.host ?? '')) {
    response
      .writeHead(421, { 'content-type': 'text/plain; charset=utf-8' })
      .end('The gateway answers on loopback addresses only.\n');
    return;
  }
  const upstream = requestHttp(config.appUrl + (request.url ?? '/'), {
    method: request.method,
    headers: forwardedHeaders(request),
    setHost: false,
  });
  upstream.on('response', (answer) => {
    answerWith(config, request, response, answer);
  });
  upstream.on('error', () => {
    if (response.headersSent) response.destroy();
    else refuse(config, response);
  });
  response.on('close', () => {
    upstream.destroy();
  });
  request.pipe(upstream);
}

function answerWith(config: Config, request: IncomingMessage, response: ServerResponse, answer: IncomingMessage): void {
  const status = answer.statusCode ?? 502;
  const type = answer.headers['content-type'] ?? '';
  const decoder = createDecoder(answer.headers['content-encoding'] ?? '');
  const hasBody = request.method !== 'HEAD' && status !== 204 && status !== 304;
  const rewritesBody =
    hasBody && decoder !== 'unknown' && /^(text\/html|text\/javascript|application\/javascript)\b/i.test(type);
  response.writeHead(status, rewriteHeaders(answer.headers, rewritesBody, config));
  response.flushHeaders();
  const ended = (): void => {
    if (!response.writableEnded) response.destroy();
  };
  if (!rewritesBody) {
    pipeline(answer, response, ended);
    return;
  }
  const replace = replaceInStream(APP_BRIDGE_ADDRESS, appBridgeUrl(config));
  if (decoder === 'none') pipeline(answer, replace, response, ended);
  else pipeline(answer, decoder, replace, response, ended);
}

/** Decompresses as the bytes come, so that a streamed page is not held back until its end. */
function createDecoder(encoding: string): Transform | 'none' | 'unknown' {
  if (encoding === '' || encoding === 'identity') return 'none';
  if (encoding === 'gzip') return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  if (encoding === 'deflate') return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
  if (encoding === 'br') return createBrotliDecompress();
  return 'unknown';
}

function forwardedHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(request.headers)) if (!HOP_BY_HOP.has(name)) headers[name] = value;
  // Only what the gateway can undo may be used on the way to it.
  if (typeof headers['accept-encoding'] === 'string')
    headers['accept-encoding'] =
      headers['accept-encoding']
        .split(',')
        .map((part) => part.trim())
        .filter((part) => /^(gzip|br|deflate|identity)\b/.test(part))
        .join(', ') || 'identity';
  return headers;
}

function forwardUpgrade(config: Config, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  socket.on('error', () => socket.destroy());
  if (!LOOPBACK.test(request.headers.host ?? '')) {
    socket.end('HTTP/1.1 421 Misdirected Request\r\nconnection: close\r\n\r\n');
    return;
  }
  const upstream = requestHttp(config.appUrl + (request.url ?? '/'), {
    method: request.method,
    headers: request.headers,
    setHost: false,
  });
  upstream.on('upgrade', (answer: IncomingMessage, appSocket: Duplex, appHead: Buffer) => {
    const lines = [`HTTP/1.1 ${answer.statusCode ?? 101} ${answer.statusMessage ?? 'Switching Protocols'}`];
    for (let index = 0; index < answer.rawHeaders.length; index += 2)
      lines.push(`${answer.rawHeaders[index] ?? ''}: ${answer.rawHeaders[index + 1] ?? ''}`);
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    if (appHead.length > 0) socket.write(appHead);
    if (head.length > 0) appSocket.write(head);
    appSocket.on('error', () => socket.destroy());
    appSocket.pipe(socket).pipe(appSocket);
    socket.on('close', () => appSocket.destroy());
    appSocket.on('close', () => socket.destroy());
  });
  upstream.on('response', (answer) => {
    socket.end(`HTTP/1.1 ${answer.statusCode ?? 400} ${answer.statusMessage ?? ''}\r\nconnection: close\r\n\r\n`);
    answer.resume();
  });
  upstream.on('error', () => socket.destroy());
  upstream.end();
}

function refuse(config: Config, response: ServerResponse): void {
  response.writeHead(502, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors ${config.publicUrl}`,
  });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The app does not answer</title>
<style>body{font:15px/1.5 system-ui,sans-serif;color:#303030;max-width:34rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.25rem}code{background:#f1f1f1;padding:.1em .35em;border-radius:4px}</style>
<h1>The app does not answer</h1><p>Nothing listens at <code>${config.appUrl}</code>, or it closed the connection. Start it with <code>npm run demo</code> or <code>npm run dev</code>, then reload this page.</p></html>`);
}
