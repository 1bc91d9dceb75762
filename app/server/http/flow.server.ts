import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, describeRefusal } from '#app/core/errors.ts';
import { describeRequest } from '../request-context.server.ts';
import { send } from './api.server.ts';
import { readSignedBody } from './signed-body.server.ts';

/** Flow sends at most 50 kB. */
const BODY_LIMIT_BYTES = 100_000;

/**
 * Answers the platform's Flow: path, signature over the raw bytes (bad: 401), then the action. By the platform's rules only 200 is
 * done, 202 has the same run sent again later, 4xx ends the step, and 429 and 5xx are tried again.
 */
export function flowListener<Action, Run extends { shopify_domain: string }>(o: {
  secrets: readonly string[];
  read: (path: string) => Action | undefined;
  parse: (body: unknown) => Run | undefined;
  run: (action: Action, run: Run) => Promise<void>;
}) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const action = o.read((req.url ?? '').split('?')[0] ?? '');
    if (action === undefined) throw new AppError('not_found');
    const call = await readSignedBody(req, { secrets: o.secrets, limitBytes: BODY_LIMIT_BYTES });
    if (!call.ok) {
      res.writeHead(call.status, { 'content-length': 0 }).end();
      return;
    }
    const run = o.parse(parse(call.body));
    if (!run) throw new AppError('body_not_json');
    describeRequest({ store: run.shopify_domain });
    try {
      await o.run(action, run);
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
