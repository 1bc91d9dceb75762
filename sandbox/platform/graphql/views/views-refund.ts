import { toGid } from '../../../core/gid.ts';
import type { Order, Refund, Transaction } from '../../../core/state.ts';
import { partOfUnits } from '../../store/order-amounts.ts';
import { listConnection } from '../connection.ts';
import type { PageArgs } from '../connection.ts';
import { moneyBag } from '../context.ts';
import type { Context, View } from '../context.ts';
import { lineView, shippingLineView } from './views-line.ts';

export function refundView(context: Context, order: Order, refund: Refund): View {
  const bag = (amountMinor: number): View => moneyBag(amountMinor, order.currency);
  return {
    __typename: 'Refund',
    id: toGid('Refund', refund.id),
    legacyResourceId: refund.id,
    createdAt: refund.createdAt,
    updatedAt: refund.createdAt,
    processedAt: refund.processedAt,
    note: refund.note,
    return: null,
    duties: [],
    staffMember: null,
    order: () => context.viewOrder(order),
    totalRefundedSet: bag(refund.totalMinor),
    refundLineItems: (args: PageArgs) =>
      listConnection(refund.lines, args, (part) => ({
        id: toGid('RefundLineItem', part.id),
        quantity: part.quantity,
        restockType: part.restockType.toUpperCase(),
        restocked: part.restockType !== 'no_restock',
        location: null,
        subtotalSet: bag(part.subtotalMinor),
        totalTaxSet: bag(part.taxMinor),
        priceSet: bag(partOfUnits(part.subtotalMinor, 1, part.quantity)),
        lineItem: () =>
          order.lines.filter((line) => line.id === part.lineId).map((line) => lineView(context, order, line))[0] ??
          null,
      })),
    refundShippingLines: (args: PageArgs) =>
      listConnection(refund.shipping, args, (part) => ({
        __typename: 'RefundShippingLine',
        id: toGid('RefundShippingLine', part.id),
        subtotalAmountSet: bag(part.subtotalMinor),
        taxAmountSet: bag(part.taxMinor),
        shippingLine: () =>
          order.shippingLines
            .filter((line) => line.id === part.shippingLineId)
            .map((line) => shippingLineView(order, line))[0] ?? null,
      })),
    orderAdjustments: (args: PageArgs) =>
      listConnection(refund.adjustments, args, (adjustment) => ({
        __typename: 'OrderAdjustment',
        id: toGid('OrderAdjustment', adjustment.id),
        amountSet: bag(adjustment.amountMinor),
        taxAmountSet: bag(adjustment.taxMinor),
        reason: adjustment.kind === 'refund_discrepancy' ? 'REFUND_DISCREPANCY' : null,
      })),
    transactions: (args: PageArgs) =>
      listConnection(
        order.transactions.filter((transaction) => refund.transactionIds.includes(transaction.id)),
        args,
        (transaction) => transactionView(context, order, transaction),
      ),
  };
}

export function transactionView(context: Context, order: Order, transaction: Transaction): View {
  const parent = order.transactions.find((candidate) => candidate.id === transaction.parentId);
  return {
    __typename: 'OrderTransaction',
    id: toGid('OrderTransaction', transaction.id),
    kind: transaction.kind.toUpperCase(),
    status: transaction.status.toUpperCase(),
    gateway: transaction.gateway,
    formattedGateway: transaction.gateway,
    manualPaymentGateway: transaction.gateway === 'manual',
    amountSet: moneyBag(transaction.amountMinor, order.currency),
    createdAt: transaction.createdAt,
    processedAt: transaction.processedAt ?? transaction.createdAt,
    test: true,
    errorCode: null,
    fees: [],
    paymentId: `${order.name}.${transaction.id}`,
    accountNumber: null,
    parentTransaction: () => (parent ? transactionView(context, order, parent) : null),
    order: () => context.viewOrder(order),
  };
}
