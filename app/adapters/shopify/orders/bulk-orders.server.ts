import { readable, readGroups, type Group, type Row } from '../bulk/bulk-groups.server.ts';
import { ResultDisorder } from '../bulk/bulk-result.server.ts';
import { idOfGid, type PlatformClient } from '../client.server.ts';
import type { BagNode, FulfillmentLineNode, FulfillmentNode, OrderNode } from './order-nodes.ts';
import { COUNT_ORDERS } from './order-operations.ts';
import { buildFulfillmentPayload, toOrderPayload } from './order-payload.server.ts';
import type { BulkFulfillmentsQuery, BulkOrdersQuery, CountOrdersQuery } from '../operations.generated.ts';

export { BULK_ORDERS, BULK_FULFILLMENTS } from './order-operations.ts';

const LINES_A_STEP = 2_000;
const WHOLE = { hasNextPage: false, endCursor: null };

/**
 * An order of a result, in the shape of the platform's webhooks. It has no payload where the result does not tell it whole
 * (refunds, several shipping lines): it has to be asked for by its id. `place` is where reading goes on, in bytes.
 */
export type BulkOrder = { id: bigint; payload: object | undefined; lines: number; place: number };

/** How many orders a store has, counted up to `most`. */
export async function countOrders(platform: PlatformClient, max: number): Promise<number> {
  const { ordersCount } = await platform.query<CountOrdersQuery>(COUNT_ORDERS, { most: max });
  return ordersCount?.count ?? 0;
}

/** Reads gathered orders one by one out of the bytes of a result. Throws as readGroups. */
export async function* readBulkOrders(bytes: AsyncIterable<Uint8Array>, from: number): AsyncGenerator<BulkOrder> {
  for await (const group of readGroups(bytes, from)) {
    const payload = readable(() => toPayload(group));
    yield { id: group.id, payload, lines: group.rows.length, place: group.end };
  }
}

/** Some fulfillments of a result, in the shape of the `fulfillments/*` webhooks. */
export type FulfillmentsStep = { payloads: object[]; place: number };

/** Reads gathered fulfillments out of the bytes of a result; no more than one step is in memory. Throws as readGroups. */
export async function* readBulkFulfillments(
  bytes: AsyncIterable<Uint8Array>,
  from: number,
): AsyncGenerator<FulfillmentsStep> {
  let step: FulfillmentsStep = { payloads: [], place: from };
  let lines = 0;
  for await (const group of readGroups(bytes, from)) {
    step.payloads.push(...readable(() => toFulfillments(group)));
    step.place = group.end;
    lines += group.rows.length;
    if (lines < LINES_A_STEP) continue;
    yield step;
    step = { payloads: [], place: group.end };
    lines = 0;
  }
  if (lines > 0) yield step;
}

/** An order as its own row tells it; its lines have rows of their own. */
type BulkOrderNode = BulkOrdersQuery['orders']['edges'][number]['node'];
type OrderRow = Omit<BulkOrderNode, 'lineItems'>;
type LineRow = BulkOrderNode['lineItems']['edges'][number]['node'];
type FulfillmentOrderNode = BulkFulfillmentsQuery['fulfillmentOrders']['edges'][number]['node'];
type BulkFulfillmentNode = FulfillmentOrderNode['fulfillments']['edges'][number]['node'];
type FulfillmentRow = Omit<BulkFulfillmentNode, 'fulfillmentLineItems'>;

/** The order of a group; undefined where the result does not hold all of it. */
function toPayload(group: Group): object | undefined {
  const [own, ...hanging] = group.rows;
  const order = own as unknown as OrderRow;
  const lines = hanging as unknown as LineRow[];
  const { shippingLine, totalShippingPriceSet } = order;
  const shipping = shippingLine ? [shippingLine] : [];
  const isWholeShipping = minorish(shippingLine?.originalPriceSet) === minorish(totalShippingPriceSet);
  if (order.refunds.length > 0 || !isWholeShipping) return undefined;
  const applications = new Map(
    [...lines, ...shipping]
      .flatMap((line) => line.discountAllocations)
      .map(({ discountApplication }) => [discountApplication.index, discountApplication] as const),
  );
  const node: OrderNode = {
    ...order,
    discountApplications: { nodes: [...applications.values()] },
    shippingLines: { nodes: shipping },
    lineItems: { nodes: lines, pageInfo: WHOLE },
    fulfillments: [],
  };
  return toOrderPayload({ order: node, lines, refunds: [], fulfillments: computeWholeFulfillment(order, lines) });
}

/**
 * The fulfillment of an order that left whole, in one: it holds what there is of each line, so that nobody has to wait for the
 * gathered fulfillments to see that it was shipped. None where there are several, or something is left.
 */
function computeWholeFulfillment(order: OrderRow, lines: readonly LineRow[]): FulfillmentNode[] {
  const [fulfillment, ...others] = order.fulfillments;
  if (order.displayFulfillmentStatus !== 'FULFILLED' || fulfillment?.status !== 'SUCCESS' || others.length > 0)
    return [];
  const nodes = lines.map(({ id, currentQuantity }) => ({ quantity: currentQuantity, lineItem: { id } }));
  return [{ ...fulfillment, fulfillmentLineItems: { nodes, pageInfo: WHOLE } }];
}

/** An amount as a text that equal amounts have in common. */
const minorish = (bag: BagNode | undefined): string => String(Number(bag?.shopMoney.amount ?? 0));

const isFulfillment = (row: Row): boolean => row.id.startsWith('gid://shopify/Fulfillment/');

/** The fulfillments of a fulfillment order with their lines. */
function toFulfillments({ rows }: Group): object[] {
  const [own, ...hanging] = rows;
  const orderId = Number(idOfGid(String(own.orderId)));
  const linesOf = new Map<string, FulfillmentLineNode[]>();
  const fulfillments: FulfillmentNode[] = [];
  for (const row of hanging) {
    if (isFulfillment(row)) {
      const nodes: FulfillmentLineNode[] = [];
      linesOf.set(row.id, nodes);
      const fulfillment = row as unknown as FulfillmentRow;
      fulfillments.push({ ...fulfillment, fulfillmentLineItems: { nodes, pageInfo: WHOLE } });
      continue;
    }
    const lines = linesOf.get(row.__parentId ?? '');
    if (!lines) throw new ResultDisorder('a line of the result hangs on none that came before');
    lines.push(row as unknown as FulfillmentLineNode);
  }
  return fulfillments.map((fulfillment) => buildFulfillmentPayload(fulfillment, orderId));
}
