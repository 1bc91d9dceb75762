import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '#app/core/errors.ts';
import { equalBytes, hmacSha256 } from '../crypto.server.ts';
import type { WebhookInbox } from '../webhook-inbox.server.ts';
import { readBody } from './body.server.ts';

const BODY_LIMIT_BYTES = 5_000_000;
const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

const header = (req: IncomingMessage, name: string): string | undefined => {
  const value = req.headers[name];
  return typeof value === 'string' && value.length > 0 && value.length <= 255 ? value : undefined;
};

/**
 * Takes a delivery of the platform: signature over the raw bytes (bad: 401, nothing stored), stored once, answered before
 * any work. A store that cannot be reached answers 503, so that the platform tries again.
 */
export function webhookListener(o: { secret: string; inbox: WebhookInbox }) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const end = (status: number) => {
      res.writeHead(status, { 'content-length': 0 }).end();
    };
    if (req.method !== 'POST') {
      end(405);
      return;
    }
    let body: Buffer;
    try {
      body = await readBody(req, BODY_LIMIT_BYTES);
    } catch (error) {
      end(error instanceof AppError ? error.status : 400);
      return;
    }
    const given = Buffer.from(header(req, 'x-shopify-hmac-sha256') ?? '', 'base64');
    if (!equalBytes(given, hmacSha256(o.secret, body))) {
      end(401);
      return;
    }
    const shop = header(req, 'x-shopify-shop-domain');
    const topic = header(req, 'x-shopify-topic');
    const webhookId = header(req, 'x-shopify-webhook-id');
    if (!shop || !SHOP.test(shop) || !topic || !webhookId || !looksLikeJson(body)) {
      end(400);
      return;
    }
    const triggered = Date.parse(header(req, 'x-shopify-triggered-at') ?? '');
    await o.inbox.store({
      shop,
      topic,
      webhookId,
      eventId: header(req, 'x-shopify-event-id') ?? null,
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
