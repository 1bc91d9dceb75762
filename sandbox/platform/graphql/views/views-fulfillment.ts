import { toGid } from '../../../core/gid.ts';
import type { Fulfillment, FulfillmentHold, FulfillmentOrder, Order } from '../../../core/state.ts';
import { findVariantById } from '../../store/lookup.ts';
import { amountsOfUnits, partOfUnits } from '../../store/order-amounts.ts';
import { fulfillmentEventView } from './views-fulfillment-event.ts';
import { listConnection, takeFirst } from '../connection.ts';
import type { PageArgs } from '../connection.ts';
import { moneyBag } from '../context.ts';
import type { Context, View } from '../context.ts';
import { lineView } from './views-line.ts';
import { variantView } from './views-product.ts';
import { locationView } from './views-shop.ts';

export function fulfillmentOrderView(context: Context, order: Order, fulfillmentOrder: FulfillmentOrder): View {
  const { shop } = context;
  const location = shop.locations.find((candidate) => candidate.id === fulfillmentOrder.locationId);
  const open = fulfillmentOrder.status === 'OPEN' || fulfillmentOrder.status === 'IN_PROGRESS';
  const address = shop.customerDataLevel === 2 ? order.shippingAddress : null;
  const { countryCode = shop.countryCode, address1 = null, city = null, zip = null } = location?.address ?? {};
  return {
    __typename: 'FulfillmentOrder',
    id: toGid('FulfillmentOrder', fulfillmentOrder.id),
    status: fulfillmentOrder.status,
    requestStatus: 'UNSUBMITTED',
    orderId: toGid('Order', order.id),
    orderName: order.name,
    orderProcessedAt: order.processedAt,
    createdAt: fulfillmentOrder.createdAt,
    updatedAt: fulfillmentOrder.updatedAt,
    fulfillAt: null,
    fulfillBy: null,
    fulfillmentHolds: (fulfillmentOrder.holds ?? []).map(holdView),
    internationalDuties: null,
    order: () => context.viewOrder(order),
    supportedActions: (open
      ? ['CREATE_FULFILLMENT', 'HOLD', 'MOVE', 'SPLIT']
      : fulfillmentOrder.status === 'ON_HOLD'
        ? ['RELEASE_HOLD', 'HOLD']
        : []
    ).map((action) => ({
      action,
      externalUrl: null,
    })),
    assignedLocation: {
      name: location?.name ?? '',
      countryCode,
      address1,
      address2: null,
      city,
      zip,
      province: null,
      phone: null,
      location: location ? locationView(context, location) : null,
    },
    deliveryMethod: {
      __typename: 'DeliveryMethod',
      id: toGid('DeliveryMethod', fulfillmentOrder.id),
      methodType: fulfillmentOrder.method ?? 'SHIPPING',
      serviceCode: order.shippingLines[0]?.code ?? null,
      presentedName: order.shippingLines[0]?.title ?? null,
      sourceReference: null,
      minDeliveryDateTime: null,
      maxDeliveryDateTime: null,
    },
    destination: address
      ? {
          __typename: 'FulfillmentOrderDestination',
          id: toGid('FulfillmentOrderDestination', fulfillmentOrder.id),
          ...address,
          email: order.email,
          location: null,
        }
      : null,
    lineItems: (args: PageArgs) =>
      listConnection(fulfillmentOrder.lines, args, (entry) => fulfillmentOrderLineView(context, order, entry)),
    fulfillments: (args: PageArgs) =>
      listConnection(
        order.fulfillments.filter((candidate) =>
          candidate.lines.some((part) => part.fulfillmentOrderId === fulfillmentOrder.id),
        ),
        args,
        (candidate) => fulfillmentView(context, order, candidate),
      ),
  };
}

export function holdView(hold: FulfillmentHold): View {
  return {
    __typename: 'FulfillmentHold',
    id: toGid('FulfillmentHold', hold.id),
    reason: hold.reason,
    displayReason: hold.reason.charAt(0) + hold.reason.slice(1).toLowerCase().replaceAll('_', ' '),
    reasonNotes: hold.notes,
    handle: hold.byApp ? hold.handle : null,
    heldByApp: null,
    heldByRequestingApp: hold.byApp,
  };
}

