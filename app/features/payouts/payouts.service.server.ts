import { z } from 'zod';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { money, toDto } from '#app/core/money/money.ts';
import { countPages, PAGE_SIZE } from '#app/core/paging.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { moneyDto, type MoneyDto } from '#app/core/dto.ts';
import { readTimeline, recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { buildManualPayoutReversal } from '#app/platform/ledger/ledger.ts';
import { recordTransactions } from '#app/platform/ledger/ledger.service.server.ts';
import { assertMayPayOut, mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { findApproval } from './approval/approvals.repo.server.ts';
import { isUnresolvable } from './resolve/manual-resolution.ts';
import { PART_RETURNED } from './execute/outcome.service.server.ts';
import { withdrawPaidNotice } from './execute/payout-notices.server.ts';
import { isLivePayout, type DueSort, type DueView, type PayoutSort } from './payout.ts';
import { reportedReason } from '#app/core/payout-reason.ts';
import { isFailedOrReversed } from './resolve/payout-issue.ts';
import {
  findLastNotice,
  listPayoutIssues,
  mayRemindAfter,
  readFailureDetails,
} from './resolve/payout-issues.service.server.ts';
import { listDueLines, listDueVendors as findDueVendors } from './prepare/payable.repo.server.ts';
import type { PayoutDetail, PayoutSummary } from './payout-view.ts';
import { MAX_PAYOUT_LINES, type PayoutLineInput } from './payouts.contract.ts';
import * as repo from './payouts.repo.server.ts';

/** Whether any payout was paid and stands. */
export const hasPaidOut = (tx: SqlTx): Promise<boolean> => repo.existsPaid(tx);

/**
 * Deletes a manual payout: its orders are due again and the ledger holds the reversal. Deleting it again changes nothing.
 * Throws not_found (404) outside the scope, invalid_state (409) for a payout that a provider made.
 */
export async function removeManualPayout(ctx: Ctx, id: bigint): Promise<{ ok: true; transactionId: string }> {
  await assertMayPayOut(ctx);
  const payout = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.findPayout(tx, id));
  if (!payout) throw new AppError('not_found');
  if (payout.method !== 'manual') {
    throw stateRefuses('payout_by_provider');
  }
  const { actor, store } = ctx.viewer;
  const at = ctx.clock.now();
  await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const lines = await repo.listPayoutLines(tx, id);
    await repo.lockVendorOrders(
      tx,
      lines.map((line) => line.vendorOrderId),
    );
    if (!(await repo.markDeleted(tx, id, { actor, at }))) return;
    await withdrawPaidNotice(tx, id);
    await repo.movePaidOut(
      tx,
      lines.map((line) => ({ vendorOrderId: line.vendorOrderId, amountMinor: -line.amountMinor })),
      at,
    );
    const posting = {
      payoutId: String(id),
      method: 'manual' as const,
      vendorId: String(payout.vendorId),
      currency: payout.currency,
      lines: lines.map((line) => ({ orderId: String(line.orderId), amountMinor: line.amountMinor })),
    };
    await recordTransactions(
      tx,
      [{ ...buildManualPayoutReversal(posting, at), vendorId: payout.vendorId, payoutId: id }],
      at,
    );
    await recordAudit(tx, [
      {
        subject: 'payout',
        subjectId: String(id),
        vendorId: payout.vendorId,
        action: 'payout.deleted',
        actor,
        detail: { amount: toDto(money(payout.amountMinor, payout.currency)), lines: lines.length },
        at,
      },
    ]);
  });
  return { ok: true, transactionId: String(id) };
}

