import { toGid } from '../../core/gid.ts';
import type { Order, OrderReturn } from '../../core/state.ts';

/**
 * The body of returns/*: little more than ids, so that the app has to read the return again. As published, `returns/update` has
 * only the API's id, `returns/process` nothing at all, and what ends or reopens a return names its order by `order_id`.
 */
export function returnPayload(order: Order, one: OrderReturn, topic: string): Record<string, unknown> {
  const gid = toGid('Return', one.id);
  if (topic === 'returns/process') return {};
  if (topic === 'returns/update')
    return {
      admin_graphql_api_id: gid,
      return_line_items: { removals: [] },
      restocking_fees: { updates: [], removals: [] },
      return_shipping_fees: { updates: [], removals: [] },
    };
  if (/\/(cancel|close|reopen)$/.test(topic))
    return { id: one.id, admin_graphql_api_id: gid, order_id: order.id, status: one.status.toLowerCase() };
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
