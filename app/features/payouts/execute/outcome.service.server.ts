import type { StoreId } from '#app/core/ids.ts';
import { money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import {
  buildPayoutPartReopened,
  buildPayoutReopened,
  buildPayoutSucceeded,
  type LedgerTransaction,
  type PayoutPosting,
} from '#app/platform/ledger/ledger.ts';
import { recordTransactions } from '#app/platform/ledger/ledger.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Ended } from '../resolve/manual-resolution.ts';
import { shareReturned, computeUnreturned } from '../resolve/part-returned.ts';
import { isLivePayout, nextPayoutState, type PayoutState } from '../payout.ts';
import { listPayoutLines, lockVendorOrders, movePaidOut, type PayoutLineRow } from '../payouts.repo.server.ts';
import type { ProviderOutcome } from './provider-payout.ts';
import * as repo from './provider-payouts.repo.server.ts';
import { queuePartReturnedMail, queuePayoutMails } from './payout-notices.server.ts';

const PROVIDERS = { stripe: 'Stripe', paypal: 'PayPal' } as const;

/**
 * Applies what was ingested of one payout: its state, the ledger, what was paid out of its orders, the log and the mails, in a
 * transaction of their own. What the state does not accept changes nothing, so that the same news twice, or late, are harmless.
 * With `attempts` it holds only for a payout that was sent exactly so often.
 */
export async function applyOutcome(
  services: Services,
  storeId: StoreId,
  payout: repo.SentPayout,
  resolveOutcome: ProviderOutcome,
  providerRef: string | null,
  attempts: number | null = null,
): Promise<PayoutState> {
  if (!resolveOutcome || !nextPayoutState(payout.state, resolveOutcome.event)) return payout.state;
  const by = toActor(payout.method);
  return services.db.fast(marketplaceScope(storeId), (tx) =>
    applyIn(services, tx, payout, resolveOutcome, { providerRef, by, action: undefined, note: null, attempts }),
  );
}

/** Ends a payout by what people said of it, in the caller's transaction; nothing that its provider says moves it from then on. */
export async function applyEnded(
  services: Services,
  tx: SqlTx,
  payout: repo.SentPayout,
  ended: Ended,
  resolveOutcome: NonNullable<ProviderOutcome>,
): Promise<PayoutState> {
  const by = ended.confirmedBy ?? ended.by;
  const action = `payout.end_${ended.outcome}`;
  const state = await applyIn(services, tx, payout, resolveOutcome, {
    providerRef: null,
    by,
    action,
    note: ended.note,
    attempts: null,
  });
  await repo.recordEnded(tx, payout.id, ended);
  return state;
}

/** Who says it, what the log calls it (by its state, unless it is said), and with which words. */
type Occasion = {
  providerRef: string | null;
  by: Actor;
  action: string | undefined;
  note: string | null;
  attempts: number | null;
};

async function applyIn(
  services: Services,
  tx: SqlTx,
  payout: repo.SentPayout,
  resolveOutcome: NonNullable<ProviderOutcome>,
  o: Occasion,
): Promise<PayoutState> {
  const to = nextPayoutState(payout.state, resolveOutcome.event);
  if (!to) return payout.state;
  const at = services.clock.now();
  const lines = await listPayoutLines(tx, payout.id);
  await lockVendorOrders(
    tx,
    lines.map((line) => line.vendorOrderId),
  );
  const { reason, code } = resolveOutcome;
  const { providerRef, attempts } = o;
  if (!(await repo.moveState(tx, payout.id, { from: payout.state, to, reason, code, providerRef, at, attempts })))
    return payout.state;
  // What came back in parts before is due already: the rest of it follows.
  const unreturned = lines.map((line) => ({ ...line, amountMinor: computeUnreturned(line) }));
  const posting = buildPosting(payout, unreturned);
  if (to === 'paid') await post(tx, payout, buildPayoutSucceeded(posting, at), at);
  if (!isLivePayout(to)) {
    const from = payout.state === 'paid' ? 'paid_out' : 'in_transit';
    await post(tx, payout, buildPayoutReopened(posting, from, at), at);
    await repo.freeLines(tx, payout.id);
    await movePaidOut(
      tx,
      unreturned.map((line) => ({ vendorOrderId: line.vendorOrderId, amountMinor: -line.amountMinor })),
      at,
    );
  }
  const detail = { ...buildAmount(payout, payout.amountMinor), ...(reason ? { reason } : {}) };
  await note(tx, payout, { action: o.action ?? `payout.${to}`, actor: o.by, note: o.note, detail, at });
  await queuePayoutMails(services, tx, { ...payout, state: to, reason }, at);
  return to;
}

/**
 * Applies that part of a payout which is paid was taken back: `returnedMinor` of it in all by now, less than the whole. What is
 * new of it is payable again, once; the payout stays paid. What was ingested before changes nothing.
 */
export async function applyReturned(
  services: Services,
  storeId: StoreId,
  payout: repo.SentPayout,
  returnedMinor: bigint,
): Promise<void> {
  if (returnedMinor <= 0n || returnedMinor >= payout.amountMinor) return;
  const at = services.clock.now();
  await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const ids = (await listPayoutLines(tx, payout.id)).map((line) => line.vendorOrderId);
    await lockVendorOrders(tx, ids);
    const beforeMinor = await repo.lockReturned(tx, payout.id);
    if (beforeMinor === undefined || returnedMinor <= beforeMinor) return;
    const lines = await listPayoutLines(tx, payout.id);
    const shares = shareReturned(lines, returnedMinor);
    const back = lines
      .map((line, index) => ({ ...line, amountMinor: shares[index] ?? 0n }))
      .filter(({ amountMinor }) => amountMinor > 0n);
    await repo.recordReturned(tx, payout.id, { returnedMinor, lines: back, at });
    await post(tx, payout, buildPayoutPartReopened(buildPosting(payout, back), returnedMinor, at), at);
    await movePaidOut(
      tx,
      back.map(({ vendorOrderId, amountMinor }) => ({ vendorOrderId, amountMinor: -amountMinor })),
      at,
    );
    const newMinor = returnedMinor - beforeMinor;
    const detail = buildAmount(payout, newMinor);
    await note(tx, payout, { action: PART_RETURNED, actor: toActor(payout.method), note: null, detail, at });
    await queuePartReturnedMail(services, tx, { ...payout, returnedMinor, newMinor }, at);
  });
}

