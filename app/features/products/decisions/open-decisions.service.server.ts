import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope, type Viewer } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { deleteUntriedJob } from '#app/server/scheduled-jobs.server.ts';
import type { DecisionDto } from './decisions.contract.ts';
import * as repo from './decisions.repo.server.ts';
import type { ReversibleAction, ScheduledDecision } from './scheduled-decision.ts';

/** The kind of job that carries a decision out; its key is the decision's id. */
export const DECISION_JOB = 'products.decide';

/** So long an execution holds others off; whoever finds it open after that goes on without it. */
const EXECUTION_MS = 10 * MINUTE_MS;

/** Throws missing_permission (403) for everybody but admins. */
export function requireAdmin(viewer: Viewer): void {
  if (!viewer.isAdmin) throw new AppError('missing_permission', { permission: 'switch_vendor' });
}

/** What an admin sees of the open decision on a product; null for everybody else and where there is none. */
export async function readOpenDecision({ db, viewer }: Pick<Ctx, 'db' | 'viewer'>, productId: bigint) {
  if (!viewer.isAdmin) return null;
  const open = await db.fast(marketplaceScope(viewer.store.id), (tx) => repo.findOpenDecision(tx, productId));
  return open ? toDecisionDto(open) : null;
}

export const toDecisionDto = ({
  id,
  action,
  decidedBy,
}: Pick<ScheduledDecision, 'id' | 'action' | 'decidedBy'>): DecisionDto => ({
  id: String(id),
  action,
  by: decidedBy.name,
});

/** What was decided on products of a list and has not taken effect yet, by their ids; empty for everybody but admins. */
export async function readDecided(
  { db, viewer }: Pick<Ctx, 'db' | 'viewer'>,
  productIds: readonly string[],
): Promise<Record<string, ReversibleAction>> {
  if (!viewer.isAdmin || productIds.length === 0) return {};
  const open = await db.fast(marketplaceScope(viewer.store.id), (tx) =>
    repo.listOpenDecisions(
      tx,
      productIds.map((id) => BigInt(id)),
    ),
  );
  return Object.fromEntries(open.map(({ productId, action }) => [String(productId), action]));
}

/** How many drafts that wait for the marketplace have been decided on and are about to leave its queue; 0 for vendors. */
export const countDecidedDrafts = (tx: SqlTx, vendorId: bigint | undefined): Promise<number> =>
  tx.scope.vendor === '*' ? repo.countDecidedDrafts(tx, vendorId) : Promise.resolve(0);

/**
 * Ends the scheduled decision on a product, because somebody decides on it at once: the later decision counts. Throws
 * invalid_state (409) while one is taking effect.
 */
export async function supersedeDecision(ctx: Pick<Ctx, 'db' | 'clock' | 'viewer'>, productId: bigint): Promise<void> {
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const open = await repo.findOpenDecision(tx, productId, { lock: true });
    if (!open) return;
    if (open.state === 'executing' && at.getTime() - open.executesAt.getTime() < EXECUTION_MS)
      throw stateRefuses('decision_in_progress');
    await repo.endDecision(tx, open.id, { state: 'superseded', at });
    await deleteUntriedJob(tx, DECISION_JOB, String(open.id));
  });
}

/** Ends a decision in the transaction that writes what it decided. Throws where it has ended, so that nothing is done twice. */
export async function endExecuted(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  if (!(await repo.endDecision(tx, id, { state: 'done', at }))) throw stateRefuses('decision_effective');
}
