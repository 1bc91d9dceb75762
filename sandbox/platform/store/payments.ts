import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { Order, Shop } from '../../core/state.ts';
import { outstandingOf } from './order-amounts.ts';
import { touchOrder } from './orders.ts';

/** The buyer pays a part of what is open. Tells the app (orders/updated). */
export function payPart(sandbox: Sandbox, shop: Shop, order: Order, amountMinor: number): void {
  if (order.cancelledAt !== null || amountMinor <= 0 || amountMinor >= outstandingOf(order))
    throw new Refusal('A part is above 0 and below what is open.', ['amount']);
  const authorization = order.transactions.find((transaction) => transaction.kind === 'authorization');
  order.transactions.push({
    id: nextId(sandbox),
    kind: authorization ? 'capture' : 'sale',
    status: 'success',
    gateway: authorization?.gateway ?? 'manual',
    amountMinor,
    parentId: authorization?.id ?? null,
    createdAt: sandbox.clock.iso(),
  });
  order.financialStatus = 'partially_paid';
  touchOrder(sandbox, shop, order, ['orders/updated']);
}

/** The merchant lets an authorised payment go. Tells the app (orders/updated). */
export function voidPayment(sandbox: Sandbox, shop: Shop, order: Order): void {
  const authorization = order.transactions.find((transaction) => transaction.kind === 'authorization');
  if (order.financialStatus !== 'authorized' || !authorization)
    throw new Refusal('Only an authorised payment can be voided.', ['name']);
  order.financialStatus = 'voided';
  order.transactions.push({
    id: nextId(sandbox),
    kind: 'void',
    status: 'success',
    gateway: authorization.gateway,
    amountMinor: authorization.amountMinor,
    parentId: authorization.id,
    createdAt: sandbox.clock.iso(),
  });
  touchOrder(sandbox, shop, order, ['orders/updated']);
}
