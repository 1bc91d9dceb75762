import { idOfGid, toGid } from '../../../core/gid.ts';
import { nextId, Refusal } from '../../../core/kernel.ts';
import type { Fulfillment, Order, Refund } from '../../../core/state.ts';
import { cancelFulfillment, fulfillOrder, updateTracking } from '../../store/fulfillments.ts';
import type { Tracking } from '../../store/fulfillments.ts';
import { sumMinor } from '../../store/order-amounts.ts';
import { markOrderPaid, touchOrder } from '../../store/orders.ts';
import { cancelOrder, refundOrder } from '../../store/refunds.ts';
import { answerErrors, readAmount } from '../context.ts';
import type { Context, View } from '../context.ts';
import { orderHolding } from '../queries.ts';
import { readRefundParts } from '../refund-input.ts';
import type { RefundCreateInput } from '../refund-input.ts';
import { fulfillmentView } from '../views/views-fulfillment.ts';
import { orderView } from '../views/views-order.ts';
import { refundView } from '../views/views-refund.ts';

type TrackingArgs = {
  company?: string | null;
  number?: string | null;
  numbers?: string[] | null;
  url?: string | null;
  urls?: string[] | null;
};
type CreateArgs = {
  fulfillment: {
    lineItemsByFulfillmentOrder: {
      fulfillmentOrderId: string;
      fulfillmentOrderLineItems?: { id: string; quantity: number }[] | null;
    }[];
    trackingInfo?: TrackingArgs | null;
    notifyCustomer?: boolean | null;
  };
};

/** `replay(field, args, run)` of the idempotency layer: runs once for a key, then gives the stored ids back. */
export type Replay = <T>(field: string, args: unknown, run: () => T) => T;

export function orderMutations(context: Context, replay: Replay): View {
  const { sandbox, shop } = context;
  return {
    fulfillmentCreate: (args: CreateArgs) =>
      answerErrors(() => {
        const wanted = args.fulfillment.lineItemsByFulfillmentOrder;
        const firstId = idOfGid(wanted[0]?.fulfillmentOrderId, 'FulfillmentOrder');
        const order = orderHolding(context, (candidate) =>
          candidate.fulfillmentOrders.some((entry) => entry.id === firstId),
        );
        if (!order) throw new Refusal('Fulfillment order does not exist.', ['fulfillment'], 'NOT_FOUND');
        const fulfillment = fulfillOrder(sandbox, shop, order, {
          tracking: readTracking(args.fulfillment.trackingInfo),
          notified: args.fulfillment.notifyCustomer === true,
          fulfillmentOrders: wanted.map((entry) => ({
            id: idOfGid(entry.fulfillmentOrderId, 'FulfillmentOrder') ?? 0,
            lines: (entry.fulfillmentOrderLineItems ?? []).map((line) => ({
              id: idOfGid(line.id, 'FulfillmentOrderLineItem') ?? 0,
              quantity: line.quantity,
            })),
          })),
        });
        return { fulfillment: fulfillmentView(context, order, fulfillment) };
      }, 'UserError'),
    fulfillmentTrackingInfoUpdate: (args: { fulfillmentId: string; trackingInfoInput: TrackingArgs }) =>
      answerErrors(() => {
        const { order, fulfillment } = requireFulfillment(context, args.fulfillmentId, 'fulfillmentId');
        updateTracking(sandbox, shop, order, fulfillment, readTracking(args.trackingInfoInput));
        return { fulfillment: fulfillmentView(context, order, fulfillment) };
      }, 'UserError'),
    fulfillmentCancel: (args: { id: string }) =>
      answerErrors(() => {
        const { order, fulfillment } = requireFulfillment(context, args.id, 'id');
        cancelFulfillment(sandbox, shop, order, fulfillment);
        return { fulfillment: fulfillmentView(context, order, fulfillment) };
      }, 'UserError'),
    refundCreate: (args: { input: RefundCreateInput }) =>
      answerErrors(() => {
        const order = requireOrder(context, args.input.orderId, ['input', 'orderId']);
        const refundId = replay('refundCreate', args, () => createRefund(context, order, args.input).id);
        const refund = order.refunds.find((candidate) => candidate.id === refundId);
        return { refund: refund ? refundView(context, order, refund) : null, order: () => orderView(context, order) };
      }, 'UserError'),
    orderCancel: (args: {
      orderId: string;
      reason: string;
      restock: boolean;
      refundMethod?: { originalPaymentMethodsRefund?: boolean } | null;
    }) =>
      answerErrors(
        () => {
          const order = requireOrder(context, args.orderId, ['orderId']);
          cancelOrder(sandbox, shop, order, {
            reason: readReason(args.reason),
            refund: args.refundMethod?.originalPaymentMethodsRefund === true,
            restock: args.restock,
            userId: context.token.userId,
          });
          return {
            // The platform works on it after its answer; who asks for the job finds it done.
            job: { __typename: 'Job', id: toGid('Job', nextId(sandbox)), done: false },
            jobResult: null,
            userErrors: [],
          };
        },
        'OrderCancelUserError',
        'orderCancelUserErrors',
      ),
    orderMarkAsPaid: (args: { input: { id: string } }) =>
      answerErrors(() => {
        const order = requireOrder(context, args.input.id, ['input', 'id']);
        markOrderPaid(sandbox, shop, order);
        return { order: orderView(context, order) };
      }, 'UserError'),
    orderUpdate: (args: {
      input: {
        id: string;
        tags?: string[] | null;
        note?: string | null;
        email?: string | null;
        customAttributes?: { key: string; value: string }[] | null;
      };
    }) =>
      answerErrors(() => {
        const order = requireOrder(context, args.input.id, ['input', 'id']);
        if (args.input.tags) order.tags = [...args.input.tags];
        if (args.input.note !== undefined) order.note = args.input.note;
        if (args.input.email) order.email = args.input.email;
        if (args.input.customAttributes)
          order.noteAttributes = args.input.customAttributes.map((attribute) => ({
            name: attribute.key,
            value: attribute.value,
          }));
        touchOrder(sandbox, shop, order, ['orders/updated']);
        return { order: orderView(context, order) };
      }, 'UserError'),
  };
}

