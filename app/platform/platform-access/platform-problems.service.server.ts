import type { PlatformProblemKind, PlatformProblemReporter } from '#app/core/platform-problem.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { findStoreByDomain } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './platform-problems.repo.server.ts';

/** What a process has written is believed for so long; another process may have written something else since. */
const BELIEVED_MS = MINUTE_MS;
const MAX_KNOWN = 10_000;
const MAX_DETAIL = 300;

/** What of the scope's store's access to the platform only a person can mend, the longest first. */
export const listPlatformProblems = (tx: SqlTx): Promise<repo.PlatformProblem[]> => repo.listProblems(tx);

/** Records in the scope's store whether a problem lasts, in a transaction of the caller; null where it ended. */
export async function savePlatformProblem(
  tx: SqlTx,
  o: { kind: PlatformProblemKind; detail: string | null; at: Date },
): Promise<void> {
  const { kind, detail, at } = o;
  if (detail === null) await repo.deleteProblem(tx, kind);
  else await repo.upsertProblem(tx, { kind, detail: detail.slice(0, MAX_DETAIL), at });
}

/**
 * Keeps a store's problems with the platform where System shows them. Every call of the platform reports here, so that the same is
 * written once a minute at most; the log says it once. Never throws: the call itself matters more.
 */
export function createProblemReporter(services: () => Services): PlatformProblemReporter {
  const known = new Map<string, { detail: string | null; until: number }>();

  async function write(shop: string, kind: PlatformProblemKind, detail: string | null): Promise<void> {
    const { clock, db, log } = services();
    const key = `${kind} ${shop}`;
    const now = clock.now();
    const last = known.get(key);
    if (last?.detail === detail && now.getTime() < last.until) return;
    known.delete(key);
    known.set(key, { detail, until: now.getTime() + BELIEVED_MS });
    const [oldest] = known.keys();
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    try {
      const store = await findStoreByDomain(services(), shop);
      if (!store) return;
      const scope = marketplaceScope(store.id);
      if (detail === null) {
        if (await db.fast(scope, (tx) => repo.deleteProblem(tx, kind)))
          log.info({ shop, kind }, 'a problem with the platform ended');
        return;
      }
      const { isNew } = await db.fast(scope, (tx) => repo.upsertProblem(tx, { kind, detail, at: now }));
      if (isNew) log.error({ shop, kind, detail }, 'the platform refuses what only a person can mend: see System');
    } catch (error) {
      known.delete(key);
      log.warn({ err: error, shop, kind }, 'a problem with the platform could not be recorded');
    }
  }

  return {
    record: (shop, kind, detail) => write(shop, kind, detail.slice(0, MAX_DETAIL)),
    clear: (shop, kind) => write(shop, kind, null),
  };
}
