import type { Currency } from '#app/core/money/money.ts';
import type { Actor } from '#app/core/viewer.ts';
import { buildReversal, type Occasion } from '#app/platform/ledger/ledger.ts';
import { recordTransactions } from '#app/platform/ledger/ledger.service.server.ts';
import { adjustmentTransaction, type Adjustment } from '#app/features/orders/money/adjustment.ts';
import { lockOrder, readChangeableOrder } from '#app/features/orders/aftersales/changeable-order.service.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import * as repo from './adjustments.repo.server.ts';

type LabelPrice = {
  orderId: bigint;
  vendorId: bigint;
  amountMinor: bigint;
  currency: Currency;
  note: string;
  actor: Actor;
  at: Date;
};

/**
 * Books the price of a shipping label, which the marketplace paid, to its vendor, in the transaction that records the purchase, which needs the
 * marketplace's scope. Answers the id of the adjustment, by which a void takes it back.
 */
export async function bookLabelPrice(tx: SqlTx, price: LabelPrice): Promise<bigint> {
  const { orderId, vendorId, amountMinor, currency, note, actor, at } = price;
  await lockOrder(tx, orderId);
  const input: Omit<Adjustment, 'id' | 'isUndone'> = {
    orderId: String(orderId),
    vendorId: String(vendorId),
    kind: 'label',
    currency,
    amountMinor,
    vendorMinor: -amountMinor,
  };
  const id = await repo.insertAdjustment(tx, input, { note, actor, at });
  const transactionId = await post(tx, { ...input, id, isUndone: false }, { actor, at, isUndo: false });
  await repo.recordPosted(tx, id, transactionId);
  return BigInt(id);
}

/** Takes the price of a label back, once: what an admin undid before stays as it is. */
export async function reverseLabelPrice(
  tx: SqlTx,
  o: { orderId: bigint; adjustmentId: bigint; note: string; actor: Actor; at: Date },
): Promise<void> {
  await lockOrder(tx, o.orderId);
  const { adjustments } = await readChangeableOrder(tx, o.orderId);
  const made = adjustments.find((one) => one.id === String(o.adjustmentId));
  if (!made || made.isUndone) return;
  const transactionId = await post(tx, made, { ...o, isUndo: true });
  await repo.markUndone(tx, made.id, { note: o.note, actor: o.actor, at: o.at, transactionId });
}

async function post(
  tx: SqlTx,
  made: Adjustment,
  o: { actor: Actor; at: Date; isUndo: boolean },
): Promise<bigint | null> {
  const [orderId, vendorId] = [BigInt(made.orderId), BigInt(made.vendorId ?? '')];
  const reference = `adjustment:${made.id}`;
  const source = { type: 'admin', id: `${o.actor.kind}:${o.actor.id}` } as const;
  const occasion: Occasion = { reference, occurredAt: o.at, source };
  const transaction = adjustmentTransaction(made, occasion);
  if (!transaction) return null;
  const amountMinor = o.isUndo ? -made.vendorMinor : made.vendorMinor;
  await repo.moveAdjusted(tx, { orderId, vendorId, amountMinor, at: o.at });
  const posted = o.isUndo ? buildReversal(transaction, { ...occasion, reference: `${reference}:undone` }) : transaction;
  await recordTransactions(tx, [{ ...posted, orderId, vendorId }], o.at);
  return repo.findTransaction(tx, posted.reference);
}
