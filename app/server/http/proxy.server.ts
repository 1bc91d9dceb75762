import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import type { Clock } from '#app/core/clock.ts';
import type { Ctx, RequestInfo } from '../context.server.ts';
import { isSignedBy } from '../crypto.server.ts';
import { send } from './api.server.ts';
import { readBody } from './body.server.ts';

/** A request that came over the store's own address, signed by the platform. */
export type ProxyRequest = {
  query: URLSearchParams;
  /** The fields of a posted form; empty for a page that is only read. */
  form: URLSearchParams;
  /** A script asks, and reads JSON; else a browser shows what is answered. */
  wantsJson: boolean;
  info: RequestInfo;
};

/** What a page answers: a part of a page that the store's theme is drawn around, data, or the way to another address. */
export type ProxyReply =
  | { kind: 'theme'; liquid: string; status?: number }
  | { kind: 'json'; body: unknown; status?: number; keptSeconds?: number }
  /** What a script has already is what there is. */
  | { kind: 'unchanged' }
  | { kind: 'css'; body: string; keptSeconds: number }
  | { kind: 'redirect'; to: string };

export type ProxyPage = {
  method: 'GET' | 'POST';
  /** Below the entry point: `/vendors`. */
  path: string;
  /** How often one address may ask in a minute; a whole store may ask twenty times as often. */
  perMinute: number;
  handle(ctx: Ctx, request: ProxyRequest): Promise<ProxyReply>;
};

/** For whom the platform signed a request: the store, its customer where one is signed in there, and the language of the page. */
export type SignedShopper = { shop: string; customerId: bigint | undefined; language: string | null };

export type ProxyEntryPoint = {
  secrets: readonly string[];
  clock: Clock;
  pages: readonly ProxyPage[];
  /** The context of a shopper of a store; throws not_found (404) for one that is not installed. */
  contextOf(shopper: SignedShopper, info: RequestInfo): Promise<Ctx>;
  /** How a refusal is shown to somebody. */
  refuse(ctx: Ctx, error: AppError, request: ProxyRequest): Promise<ProxyReply>;
};

const FORM_LIMIT_BYTES = 600_000;
const STORE_TIMES = 20;
/** How old a signature may be, in seconds, as the platform's own libraries have it. */
const FRESH_SECONDS = 90;
const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/**
 * The store that the platform signed a request for; undefined for a signature that is missing, wrong or too old. Signed are
 * all parameters but `signature`: as `key=value` in the order of their bytes, several values of a key joined by commas.
 */
export function shopOfSigned(query: URLSearchParams, secrets: readonly string[], now: Date): string | undefined {
  const single = (name: string): string | undefined => {
    const values = query.getAll(name);
    return values.length === 1 ? values[0] : undefined;
  };
  const [signature, shop, timestamp] = [single('signature'), single('shop'), single('timestamp')];
  if (!signature || !/^[0-9a-f]{64}$/.test(signature)) return undefined;
  const keys = [...new Set(query.keys())].filter((key) => key !== 'signature');
  const signed = keys
    .map((key) => Buffer.from(`${key}=${query.getAll(key).join(',')}`))
    .sort((one, other) => Buffer.compare(one, other));
  if (!isSignedBy(secrets, Buffer.concat(signed), Buffer.from(signature, 'hex'))) return undefined;
  if (!shop || !SHOP.test(shop) || !timestamp || !/^\d{1,12}$/.test(timestamp)) return undefined;
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return ageSeconds <= FRESH_SECONDS ? shop : undefined;
}

