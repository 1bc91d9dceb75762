import { AppError, stateRefuses } from '#app/core/errors.ts';
import { can, marketplaceScope, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { deleteUntriedJob, scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { allowedActions } from '../product.ts';
import { listVariants } from '../products.repo.server.ts';
import { requireProduct, shownVersion } from '../products.service.server.ts';
import type { DecisionDto } from './decisions.contract.ts';
import * as repo from './decisions.repo.server.ts';
import { DECISION_JOB, toDecisionDto } from './open-decisions.service.server.ts';
import { executionTime, isRepeat, undoOutcome, type ReversibleAction } from './scheduled-decision.ts';

function requireAdmin(viewer: Viewer): void {
  if (!viewer.isAdmin) throw new AppError('missing_permission', { permission: 'switch_vendor' });
}

/**
 * Records a decision on a product that takes effect in some seconds, unless somebody takes it back. Sent twice it is one. Throws
 * missing_permission (403), not_found (404), conflict (409) where the product is another than was looked at, invalid_state (409)
 * for what cannot be decided, or where another decision is about to take effect.
 */
export async function scheduleDecision(
  ctx: Ctx,
  o: { productId: bigint; action: ReversibleAction; note: string | null; seen: string },
): Promise<DecisionDto> {
  const { viewer } = ctx;
  requireAdmin(viewer);
  const { productId, action, seen } = o;
  const product = await ctx.db.fast(scopeOf(viewer), async (tx) => {
    const found = await requireProduct(tx, productId);
    if ((await shownVersion(tx, viewer, found, await listVariants(tx, productId))) !== seen)
      throw new AppError('conflict');
    return found;
  });
  const may = allowedActions(product, { isAdmin: true, mayWrite: can(viewer, 'write_products') });
  if (!may.includes(action)) throw stateRefuses(action === 'approve' ? 'product_approved' : 'product_archived');
  const decidedAt = ctx.clock.now();
  const decision = {
    ...{ productId, action, seen, decidedBy: viewer.actor, decidedAt, executesAt: executionTime(decidedAt) },
    actingVendorId: viewer.vendorScope === '*' ? null : viewer.vendorScope,
    note: o.note?.trim() ? o.note.trim() : null,
  };
  return ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
    const id = await repo.insertDecision(tx, decision);
    if (id === undefined) {
      const open = await repo.findOpenDecision(tx, productId);
      if (!open || !isRepeat(open, decision)) throw stateRefuses('decision_scheduled');
      return toDecisionDto(open);
    }
    const payload = { decisionId: String(id) };
    await scheduleJob(tx, { kind: DECISION_JOB, key: String(id), payload, dueAt: decision.executesAt });
    return toDecisionDto({ ...decision, id });
  });
}

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