export function fulfillmentOrderLineView(
  context: Context,
  order: Order,
  entry: FulfillmentOrder['lines'][number],
): View {
  const line = order.lines.find((candidate) => candidate.id === entry.lineId);
  const owned = line?.variantId == null ? null : findVariantById(context.shop, line.variantId);
  return {
    __typename: 'FulfillmentOrderLineItem',
    id: toGid('FulfillmentOrderLineItem', entry.id),
    totalQuantity: entry.totalQuantity,
    remainingQuantity: entry.remainingQuantity,
    vendor: line?.vendor ?? null,
    sku: line?.sku ?? null,
    productTitle: line?.title ?? '',
    variantTitle: line?.variantTitle ?? null,
    requiresShipping: line?.requiresShipping ?? true,
    inventoryItemId: owned ? toGid('InventoryItem', owned.variant.inventory.id) : null,
    weight: { value: line?.grams ?? 0, unit: 'GRAMS' },
    warnings: [],
    image: null,
    lineItem: () => (line ? lineView(context, order, line) : null),
    variant: () => (owned ? variantView(context, owned.product, owned.variant) : null),
  };
}

/** When an app said it first of a fulfillment. */
const whenEvent = ({ events = [] }: Fulfillment, status: string): string | null =>
  events.find((event) => event.status === status)?.happenedAt ?? null;

export function fulfillmentView(context: Context, order: Order, fulfillment: Fulfillment): View {
  const { shop } = context;
  const location = shop.locations.find((candidate) => candidate.id === fulfillment.locationId);
  return {
    __typename: 'Fulfillment',
    id: toGid('Fulfillment', fulfillment.id),
    legacyResourceId: fulfillment.id,
    name: fulfillment.name,
    status: fulfillment.status,
    displayStatus: fulfillment.status === 'CANCELLED' ? 'CANCELED' : 'FULFILLED',
    createdAt: fulfillment.createdAt,
    updatedAt: fulfillment.updatedAt,
    deliveredAt: whenEvent(fulfillment, 'DELIVERED'),
    inTransitAt: whenEvent(fulfillment, 'IN_TRANSIT'),
    estimatedDeliveryAt: null,
    requiresShipping: true,
    service: null,
    originAddress: null,
    totalQuantity: fulfillment.lines.reduce((sum, part) => sum + part.quantity, 0),
    order: () => context.viewOrder(order),
    location: location ? locationView(context, location) : null,
    trackingInfo: (args: { first?: number }) => takeFirst(fulfillment.tracking, args),
    events: (args: PageArgs) => listConnection(fulfillment.events ?? [], args, fulfillmentEventView),
    fulfillmentLineItems: (args: PageArgs) =>
      listConnection(fulfillment.lines, args, (part) => {
        const line = order.lines.find((candidate) => candidate.id === part.lineId);
        const all = line ? amountsOfUnits(line, line.quantity) : null;
        return {
          __typename: 'FulfillmentLineItem',
          id: toGid('FulfillmentLineItem', part.id),
          quantity: part.quantity,
          lineItem: () => (line ? lineView(context, order, line) : null),
          originalTotalSet: moneyBag((line?.unitPriceMinor ?? 0) * part.quantity, order.currency),
          discountedTotalSet: moneyBag(
            partOfUnits(all?.subtotalMinor ?? 0, part.quantity, line?.quantity ?? 0),
            order.currency,
          ),
        };
      }),
    fulfillmentOrders: (args: PageArgs) =>
      listConnection(
        order.fulfillmentOrders.filter((candidate) =>
          fulfillment.lines.some((part) => part.fulfillmentOrderId === candidate.id),
        ),
        args,
        (candidate) => fulfillmentOrderView(context, order, candidate),
      ),
  };
}
