import { toGid } from '../../../core/gid.ts';
import type { Order, OrderReturn } from '../../../core/state.ts';
import { returnableUnits } from '../../store/returns.ts';
import { listConnection } from '../connection.ts';
import type { PageArgs } from '../connection.ts';
import type { Context, View } from '../context.ts';
import { fulfillmentView } from './views-fulfillment.ts';
import { lineView } from './views-line.ts';

/** The platform's own library of reasons, as far as it is imitated. */
export const RETURN_REASONS = [
  { id: 1, handle: 'defective', name: 'Defective' },
  { id: 2, handle: 'unwanted', name: 'Unwanted' },
  { id: 3, handle: 'wrong-item', name: 'Wrong item' },
  { id: 4, handle: 'not-as-described', name: 'Not as described' },
  { id: 5, handle: 'other', name: 'Other' },
] as const;

export function reasonView(handle: string | null): View | null {
  const found = RETURN_REASONS.find((reason) => reason.handle === handle);
  if (!found) return null;
  return {
    __typename: 'ReturnReasonDefinition',
    id: toGid('ReturnReasonDefinition', found.id),
    handle: found.handle,
    name: found.name,
    deleted: false,
  };
}

export function returnView(context: Context, order: Order, one: OrderReturn): View {
  return {
    __typename: 'Return',
    id: toGid('Return', one.id),
    name: one.name,
    status: one.status,
    createdAt: one.createdAt,
    requestApprovedAt: one.requestApprovedAt,
    closedAt: one.closedAt,
    decline: one.decline,
    totalQuantity: one.lines.reduce((sum, line) => sum + line.quantity, 0),
    order: () => context.viewOrder(order),
    staffMember: null,
    returnShippingFees: [],
    returnLineItems: (args: PageArgs) =>
      listConnection(one.lines, args, (line) => ({
        __typename: 'ReturnLineItem',
        id: toGid('ReturnLineItem', line.id),
        quantity: line.quantity,
        processedQuantity: line.processedQuantity,
        processableQuantity: one.status === 'OPEN' ? line.quantity - line.processedQuantity : 0,
        unprocessedQuantity: line.quantity - line.processedQuantity,
        refundedQuantity: line.processedQuantity,
        refundableQuantity: line.quantity - line.processedQuantity,
        returnReasonDefinition: reasonView(line.reason),
        returnReasonNote: line.note,
        customerNote: null,
        restockingFee: null,
        fulfillmentLineItem: () => fulfillmentLineView(context, order, line.fulfillmentLineId),
      })),
    exchangeLineItems: (args: PageArgs) =>
      listConnection(one.exchange, args, (entry) => ({
        __typename: 'ExchangeLineItem',
        id: toGid('ExchangeLineItem', entry.id),
        quantity: entry.quantity,
        processedQuantity: entry.processedQuantity,
        unprocessedQuantity: entry.quantity - entry.processedQuantity,
        variantId: toGid('ProductVariant', entry.variantId),
      })),
    reverseFulfillmentOrders: (args: PageArgs) =>
      listConnection(one.status === 'REQUESTED' || one.status === 'DECLINED' ? [] : [one], args, () => ({
        __typename: 'ReverseFulfillmentOrder',
        id: toGid('ReverseFulfillmentOrder', one.reverseOrderId),
        status: one.status === 'OPEN' ? 'OPEN' : one.status === 'CLOSED' ? 'CLOSED' : 'CANCELED',
        lineItems: (inner: PageArgs) =>
          listConnection(one.lines, inner, (line) => ({
            __typename: 'ReverseFulfillmentOrderLineItem',
            id: toGid('ReverseFulfillmentOrderLineItem', line.reverseId),
            totalQuantity: line.quantity,
            fulfillmentLineItem: () => fulfillmentLineView(context, order, line.fulfillmentLineId),
          })),
      })),
  };
}

/** `returnableFulfillments`: what of an order can still come back, shipment by shipment. */
export function returnableViews(context: Context, order: Order, args: PageArgs): View {
  const units = returnableUnits(order);
  const fulfillments = order.fulfillments.filter((one) => units.some((entry) => entry.fulfillmentId === one.id));
  return listConnection(fulfillments, args, (fulfillment) => ({
    __typename: 'ReturnableFulfillment',
    id: toGid('ReturnableFulfillment', fulfillment.id),
    fulfillment: () => fulfillmentView(context, order, fulfillment),
    returnableFulfillmentLineItems: (inner: PageArgs) =>
      listConnection(
        units.filter((entry) => entry.fulfillmentId === fulfillment.id),
        inner,
        (entry) => ({
          quantity: entry.quantity,
          fulfillmentLineItem: () => fulfillmentLineView(context, order, entry.fulfillmentLineId),
        }),
      ),
  }));
}

function fulfillmentLineView(context: Context, order: Order, id: number): View | null {
  const part = order.fulfillments.flatMap((one) => one.lines).find((line) => line.id === id);
  const line = order.lines.find((candidate) => candidate.id === part?.lineId);
  if (!part || !line) return null;
  return {
    __typename: 'FulfillmentLineItem',
    id: toGid('FulfillmentLineItem', part.id),
    quantity: part.quantity,
    lineItem: () => lineView(context, order, line),
  };
}