/** One payout of the scope with its lines and what happened to it. Anything else is not_found (404). */
export async function readPayout(ctx: Ctx, id: bigint): Promise<PayoutDetail> {
  const mayPay = await mayPayOut(ctx);
  const { isAdmin } = ctx.viewer;
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const payout = await repo.findPayout(tx, id);
    if (!payout) throw new AppError('not_found');
    const lines = await repo.listPayoutLines(tx, id);
    const approval = isAdmin ? await findApproval(tx, id) : undefined;
    const timeline = await readTimeline(tx, 'payout', String(id));
    const lastNoticeAt = payout.state === 'unclaimed' ? findLastNotice(timeline) : null;
    return {
      ...toSummary(payout, isAdmin),
      allowedActions: mayPay ? listPayoutActions(payout, lastNoticeAt, ctx.clock.now()) : [],
      forMarketplace: isAdmin,
      ...readResolution(ctx, payout),
      vendorId: String(payout.vendorId),
      aftermath: await readFailureDetails(tx, payout, mayPay),
      toldAt: lastNoticeAt?.toISOString() ?? null,
      // A vendor reads who paid as the marketplace, never as a person of it.
      paidBy: isAdmin ? payout.actor.name : null,
      approval: approval ? { requestId: String(approval.id), by: approval.by.name } : null,
      deletedBy: isAdmin ? (payout.deletedBy?.name ?? null) : null,
      sentTo: payout.destination,
      // The number and the words of the provider are for the marketplace, who can look them up there.
      providerRef: isAdmin ? payout.providerRef : null,
      providerCode: isAdmin ? payout.providerCode : null,
      lines: lines.map((line) => ({
        orderId: String(line.orderId),
        orderName: line.orderName,
        orderedAt: line.orderedAt.toISOString(),
        amount: toDto(money(line.amountMinor, payout.currency)),
        cameBack: computeBack(payout, line.reversedMinor),
      })),
      stands:
        computeBack(payout, payout.reversedMinor) &&
        toDto(money(payout.amountMinor - payout.reversedMinor, payout.currency)),
      timeline: timeline.map((event) => ({
        id: String(event.id),
        action: event.action,
        by: isAdmin ? event.actor.name : null,
        at: event.at.toISOString(),
        amount: event.action === PART_RETURNED ? parsePart(event.detail) : null,
      })),
    };
  });
}

const isUnresolved = (payout: repo.PayoutRow, now: Date): boolean =>
  isUnresolvable(payout, now.getTime() - payout.createdAt.getTime());

/** What people said, or have to say, of a payout that can no longer be looked up; a vendor is told nobody's words. */
function readResolution(ctx: Ctx, payout: repo.PayoutRow): Pick<PayoutDetail, 'isLostForGood' | 'claim' | 'ended'> {
  const { isAdmin, actor } = ctx.viewer;
  const { claim, ended } = payout;
  const isOwn = claim?.by.kind === actor.kind && claim.by.id === actor.id;
  return {
    isLostForGood: isUnresolved(payout, ctx.clock.now()),
    claim:
      isAdmin && claim ? { outcome: claim.outcome, note: claim.note, at: claim.at, by: claim.by.name, isOwn } : null,
    ended:
      isAdmin && ended
        ? {
            outcome: ended.outcome,
            by: ended.by.name,
            confirmedBy: ended.confirmedBy?.name ?? null,
            note: ended.note,
          }
        : null,
  };
}

/** What came back of a payout that stays paid, or of a line of it; null for nothing. */
function computeBack(payout: repo.PayoutRow, reversedMinor: bigint): MoneyDto | null {
  return payout.state === 'paid' && reversedMinor > 0n ? toDto(money(reversedMinor, payout.currency)) : null;
}

const partDetail = z.object({ amount: moneyDto });

/** The amount that an event of a part tells. */
const parsePart = (detail: unknown): MoneyDto | null => partDetail.safeParse(detail).data?.amount ?? null;

/** What may be done about a payout by somebody who may pay out. */
function listPayoutActions(
  payout: repo.PayoutRow,
  lastNoticeAt: Date | null,
  now: Date,
): PayoutDetail['allowedActions'] {
  if (payout.deletedAt !== null) return [];
  if (payout.method === 'manual') return ['delete'];
  if (isFailedOrReversed(payout.state)) return ['pay'];
  if (computeBack(payout, payout.reversedMinor)) return ['look', 'pay'];
  if (!isLivePayout(payout.state)) return [];
  if (isUnresolved(payout, now)) return ['end'];
  return payout.state === 'unclaimed' && mayRemindAfter(lastNoticeAt, now) ? ['look', 'remind'] : ['look'];
}

