import { AppError } from '#app/core/errors.ts';
import { asVendorId } from '#app/core/ids.ts';
import { money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readTimeline, recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { assertMayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { schedulePoll } from '../execute/send-payouts.service.server.ts';
import { isLivePayout } from '../payout.ts';
import { reportedReason } from '#app/core/payout-reason.ts';
import { summarizeFailure, isFailedOrReversed, REMIND_AFTER_MS, UNKNOWN_AFTER_MS } from './payout-issue.ts';
import * as repo from './payout-issues.repo.server.ts';
import type { FailureDetails, PayoutIssue } from '../payout-view.ts';
import { buildReference } from '../execute/provider-payout.ts';
import { listSent } from '../execute/provider-payouts.repo.server.ts';
import type { PayoutRow } from '../payouts.repo.server.ts';

/** More orders than this are chosen by their vendor: an address holds only so much. */
const MAX_IN_ADDRESS = 50;

const REMINDED = 'payout.reminded';
const NOTICE_ACTIONS: ReadonlySet<string> = new Set(['payout.unclaimed', REMINDED]);

/** What became of the orders of a payout that came to nothing, or of which a part came back; null for any other. */
export async function readFailureDetails(
  tx: SqlTx,
  payout: PayoutRow,
  mayPay: boolean,
): Promise<FailureDetails | null> {
  const isPart = payout.state === 'paid' && payout.reversedMinor > 0n;
  if (!(isFailedOrReversed(payout.state) || isPart) || payout.deletedAt !== null) return null;
  const orders = await repo.listFreedOrders(tx, payout.id);
  const { dueMinor, orders: count, paidAgain } = summarizeFailure(orders);
  const due = orders.filter(({ payoutState, laterId }) => payoutState === 'due' && laterId === null);
  const ids = due.map(({ vendorOrderId }) => vendorOrderId).join(',');
  const choice = due.length > MAX_IN_ADDRESS ? `vendors=${payout.vendorId}&shipped=all` : `orders=${ids}`;
  return {
    due: dueMinor > 0n ? { amount: toDto(money(dueMinor, payout.currency)), orders: count } : null,
    paidAgain: paidAgain.map(String),
    payUrl: mayPay && dueMinor > 0n ? `/payouts/pay?${choice}` : null,
  };
}

/** The payouts of the scope that did not arrive and that somebody has to see to, newest first. */
export async function listPayoutIssues(tx: SqlTx, o: { now: Date; isAdmin: boolean }): Promise<PayoutIssue[]> {
  const rows = await repo.listPayoutIssues(tx, new Date(o.now.getTime() - UNKNOWN_AFTER_MS));
  return rows.map((row) => ({
    id: String(row.id),
    vendorId: String(row.vendorId),
    vendor: row.vendor,
    amount: toDto(money(row.amountMinor, row.currency)),
    state: row.state,
    reason: row.reason !== null && !o.isAdmin ? reportedReason(row.reason) : row.reason,
  }));
}

/** A payout of the store that a provider makes and that has not come to nothing. Anything else is not_found (404). */
async function requireLive(tx: SqlTx, id: bigint) {
  const [payout] = await listSent(tx, [id]);
  if (!payout || !isLivePayout(payout.state)) throw new AppError('not_found');
  return payout;
}

/** When a vendor was last told of a payout that it can claim; null for never. */
export const findLastNotice = (timeline: readonly { action: string; at: Date }[]): Date | null =>
  timeline.find(({ action }) => NOTICE_ACTIONS.has(action))?.at ?? null;

/** Whether a vendor may be reminded again of a payout by now. */
export const mayRemindAfter = (lastNoticeAt: Date | null, now: Date): boolean =>
  lastNoticeAt === null || now.getTime() - lastNoticeAt.getTime() >= REMIND_AFTER_MS;

/** Has a payout looked up at its provider now; asked for twice within a minute it is one look. Throws not_found (404). */
export async function queryNow(ctx: Ctx, id: bigint): Promise<void> {
  await assertMayPayOut(ctx);
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const payout = await requireLive(tx, id);
    await schedulePoll(tx, buildReference(payout), [id], { word: `asked/${id}/${at.toISOString().slice(0, 16)}`, at });
    ctx.jobs.wakeAfterCommit(tx, 'due');
  });
}

/**
 * Reminds a vendor by mail of a payout that it has not claimed, once a day at most: sooner again nothing happens. Throws
 * not_found (404) for a payout that waits for nobody.
 */
export async function remindOfClaim(ctx: Ctx, id: bigint): Promise<void> {
  await assertMayPayOut(ctx);
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await repo.lockPayout(tx, id);
    const { state, vendorId } = await requireLive(tx, id);
    if (state !== 'unclaimed') throw new AppError('not_found');
    if (!mayRemindAfter(findLastNotice(await readTimeline(tx, 'payout', String(id))), at)) return;
    await queueMails(tx, ctx, [
      {
        dedupeKey: `payout-vendor/${id}/unclaimed/${at.toISOString().slice(0, 10)}`,
        template: 'vendor-payout-unclaimed',
        audience: { kind: 'vendor', vendorId: asVendorId(vendorId) },
        params: { payoutId: String(id), state },
        dueAt: at,
        createdAt: at,
      },
    ]);
    await recordAudit(tx, [
      {
        subject: 'payout',
        subjectId: String(id),
        vendorId,
        action: REMINDED,
        actor: ctx.viewer.actor,
        detail: {},
        at,
      },
    ]);
  });
}