function requireOrder(context: Context, gid: string, field: string[]): Order {
  const id = idOfGid(gid, 'Order');
  const order = id === null ? undefined : context.shop.orders[String(id)];
  if (!order) throw new Refusal('Order does not exist', field, 'NOT_FOUND');
  return order;
}

/** A fulfillment with its order; refused where there is none. */
export function requireFulfillment(
  context: Context,
  gid: string,
  field: string,
): { order: Order; fulfillment: Fulfillment } {
  const id = idOfGid(gid, 'Fulfillment');
  const order = orderHolding(context, (candidate) => candidate.fulfillments.some((entry) => entry.id === id));
  const fulfillment = order?.fulfillments.find((entry) => entry.id === id);
  if (!order || !fulfillment) throw new Refusal('Fulfillment does not exist.', [field], 'NOT_FOUND');
  return { order, fulfillment };
}

function createRefund(context: Context, order: Order, input: RefundCreateInput): Refund {
  const parts = readRefundParts(order, input.refundLineItems ?? [], input.shipping);
  const refunds = (input.transactions ?? []).filter((transaction) => transaction.kind === 'REFUND');
  for (const [index, transaction] of refunds.entries()) {
    const parent = idOfGid(transaction.parentId, 'OrderTransaction');
    if (!order.transactions.some((candidate) => candidate.id === parent && candidate.kind !== 'refund'))
      throw new Refusal('Transactions require a valid parent_id', ['input', 'transactions', String(index), 'parentId']);
  }
  // Without a transaction the platform takes the units back and moves no money.
  const amountMinor = sumMinor(
    refunds.map((transaction, index) =>
      readAmount(transaction.amount, order.currency, ['input', 'transactions', String(index), 'amount']),
    ),
  );
  return refundOrder(context.sandbox, context.shop, order, {
    ...parts,
    amountMinor,
    note: input.note ?? null,
    userId: context.token.userId,
  });
}

function readTracking(input: TrackingArgs | null | undefined): Tracking[] {
  if (!input) return [];
  const numbers = input.numbers ?? (input.number == null ? [] : [input.number]);
  const urls = input.urls ?? (input.url == null ? [] : [input.url]);
  const company = input.company ?? null;
  const length = Math.max(numbers.length, urls.length, company === null ? 0 : 1);
  return Array.from({ length }, (_, index) => ({ company, number: numbers[index] ?? null, url: urls[index] ?? null }));
}

function readReason(reason: string): 'customer' | 'declined' | 'fraud' | 'inventory' | 'other' | 'staff' {
  const known = ['customer', 'declined', 'fraud', 'inventory', 'other', 'staff'] as const;
  return known.find((candidate) => candidate === reason.toLowerCase()) ?? 'other';
}
