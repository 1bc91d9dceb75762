import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { findStoreByDomain, type Store } from '#app/platform/stores/stores.service.server.ts';
import {
  contentSecurityPolicy,
  mayBeFramed,
  readOrigins,
  writePageHeaders,
  type PageSources,
} from '#app/server/http/security-headers.server.ts';
import { FRAME_COOKIE, readCookie, SESSION_COOKIE } from '#app/server/session.server.ts';
import type { Container } from './container.server.ts';

/** The nonce of a page, the headers that are written over the library's, and the store of the session or the address, where it was looked up. */
export async function openPage(
  container: Container,
  req: IncomingMessage,
): Promise<{ nonce: string; store: Store | undefined; writeHeaders: (res: ServerResponse) => void }> {
  const { env } = container.services;
  const url = new URL(req.url ?? '/', 'http://host');
  const nonce = randomBytes(16).toString('base64');
  const sources: PageSources = {
    storages: readOrigins(env.S3_ENDPOINT, env.S3_PUBLIC_URL),
    frameAncestors: readOrigins(env.FRAME_ANCESTORS),
    dev: env.NODE_ENV === 'development',
  };
  const { shop, store } = mayBeFramed(url.pathname) ? await findInstallingShop(container, req, url) : NO_STORE;
  const policy = contentSecurityPolicy({ path: url.pathname, nonce, shop, sources });
  const isSecure = String(req.headers['x-souk-origin'] ?? '').startsWith('https:');
  return {
    nonce,
    store,
    writeHeaders: (res) => {
      writePageHeaders(res, policy, isSecure);
    },
  };
}

type Framing = { shop: string | undefined; store: Store | undefined };
const NO_STORE: Framing = { shop: undefined, store: undefined };

/**
 * The store whose admin may frame this page: that of the session, else the one that the address names. A page of somebody
 * who is signed in is never framed by a store that only the address names.
 */
async function findInstallingShop(container: Container, req: IncomingMessage, url: URL): Promise<Framing> {
  const headers = new Headers({ cookie: req.headers.cookie ?? '' });
  const token = readCookie(headers, SESSION_COOKIE) ?? readCookie(headers, FRAME_COOKIE);
  const claims = token ? await container.sessions.verify(token) : undefined;
  const isAdmin = url.pathname.startsWith('/admin') || url.pathname.startsWith('/auth');
  const named = url.searchParams.get('shop') ?? url.searchParams.get('store') ?? undefined;
  const domain = isAdmin ? named : (claims?.store ?? named);
  if (!domain) return NO_STORE;
  // Before its first installation a store is not known yet, and its own admin must be able to frame the page that installs.
  if (isAdmin) return { shop: domain, store: undefined };
  const store = await findStoreByDomain(container.services, domain);
  return { shop: store && !store.uninstalledAt ? store.domain : undefined, store };
}
