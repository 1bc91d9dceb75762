import { buildGid, idOfGid, type PlatformClient } from '../client.server.ts';
import type { FulfillmentNode, OrderNode, RefundNode } from './order-nodes.ts';
import {
  FIND_ORDERS,
  LIST_ORDERS,
  READ_FULFILLMENT,
  READ_FULFILLMENT_LINES,
  READ_LINES,
  READ_ORDER,
  READ_REFUND,
  READ_VERSION,
} from './order-operations.ts';
import { readEditAgreement } from './order-agreements.server.ts';
import { toOrderPayload } from './order-payload.server.ts';
import { readRest } from '../pages.ts';
import type {
  OrderFulfillmentLinesQuery,
  OrderFulfillmentQuery,
  OrderHeadQuery,
  OrderLinesQuery,
  OrderRefundQuery,
  OrderVersionQuery,
  OrdersThereQuery,
  OrdersUpdatedQuery,
} from '../operations.generated.ts';

const MAX_READS = 3;

/**
 * An order as it stands now, in the shape of the platform's webhooks, or undefined where the store has no such order. It is
 * read again while it changes between the pages, so that all its parts are of one version.
 */
export async function readOrder(platform: PlatformClient, orderId: bigint): Promise<object | undefined> {
  const id = buildGid('Order', orderId);
  for (let attempt = 1; ; attempt++) {
    const { order } = await platform.query<OrderHeadQuery>(READ_ORDER, { id });
    if (!order) return undefined;
    const { lineItems } = order;
    const lines = await readRest(lineItems, async (after) => {
      const next = await platform.query<OrderLinesQuery>(READ_LINES, { id, after });
      return next.order?.lineItems;
    });
    const refunds = await inTurn(order.refunds, (refund) => readRefund(platform, refund.id));
    const fulfillments = await inTurn(order.fulfillments, (one) => readFulfillment(platform, one.id));
    const agreement = order.edited ? await readEditAgreement(platform, order) : undefined;
    const isOneAnswer =
      !order.edited && !lineItems.pageInfo.hasNextPage && refunds.length === 0 && fulfillments.length === 0;
    if (isOneAnswer || attempt === MAX_READS || (await isStill(platform, order))) {
      return {
        ...toOrderPayload({ order, lines, refunds, fulfillments }),
        ...(agreement ? { agreed: agreement } : {}),
      };
    }
  }
}

/** Lists which of some orders, at most 250, the store does not have. */
export async function listMissingOrders(platform: PlatformClient, orderIds: readonly bigint[]): Promise<bigint[]> {
  const ids = orderIds.map((orderId) => buildGid('Order', orderId));
  const { nodes } = await platform.query<OrdersThereQuery>(FIND_ORDERS, { ids });
  const found = new Set(nodes.flatMap((node) => (node ? [node.id] : [])));
  return orderIds.filter((orderId) => !found.has(buildGid('Order', orderId)));
}

/** An order's id, when it last changed, whether it was ever edited, and how it is paid in the webhooks' words. */
export type OrderVersion = {
  id: bigint;
  name: string;
  updatedAt: Date;
  isEdited: boolean;
  financialStatus: string | null;
};

/** A page of the orders that changed since a moment, the longest unchanged first. `cursor` leads on, undefined at the end. */
export async function listOrderIds(
  platform: PlatformClient,
  o: { updatedSince: Date; cursor?: string | undefined },
): Promise<{ orders: OrderVersion[]; cursor: string | undefined }> {
  const { orders } = await platform.query<OrdersUpdatedQuery>(LIST_ORDERS, {
    query: `updated_at:>='${o.updatedSince.toISOString()}'`,
    after: o.cursor ?? null,
  });
  return {
    orders: orders.nodes.map(({ id, name, updatedAt, edited, displayFinancialStatus }) => ({
      id: idOfGid(id),
      name,
      updatedAt: new Date(updatedAt),
      isEdited: edited,
      financialStatus: displayFinancialStatus?.toLowerCase() ?? null,
    })),
    cursor: orders.pageInfo.hasNextPage ? (orders.pageInfo.endCursor ?? undefined) : undefined,
  };
}

/** A fulfillment with all its lines, or undefined where there is none of this id. */
export async function readFulfillment(platform: PlatformClient, id: string): Promise<FulfillmentNode | undefined> {
  const { fulfillment } = await platform.query<OrderFulfillmentQuery>(READ_FULFILLMENT, { id });
  if (!fulfillment) return undefined;
  const nodes = await readRest(fulfillment.fulfillmentLineItems, async (after) => {
    const next = await platform.query<OrderFulfillmentLinesQuery>(READ_FULFILLMENT_LINES, { id, after });
    return next.fulfillment?.fulfillmentLineItems;
  });
  return { ...fulfillment, fulfillmentLineItems: { ...fulfillment.fulfillmentLineItems, nodes } };
}

async function readRefund(platform: PlatformClient, id: string): Promise<RefundNode | undefined> {
  const read = async (after: string | null) =>
    (await platform.query<OrderRefundQuery>(READ_REFUND, { id, after })).refund;
  const refund = await read(null);
  if (!refund) return undefined;
  const nodes = await readRest(refund.refundLineItems, async (after) => (await read(after))?.refundLineItems);
  return { ...refund, refundLineItems: { ...refund.refundLineItems, nodes } };
}

async function isStill(platform: PlatformClient, { id, updatedAt }: OrderNode): Promise<boolean> {
  const { order } = await platform.query<OrderVersionQuery>(READ_VERSION, { id });
  return order?.updatedAt === updatedAt;
}

/** One after the other, because the platform meters each store; what is gone meanwhile is left out. */
async function inTurn<Ref, Node>(refs: readonly Ref[], read: (ref: Ref) => Promise<Node | undefined>): Promise<Node[]> {
  const found: Node[] = [];
  for (const ref of refs) {
    const node = await read(ref);
    if (node) found.push(node);
  }
  return found;
}
