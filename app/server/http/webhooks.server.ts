import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeRequest } from '../request-context.server.ts';
import type { WebhookInbox } from '../webhook-inbox.server.ts';
import { readHeader, readSignedBody } from './signed-body.server.ts';

const BODY_LIMIT_BYTES = 5_000_000;

/**
 * Takes a delivery of the platform: signature over the raw bytes (bad: 401, nothing stored), stored once, answered before
 * any work. A store that cannot be reached answers 503, so that the platform tries again.
 */
export function webhookListener(o: { secrets: readonly string[]; inbox: WebhookInbox }) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const end = (status: number) => {
      res.writeHead(status, { 'content-length': 0 }).end();
    };
    const call = await readSignedBody(req, { secrets: o.secrets, limitBytes: BODY_LIMIT_BYTES });
    if (!call.ok) {
      end(call.status);
      return;
    }
    const { body, shop } = call;
    const topic = readHeader(req, 'x-shopify-topic');
    const webhookId = readHeader(req, 'x-shopify-webhook-id');
    if (!shop || !topic || !webhookId || !looksLikeJson(body)) {
      end(400);
      return;
    }
    describeRequest({ store: shop });
    const triggered = Date.parse(readHeader(req, 'x-shopify-triggered-at') ?? '');
    await o.inbox.store({
      shop,
      topic,
      webhookId,
      eventId: readHeader(req, 'x-shopify-event-id') ?? null,
      triggeredAt: Number.isNaN(triggered) ? null : new Date(triggered),
      body,
    });
    end(200);
  };
}

/** Signed bytes come from the platform; that they parse is seen when they are handled. */
function looksLikeJson(body: Buffer): boolean {
  return body[0] === 0x7b && body[body.length - 1] === 0x7d;
}
