import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, describeRefusal } from '#app/core/errors.ts';
import { send } from './api.server.ts';
import { readSignedBody } from './signed-body.server.ts';

/** Flow sends at most 50 kB. */
const BODY_LIMIT_BYTES = 100_000;

/** Does what a body says that Flow signed; undefined where it is no JSON. */
export type FlowHandler = (body: unknown) => Promise<void>;

/**
 * Answers the platform's Flow: path, signature over the raw bytes (bad: 401), then the handler. By the platform's rules only 200 is
 * done, 202 has the same run sent again later, 4xx ends the step, and 429 and 5xx are tried again.
 */
export function flowListener(o: {
  secrets: readonly string[];
  find: (path: string) => FlowHandler | undefined;
}): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return async (req, res) => {
    const handle = o.find((req.url ?? '').split('?')[0] ?? '');
    if (handle === undefined) throw new AppError('not_found');
    const call = await readSignedBody(req, { secrets: o.secrets, limitBytes: BODY_LIMIT_BYTES });
    if (!call.ok) {
      res.writeHead(call.status, { 'content-length': 0 }).end();
      return;
    }
    try {
      await handle(parse(call.body));
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'idempotency_running') throw error;
      send(res, 202, describeRefusal(error));
      return;
    }
    send(res, 200, {});
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