/** Some payouts of the scope, by id; what is not there is left out. */
export async function readPayouts(ctx: Ctx, ids: readonly bigint[]): Promise<PayoutSummary[]> {
  const rows = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.findPayouts(tx, ids));
  return rows.map((row) => toSummary(row, ctx.viewer.isAdmin));
}

/** A page of the scope's payouts in an order, deleted ones among them and marked; or those alone that did not arrive. */
export async function listPayouts(ctx: Ctx, page: number, which: 'all' | 'issues', sort: PayoutSort = 'newest') {
  const { isAdmin } = ctx.viewer;
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const ids = (await listPayoutIssues(tx, { now: ctx.clock.now(), isAdmin })).map(({ id }) => BigInt(id));
    if (which === 'issues') {
      const found = (await repo.findPayouts(tx, ids)).reverse();
      const payouts = found.map((row) => toSummary(row, isAdmin));
      return { payouts, count: payouts.length, pageCount: 1, payoutIssues: ids.length };
    }
    const found = await repo.listPayouts(tx, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, sort });
    const count = await repo.countPayouts(tx);
    return {
      payouts: found.slice(0, PAGE_SIZE).map((row) => toSummary(row, isAdmin)),
      count,
      pageCount: countPages(count),
      payoutIssues: ids.length,
    };
  });
}

/** A page of a view of vendors that are owed something or owe something: most due first, or by another order. */
export async function listDueVendors(ctx: Ctx, input: { q: string; view: DueView; page: number; sort?: DueSort }) {
  const { rows, counts, payoutIssues } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
    ...(await findDueVendors(tx, {
      q: input.q,
      view: input.view,
      limit: PAGE_SIZE,
      offset: (input.page - 1) * PAGE_SIZE,
      sort: input.sort ?? 'due',
    })),
    payoutIssues: await listPayoutIssues(tx, { now: ctx.clock.now(), isAdmin: ctx.viewer.isAdmin }),
  }));
  return {
    counts,
    pageCount: countPages(counts[input.view]),
    vendors: rows.map((row) => ({
      id: String(row.vendorId),
      name: row.vendor,
      due: toDto(money(row.dueMinor, row.currency)),
      overpaid: toDto(money(row.overpaidMinor, row.currency)),
      dueCount: Number(row.dueCount),
      overpaidCount: Number(row.overpaidCount),
      oldestAt: row.oldestAt?.toISOString() ?? null,
      isOnHold: row.isOnHold,
      payoutIssue:
        payoutIssues.find(
          ({ vendorId, amount, state }) =>
            vendorId === String(row.vendorId) &&
            amount.currency === row.currency &&
            (isFailedOrReversed(state) || state === 'paid'),
        ) ?? null,
    })),
  };
}

/** The lines to prepare for some vendors, or for some vendor orders: what is due of them, oldest first, at most one run's worth. */
export async function chooseLines(
  ctx: Ctx,
  chosen: { vendorIds: readonly bigint[] | null; ids: readonly bigint[] | null; onlyShipped: boolean },
): Promise<{ lines: PayoutLineInput[]; isCut: boolean }> {
  const found = await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    listDueLines(tx, { ...chosen, limit: MAX_PAYOUT_LINES + 1 }),
  );
  return { lines: found.slice(0, MAX_PAYOUT_LINES), isCut: found.length > MAX_PAYOUT_LINES };
}

function toSummary(payout: repo.PayoutRow, isAdmin: boolean): PayoutSummary {
  return {
    id: String(payout.id),
    vendor: payout.vendor,
    amount: toDto(money(payout.amountMinor, payout.currency)),
    method: payout.method,
    state: payout.state,
    paidAt: payout.paidAt?.toISOString() ?? null,
    details: payout.details,
    createdAt: payout.createdAt.toISOString(),
    deletedAt: payout.deletedAt?.toISOString() ?? null,
    lineCount: Number(payout.lineCount),
    isTest: payout.isTest,
    cameBack: computeBack(payout, payout.reversedMinor),
    reason: payout.reason !== null && !isAdmin ? reportedReason(payout.reason) : payout.reason,
  };
}