/** What the log says when part of a payout came back. */
export const PART_RETURNED = 'payout.part_returned';

const buildAmount = ({ currency }: repo.SentPayout, minor: bigint) => ({ amount: toDto(money(minor, currency)) });

const buildPosting = (payout: repo.SentPayout, lines: readonly PayoutLineRow[]): PayoutPosting => ({
  payoutId: String(payout.id),
  method: payout.method,
  vendorId: String(payout.vendorId),
  currency: payout.currency,
  lines: lines.map((line) => ({ orderId: String(line.orderId), amountMinor: line.amountMinor })),
});

async function note(
  tx: SqlTx,
  { id, vendorId, method }: repo.SentPayout,
  o: { action: string; actor: Actor; note: string | null; detail: { amount: MoneyDto; reason?: string }; at: Date },
): Promise<void> {
  await recordAudit(tx, [
    {
      subject: 'payout',
      subjectId: String(id),
      vendorId,
      action: o.action,
      actor: o.actor,
      detail: { method, ...o.detail },
      note: o.note,
      at: o.at,
    },
  ]);
}

const toActor = (method: repo.SentPayout['method']): Actor => ({
  kind: 'system',
  id: method,
  name: PROVIDERS[method],
  role: 'system',
});

async function post(tx: SqlTx, payout: repo.SentPayout, transaction: LedgerTransaction, at: Date): Promise<void> {
  await recordTransactions(tx, [{ ...transaction, vendorId: payout.vendorId, payoutId: payout.id }], at);
}
