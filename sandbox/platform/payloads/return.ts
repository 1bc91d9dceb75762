import { toGid } from '../../core/gid.ts';
import type { Order, OrderReturn } from '../../core/state.ts';

/** The body of returns/*: little more than ids, so that the app has to read the return again. */
export function returnPayload(order: Order, one: OrderReturn): Record<string, unknown> {
  return {
    id: one.id,
    admin_graphql_api_id: toGid('Return', one.id),
    name: one.name,
    status: one.status.toLowerCase(),
    order: { id: order.id, admin_graphql_api_id: toGid('Order', order.id) },
    total_return_line_items: one.lines.length,
    return_line_items: one.lines.map((line) => ({
      id: line.id,
      admin_graphql_api_id: toGid('ReturnLineItem', line.id),
      quantity: line.quantity,
      return_reason_note: line.note,
      customer_note: null,
      fulfillment_line_item: {
        id: line.fulfillmentLineId,
        admin_graphql_api_id: toGid('FulfillmentLineItem', line.fulfillmentLineId),
        line_item: { id: line.lineId, admin_graphql_api_id: toGid('LineItem', line.lineId) },
      },
    })),
  };
}
