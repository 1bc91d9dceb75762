import { Liquid } from 'liquidjs';
import type { Sandbox } from '../../core/kernel.ts';
import { route, text } from '../../core/router.ts';
import type { Route, SandboxRequest, SandboxResponse } from '../../core/router.ts';
import type { Shop } from '../../core/state.ts';
import { signProxyQuery } from '../../platform/oauth.ts';
import { isInstalled } from '../../platform/store/lookup.ts';
import { markup, trustedMarkup } from '../markup.ts';
import { findSignedIn } from './account-session.ts';
import { renderStorePage, storeShop } from './storefront-page.ts';

const PREFIXES = ['apps', 'a', 'community', 'tools'] as const;
const PASSED_ON = [
  'content-type',
  'content-language',
  'cache-control',
  'location',
  'content-disposition',
  'etag',
  'last-modified',
];
const TIMEOUT_MS = 10_000;
const liquid = new Liquid();

/** The app proxy: requests below the store's own address, signed and passed on to the app, without cookies in either direction. */
export function appProxyRoutes(sandbox: Sandbox): Route[] {
  return PREFIXES.map((prefix) =>
    route('*', `/store/{store}/${prefix}/{subpath}/{path*}`, (request) => passOn(sandbox, request, prefix)),
  );
}

async function passOn(sandbox: Sandbox, request: SandboxRequest, prefix: string): Promise<SandboxResponse> {
  const shop = storeShop(sandbox, request);
  const proxy = sandbox.app.proxy;
  const subpath = request.params['subpath'] ?? '';
  if (!proxy || proxy.prefix !== prefix || proxy.subpath !== subpath || !isInstalled(shop))
    return text(404, `No app answers at /${prefix}/${subpath}\n`);
  const own = `/store/${shop.handle}/${prefix}/${subpath}`;
  const target = new URL(proxy.url, sandbox.config.appUrl);
  target.pathname = target.pathname.replace(/\/$/, '') + request.url.pathname.slice(own.length);
  target.search = signProxyQuery(sandbox, shop, request.query, findSignedIn(request, shop)?.id ?? null).toString();
  let answer: Response;
  try {
    answer = await fetch(target, {
      method: request.method,
      headers: forwardedHeaders(shop, request),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      body: request.method === 'GET' || request.method === 'HEAD' ? undefined : new Uint8Array(request.body),
    });
  } catch {
    return text(502, 'The app did not answer.\n');
  }
  const body = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  if (/^application\/liquid\b/i.test(type))
    return await renderInTheme(sandbox, request, shop, answer.status, body.toString('utf8'));
  const headers: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = answer.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return { status: answer.status, headers, body };
}

function forwardedHeaders(shop: Shop, request: SandboxRequest): Record<string, string> {
  const headers: Record<string, string> = {
    'x-shop-domain': shop.domain,
    'x-forwarded-host': shop.domain,
    'x-forwarded-proto': 'https',
  };
  for (const name of ['accept', 'accept-language', 'content-type', 'user-agent', 'x-requested-with'] as const) {
    const value = request.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  return headers;
}

/** An answer in Liquid is shown inside the theme, as the platform does. */
async function renderInTheme(
  sandbox: Sandbox,
  request: SandboxRequest,
  shop: Shop,
  status: number,
  source: string,
): Promise<SandboxResponse> {
  const rendered = String(
    await liquid.parseAndRender(source, {
      shop: { name: shop.name, permanent_domain: shop.domain, currency: shop.currency },
      routes: { root_url: `/store/${shop.handle}`, cart_add_url: `/store/${shop.handle}/cart/add` },
    }),
  );
  return renderStorePage(sandbox, request, shop, {
    title: shop.name,
    status,
    body: markup`${trustedMarkup(rendered)}`,
  });
}
