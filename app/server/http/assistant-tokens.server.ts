import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '#app/core/errors.ts';
import { sentFields } from '#app/core/text/stored-text.ts';
import type { RequestInfo } from '../context.server.ts';
import type { RateLimiter } from '../rate-limit.server.ts';
import { describeRequest } from '../request-context.server.ts';
import { send } from './api.server.ts';
import { readBody } from './body.server.ts';

const LIMIT_BYTES = 10_000;
const REQUESTS_A_MINUTE = 60;

/** Answers documents by which programs learn how to sign in; pages of any origin may read them. */
export function metadataListener(documents: ReadonlyMap<string, object>) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const path = (req.url ?? '').split('?', 1)[0] ?? '';
    const document = documents.get(path);
    if (!document) throw new AppError('not_found');
    describeRequest({ route: path });
    if (req.method !== 'GET' && req.method !== 'HEAD')
      throw new AppError('method_not_allowed', { method: req.method ?? '' });
    res.setHeader('access-control-allow-origin', '*');
    res.setHeader('cross-origin-resource-policy', 'cross-origin');
    res.setHeader('cache-control', 'public, max-age=300');
    send(res, 200, document);
    await Promise.resolve();
  };
}

type TokenEntryPoint = {
  path: string;
  limits: RateLimiter;
  answer: (form: Record<string, string>) => Promise<object>;
};

/** Answers requests for tokens (OAuth 2.1): a form in, tokens or `{error}` out, as programs expect it. */
export function tokenListener({ path, limits, answer }: TokenEntryPoint) {
  return async (req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> => {
    describeRequest({ route: path });
    if (req.method !== 'POST') {
      res.setHeader('allow', 'POST');
      throw new AppError('method_not_allowed', { method: req.method ?? '' });
    }
    await limits.hit(`assistant-tokens|${info.address}`, REQUESTS_A_MINUTE, 60);
    const expected = 'application/x-www-form-urlencoded';
    if (!(info.headers.get('content-type') ?? '').startsWith(expected))
      throw new AppError('unsupported_media_type', { expected });
    const raw = await readBody(req, LIMIT_BYTES);
    const answered = await answer(sentFields(new URLSearchParams(raw.toString('utf8'))));
    send(res, 'error' in answered ? 400 : 200, answered);
  };
}
