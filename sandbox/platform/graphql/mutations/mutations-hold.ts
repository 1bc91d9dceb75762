import { idOfGid, toGid } from '../../../core/gid.ts';
import { Refusal } from '../../../core/kernel.ts';
import type { FulfillmentOrder, Order } from '../../../core/state.ts';
import {
  holdFulfillmentOrder,
  prepareForPickup,
  releaseFulfillmentOrder,
  splitFulfillmentOrder,
} from '../../store/holds.ts';
import { answerErrors } from '../context.ts';
import type { Context, View } from '../context.ts';
import { orderHolding } from '../queries.ts';
import { fulfillmentOrderView, holdView } from '../views/views-fulfillment.ts';

type LineArgs = { id: string; quantity: number }[];
type HoldArgs = {
  id: string;
  fulfillmentHold: {
    reason: string;
    reasonNotes?: string | null;
    handle?: string | null;
    fulfillmentOrderLineItems?: LineArgs | null;
  };
};

/** Holds, splits and local pickup of fulfillment orders. */
export function holdMutations(context: Context): View {
  const { sandbox, shop } = context;
  const linesOf = (lines: LineArgs | null | undefined) =>
    (lines ?? []).map(({ id, quantity }) => ({ id: idOfGid(id, 'FulfillmentOrderLineItem') ?? 0, quantity }));
  return {
    fulfillmentOrderHold: ({ id, fulfillmentHold }: HoldArgs) =>
      answerErrors(() => {
        const { order, target } = requireFulfillmentOrder(context, id, ['id']);
        const { held, remaining, hold } = holdFulfillmentOrder(sandbox, shop, order, target, {
          reason: fulfillmentHold.reason,
          notes: fulfillmentHold.reasonNotes ?? null,
          handle: fulfillmentHold.handle ?? '',
          byApp: true,
          lines: linesOf(fulfillmentHold.fulfillmentOrderLineItems),
        });
        return {
          fulfillmentHold: holdView(hold),
          fulfillmentOrder: fulfillmentOrderView(context, order, held),
          remainingFulfillmentOrder: remaining ? fulfillmentOrderView(context, order, remaining) : null,
        };
      }, 'FulfillmentOrderHoldUserError'),
    fulfillmentOrderReleaseHold: ({ id, holdIds }: { id: string; holdIds?: string[] | null }) =>
      answerErrors(() => {
        const { order, target } = requireFulfillmentOrder(context, id, ['id']);
        const ids = holdIds?.map((one) => idOfGid(one, 'FulfillmentHold') ?? 0) ?? null;
        releaseFulfillmentOrder(sandbox, shop, target, ids);
        return { fulfillmentOrder: fulfillmentOrderView(context, order, target) };
      }, 'FulfillmentOrderReleaseHoldUserError'),
    fulfillmentOrderSplit: ({
      fulfillmentOrderSplits,
    }: {
      fulfillmentOrderSplits: { fulfillmentOrderId: string; fulfillmentOrderLineItems: LineArgs }[];
    }) =>
      answerErrors(() => {
        const splits = fulfillmentOrderSplits.map((split, index) => {
          const field = ['fulfillmentOrderSplits', String(index), 'fulfillmentOrderId'];
          const { order, target } = requireFulfillmentOrder(context, split.fulfillmentOrderId, field);
          const parted = splitFulfillmentOrder(sandbox, order, target, linesOf(split.fulfillmentOrderLineItems), false);
          if (!parted) throw new Refusal('The fulfillment order has nothing to split out.', field, 'GREATER_THAN');
          return {
            fulfillmentOrder: fulfillmentOrderView(context, order, target),
            remainingFulfillmentOrder: fulfillmentOrderView(context, order, parted),
            replacementFulfillmentOrder: null,
          };
        });
        sandbox.save();
        return { fulfillmentOrderSplits: splits };
      }, 'FulfillmentOrderSplitUserError'),
    fulfillmentOrderLineItemsPreparedForPickup: ({
      input,
    }: {
      input: { lineItemsByFulfillmentOrder: { fulfillmentOrderId: string }[] };
    }) =>
      answerErrors(() => {
        const targets = input.lineItemsByFulfillmentOrder.map(
          ({ fulfillmentOrderId }, index) =>
            requireFulfillmentOrder(context, fulfillmentOrderId, [
              'input',
              'lineItemsByFulfillmentOrder',
              String(index),
              'fulfillmentOrderId',
            ]).target,
        );
        prepareForPickup(sandbox, shop, targets);
        return {};
      }, 'FulfillmentOrderLineItemsPreparedForPickupUserError'),
  };
}

function requireFulfillmentOrder(
  context: Context,
  gid: string,
  field: string[],
): { order: Order; target: FulfillmentOrder } {
  const id = idOfGid(gid, 'FulfillmentOrder');
  const order = orderHolding(context, (candidate) => candidate.fulfillmentOrders.some((entry) => entry.id === id));
  const target = order?.fulfillmentOrders.find((entry) => entry.id === id);
  if (!order || !target)
    throw new Refusal(
      `Fulfillment order ${toGid('FulfillmentOrder', id ?? 0)} not found.`,
      field,
      'FULFILLMENT_ORDER_NOT_FOUND',
    );
  return { order, target };
}
