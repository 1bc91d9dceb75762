import { AppError } from '#app/core/errors.ts';
import {
  LINE_ATTRIBUTE,
  type NewStoreOrder,
  type PlacedOrder,
  type ShippedUnits,
  type StoreOrderThere,
  type StoreRefusal,
} from '#app/core/own-store.ts';
import { buildGid, idOfGid, requireAnswer, type PlatformClient } from './client.server.ts';
import type {
  CancelStoreOrderMutation,
  FindStoreOrderQuery,
  PlaceStoreOrderMutation,
  StoreOrderQuery,
  StoreOrderVersionsQuery,
  StoreShipmentUnitsQuery,
} from './operations.generated.ts';
import { toOrderInput } from './store-order-input.server.ts';

/** What a vendor's own store has to grant before orders are placed there and its shipments are read. */
export const STORE_ORDER_SCOPES = ['write_orders', 'read_fulfillments'] as const;

const PLACE = `#graphql
  mutation PlaceStoreOrder($order: OrderCreateOrderInput!, $options: OrderCreateOptionsInput) {
    orderCreate(order: $order, options: $options) { order { id name } userErrors { code field message } }
  }`;

const FIND = `#graphql
  query FindStoreOrder($query: String!) {
    orders(first: 5, query: $query) { nodes { id name sourceIdentifier } }
  }`;

const VERSIONS = `#graphql
  query StoreOrderVersions($ids: [ID!]!) { nodes(ids: $ids) { ... on Order { id updatedAt } } }`;

const READ = `#graphql
  query StoreOrder($id: ID!) {
    order(id: $id) {
      id name updatedAt cancelledAt
      fulfillments(first: 100) { id status trackingInfo(first: 1) { company number url } }
    }
  }`;

const UNITS = `#graphql
  query StoreShipmentUnits($id: ID!, $after: String) {
    fulfillment(id: $id) {
      fulfillmentLineItems(first: 100, after: $after) {
        nodes { quantity lineItem { sku customAttributes { key value } } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;

const CANCEL = `#graphql
  mutation CancelStoreOrder($id: ID!, $restock: Boolean!) {
    orderCancel(
      orderId: $id, reason: OTHER, restock: $restock, notifyCustomer: false
      refundMethod: { originalPaymentMethodsRefund: false }
    ) { job { id } orderCancelUserErrors { code field message } }
  }`;

/**
 * Stores on trial and for development take five new orders a minute, and answer with these words beyond (schema of orderCreate;
 * community.shopify.dev/t/graphql-api-mutation-error/4542).
 */
const BUSY = /too many attempts|rate limit/i;

type UserError = { code?: string | null; field?: readonly string[] | null; message: string };
const toRefusal = ({ code, field, message }: UserError): StoreRefusal => ({
  isBusy: BUSY.test(message),
  // Words of the store may repeat what the buyer typed: only the field and the code are kept.
  detail: [(field ?? []).join('.'), code ?? ''].filter(Boolean).join(' ').slice(0, 200),
});

/**
 * Places a paid order of which the store mails nobody anything; its stock falls whatever the policy of the variants. Throws
 * platform_failed (502) where the outcome is unknown.
 */
export async function placeStoreOrder(
  platform: PlatformClient,
  order: NewStoreOrder,
): Promise<{ placed: PlacedOrder } | { refused: StoreRefusal }> {
  const { orderCreate } = await platform.mutate<PlaceStoreOrderMutation>(PLACE, {
    order: { ...toOrderInput(order), financialStatus: 'PAID' },
    options: {
      inventoryBehaviour: 'DECREMENT_IGNORING_POLICY',
      sendReceipt: false,
      sendFulfillmentReceipt: false,
    },
  });
  const answer = requireAnswer(orderCreate);
  const [first] = answer.userErrors;
  if (first) return { refused: toRefusal(first) };
  if (!answer.order) throw new AppError('platform_failed');
  return { placed: { id: idOfGid(answer.order.id), name: answer.order.name } };
}

/** The order that was placed under an identifier of ours; undefined where search knows of none. Search lags behind by seconds. */
export async function findStoreOrder(
  platform: PlatformClient,
  sourceIdentifier: string,
): Promise<PlacedOrder | undefined> {
  const { orders } = await platform.query<FindStoreOrderQuery>(FIND, {
    query: `source_identifier:${sourceIdentifier}`,
  });
  const found = orders.nodes.find((one) => one.sourceIdentifier === sourceIdentifier);
  return found && { id: idOfGid(found.id), name: found.name };
}

/** When each of up to 250 orders changed last, by id; those that the store no longer has are left out. */
export async function readStoreOrderVersions(
  platform: PlatformClient,
  ids: readonly bigint[],
): Promise<Map<bigint, Date>> {
  const { nodes } = await platform.query<StoreOrderVersionsQuery>(VERSIONS, {
    ids: ids.map((id) => buildGid('Order', id)),
  });
  return new Map(nodes.flatMap((node) => (node?.id ? [[idOfGid(node.id), new Date(node.updatedAt)] as const] : [])));
}

/** An order there with its shipments; undefined where the store no longer has it. */
export async function readStoreOrder(platform: PlatformClient, id: bigint): Promise<StoreOrderThere | undefined> {
  const { order } = await platform.query<StoreOrderQuery>(READ, { id: buildGid('Order', id) });
  if (!order) return undefined;
  return {
    updatedAt: new Date(order.updatedAt),
    cancelledAt: order.cancelledAt === null ? null : new Date(order.cancelledAt),
    shipments: order.fulfillments
      // What failed or waits for a service has shipped nothing.
      .filter(({ status }) => status === 'SUCCESS' || status === 'CANCELLED')
      .map(({ id: gid, status, trackingInfo: [first] }) => ({
        id: idOfGid(gid),
        isCancelled: status === 'CANCELLED',
        carrier: first?.company ?? null,
        tracking: first?.number ?? null,
        url: first?.url ?? null,
      })),
  };
}

/** All units of a shipment there. */
export async function readShippedUnits(platform: PlatformClient, id: bigint): Promise<ShippedUnits[]> {
  const units: ShippedUnits[] = [];
  for (let after: string | null = null, isMore = true; isMore;) {
    const variables: object = { id: buildGid('Fulfillment', id), after };
    const { fulfillment }: StoreShipmentUnitsQuery = await platform.query<StoreShipmentUnitsQuery>(UNITS, variables);
    if (!fulfillment) return units;
    const { nodes, pageInfo } = fulfillment.fulfillmentLineItems;
    for (const { quantity, lineItem } of nodes) {
      const named = lineItem.customAttributes.find(({ key }) => key === LINE_ATTRIBUTE);
      units.push({ sku: lineItem.sku ?? '', lineId: named?.value ?? undefined, quantity: quantity ?? 0 });
    }
    after = pageInfo.endCursor;
    isMore = pageInfo.hasNextPage;
  }
  return units;
}

/** Cancels an order there without paying anybody anything back. Returns why the store did not; null where it did. */
export async function cancelStoreOrder(
  platform: PlatformClient,
  o: { id: bigint; restock: boolean },
): Promise<StoreRefusal | null> {
  const { orderCancel } = await platform.mutate<CancelStoreOrderMutation>(CANCEL, {
    id: buildGid('Order', o.id),
    restock: o.restock,
  });
  const [first] = requireAnswer(orderCancel).orderCancelUserErrors;
  return first ? toRefusal(first) : null;
}
