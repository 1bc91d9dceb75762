import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { deleteUntriedJob } from '#app/server/scheduled-jobs.server.ts';
import { requireProduct } from '../products.service.server.ts';
import * as repo from './decisions.repo.server.ts';
import { DECISION_JOB, requireAdmin } from './open-decisions.service.server.ts';
import { undoOutcome } from './scheduled-decision.ts';

/**
 * Takes back a decision that has not begun to take effect; twice is once. Any admin may, and the log says whose it was. Throws
 * missing_permission (403), not_found (404), invalid_state (409) where it took effect or ended otherwise.
 */
export async function undoDecision(ctx: Ctx, o: { productId: bigint; decisionId: bigint }): Promise<void> {
  const { viewer } = ctx;
  requireAdmin(viewer);
  await ctx.db.fast(scopeOf(viewer), (tx) => requireProduct(tx, o.productId));
  await ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
    const decision = await repo.findDecision(tx, o.decisionId, { lock: true });
    if (decision?.productId !== o.productId) throw new AppError('not_found');
    const outcome = undoOutcome(decision.state);
    if (outcome === 'undone') return;
    if (outcome === 'too_late') throw stateRefuses('decision_effective');
    const at = ctx.clock.now();
    await repo.endDecision(tx, decision.id, { state: 'undone', at });
    await deleteUntriedJob(tx, DECISION_JOB, String(decision.id));
    const what = decision.action === 'approve' ? 'approval' : 'send_back';
    // Without a vendor: nothing of it has left the marketplace.
    const entry = { subject: 'product' as const, subjectId: String(o.productId), vendorId: null };
    await recordAudit(tx, [
      { ...entry, action: `${what}_scheduled`, actor: decision.decidedBy, at: decision.decidedAt },
      { ...entry, action: `${what}_undone`, actor: viewer.actor, at },
    ]);
  });
}
