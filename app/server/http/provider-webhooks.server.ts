import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '#app/core/errors.ts';
import type { RequestInfo } from '../context.server.ts';
import type { RateLimiter } from '../rate-limit.server.ts';
import { readBody } from './body.server.ts';

const BODY_LIMIT_BYTES = 1_000_000;
/** What one address may get wrong in a minute; deliveries that are taken do not count. */
const MAX_REFUSED = 300;
const WINDOW_SECONDS = 60;

/** What `take` made of a delivery, and the status by which the provider is told. */
const STATUS = { stored: 200, unsigned: 401, unknown: 404, unreadable: 400, later: 503 } as const;

/**
 * Takes deliveries of payment providers: stored before they are answered, and answered before any work. `read` finds who is
 * meant by the path, `take` verifies and stores. Anything but 200 makes the provider try again.
 */
export function providerWebhookListener<Address>(o: {
  limits: RateLimiter;
  read: (path: string) => Address | undefined;
  take: (address: Address, delivery: { headers: Headers; body: Buffer }) => Promise<keyof typeof STATUS>;
}) {
  return async (req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> => {
    const end = (status: number) => {
      res.writeHead(status, { 'content-length': 0 }).end();
    };
    const address = o.read((req.url ?? '').split('?')[0] ?? '');
    if (!address) {
      end(404);
      return;
    }
    if (req.method !== 'POST') {
      end(405);
      return;
    }
    const bucket = `provider-webhooks|${info.address}`;
    await o.limits.hit(bucket, MAX_REFUSED, WINDOW_SECONDS);
    let body: Buffer;
    try {
      body = await readBody(req, BODY_LIMIT_BYTES);
    } catch (error) {
      end(error instanceof AppError ? error.status : 400);
      return;
    }
    const outcome = await o.take(address, { headers: info.headers, body });
    if (outcome === 'stored') await o.limits.refund(bucket, WINDOW_SECONDS);
    end(STATUS[outcome]);
  };
}
