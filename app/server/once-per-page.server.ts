import type { PageCache, SqlTx } from './db.server.ts';

/**
 * Reads something once for all loaders of a page, by a name and the scope; every time where no page is shown (calls, jobs,
 * actions). For what a page does not change while it is loaded. A read that failed is made again by the next who asks.
 */
export function oncePerPage<T>(tx: SqlTx, name: string, read: () => Promise<T>): Promise<T> {
  return keepOnPage(tx.pageCache, `${name}:${tx.scope.storeId}:${tx.scope.vendor}`, read);
}

/** The same for what belongs to the store as a whole, whichever vendor of it the scope names: it is read once for all of them. */
export function oncePerPageOfStore<T>(tx: SqlTx, name: string, read: () => Promise<T>): Promise<T> {
  return keepOnPage(tx.pageCache, `${name}:${tx.scope.storeId}`, read);
}

function keepOnPage<T>(pageCache: PageCache | undefined, key: string, read: () => Promise<T>): Promise<T> {
  if (!pageCache) return read();
  const known = pageCache.get(key) as Promise<T> | undefined;
  if (known) return known;
  const answer = read();
  pageCache.set(key, answer);
  answer.catch(() => pageCache.delete(key));
  return answer;
}

/** Lets what was read be read again: whoever writes it on a page says so. */
export function forgetOnPage(tx: SqlTx, name: string): void {
  for (const key of tx.pageCache?.keys() ?? []) if (key.startsWith(`${name}:`)) tx.pageCache?.delete(key);
}
