import type { IncomingMessage, ServerResponse } from 'node:http';
import { createHash } from 'node:crypto';
import type { Clock } from '#app/core/clock.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { send } from './api.server.ts';
import { describeRequest } from '../request-context.server.ts';
import { readHeader, readSignedBody } from './signed-body.server.ts';

const BODY_LIMIT_BYTES = 512_000;
/** A checkout is never kept waiting for longer, however long the platform would wait. */
const MAX_WAIT_MS = 3_000;
const MIN_WAIT_MS = 200;
/** What of the wait is left for the way back. */
const MARGIN_MS = 500;
/** The platform keeps an answer for a quarter of an hour: the same bytes so often in a minute are somebody who recorded them. */
const MAX_REPEATS = 10;
const REPEAT_WINDOW_MS = MINUTE_MS;
const MAX_REMEMBERED = 10_000;

type Answer<Row> = { status: 'answered'; rates: readonly Row[] } | { status: 'unknown' | 'unreadable' };
const STATUS = { unknown: 404, unreadable: 400 } as const;

/**
 * Answers the platform's carrier calls: path, signature over the raw bytes (bad: 401), then the rows before the platform's
 * deadline. Too late is 503, so that the store's own backup rates are offered.
 */
export function carrierListener<Address, Row>(o: {
  secrets: readonly string[];
  clock: Clock;
  read: (path: string) => Address | undefined;
  answer: (address: Address, call: { shop: string; body: unknown; limitMs: number }) => Promise<Answer<Row>>;
}) {
  const countRepeats = createRepeatCounter(o.clock);
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const end = (status: number) => {
      res.writeHead(status, { 'content-length': 0 }).end();
    };
    const path = (req.url ?? '').split('?')[0] ?? '';
    const address = o.read(path);
    if (!address) {
      end(404);
      return;
    }
    const call = await readSignedBody(req, { secrets: o.secrets, limitBytes: BODY_LIMIT_BYTES });
    if (!call.ok) {
      end(call.status);
      return;
    }
    const { body, shop } = call;
    const parsed = parse(body);
    if (!shop || parsed === undefined) {
      end(400);
      return;
    }
    if (countRepeats(path, body) > MAX_REPEATS) {
      end(429);
      return;
    }
    describeRequest({ store: shop });
    const limitMs = computeWait(req);
    const answer = await withinMs(o.answer(address, { shop, body: parsed, limitMs }), limitMs);
    if (answer === undefined) end(503);
    else if (answer.status === 'answered') send(res, 200, { rates: answer.rates });
    else end(STATUS[answer.status]);
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** How long the answer may take: what the platform says it waits for, less the way back. */
function computeWait(req: IncomingMessage): number {
  const stated = readHeader(req, 'x-shopify-timeout');
  const waits = stated !== undefined && /^\d{1,6}$/.test(stated) ? Number(stated) : MAX_WAIT_MS;
  return Math.max(MIN_WAIT_MS, Math.min(waits, MAX_WAIT_MS) - MARGIN_MS);
}

/** A value, or undefined once a time is over; a failure that comes later has been answered for already. */
async function withinMs<Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
    }, ms);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Counts how often the same bytes came to an address within a minute, in this process; the oldest are forgotten first. */
function createRepeatCounter(clock: Clock) {
  const seen = new Map<string, { count: number; until: number }>();
  return (path: string, body: Buffer): number => {
    const key = createHash('sha256').update(path).update('\n').update(body).digest('base64');
    const now = clock.now().getTime();
    const before = seen.get(key);
    const entry = before && before.until > now ? before : { count: 0, until: now + REPEAT_WINDOW_MS };
    entry.count += 1;
    seen.delete(key);
    seen.set(key, entry);
    const oldest = seen.size > MAX_REMEMBERED ? seen.keys().next().value : undefined;
    if (oldest !== undefined) seen.delete(oldest);
    return entry.count;
  };
}
