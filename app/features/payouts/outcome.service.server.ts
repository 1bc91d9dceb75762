import type { StoreId } from '#app/core/ids.ts';
import { money, toWire } from '#app/core/money.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import {
  buildPayoutReopened,
  buildPayoutSucceeded,
  type LedgerTransaction,
  type PayoutPosting,
} from '#app/features/ledger/ledger.ts';
import { recordTransactions } from '#app/features/ledger/ledger.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isLivePayout, nextPayoutState, type PayoutState } from './payout.ts';
import { listPayoutLines, lockVendorOrders, movePaidOut } from './payouts.repo.server.ts';
import type { Learnt } from './provider-payout.ts';
import * as repo from './provider-payouts.repo.server.ts';
import { tellOfPayout } from './payout-news.server.ts';

const PROVIDERS = { stripe: 'Stripe', paypal: 'PayPal' } as const;

/**
 * Applies what was learnt of one payout: its state, the ledger, what was paid out of its orders, the log and the mails, in a
 * transaction of their own. What the state does not accept changes nothing, so that the same news twice, or late, are harmless.
 */
export async function applyLearnt(
  services: Services,
  storeId: StoreId,
  payout: repo.SentPayout,
  learnt: Learnt,
  providerRef: string | null,
): Promise<PayoutState> {
  const to = learnt && nextPayoutState(payout.state, learnt.event);
  if (!to) return payout.state;
  const at = services.clock.now();
  return services.db.fast(marketplaceScope(storeId), async (tx) => {
    const lines = await listPayoutLines(tx, payout.id);
    await lockVendorOrders(
      tx,
      lines.map((line) => line.vendorOrderId),
    );
    const { reason, code } = learnt;
    if (!(await repo.moveState(tx, payout.id, { from: payout.state, to, reason, code, providerRef, at })))
      return payout.state;
    const posting: PayoutPosting = {
      payoutId: String(payout.id),
      method: payout.method,
      vendorId: String(payout.vendorId),
      currency: payout.currency,
      lines: lines.map((line) => ({ orderId: String(line.orderId), amountMinor: line.amountMinor })),
    };
    if (to === 'paid') await post(tx, payout, buildPayoutSucceeded(posting, at), at);
    if (!isLivePayout(to)) {
      const from = payout.state === 'paid' ? 'paid_out' : 'in_transit';
      await post(tx, payout, buildPayoutReopened(posting, from, at), at);
      await repo.freeLines(tx, payout.id);
      await movePaidOut(
        tx,
        lines.map((line) => ({ vendorOrderId: line.vendorOrderId, amountMinor: -line.amountMinor })),
        at,
      );
    }
    await recordAudit(tx, [
      {
        subject: 'payout',
        subjectId: String(payout.id),
        vendorId: payout.vendorId,
        action: `payout.${to}`,
        actor: actorOf(payout.method),
        detail: {
          method: payout.method,
          amount: toWire(money(payout.amountMinor, payout.currency)),
          ...(reason ? { reason } : {}),
        },
        at,
      },
    ]);
    await tellOfPayout(services, tx, { ...payout, state: to, reason }, at);
    return to;
  });
}

const actorOf = (method: repo.SentPayout['method']): Actor => ({
  kind: 'system',
  id: method,
  name: PROVIDERS[method],
  role: 'system',
});

async function post(tx: SqlTx, payout: repo.SentPayout, transaction: LedgerTransaction, at: Date): Promise<void> {
  await recordTransactions(tx, [{ ...transaction, vendorId: payout.vendorId, payoutId: payout.id }], at);
}
