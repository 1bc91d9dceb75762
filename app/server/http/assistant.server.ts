import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { AppError } from '#app/core/errors.ts';
import { parseSentJson } from '#app/core/text/stored-text.ts';
import type { Ctx, RequestInfo } from '../context.server.ts';
import { describeRequest } from '../request-context.server.ts';
import type { IdentifiedCall } from './api.server.ts';
import { readBody } from './body.server.ts';

/** How assistants are told apart from anybody else, and who answers them. */
export type AssistantEntryPoint = {
  /** SHOPIFY_APP_URL. */
  appUrl: string;
  path: string;
  limitBytes: number;
  /** Where the path of the metadata is that says how to sign in. */
  metadataPath: string;
  /** Resolves who calls. Throws not_signed_in (401). */
  identify(info: RequestInfo, setHeader: IdentifiedCall['setHeader']): Promise<Ctx>;
  answer(ctx: Ctx, message: { request: Request; body: unknown; requestId: string }): Promise<Response>;
};

/**
 * Answers assistants at one address, each message by itself: method, origin, who calls, then the message. Refusals are thrown to the
 * one HTTP boundary.
 */
export function assistantListener(o: AssistantEntryPoint) {
  const ownOrigin = new URL(o.appUrl).origin;
  return async (req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> => {
    describeRequest({ route: o.path });
    const path = (req.url ?? '').split('?', 1)[0];
    if (path !== o.path) throw new AppError('not_found');
    if (req.method !== 'POST') {
      res.setHeader('allow', 'POST');
      throw new AppError('method_not_allowed', { method: req.method ?? 'GET' });
    }
    // A page of another site could reach a server by a name that it rebinds, so that its Origin is compared with our own address.
    const origin = info.headers.get('origin');
    if (origin !== null && origin !== ownOrigin) throw new AppError('origin_not_allowed');
    res.setHeader('www-authenticate', `Bearer resource_metadata="${ownOrigin}${o.metadataPath}"`);
    const ctx = await o.identify(info, (name, value) => {
      res.setHeader(name, value);
    });
    res.removeHeader('www-authenticate');
    describeRequest({ store: ctx.viewer.store.domain });
    const body = await readMessage(req, info, o.limitBytes);
    const gone = new AbortController();
    res.once('close', () => {
      gone.abort();
    });
    const request = new Request(new URL(o.path, ownOrigin), {
      method: 'POST',
      headers: withoutSecrets(info.headers),
      signal: gone.signal,
    });
    await send(res, await o.answer(ctx, { request, body, requestId: info.requestId }));
  };
}

/** The JSON of a message. One message is sent at a time: many in one would pass the limits of calls. */
async function readMessage(req: IncomingMessage, info: RequestInfo, limitBytes: number): Promise<unknown> {
  const type = info.headers.get('content-type') ?? '';
  if (!type.startsWith('application/json')) {
    throw new AppError('unsupported_media_type', { expected: 'application/json' });
  }
  const raw = await readBody(req, limitBytes);
  const body = parseMessage(raw.toString('utf8'));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('request_malformed', { what: 'message' });
  }
  return body;
}

function parseMessage(text: string): unknown {
  try {
    return parseSentJson(text);
  } catch {
    throw new AppError('body_not_json');
  }
}

/** The headers of a request without what signs somebody in. */
function withoutSecrets(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['authorization', 'cookie', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}

/** Writes an answer, as a stream where it is one. Who goes away in the middle ends it; that is no error of ours. */
async function send(res: ServerResponse, answer: Response): Promise<void> {
  for (const [name, value] of answer.headers) res.setHeader(name, value);
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'no-store');
  res.statusCode = answer.status;
  if (!answer.body) {
    res.end();
    return;
  }
  await pipeline(Readable.fromWeb(answer.body as WebStream), res).catch((error: unknown) => {
    if ((error as { code?: string }).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  });
}
