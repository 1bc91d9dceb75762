import { invariant } from '#app/core/invariant.ts';
import { money, toDto } from '#app/core/money/money.ts';
import type { Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import {
  buildManualPayout,
  buildPayoutStarted,
  type PayoutMethod,
  type PayoutPosting,
} from '#app/features/ledger/ledger.ts';
import { recordTransactions } from '#app/features/ledger/ledger.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Allocation } from './allocation.service.server.ts';
import { recordPaidNotices } from '../execute/payout-notices.server.ts';
import { planSending } from '../execute/send-payouts.service.server.ts';
import type { PayRefusal } from '../payout.ts';
import * as repo from '../payouts.repo.server.ts';
import type { ProviderMethod } from '../provider-method.ts';

/** What is to become of one vendor's allocation. */
export type Decided = {
  allocation: Allocation;
  method: PayoutMethod | undefined;
  way: ProviderMethod | undefined;
  refusal: PayRefusal | null;
};

type Start = { runId: string; byHand: repo.ByHand | undefined; actor: Actor; now: Date };

/**
 * Writes the payouts that nothing refuses, with their lines, ledger entries and audit rows: those by hand as paid, the others as
 * on their way, with the work that sends them once this is committed. Returns the payout of each allocation.
 */
export async function startPayouts(
  services: Services,
  tx: SqlTx,
  decided: readonly Decided[],
  { runId, byHand, actor, now }: Start,
): Promise<Map<Allocation, bigint>> {
  const payable = decided.flatMap(({ allocation, method, way, refusal }) =>
    refusal === null && method !== undefined
      ? [{ allocation, method, way: method === 'manual' ? null : (way ?? null) }]
      : [],
  );
  if (payable.length === 0) return new Map();
  const ids = await repo.insertPayouts(
    tx,
    payable.map(({ allocation, method, way }) => buildNewPayout(allocation, method, way)),
    { runId, byHand, actor, at: now },
  );
  const made = payable.map((one, index) => ({ ...one, id: ids[index] ?? 0n }));
  await recordTransactions(
    tx,
    made.map(({ allocation: { vendorId, currency, lines }, method, id }) => {
      const posting: PayoutPosting = { payoutId: String(id), method, vendorId, currency, lines };
      const isByHand = method === 'manual';
      invariant(!isByHand || byHand, 'a payout by hand says when it was paid');
      return {
        ...(isByHand && byHand ? buildManualPayout(posting, byHand.paidAt) : buildPayoutStarted(posting, now)),
        vendorId: BigInt(vendorId),
        payoutId: id,
      };
    }),
    now,
  );
  await recordAudit(
    tx,
    made.map(({ allocation, method, id }) => ({
      subject: 'payout',
      subjectId: String(id),
      vendorId: BigInt(allocation.vendorId),
      action: method === 'manual' ? 'payout.paid' : 'payout.started',
      actor,
      detail: {
        method,
        amount: toDto(money(allocation.totalMinor, allocation.currency)),
        ...(method === 'manual' && byHand ? { paidAt: byHand.paidAt.toISOString() } : {}),
        lines: allocation.lines.length,
      },
      at: now,
    })),
  );
  const recorded = made.filter(({ method }) => method === 'manual');
  await recordPaidNotices(
    tx,
    recorded.map(({ id, allocation }) => ({ id, vendorId: BigInt(allocation.vendorId) })),
    now,
  );
  const toSend = made.filter(({ method }) => method !== 'manual');
  if (toSend.length > 0) {
    await planSending(
      tx,
      toSend.map(({ allocation: { currency }, method, id }) => ({ id, method, runId, currency })),
      now,
    );
    tx.afterCommit(() => {
      services.jobs.wake('due');
    });
  }
  return new Map(made.map(({ allocation, id }) => [allocation, id]));
}

function buildNewPayout(allocation: Allocation, method: PayoutMethod, way: ProviderMethod | null): repo.NewPayout {
  return {
    vendorId: BigInt(allocation.vendorId),
    currency: allocation.currency,
    amountMinor: allocation.totalMinor,
    method,
    isTest: allocation.isTest,
    way,
    lines: allocation.lines.map((line) => ({
      vendorOrderId: allocation.rows.get(line.orderId)?.id ?? 0n,
      orderId: BigInt(line.orderId),
      amountMinor: line.amountMinor,
    })),
  };
}
