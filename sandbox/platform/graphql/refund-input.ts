import { idOfGid, toGid } from '../../core/gid.ts';
import { Refusal } from '../../core/kernel.ts';
import type { Order, Transaction } from '../../core/state.ts';
import { sumMinor } from '../store/order-amounts.ts';
import { suggestRefund } from '../store/refunds.ts';
import type { RefundInput } from '../store/refunds.ts';
import { moneyBag, readAmount } from './context.ts';
import type { Context, View } from './context.ts';
import { lineView } from './views/views-line.ts';
import { transactionView } from './views/views-refund.ts';

type LineArgs = { lineItemId: string; quantity: number; restockType?: string | null; locationId?: string | null };
export type SuggestedRefundArgs = {
  refundLineItems?: LineArgs[] | null;
  refundShipping?: boolean | null;
  shippingAmount?: string | null;
  suggestFullRefund?: boolean | null;
};
export type RefundCreateInput = {
  orderId: string;
  note?: string | null;
  refundLineItems?: LineArgs[] | null;
  shipping?: { amount?: string | null; fullRefund?: boolean | null } | null;
  transactions?: { amount: string; kind: string; parentId?: string | null; orderId: string }[] | null;
};

/** The lines and shipping of a refund as the shop's functions take them; refuses ids that are not of this order. */
export function readRefundParts(
  order: Order,
  lines: readonly LineArgs[],
  shipping: { amount?: string | null; fullRefund?: boolean | null } | null | undefined,
): RefundInput {
  return {
    lines: lines.map((line, index) => {
      const lineId = idOfGid(line.lineItemId, 'LineItem');
      if (lineId === null || !order.lines.some((candidate) => candidate.id === lineId))
        throw new Refusal(
          'Refund line items lineItem must belong to the order.',
          ['refundLineItems', String(index), 'lineItemId'],
          'NOT_FOUND',
        );
      const restockType =
        line.restockType === 'RETURN' ? 'return' : line.restockType === 'CANCEL' ? 'cancel' : 'no_restock';
      return { lineId, quantity: line.quantity, restockType, locationId: idOfGid(line.locationId, 'Location') };
    }),
    ...(shipping?.fullRefund === true
      ? { shipping: { full: true as const } }
      : shipping?.amount != null
        ? { shipping: { amountMinor: readAmount(shipping.amount, order.currency, ['shipping', 'amount']) } }
        : {}),
  };
}

/** `order.suggestedRefund`: what the platform would pay back for these lines. */
export function suggestedRefundView(context: Context, order: Order, args: SuggestedRefundArgs): View {
  const lines =
    args.suggestFullRefund === true
      ? order.lines
          .filter((line) => line.currentQuantity > 0)
          .map((line) => ({ lineItemId: toGid('LineItem', line.id), quantity: line.currentQuantity }))
      : (args.refundLineItems ?? []);
  const parts = readRefundParts(order, lines, {
    fullRefund: args.refundShipping === true || args.suggestFullRefund === true,
    amount: args.shippingAmount ?? null,
  });
  const suggestion = suggestRefund(order, parts);
  const bag = (amountMinor: number): View => moneyBag(amountMinor, order.currency);
  const amountMinor = Math.max(0, Math.min(suggestion.suggestedMinor, suggestion.maximumMinor));
  const shippingMinor = sumMinor(suggestion.shipping.map((part) => part.subtotalMinor));
  const taxMinor = sumMinor([...suggestion.lines, ...suggestion.shipping].map((part) => part.taxMinor));
  const parent = order.transactions.find(
    (transaction) =>
      (transaction.kind === 'sale' || transaction.kind === 'capture') && transaction.status === 'success',
  );
  return {
    amountSet: bag(amountMinor),
    maximumRefundableSet: bag(suggestion.maximumMinor),
    subtotalSet: bag(sumMinor(suggestion.lines.map((part) => part.subtotalMinor))),
    discountedSubtotalSet: bag(sumMinor(suggestion.lines.map((part) => part.subtotalMinor))),
    totalTaxSet: bag(taxMinor),
    totalCartDiscountAmountSet: bag(0),
    totalDutiesSet: bag(0),
    refundDuties: [],
    shipping: {
      amountSet: bag(shippingMinor),
      taxSet: bag(sumMinor(suggestion.shipping.map((part) => part.taxMinor))),
      maximumRefundableSet: bag(
        sumMinor(
          suggestRefund(order, { lines: [], shipping: { full: true } }).shipping.map((part) => part.subtotalMinor),
        ),
      ),
    },
    refundLineItems: suggestion.lines.map((part) => ({
      id: null,
      quantity: part.quantity,
      restockType: part.restockType.toUpperCase(),
      restocked: part.restockType !== 'no_restock',
      subtotalSet: bag(part.subtotalMinor),
      totalTaxSet: bag(part.taxMinor),
      lineItem: () =>
        order.lines.filter((line) => line.id === part.lineId).map((line) => lineView(context, order, line))[0] ?? null,
    })),
    suggestedTransactions: parent
      ? [suggestedTransaction(context, order, parent, amountMinor, suggestion.maximumMinor)]
      : [],
    suggestedRefundMethods: [],
  };
}

function suggestedTransaction(
  context: Context,
  order: Order,
  parent: Transaction,
  amountMinor: number,
  maximumMinor: number,
): View {
  return {
    kind: 'SUGGESTED_REFUND',
    gateway: parent.gateway,
    formattedGateway: parent.gateway,
    accountNumber: null,
    amountSet: moneyBag(amountMinor, order.currency),
    maximumRefundableSet: moneyBag(maximumMinor, order.currency),
    parentTransaction: () => transactionView(context, order, parent),
  };
}
