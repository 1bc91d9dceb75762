import { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { OperationRefused } from '#app/core/operation-refused.ts';
import type { WebAnswer, WebClient } from '#app/adapters/web/web-client.server.ts';
import { WebRefusal } from '#app/adapters/web/web-reader.server.ts';

/** A store of WooCommerce: `address` is host and path without a protocol, the keys are those of its REST API. */
export type WooAccess = { address: string; consumerKey: string; consumerSecret: string };

type Query = Readonly<Record<string, string | number | undefined>>;

/** The REST API of one store, version 3 (woocommerce.github.io/woocommerce-rest-api-docs). */
export type WooClient = {
  /** Reads one thing; undefined where the store does not have it. */
  find<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined>;
  /** Reads a page of a list. `isLast`: nothing follows it. */
  list<T>(path: string, query: Query, schema: z.ZodType<T>): Promise<{ items: T[]; isLast: boolean }>;
  /** Changes. A lost answer is platform_failed (502); whoever asks looks at the state before it tries again. */
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, schema: z.ZodType<T>): Promise<T>;
};

/** As many things as a page may hold. */
export const MAX_PAGE = 100;
const ANSWER_MS = 20_000;
const MAX_ANSWER_BYTES = 16_000_000;
const errorSchema = z.object({ code: z.string() });

/**
 * Speaks with a store over https. Throws platform_failed (502) where it does not answer or says what is no REST answer,
 * platform_throttled (503) where it asks to slow down, shop_access_revoked (409) where it does not know the keys any longer, and
 * OperationRefused for what it refuses.
 */
export function openWooClient({ address, consumerKey, consumerSecret }: WooAccess, web: WebClient): WooClient {
  // Some hosts keep the header from the store: then the keys stand in the query, which is secret over https as well.
  let usesQuery = false;
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, query: Query, body?: object) => {
    const url = new URL(`https://${address}/wp-json/wc/v3/${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    if (usesQuery) {
      url.searchParams.set('consumer_key', consumerKey);
      url.searchParams.set('consumer_secret', consumerSecret);
    }
    const authorization = `Basic ${Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')}`;
    return web
      .request(url.toString(), {
        provider: 'woocommerce',
        method,
        headers: {
          accept: 'application/json',
          ...(usesQuery ? {} : { authorization }),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        limitMs: ANSWER_MS,
        limitBytes: MAX_ANSWER_BYTES,
      })
      .catch((error: unknown) => {
        if (error instanceof WebRefusal) throw Object.assign(new AppError('platform_failed'), { cause: error });
        throw error;
      });
  };
  const ask: typeof call = async (method, path, query, body) => {
    const answer = await call(method, path, query, body);
    if (usesQuery || !isAnonymous(answer)) return answer;
    usesQuery = true;
    const again = await call(method, path, query, body);
    if (isAnonymous(again)) usesQuery = false;
    return again;
  };
  return {
    async find(path, schema) {
      const answer = await ask('GET', path, {});
      if (answer.status === 404 && readCode(answer) !== undefined && readCode(answer) !== 'rest_no_route')
        return undefined;
      return read(answer, schema, 'GET');
    },
    async list(path, query, schema) {
      const answer = await ask('GET', path, query);
      const items = read(answer, z.array(schema), 'GET');
      const pages = Number(answer.headers['x-wp-totalpages'] ?? Number.NaN);
      const page = Number(query.page ?? 1);
      const size = Number(query.per_page ?? 10);
      return { items, isLast: Number.isFinite(pages) ? page >= pages : items.length < size };
    },
    async send(method, path, body, schema) {
      return read(await ask(method, path, {}, body), schema, method);
    },
  };
}

const readJson = ({ bytes }: WebAnswer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
};

/** The code of an error of the REST API; undefined for what comes from elsewhere, such as a page of the host. */
function readCode(answer: WebAnswer): string | undefined {
  const parsed = errorSchema.safeParse(readJson(answer));
  return parsed.success ? parsed.data.code : undefined;
}

/** Whether the store saw nobody's keys: so it answers where its host keeps the header from it. */
const isAnonymous = (answer: WebAnswer): boolean =>
  answer.status === 401 && /^woocommerce_rest_cannot_/.test(readCode(answer) ?? '');

function read<T>(answer: WebAnswer, schema: z.ZodType<T>, method: string): T {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    const parsed = schema.safeParse(readJson(answer));
    if (parsed.success) return parsed.data;
    throw Object.assign(new AppError('platform_failed'), { cause: parsed.error });
  }
  const code = readCode(answer);
  if (status === 429 || (status === 503 && answer.headers['retry-after'] !== undefined))
    throw new AppError('platform_throttled');
  const isDenied = status === 401 || status === 403;
  // Nothing that is read is refused for good: a plugin that is switched off for a while answers that it has no such route.
  if (code === undefined || status >= 500 || (method === 'GET' && !isDenied))
    throw Object.assign(new AppError('platform_failed'), { cause: new Error(`The store answered ${status}`) });
  // Keys that may only read are refused for changes; keys that are gone are refused for everything.
  if (isDenied && method === 'GET') throw new AppError('shop_access_revoked');
  throw new OperationRefused(code, { isAccessDenied: isDenied });
}
