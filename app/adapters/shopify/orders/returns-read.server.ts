import { type PlatformClient, buildGid, idOfGid } from '../client.server.ts';
import { readRest } from '../pages.ts';
import type { OrderReturnQuery, OrderReturnsQuery } from '../operations.generated.ts';

/** A return as the platform states it now. Lines are units of an order's line; `receivable` wait to arrive. */
export type PlatformReturn = {
  id: bigint;
  orderId: bigint;
  name: string;
  status: string;
  createdAt: Date;
  approvedAt: Date | null;
  closedAt: Date | null;
  decline: { reason: string; note: string | null } | null;
  lines: {
    id: bigint;
    lineId: bigint;
    quantity: number;
    received: number;
    reason: string | null;
    /** Where its arrival is written down; null until the return is approved. */
    reverseLineId: bigint | null;
  }[];
};
const RETURN_LINE = `id quantity processedQuantity returnReasonDefinition { handle }
  ... on ReturnLineItem { fulfillmentLineItem { id lineItem { id } } }`;
export const READ_RETURN = `#graphql
  query OrderReturn($id: ID!, $after: String) {
    return(id: $id) {
      id name status createdAt requestApprovedAt closedAt decline { reason note } order { id }
      returnLineItems(first: 50, after: $after) { nodes { ${RETURN_LINE} } pageInfo { hasNextPage endCursor } }
      reverseFulfillmentOrders(first: 10) {
        nodes { lineItems(first: 50) { nodes { id fulfillmentLineItem { id } } } }
      }
    }
  }`;
export const LIST_RETURNS = `#graphql
  query OrderReturns($id: ID!) { order(id: $id) { returns(first: 50) { nodes { id } } } }`;
/** A return as it stands now, or undefined where the store has none of this id. */
export async function readReturn(platform: PlatformClient, id: bigint): Promise<PlatformReturn | undefined> {
  const read = async (after: string | null) =>
    (await platform.query<OrderReturnQuery>(READ_RETURN, { id: buildGid('Return', id), after })).return;
  const node = await read(null);
  if (!node) return undefined;
  const lines = await readRest(node.returnLineItems, async (after) => (await read(after))?.returnLineItems);
  const reverseOf = new Map(
    node.reverseFulfillmentOrders.nodes.flatMap(({ lineItems }) =>
      lineItems.nodes.map((line) => [line.fulfillmentLineItem?.id ?? '', idOfGid(line.id)] as const),
    ),
  );
  const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text));
  return {
    id: idOfGid(node.id),
    orderId: idOfGid(node.order.id),
    name: node.name,
    status: node.status,
    createdAt: new Date(node.createdAt),
    approvedAt: timeOf(node.requestApprovedAt),
    closedAt: timeOf(node.closedAt),
    decline: node.decline,
    // What the store could not match with something that was shipped belongs to no line.
    lines: lines
      .flatMap(({ fulfillmentLineItem: shipped, ...line }) => (shipped ? [{ line, shipped }] : []))
      .map(({ line, shipped }) => ({
        id: idOfGid(line.id),
        lineId: idOfGid(shipped.lineItem.id),
        quantity: line.quantity,
        received: line.processedQuantity,
        reason: line.returnReasonDefinition?.handle ?? null,
        reverseLineId: reverseOf.get(shipped.id) ?? null,
      })),
  };
}

/** The returns of an order as they stand now, the oldest first. */
export async function readReturnsOfOrder(platform: PlatformClient, orderId: bigint): Promise<PlatformReturn[]> {
  const { order } = await platform.query<OrderReturnsQuery>(LIST_RETURNS, { id: buildGid('Order', orderId) });
  const found: PlatformReturn[] = [];
  for (const { id } of order?.returns.nodes ?? []) {
    const one = await readReturn(platform, idOfGid(id));
    if (one) found.push(one);
  }
  return found;
}
