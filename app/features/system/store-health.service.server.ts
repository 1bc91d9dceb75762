import { marketplaceScope } from '#app/core/viewer.ts';
import { listPlatformProblems } from '#app/platform/platform-access/platform-problems.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { countSyncProblems } from './system.service.server.ts';
import * as repo from './system.repo.server.ts';

/** Since when the oldest report of the platform waits, and since when the platform withholds something; null where nothing does. */
export async function readStoreHealth(
  tx: SqlTx,
  shop: string,
): Promise<{ waitingSince: Date | null; withheldSince: Date | null }> {
  const problems = await listPlatformProblems(tx);
  const [oldest] = problems.map(({ since }) => since).sort((one, other) => one.getTime() - other.getTime());
  return { waitingSince: await repo.findOldestWaiting(tx, shop), withheldSince: oldest ?? null };
}

/** How the store itself is in step: its newest report, how many wait, and what an admin has to see to. */
export function readStoreSync(
  ctx: Ctx,
): Promise<{ lastReportAt: string | null; waiting: number; problems: number; withheld: number }> {
  const { store } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { waiting, lastAt } = await repo.countDeliveries(tx, store.domain);
    return {
      lastReportAt: lastAt?.toISOString() ?? null,
      waiting,
      problems: await countSyncProblems(tx, store.domain),
      withheld: (await listPlatformProblems(tx)).length,
    };
  });
}
