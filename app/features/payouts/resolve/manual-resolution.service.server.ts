import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { isRequester, type Payer } from '#app/platform/payout-rights/payer.ts';
import {
  assertMayDecide,
  assertMayPayOut,
  describeRequester,
  findVoidingChange,
  listPayers,
} from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isJobRunning } from '#app/server/scheduled-jobs.server.ts';
import { findWaits } from '../approval/request-approval.service.server.ts';
import { decideEnd, isUnresolvable, toProviderOutcome, type EndClaim } from './manual-resolution.ts';
import type { EndAnswer, EndInput } from './manual-resolution.contract.ts';
import { PAYOUT_WORK } from '../execute/send-payouts.service.server.ts';
import { applyEnded } from '../execute/outcome.service.server.ts';
import { buildReference } from '../execute/provider-payout.ts';
import * as repo from '../execute/provider-payouts.repo.server.ts';

/** What the log says when somebody said what became of a payout and another person has to say the same. */
export const END_CLAIMED = 'payout.end_claimed';

/**
 * Ends a payout that the program can no longer find out about, by what somebody says who looked at the provider's own account; above
 * the limit of approval when another person says the same. Said again it answers the same. Throws not_found (404), invalid_state (409)
 * where it can still be looked up or was ended otherwise, conflict (409) while the executor is at it.
 */
export async function endPayout(ctx: Ctx, id: bigint, input: EndInput): Promise<EndAnswer> {
  await assertMayPayOut(ctx);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const [found] = await repo.listSent(tx, [id]);
    if (!found) throw new AppError('not_found');
    // Nobody submits the batch or reads it in this transaction: the executor takes the lock too, once it holds its job.
    const reference = buildReference(found);
    const isFree = (await repo.tryLock(tx, reference)) && !(await isJobRunning(tx, PAYOUT_WORK, `${reference}/`));
    if (!isFree) throw new AppError('conflict');
    await repo.lockSent(tx, id);
    const [payout] = await repo.listSent(tx, [id]);
    if (!payout) throw new AppError('not_found');
    if (payout.ended?.outcome === input.outcome) return { state: payout.state, waits: false };
    if (payout.ended) throw stateRefuses('payout_ended');
    const now = ctx.clock.now();
    if (!isUnresolvable(payout, now.getTime() - payout.createdAt.getTime())) throw stateRefuses('payout_looked_up');
    const said: EndClaim = { ...input, by: ctx.viewer.actor, at: now.toISOString() };
    const decided = await decide(ctx, tx, payout, said);
    if ('ends' in decided)
      return {
        state: await applyEnded(ctx, tx, payout, decided.ends, toProviderOutcome(decided.ends.outcome)),
        waits: false,
      };
    await recordClaim(tx, payout, decided.waits, now);
    return { state: payout.state, waits: true };
  });
}

/** Whether it ends: another person is needed where a payout of this amount would wait for one. */
async function decide(ctx: Ctx, tx: SqlTx, payout: repo.SentPayout, said: EndClaim) {
  const { currency, amountMinor } = payout;
  const payers = await listPayers(tx);
  const now = ctx.clock.now();
  const requested = { currency: ctx.viewer.store.currency, actor: said.by, now };
  const waits = await findWaits(tx, [{ currency, totalMinor: amountMinor }], requested);
  const claim = await openClaim(tx, payers, payout.claim, now);
  const isSame = (): boolean =>
    claim !== null && isRequester(payers, said.by, { by: claim.by, requester: claim.requester ?? null });
  const requester = await describeRequester(tx, payers, said.by, now);
  const decided = decideEnd({ ...said, requester }, { claim, needsOther: waits !== null, isSame });
  if (waits !== null && 'ends' in decided) await assertMayDecide(tx, payers, said.by, now);
  return decided;
}

/** What somebody said, unless an address, the role or a second factor of theirs changed since: then it has to be said again. */
async function openClaim(
  tx: SqlTx,
  payers: readonly Payer[],
  claim: EndClaim | null,
  now: Date,
): Promise<EndClaim | null> {
  if (!claim) return null;
  const change = await findVoidingChange(tx, payers, { by: claim.by, requester: claim.requester ?? null, now });
  return change ? null : claim;
}

async function recordClaim(tx: SqlTx, payout: repo.SentPayout, claim: EndClaim, at: Date): Promise<void> {
  const isSaid = payout.claim?.outcome === claim.outcome && payout.claim.by.id === claim.by.id;
  const isSameRequester = payout.claim?.requester?.changes === claim.requester?.changes;
  if (isSaid && isSameRequester && payout.claim?.note === claim.note) return;
  await repo.recordClaim(tx, payout.id, claim);
  await recordAudit(tx, [
    {
      subject: 'payout',
      subjectId: String(payout.id),
      vendorId: payout.vendorId,
      action: END_CLAIMED,
      actor: claim.by,
      detail: { outcome: claim.outcome },
      note: claim.note,
      at,
    },
  ]);
}
