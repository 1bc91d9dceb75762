import type { Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { planFinish } from './discount-jobs.server.ts';
import { decideDiscount } from './discount.ts';
import * as repo from './discounts.repo.server.ts';

/**
 * Ends a vendor's own discounts with its account: each is marked here and deactivated at the platform by a job, which is tried again
 * until the platform takes it. Those of the marketplace stay, also where they are for this vendor's goods. Needs the marketplace's scope.
 */
export async function endDiscountsOfVendor(
  services: Pick<Services, 'clock' | 'jobs'>,
  tx: SqlTx,
  vendorId: bigint,
  actor: Actor,
): Promise<void> {
  const at = services.clock.now();
  const ids = await repo.listOpenOfVendor(tx, vendorId);
  for (const id of ids) {
    const row = await repo.findDiscount(tx, id, { lock: true });
    const next = row && decideDiscount(row.state, 'end');
    if (!row || !next?.ok || next.value === row.state) continue;
    await repo.updateDiscount(tx, id, { state: next.value, updatedAt: at });
    await planFinish(tx, { id, dueAt: at, isEnd: true });
    const about = { subject: 'discount', subjectId: String(id), vendorId } as const;
    await recordAudit(tx, [{ ...about, action: 'discount.ended', actor, detail: {}, at }]);
  }
  if (ids.length > 0) services.jobs.wakeAfterCommit(tx, 'due');
}
