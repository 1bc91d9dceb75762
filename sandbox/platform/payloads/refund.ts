import { toGid } from '#sandbox/core/gid.ts';
import { formatMinor } from '#sandbox/core/money.ts';
import type { Shop, Order, Refund, Transaction } from '#sandbox/core/state.ts';
import { linePayload, shippingLinePayload } from './line.ts';
import type { Json } from './line.ts';
import { restTime, moneySet } from './shape.ts';

/** The body of refunds/create, and one of an order's `refunds`. */
export function refundPayload(shop: Shop, order: Order, refund: Refund): Json {
  const { currency } = order;
  return {
    id: refund.id,
    admin_graphql_api_id: toGid('Refund', refund.id),
    created_at: restTime(refund.createdAt, shop.timezone),
    note: refund.note,
    order_id: order.id,
    processed_at: restTime(refund.processedAt, shop.timezone),
    restock: refund.lines.some((line) => line.restockType !== 'no_restock'),
    total_duties_set: moneySet(0, currency),
    user_id: refund.userId,
    order_adjustments: refund.adjustments.map((adjustment) => ({
      id: adjustment.id,
      amount: formatMinor(adjustment.amountMinor, currency),
      amount_set: moneySet(adjustment.amountMinor, currency),
      kind: adjustment.kind,
      order_id: order.id,
      reason: adjustment.reason,
      refund_id: refund.id,
      tax_amount: formatMinor(adjustment.taxMinor, currency),
      tax_amount_set: moneySet(adjustment.taxMinor, currency),
    })),
    transactions: order.transactions
      .filter((transaction) => refund.transactionIds.includes(transaction.id))
      .map((transaction) => transactionPayload(shop, order, transaction)),
    refund_line_items: refund.lines.map((part) => ({
      id: part.id,
      line_item_id: part.lineId,
      location_id: part.locationId,
      quantity: part.quantity,
      restock_type: part.restockType,
      subtotal: formatMinor(part.subtotalMinor, currency),
      subtotal_set: moneySet(part.subtotalMinor, currency),
      total_tax: formatMinor(part.taxMinor, currency),
      total_tax_set: moneySet(part.taxMinor, currency),
      line_item: order.lines.filter((line) => line.id === part.lineId).map((line) => linePayload(order, line))[0],
    })),
    refund_shipping_lines: refund.shipping.map((part) => ({
      id: part.id,
      shipping_line: order.shippingLines
        .filter((line) => line.id === part.shippingLineId)
        .map((line) => shippingLinePayload(order, line))[0],
      subtotal_amount_set: moneySet(part.subtotalMinor, currency),
      tax_amount_set: moneySet(part.taxMinor, currency),
    })),
    duties: [],
    additional_fees: [],
    return: null,
  };
}

function transactionPayload(shop: Shop, order: Order, transaction: Transaction): Json {
  return {
    id: transaction.id,
    admin_graphql_api_id: toGid('OrderTransaction', transaction.id),
    amount: formatMinor(transaction.amountMinor, order.currency),
    amount_rounding: null,
    authorization: null,
    created_at: restTime(transaction.createdAt, shop.timezone),
    currency: order.currency,
    device_id: null,
    error_code: null,
    gateway: transaction.gateway,
    kind: transaction.kind,
    location_id: null,
    message: null,
    order_id: order.id,
    parent_id: transaction.parentId,
    payment_id: `${order.name}.${transaction.id}`,
    processed_at: restTime(transaction.processedAt ?? transaction.createdAt, shop.timezone),
    receipt: {},
    source_name: 'web',
    status: transaction.status,
    test: true,
    user_id: null,
  };
}
