import { idOfGid } from '../../../core/gid.ts';
import { Refusal } from '../../../core/kernel.ts';
import type { Order, OrderReturn } from '../../../core/state.ts';
import {
  approveReturn,
  cancelReturn,
  closeReturn,
  declineReturn,
  makeReturn,
  processReturn,
  reopenReturn,
} from '../../store/returns.ts';
import type { ReturnInput } from '../../store/returns.ts';
import { answerErrors, readAmount } from '../context.ts';
import type { Context, View } from '../context.ts';
import { orderHolding } from '../queries.ts';
import { RETURN_REASONS, returnView } from '../views/views-return.ts';

type LineArgs = {
  fulfillmentLineItemId: string;
  quantity: number;
  returnReasonDefinitionId?: string | null;
  returnReasonNote?: string | null;
  customerNote?: string | null;
};
type MakeArgs = {
  orderId: string;
  returnLineItems: LineArgs[];
  exchangeLineItems?: { variantId?: string | null; quantity: number }[] | null;
};
type Money = { amount: string };
type ProcessArgs = {
  returnId: string;
  note?: string | null;
  returnLineItems?:
    | {
        id: string;
        quantity: number;
        dispositions?: { dispositionType: string; locationId?: string | null; quantity: number }[] | null;
      }[]
    | null;
  exchangeLineItems?: { id: string; quantity: number }[] | null;
  refundShipping?: { fullRefund?: boolean | null; shippingRefundAmount?: Money | null } | null;
  financialTransfer?: {
    issueRefund?: { orderTransactions: { parentId: string; transactionAmount: Money }[] } | null;
  } | null;
};

export function returnMutations(context: Context): View {
  const { sandbox, shop } = context;
  const change = (gid: string, act: (order: Order, one: OrderReturn) => void): View =>
    answerErrors(() => {
      const { order, one } = requireReturn(context, gid);
      act(order, one);
      return { return: returnView(context, order, one) };
    }, 'ReturnUserError');
  const make = (args: MakeArgs, approved: boolean): View =>
    answerErrors(() => {
      const order = shop.orders[String(idOfGid(args.orderId, 'Order'))];
      if (!order) throw new Refusal('Order does not exist.', ['orderId'], 'NOT_FOUND');
      return { return: returnView(context, order, makeReturn(sandbox, shop, order, readReturn(args, approved))) };
    }, 'ReturnUserError');
  return {
    returnCreate: (args: { returnInput: MakeArgs }) => make(args.returnInput, true),
    returnRequest: (args: { input: MakeArgs }) => make(args.input, false),
    returnApproveRequest: (args: { input: { id: string } }) =>
      change(args.input.id, (order, one) => {
        approveReturn(sandbox, shop, order, one);
      }),
    returnDeclineRequest: (args: { input: { id: string; declineReason: string; declineNote?: string | null } }) =>
      change(args.input.id, (order, one) => {
        const { declineReason: reason, declineNote: note } = args.input;
        declineReturn(sandbox, shop, order, one, { reason, note: note ?? null });
      }),
    returnClose: (args: { id: string }) =>
      change(args.id, (order, one) => {
        closeReturn(sandbox, shop, order, one);
      }),
    returnReopen: (args: { id: string }) =>
      change(args.id, (order, one) => {
        reopenReturn(sandbox, shop, order, one);
      }),
    returnCancel: (args: { id: string }) =>
      change(args.id, (order, one) => {
        cancelReturn(sandbox, shop, order, one);
      }),
    returnProcess: (args: { input: ProcessArgs }) =>
      change(args.input.returnId, (order, one) => {
        process(context, order, one, args.input);
      }),
  };
}

function process(context: Context, order: Order, one: OrderReturn, input: ProcessArgs): void {
  const transfers = input.financialTransfer?.issueRefund?.orderTransactions ?? [];
  const shipping = input.refundShipping;
  processReturn(context.sandbox, context.shop, order, one, {
    lines: (input.returnLineItems ?? []).map((line) => ({
      id: idOfGid(line.id, 'ReturnLineItem') ?? 0,
      quantity: line.quantity,
      restock: (line.dispositions ?? []).some((entry) => entry.dispositionType === 'RESTOCKED'),
      locationId: idOfGid(line.dispositions?.[0]?.locationId, 'Location'),
    })),
    exchange: (input.exchangeLineItems ?? []).map((line) => ({
      id: idOfGid(line.id, 'ExchangeLineItem') ?? 0,
      quantity: line.quantity,
    })),
    amountMinor: transfers.reduce((sum, entry) => sum + amountOf(order, entry), 0),
    ...(shipping?.fullRefund === true
      ? { shipping: { full: true as const } }
      : shipping?.shippingRefundAmount
        ? { shipping: { amountMinor: readAmount(shipping.shippingRefundAmount.amount, order.currency, ['input']) } }
        : {}),
    note: input.note ?? null,
    userId: context.token.userId,
  });
}

function amountOf(order: Order, entry: { parentId: string; transactionAmount: Money }): number {
  const parent = idOfGid(entry.parentId, 'OrderTransaction');
  if (!order.transactions.some((candidate) => candidate.id === parent && candidate.kind !== 'refund'))
    throw new Refusal('Transactions require a valid parent_id', ['input', 'financialTransfer'], 'INVALID');
  return readAmount(entry.transactionAmount.amount, order.currency, ['input', 'financialTransfer']);
}

function readReturn(args: MakeArgs, approved: boolean): ReturnInput {
  return {
    approved,
    lines: args.returnLineItems.map((line) => {
      const reason = idOfGid(line.returnReasonDefinitionId, 'ReturnReasonDefinition');
      return {
        fulfillmentLineId: idOfGid(line.fulfillmentLineItemId, 'FulfillmentLineItem') ?? 0,
        quantity: line.quantity,
        reason: RETURN_REASONS.find((candidate) => candidate.id === reason)?.handle ?? null,
        note: line.returnReasonNote ?? line.customerNote ?? null,
      };
    }),
    exchange: (args.exchangeLineItems ?? []).map((line) => ({
      variantId: idOfGid(line.variantId, 'ProductVariant') ?? 0,
      quantity: line.quantity,
    })),
  };
}

function requireReturn(context: Context, gid: string): { order: Order; one: OrderReturn } {
  const id = idOfGid(gid, 'Return');
  const order = orderHolding(context, (candidate) => candidate.returns.some((one) => one.id === id));
  const one = order?.returns.find((candidate) => candidate.id === id);
  if (!order || !one) throw new Refusal('Return does not exist.', ['id'], 'NOT_FOUND');
  return { order, one };
}
