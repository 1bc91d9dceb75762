import type { ServerResponse } from 'node:http';

/** Addresses that pages need besides our own: where files lie and who may frame the app, each an origin. */
export type PageSources = {
  /** Storages that pages read pictures from and upload to. */
  storages: readonly string[];
  /** Who may frame the app besides the store's own admin. */
  frameAncestors: readonly string[];
  /** In development the bundler's own client brings styles without nonce and a socket. */
  dev: boolean;
};

const PLATFORM_CDN = 'https://cdn.shopify.com';
const PLATFORM_ADMIN = 'https://admin.shopify.com';
/** Where the platform takes staged uploads, and what its own script in the frame talks to. */
const PLATFORM_CALLS = [
  'https://shopify-staged-uploads.storage.googleapis.com',
  'https://monorail-edge.shopifysvc.com',
  PLATFORM_CDN,
];
const VIDEO_FRAMES = ['https://www.youtube.com', 'https://www.youtube-nocookie.com', 'https://player.vimeo.com'];
const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;
const FRAMED = /^\/(admin|app|auth)(\/|\.data$|$)/;

/** Whether a page may stand in a frame at all: the app's entry points, never anything else. */
export function mayBeFramed(path: string): boolean {
  return FRAMED.test(path);
}

/**
 * The Content-Security-Policy of a page: scripts and styles by nonce, nothing of other sites but what the platform's own
 * parts need. `shop` is the installing store of the page; without it only the platform's admin may frame the app.
 */
export function contentSecurityPolicy(o: {
  path: string;
  nonce: string;
  shop: string | undefined;
  sources: PageSources;
}): string {
  const { storages, dev } = o.sources;
  const isAdmin = /^\/(admin|auth)(\/|\.|$)/.test(o.path);
  const nonce = `'nonce-${o.nonce}'`;
  // The library's own small pages (bounce, leaving the frame) carry scripts without nonce, and nothing that anybody typed.
  const scripts = /^\/auth(\/|$)/.test(o.path) ? "'unsafe-inline'" : nonce;
  const cdn = isAdmin ? [PLATFORM_CDN] : [];
  const rules: [string, readonly string[]][] = [
    ['default-src', ["'self'"]],
    ['script-src', ["'self'", scripts, ...cdn]],
    ['style-src-elem', ["'self'", ...(dev ? ["'unsafe-inline'"] : [nonce]), ...cdn]],
    // Positions and sizes that Polaris computes are attributes; no rule of a style sheet can come in through them.
    ['style-src-attr', ["'unsafe-inline'"]],
    ['img-src', ["'self'", 'data:', 'blob:', 'https:', ...storages]],
    ['media-src', ["'self'", 'blob:', 'https:', ...storages]],
    ['font-src', ["'self'", ...cdn]],
    ['connect-src', ["'self'", ...storages, ...PLATFORM_CALLS, ...(dev ? ['ws:'] : [])]],
    ['frame-src', ["'self'", ...VIDEO_FRAMES]],
    ['worker-src', ["'self'"]],
    ['manifest-src', ["'self'"]],
    ['form-action', ["'self'"]],
    ['base-uri', ["'none'"]],
    ['object-src', ["'none'"]],
    ['frame-ancestors', frameAncestors(o)],
  ];
  return rules.map(([name, values]) => `${name} ${values.join(' ')}`).join('; ');
}

function frameAncestors(o: { path: string; shop: string | undefined; sources: PageSources }): readonly string[] {
  if (!mayBeFramed(o.path)) return ["'none'"];
  const shop = o.shop && SHOP.test(o.shop) ? [`https://${o.shop}`] : [];
  return [...shop, PLATFORM_ADMIN, ...o.sources.frameAncestors];
}

/** The policy of what is no page: it runs nothing and stands in no frame. */
export const CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Writes a page's headers over those that the platform's library wrote, which differ by request. */
export function writePageHeaders(res: ServerResponse, policy: string, isSecure: boolean): void {
  res.setHeader('content-security-policy', policy);
  res.removeHeader('x-frame-options');
  // Pages name people and amounts: no cache of a browser or a proxy keeps them. Files and the manifest say otherwise themselves.
  if (!res.hasHeader('cache-control')) res.setHeader('cache-control', 'no-store');
  res.setHeader('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  if (isSecure) res.setHeader('strict-transport-security', 'max-age=31536000');
}

/** The origins in a list that an operator wrote, separated by spaces or commas; what is none is left out. */
export function readOrigins(...lists: (string | undefined)[]): string[] {
  const origins = lists
    .flatMap((list) => (list ?? '').split(/[\s,]+/))
    .flatMap((text) => (URL.canParse(text) ? [new URL(text).origin] : []))
    .filter((origin) => origin !== 'null');
  return [...new Set(origins)];
}
