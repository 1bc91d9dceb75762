import { isIP, type BlockList } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { AppError } from '#app/core/errors.ts';
import type { TrustedProxies } from '../env.server.ts';
import { toBlockList, toFamily, type Network } from '../networks.server.ts';
import type { RequestInfo } from '../context.server.ts';

/** What is trusted of what stands before the program: which proxies, in which header they put addresses, and the app's own address. */
export type Surroundings = {
  proxies: TrustedProxies;
  addressHeader: string | undefined;
  /** SHOPIFY_APP_URL. */
  appUrl: string;
};

const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,250}[a-z0-9.])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Refuses what no browser sends: a method that no address takes (405), a path or a Host that is none (400), and a path with an
 * empty segment (404), which routers read differently.
 */
export function assertWellFormed(req: IncomingMessage): void {
  const { method = 'GET', url = '' } = req;
  if (!METHODS.has(method)) throw new AppError('method_not_allowed', { method });
  // Health checks of balancers speak HTTP/1.0, which knows no Host.
  const host = req.headers.host ?? (req.httpVersion === '1.0' ? 'localhost' : '');
  if (!HOST.test(host)) throw new AppError('request_malformed', { what: 'Host' });
  const path = url.split('?', 1)[0] ?? '';
  if (!path.startsWith('/') || !URL.canParse(url, 'http://host'))
    throw new AppError('request_malformed', { what: 'path' });
  if (path.includes('//')) throw new AppError('not_found');
}

/** The origin that a request was made to, and the addresses of whoever made it. */
export function readCaller(
  req: IncomingMessage,
  o: Surroundings,
): { origin: string; address: string; beforeAddress: string | undefined } {
  const peer = plainAddress(req.socket.remoteAddress ?? '');
  const header = req.headers[(o.addressHeader ?? 'x-forwarded-for').toLowerCase()];
  const stated = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .slice(-50)
    .map((one) => plainAddress(one.trim()));
  const chain = [...stated.filter((one) => isIP(one) !== 0), peer];
  const at = callerAt(chain, o.proxies);
  const scheme = computeScheme(req, o, isTrusted(peer, o.proxies));
  return {
    origin: `${scheme}://${req.headers.host ?? 'localhost'}`,
    address: chain[at] ?? peer,
    beforeAddress: chain[at - 1],
  };
}

/** Where in a chain of addresses, the nearest last, the caller stands: before the proxies that are trusted. */
function callerAt(chain: readonly string[], proxies: TrustedProxies): number {
  const last = chain.length - 1;
  if (proxies.kind === 'count') return Math.max(0, last - proxies.count);
  let at = last;
  while (at > 0 && isTrusted(chain[at] ?? '', proxies)) at -= 1;
  return at;
}

function isTrusted(address: string, proxies: TrustedProxies): boolean {
  if (proxies.kind === 'count') return proxies.count > 0;
  return isIP(address) !== 0 && listProxies(proxies.networks).check(address, toFamily(address));
}

const lists = new WeakMap<readonly Network[], BlockList>();
function listProxies(networks: readonly Network[]): BlockList {
  const known = lists.get(networks);
  if (known) return known;
  const list = toBlockList(networks);
  lists.set(networks, list);
  return list;
}

/** Only a trusted proxy is believed how the browser came; else it is as the app's own address says, and http on this machine. */
function computeScheme(req: IncomingMessage, { appUrl }: Surroundings, isProxied: boolean): 'http' | 'https' {
  if ((req.socket as { encrypted?: boolean }).encrypted) return 'https';
  const stated = isProxied ? req.headers['x-forwarded-proto'] : undefined;
  if (stated === 'https' || stated === 'http') return stated;
  const host = (req.headers.host ?? '').replace(/:\d+$/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || host.startsWith('127.')) return 'http';
  return appUrl.startsWith('https:') ? 'https' : 'http';
}

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '');

/** Whether a request may change something: those that only read need no origin. */
export const changesState = (method: string | undefined): boolean =>
  method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';

/**
 * Refuses (403) a request that another site's page made a browser send: its Origin, scheme included, must be the one it was made
 * to. Without an Origin it must not carry cookies. `beginsSession`: a foreign page must not sign a stranger's browser in to an
 * account of its own choice either, so that a foreign Origin is refused without cookies too.
 */
export function assertOwnOrigin(info: RequestInfo, o: { beginsSession: boolean }): void {
  const origin = info.headers.get('origin');
  const hasCookie = info.headers.has('cookie');
  if (!hasCookie && !(o.beginsSession && origin !== null)) return;
  if (!origin || !URL.canParse(origin) || new URL(origin).origin !== new URL(info.origin).origin)
    throw new AppError('origin_not_allowed');
}

/** The token of a Bearer header; undefined for any other kind of authorization. */
export function bearerToken(headers: Headers): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** With `marketplace`, staff see the whole marketplace in this call, whichever vendor they look at in the app: a header of our blocks. */
export const VIEW_HEADER = 'x-souk-view';