/** Answers /proxy/*: signature, store, page, limits. What is not signed is 401 (invalid_signature) and learns nothing else. */
export function proxyListener(entryPoint: ProxyEntryPoint) {
  return async (req: IncomingMessage, res: ServerResponse, outer: RequestInfo): Promise<void> => {
    const url = new URL(req.url ?? '/', 'http://host');
    const shop = shopOfSigned(url.searchParams, entryPoint.secrets, entryPoint.clock.now());
    if (!shop) throw new AppError('invalid_signature');
    const info: RequestInfo = { ...outer, address: toShopper(outer), store: shop };
    const shopper = { shop, customerId: parseCustomer(url.searchParams), language: url.searchParams.get('locale') };
    const ctx = await entryPoint.contextOf(shopper, info);
    const page = findPage(entryPoint.pages, req.method ?? 'GET', url.pathname.slice('/proxy'.length));
    const accepts = info.headers.get('accept') ?? '';
    const request: ProxyRequest = {
      query: url.searchParams,
      form: page.method === 'POST' ? await readForm(req, info) : new URLSearchParams(),
      wantsJson: accepts.includes('application/json') && !accepts.includes('text/html'),
      info,
    };
    write(res, await answer(entryPoint, ctx, page, request));
  };
}

/** The store's customer whom a signed query names; undefined for a guest. */
function parseCustomer(query: URLSearchParams): bigint | undefined {
  const ids = query.getAll('logged_in_customer_id');
  const id = idSchema.safeParse(ids.length === 1 ? ids[0] : '');
  return id.success ? id.data : undefined;
}

async function answer(
  entryPoint: ProxyEntryPoint,
  ctx: Ctx,
  page: ProxyPage,
  request: ProxyRequest,
): Promise<ProxyReply> {
  try {
    const key = `proxy|${page.method}|${page.path}|${ctx.viewer.store.id}`;
    await ctx.limits.hit(`${key}|${request.info.address}`, page.perMinute, 60);
    await ctx.limits.hit(key, page.perMinute * STORE_TIMES, 60);
    return await page.handle(ctx, request);
  } catch (error) {
    // A failure of ours goes to the one boundary; a refusal is for the shopper, who sees it inside the store.
    if (!(error instanceof AppError) || error.reportable) throw error;
    return await entryPoint.refuse(ctx, error, request);
  }
}

function findPage(pages: readonly ProxyPage[], method: string, path: string): ProxyPage {
  const there = pages.filter((page) => page.path === path.replace(/\/$/, ''));
  const page = there.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  if (page) return page;
  throw there.length > 0 ? new AppError('method_not_allowed', { method }) : new AppError('not_found');
}

/** Only the platform can have sent what it signed, so that its word for the shopper's address is taken: the one hop before its own. */
function toShopper(info: RequestInfo): string {
  return info.beforeAddress ?? info.address;
}

async function readForm(req: IncomingMessage, info: RequestInfo): Promise<URLSearchParams> {
  const type = info.headers.get('content-type') ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) {
    throw new AppError('unsupported_media_type', { expected: 'a form' });
  }
  const sent = new URLSearchParams((await readBody(req, FORM_LIMIT_BYTES)).toString('utf8'));
  return new URLSearchParams([...sent].map(([name, text]) => [storedText(name), storedText(text)]));
}

function write(res: ServerResponse, reply: ProxyReply): void {
  if (reply.kind === 'redirect') {
    res.writeHead(302, { location: reply.to, 'cache-control': 'no-store', 'content-length': 0 }).end();
    return;
  }
  if (reply.kind === 'unchanged') {
    res.writeHead(304, { 'cache-control': 'no-store' }).end();
    return;
  }
  if (reply.kind === 'json') {
    const kept =
      reply.keptSeconds === undefined
        ? []
        : [['cache-control', `public, max-age=${reply.keptSeconds}`] as [string, string]];
    send(res, reply.status ?? 200, reply.body, kept);
    return;
  }
  const body = Buffer.from(reply.kind === 'css' ? reply.body : reply.liquid);
  if (reply.kind === 'css') {
    res.writeHead(200, {
      'content-type': 'text/css; charset=utf-8',
      'content-length': body.length,
      'cache-control': `public, max-age=${reply.keptSeconds}`,
    });
    res.end(body);
    return;
  }
  // The page around it is the theme's: our policy of what runs nothing would forbid the theme its own styles.
  res.removeHeader('content-security-policy');
  res.writeHead(reply.status ?? 200, {
    'content-type': 'application/liquid; charset=utf-8',
    'content-length': body.length,
    'cache-control': 'no-store',
  });
  res.end(body);
}
