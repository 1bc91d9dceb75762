import { HOUR_MS } from '#app/core/durations.ts';
import { invariant } from '#app/core/invariant.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import type { Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { findIdentities } from '#app/platform/payout-rights/payer.ts';
import { describeRequester, listPayers } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { readPayoutRules } from '#app/features/payouts/rules/payout-rules.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scheduleJob } from '#app/server/scheduled-jobs.server.ts';
import { computeToken } from '../prepare/allocation.service.server.ts';
import {
  ALONE_HOURS,
  REQUEST_HOURS,
  sumByCurrency,
  whyWaits,
  type RequestedPayout,
  type WaitReason,
} from './approval.ts';
import * as repo from './approvals.repo.server.ts';
import type { PayOutcome } from '../payouts.contract.ts';
import type { ManualPayment } from '../payouts.repo.server.ts';
import type { Decided } from '../prepare/start.service.server.ts';
import { voidChangedRequests } from './voiding.service.server.ts';

/** Due work that ends a request which nobody decided. */
export const EXPIRE_REQUESTS = 'payouts.expire-requests';

const SYSTEM_ACTOR: Actor = { kind: 'system', id: 'time', name: 'Time', role: 'system' };

/** Why payouts wait for another person, with the limit in minor units; null where they do not. */
export type Waits = { why: WaitReason; aboveMinor: bigint } | null;

/**
 * Keeps other payouts of the same person waiting until the transaction ends, where there is a limit: two at once count together
 * as one after the other does. Taken before any order is, so that nobody waits for it with one in hand.
 */
export async function holdPayer(tx: SqlTx, actor: Actor): Promise<void> {
  if ((await readPayoutRules(tx)).rules.approveAboveMinor === null) return;
  await repo.lockPayer(tx, findIdentities(await listPayers(tx), actor));
}

/** Why some payouts of somebody would wait under the limit that holds now. `currency` is the store's. */
export async function findWaits(
  tx: SqlTx,
  payouts: readonly { currency: string; totalMinor: bigint }[],
  { currency, actor, now }: { currency: string; actor: Actor; now: Date },
): Promise<Waits> {
  const { approveAboveMinor: aboveMinor } = (await readPayoutRules(tx)).rules;
  if (aboveMinor === null) return null;
  const identities = findIdentities(await listPayers(tx), actor);
  const since = new Date(now.getTime() - ALONE_HOURS * HOUR_MS);
  const aloneMinor = await repo.sumPaidAlone(tx, { identities, currency, since });
  const why = whyWaits(sumByCurrency(payouts), { aboveMinor, currency, aloneMinor });
  return why === null ? null : { why, aboveMinor };
}

/** What a call was answered that waits; undefined where none like it does. */
export async function findWaitingAnswer(tx: SqlTx, fingerprint: string, now: Date): Promise<PayOutcome | undefined> {
  await voidChangedRequests(tx, now);
  const waiting = await repo.findWaiting(tx, fingerprint, now);
  return waiting && { ...(waiting.answer as PayOutcome), requestId: String(waiting.id) };
}

type ApprovalRequest = {
  fingerprint: string;
  actor: Actor;
  manual: ManualPayment | undefined;
  /** Of the store. */
  currency: string;
  waits: NonNullable<Waits>;
  now: Date;
};

/**
 * Notes payouts that nothing refuses as a request for another person, and plans its end. It keeps what was asked as it was
 * shown, and the token of its amounts: what is approved is what is paid. Nothing is locked. The caller holds the lock of the
 * fingerprint. Returns what the call is answered.
 */
export async function askForApproval(
  tx: SqlTx,
  payable: readonly Decided[],
  answer: PayOutcome,
  { fingerprint, actor, manual, currency, waits, now }: ApprovalRequest,
): Promise<PayOutcome> {
  const byHand = manual ? { paidAt: manual.paidAt.toISOString(), details: manual.details } : null;
  const shown = toRequestedDto(payable, { waits, currency, byHand });
  const expiresAt = new Date(now.getTime() + REQUEST_HOURS * HOUR_MS);
  await endOverdueRequests(tx, fingerprint, now);
  const id = await repo.insertRequest(tx, {
    fingerprint,
    asked: {
      ids: payable.flatMap(({ allocation }) => toIds(allocation)),
      methods: payable.flatMap(({ allocation, method }) => (method ? [[allocation.vendorId, method]] : [])),
      byHand,
      token: computeToken(payable.map(({ allocation }) => allocation)),
    },
    shown,
    answer,
    askedBy: actor,
    requester: await describeRequester(tx, await listPayers(tx), actor, now),
    askedAt: now,
    expiresAt,
  });
  await scheduleJob(tx, { kind: EXPIRE_REQUESTS, key: String(id), payload: {}, dueAt: expiresAt });
  await recordAudit(tx, [
    {
      subject: 'payout_request',
      subjectId: String(id),
      vendorId: null,
      action: 'payout_request.asked',
      actor,
      detail: { totals: shown.totals, vendors: shown.parts.length },
      at: now,
    },
  ]);
  return { ...answer, requestId: String(id) };
}

/** The vendor orders of an allocation that were chosen; overpaid ones join again by themselves. */
function toIds({ lines, rows }: Decided['allocation']): string[] {
  return lines
    .filter(({ joined }) => !joined)
    .map(({ orderId }) => {
      const row = rows.get(orderId);
      invariant(row, 'a line of an allocation has its row');
      return String(row.id);
    });
}

function toRequestedDto(
  payable: readonly Decided[],
  { waits, currency, byHand }: { waits: NonNullable<Waits>; currency: string; byHand: RequestedPayout['byHand'] },
): RequestedPayout {
  const totals = sumByCurrency(payable.map(({ allocation }) => allocation));
  const isManual = payable.some(({ method }) => method === 'manual');
  return {
    why: waits.why,
    limit: toDto(money(waits.aboveMinor, asCurrency(currency))),
    totals: [...totals].map(([own, minor]) => toDto(money(minor, asCurrency(own)))),
    byHand: isManual ? byHand : null,
    parts: payable.map(({ allocation, method }) => ({
      vendorId: allocation.vendorId,
      vendor: allocation.vendor,
      method: method ?? 'manual',
      amount: toDto(money(allocation.totalMinor, allocation.currency)),
      test: allocation.isTest,
      lineCount: allocation.lines.length,
      lines: allocation.lines.map((line) => ({
        orderId: line.orderId,
        orderName: allocation.rows.get(line.orderId)?.orderName ?? '',
        amount: toDto(money(line.amountMinor, allocation.currency)),
        joined: line.joined,
      })),
    })),
  };
}

/** Ends requests whose time is over: those of one call, or (null) all of the store. May run twice. */
export async function endOverdueRequests(tx: SqlTx, fingerprint: string | null, now: Date): Promise<void> {
  const ended = await repo.endOverdue(tx, fingerprint, now);
  await recordAudit(
    tx,
    ended.map((id) => ({
      subject: 'payout_request',
      subjectId: String(id),
      vendorId: null,
      action: 'payout_request.expired',
      actor: SYSTEM_ACTOR,
      at: now,
    })),
  );
}
