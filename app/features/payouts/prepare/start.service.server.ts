import { invariant } from '#app/core/invariant.ts';
import { money, toDto } from '#app/core/money/money.ts';
import type { Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  buildManualPayout,
  buildPayoutStarted,
  type PayoutMethod,
  type PayoutPosting,
} from '#app/platform/ledger/ledger.ts';
import { recordTransactions } from '#app/platform/ledger/ledger.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Allocation } from './allocation.service.server.ts';
import { recordPaidNotices } from '../execute/payout-notices.server.ts';
import { countOfLines } from '../execute/provider-payouts.repo.server.ts';
import { planSending } from '../execute/send-payouts.service.server.ts';
import type { PayRefusal } from '../payout.ts';
import * as repo from '../payouts.repo.server.ts';
import type { ProviderMethod } from '../provider-method.ts';
import { buildSendKey, computeBatchKey, computeLinesKey } from './send-keys.server.ts';

/** What is to become of one vendor's allocation. */
export type Decided = {
  allocation: Allocation;
  method: PayoutMethod | undefined;
  way: ProviderMethod | undefined;
  refusal: PayRefusal | null;
};

type Start = { runId: string; manual: repo.ManualPayment | undefined; actor: Actor; now: Date };

/**
 * Writes the payouts that nothing refuses, with their lines, ledger entries and audit rows: manual ones as paid, the others as
 * on their way, with the work that sends them once this is committed. Returns the payout of each allocation.
 */
export async function startPayouts(
  services: Services,
  tx: SqlTx,
  decided: readonly Decided[],
  { runId, manual, actor, now }: Start,
): Promise<Map<Allocation, bigint>> {
  const payable = decided.flatMap(({ allocation, method, way: vendorMethod, refusal }) =>
    refusal === null && method !== undefined
      ? [{ allocation, method, way: method === 'manual' ? null : (vendorMethod ?? null) }]
      : [],
  );
  if (payable.length === 0) return new Map();
  const names = await namePayouts(tx, payable);
  const ids = await repo.insertPayouts(
    tx,
    payable.map(({ allocation, method, way: vendorMethod }) =>
      buildNewPayout(allocation, method, vendorMethod, names.get(allocation) ?? UNNAMED),
    ),
    { runId, manual, actor, at: now },
  );
  const made = payable.map((one, index) => {
    const id = ids[index];
    invariant(id !== undefined, 'a payout that was inserted has its id');
    return { ...one, id };
  });
  await recordTransactions(
    tx,
    made.map(({ allocation: { vendorId, currency, lines }, method, id }) => {
      const posting: PayoutPosting = { payoutId: String(id), method, vendorId, currency, lines };
      const isManual = method === 'manual';
      invariant(!isManual || manual, 'a manual payout says when it was paid');
      return {
        ...(isManual && manual ? buildManualPayout(posting, manual.paidAt) : buildPayoutStarted(posting, now)),
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
        ...(method === 'manual' && manual ? { paidAt: manual.paidAt.toISOString() } : {}),
        lines: allocation.lines.length,
      },
      at: now,
    })),
  );
  const recorded = made.filter(({ method }) => method === 'manual');
  await recordPaidNotices(
    tx,
    services,
    recorded.map(({ id, allocation }) => ({ id, vendorId: BigInt(allocation.vendorId) })),
    now,
  );
  const toSend = made.filter(({ method }) => method !== 'manual');
  if (toSend.length > 0) {
    await planSending(
      tx,
      toSend.map(({ allocation, method, id }) => ({
        id,
        method,
        runId,
        currency: allocation.currency,
        ...(names.get(allocation) ?? UNNAMED),
      })),
      now,
    );
    services.jobs.wakeAfterCommit(tx, 'due');
  }
  return new Map(made.map(({ allocation, id }) => [allocation, id]));
}

/** What a payout and its batch are called at the provider. */
type Names = { sendKey: string | null; batchKey: string | null };
const UNNAMED: Names = { sendKey: null, batchKey: null };

/** The names of payouts that a provider makes: those of one currency at PayPal share a batch. */
async function namePayouts(
  tx: SqlTx,
  payable: readonly { allocation: Allocation; method: PayoutMethod }[],
): Promise<Map<Allocation, Names>> {
  const sent = payable.filter(({ method }) => method !== 'manual');
  const linesKeys = new Map(
    sent.map(({ allocation }) => [allocation, computeLinesKey(tx.scope.storeId, allocation)] as const),
  );
  const earlier = await countOfLines(
    tx,
    sent.map(({ allocation }) => BigInt(allocation.vendorId)),
    [...linesKeys.values()],
  );
  const sendKeys = new Map(
    [...linesKeys].map(([allocation, key]) => [allocation, buildSendKey(key, earlier.get(key) ?? 0)] as const),
  );
  const inBatches = sent.filter(({ method }) => method === 'paypal').map(({ allocation }) => allocation);
  const batchKeys = new Map(
    [...new Set(inBatches.map(({ currency }) => currency))].map((currency) => {
      const keys = inBatches
        .filter((allocation) => allocation.currency === currency)
        .flatMap((allocation) => sendKeys.get(allocation) ?? []);
      return [currency, computeBatchKey(keys)] as const;
    }),
  );
  return new Map(
    sent.map(({ allocation, method }) => [
      allocation,
      {
        sendKey: sendKeys.get(allocation) ?? null,
        batchKey: method === 'paypal' ? (batchKeys.get(allocation.currency) ?? null) : null,
      },
    ]),
  );
}

function buildNewPayout(
  allocation: Allocation,
  method: PayoutMethod,
  vendorMethod: ProviderMethod | null,
  { sendKey, batchKey }: Names,
): repo.NewPayout {
  return {
    vendorId: BigInt(allocation.vendorId),
    currency: allocation.currency,
    amountMinor: allocation.totalMinor,
    method,
    isTest: allocation.isTest,
    way: vendorMethod,
    sendKey,
    batchKey,
    lines: allocation.lines.map((line) => {
      const row = allocation.rows.get(line.orderId);
      invariant(row, 'a line of an allocation has its row');
      return { vendorOrderId: row.id, orderId: BigInt(line.orderId), amountMinor: line.amountMinor };
    }),
  };
}
