import { nextId } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { toGid } from '../../core/gid.ts';
import { formatMinor } from '../../core/money.ts';
import type { Order, Shop } from '../../core/state.ts';
import { fulfillmentStatusOf, outstandingOf, sumMinor, totalsOf } from '../store/order-amounts.ts';
import { addressPayload, customerPayload } from './person.ts';
import { moneySet, restTime } from './shape.ts';
import { refundPayload } from './refund.ts';
import { fulfillmentPayload } from './fulfillment.ts';
import { shippingLinePayload, mergedTaxLines, linePayload, type Json } from './line.ts';

/** The body of the orders/* topics. */
export function orderPayload(shop: Shop, order: Order): Json {
  const { currency } = order;
  const original = totalsOf(order, 'original');
  const current = totalsOf(order, 'current');
  const level = shop.customerDataLevel;
  const text = (amountMinor: number): string => formatMinor(amountMinor, currency);
  const set = (amountMinor: number): Json => moneySet(amountMinor, currency);
  const time = (iso: string | null): string | null => restTime(iso, shop.timezone);
  const email = level === 2 ? order.email : null;
  return {
    id: order.id,
    admin_graphql_api_id: toGid('Order', order.id),
    app_id: null,
    buyer_accepts_marketing: false,
    cancel_reason: order.cancelReason,
    cancelled_at: time(order.cancelledAt),
    cart_token: null,
    checkout_id: null,
    checkout_token: null,
    closed_at: time(order.closedAt),
    confirmed: true,
    contact_email: email,
    created_at: time(order.createdAt),
    currency,
    current_shipping_price_set: set(current.discountedShippingMinor),
    current_subtotal_price: text(current.subtotalMinor),
    current_subtotal_price_set: set(current.subtotalMinor),
    current_total_additional_fees_set: null,
    current_total_discounts: text(current.discountsMinor),
    current_total_discounts_set: set(current.discountsMinor),
    current_total_duties_set: null,
    current_total_price: text(current.totalMinor),
    current_total_price_set: set(current.totalMinor),
    current_total_tax: text(current.taxMinor),
    current_total_tax_set: set(current.taxMinor),
    customer_locale: 'en',
    discount_applications: order.discountApplications.map((application) => ({
      target_type: application.targetType,
      type: application.type,
      value: application.valueType === 'percentage' ? application.value.toFixed(1) : text(application.value),
      value_type: application.valueType,
      allocation_method: application.allocationMethod,
      target_selection: application.targetSelection,
      ...(application.code ? { code: application.code } : { title: application.title, description: application.title }),
    })),
    discount_codes: order.discountApplications.flatMap((application, index) =>
      application.code
        ? [
            {
              code: application.code,
              amount: text(
                sumMinor(
                  order.lines
                    .flatMap((line) => line.discountAllocations)
                    .filter((allocation) => allocation.applicationIndex === index)
                    .map((allocation) => allocation.amountMinor),
                ),
              ),
              type: application.valueType,
            },
          ]
        : [],
    ),
    duties_included: false,
    email,
    estimated_taxes: false,
    financial_status: order.financialStatus,
    fulfillment_status: fulfillmentStatusOf(order),
    line_items: order.lines.map((line) => linePayload(order, line)),
    merchant_business_entity_id: null,
    name: order.name,
    note: order.note,
    note_attributes: order.noteAttributes,
    number: order.number - 1000,
    order_number: order.number,
    original_total_additional_fees_set: null,
    original_total_duties_set: null,
    payment_gateway_names: [...new Set(order.transactions.map((transaction) => transaction.gateway))],
    phone: level === 2 ? order.phone : null,
    po_number: null,
    presentment_currency: currency,
    processed_at: time(order.processedAt),
    refunds: order.refunds.map((refund) => refundPayload(shop, order, refund)),
    shipping_lines: order.shippingLines.map((line) => shippingLinePayload(order, line)),
    source_identifier: order.sourceIdentifier ?? null,
    source_name: order.sourceName,
    source_url: order.sourceUrl ?? null,
    subtotal_price: text(original.subtotalMinor),
    subtotal_price_set: set(original.subtotalMinor),
    tags: order.tags.join(', '),
    tax_exempt: false,
    tax_lines: mergedTaxLines(order),
    taxes_included: order.taxesIncluded,
    test: order.isTest ?? false,
    token: `sandbox${order.id}`,
    total_cash_rounding_payment_adjustment_set: set(0),
    total_cash_rounding_refund_adjustment_set: set(0),
    total_discounts: text(original.discountsMinor),
    total_discounts_set: set(original.discountsMinor),
    total_line_items_price: text(original.lineItemsMinor),
    total_line_items_price_set: set(original.lineItemsMinor),
    total_outstanding: text(outstandingOf(order)),
    total_price: text(original.totalMinor),
    total_price_set: set(original.totalMinor),
    total_shipping_price_set: set(original.shippingMinor),
    total_tax: text(original.taxMinor),
    total_tax_set: set(original.taxMinor),
    total_tip_received: text(0),
    total_weight: sumMinor(order.lines.map((line) => line.grams * line.quantity)),
    updated_at: time(order.updatedAt),
    user_id: null,
    fulfillments: order.fulfillments.map((fulfillment) => fulfillmentPayload(shop, order, fulfillment)),
    billing_address: level === 2 && order.billingAddress ? addressPayload(order.billingAddress) : null,
    customer: level >= 1 ? customerPayload(shop, order.customerId) : null,
    payment_terms: null,
    shipping_address: level === 2 && order.shippingAddress ? addressPayload(order.shippingAddress) : null,
  };
}

/** The body of orders/edited: only what changed, so that the app has to read the order again. */
export function orderEditPayload(
  sandbox: Sandbox,
  order: Order,
  additions: readonly { lineId: number; delta: number }[],
  removals: readonly { lineId: number; delta: number }[],
): Json {
  const id = nextId(sandbox);
  const part = (change: { lineId: number; delta: number }): Json => ({ id: change.lineId, delta: change.delta });
  return {
    order_edit: {
      id,
      app_id: null,
      created_at: order.updatedAt,
      notify_customer: false,
      order_id: order.id,
      staff_note: '',
      user_id: null,
      committed_at: order.updatedAt,
      line_items: { additions: additions.map(part), removals: removals.map(part) },
      discounts: { line_item: { additions: [], removals: [] } },
      shipping_lines: { additions: [], removals: [] },
    },
  };
}
