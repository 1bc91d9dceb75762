import { readShopFacts } from '#app/adapters/shopify/shop.server.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import type { RequestInfo, Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './stores.repo.server.ts';

export type { Store } from './stores.repo.server.ts';

const SHOP = /^[a-z0-9][a-z0-9-]*\.myshopify\.com$/;

/** The store of a shop domain, installed or not. */
export async function findStoreByDomain(services: Services, domain: string): Promise<repo.Store | undefined> {
  return SHOP.test(domain) ? repo.findStore(services.db, { domain }) : undefined;
}

export function findStoreById(services: Services, id: StoreId): Promise<repo.Store | undefined> {
  return repo.findStore(services.db, { id });
}

/** The store that a request means: its mapped host, else `?store=`, else a cookie, else the only installation. */
export async function findStoreOfRequest(
  services: Services,
  info: RequestInfo,
  cookie: string | undefined,
): Promise<repo.Store | undefined> {
  const url = new URL(info.origin);
  const byHost = await repo.findStoreByHost(services.db, url.host);
  if (byHost) return byHost;
  const named = info.store ?? cookie;
  if (named) return findStoreByDomain(services, named);
  return repo.findOnlyStore(services.db);
}

/** What follows an installation or a reinstallation: the store is known, and its data is loaded by a job. May run twice. */
export async function installStore(services: Services, domain: string): Promise<void> {
  const facts = await readShopFacts(await services.adapters.platform(domain));
  const { store, fresh } = await repo.upsertInstalledStore(services.db, domain, facts, services.clock.now());
  if (!fresh) return;
  await services.db.fast(marketplaceScope(store.id), (tx) =>
    services.jobs.enqueue(tx, 'stores.load', { storeId: String(store.id) }, { key: String(store.id) }),
  );
  services.log.info({ shop: domain }, 'the marketplace was installed');
}

/** Stores in which the marketplace is installed at the moment, by domain. */
export function listInstalledStores(services: Pick<Services, 'db'>, limit: number): Promise<repo.Store[]> {
  return repo.listInstalled(services.db, limit);
}

/**
 * Ends an installation in the transaction of the word of it: our access is forgotten. Jobs of the store rest, each by its own look.
 * False when the word is older than the present installation, which changes nothing.
 */
export async function endInstallation(tx: SqlTx, store: { id: StoreId; domain: string }, at: Date): Promise<boolean> {
  if (!(await repo.markUninstalled(tx, store.id, at))) return false;
  await repo.deletePlatformSessions(tx, store.domain);
  return true;
}

/** Where the portal of a store is reached from outside: its own host, or the app's address. No slash at the end. */
function portalOrigin(services: Pick<Services, 'env'>, store: { portalHost: string | null }): string {
  if (!store.portalHost) return new URL(services.env.SHOPIFY_APP_URL).origin;
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(store.portalHost);
  return `${isLoopback ? 'http' : 'https'}://${store.portalHost}`;
}

/**
 * The address of a portal page of a store, as mails link to it. Where the app's own host serves every store, the address
 * names the store, so that a browser which nobody is signed in to knows which one is meant.
 */
export function portalUrl(
  services: Pick<Services, 'env'>,
  store: { portalHost: string | null; domain: string },
  path: string,
): string {
  const url = new URL(path, portalOrigin(services, store));
  if (!store.portalHost) url.searchParams.set('store', store.domain);
  return url.toString();
}
