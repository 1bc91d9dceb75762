import { AppError, stateRefuses } from '#app/core/errors.ts';
import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { listAllowedActions } from '../product.ts';
import { listVariants } from '../products.repo.server.ts';
import { requireProduct, shownVersion } from '../products.service.server.ts';
import type { DecisionDto } from './decisions.contract.ts';
import * as repo from './decisions.repo.server.ts';
import { DECISION_JOB, requireAdmin, toDecisionDto } from './open-decisions.service.server.ts';
import { executionTime, isRepeat, type ReversibleAction } from './scheduled-decision.ts';

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
  const may = listAllowedActions(product, { isAdmin: true, mayWrite: can(viewer, 'write_products') });
  if (!may.includes(action)) throw stateRefuses(action === 'approve' ? 'product_approved' : 'product_archived');
  const decidedAt = ctx.clock.now();
  const decision = {
    productId,
    action,
    seen,
    decidedBy: viewer.actor,
    decidedAt,
    executesAt: executionTime(decidedAt),
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
