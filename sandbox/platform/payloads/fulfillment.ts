import { toGid } from '#sandbox/core/gid.ts';
import type { Shop, Order, Fulfillment } from '#sandbox/core/state.ts';
import { linePayload } from './line.ts';
import type { Json } from './line.ts';
import { restTime } from './shape.ts';

/** The body of fulfillments/*, and one of an order's `fulfillments`. */
export function fulfillmentPayload(shop: Shop, order: Order, fulfillment: Fulfillment): Json {
  const first = fulfillment.tracking[0];
  const numbers = fulfillment.tracking.flatMap((entry) => entry.number ?? []);
  const urls = fulfillment.tracking.flatMap((entry) => entry.url ?? []);
  return {
    id: fulfillment.id,
    admin_graphql_api_id: toGid('Fulfillment', fulfillment.id),
    created_at: restTime(fulfillment.createdAt, shop.timezone),
    destination: null,
    email: shop.customerDataLevel === 2 ? order.email : null,
    line_items: fulfillment.lines.flatMap((part) =>
      order.lines
        .filter((line) => line.id === part.lineId)
        .map((line) => ({ ...linePayload(order, line), quantity: part.quantity })),
    ),
    location_id: fulfillment.locationId,
    name: fulfillment.name.replace('-F', '.'),
    order_id: order.id,
    origin_address: {},
    receipt: {},
    service: 'manual',
    shipment_status: null,
    status: fulfillment.status.toLowerCase(),
    tracking_company: first?.company ?? null,
    tracking_number: numbers[0] ?? null,
    tracking_numbers: numbers,
    tracking_url: urls[0] ?? null,
    tracking_urls: urls,
    updated_at: restTime(fulfillment.updatedAt, shop.timezone),
  };
}
