import { nextId } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import { toGid } from '../../core/gid.ts';
import { formatMinor } from '../../core/money.ts';
import type {
  Fulfillment,
  Order,
  OrderLine,
  Refund,
  Shop,
  ShippingLine,
  TaxLine,
  Transaction,
} from '../../core/state.ts';
import {
  discountOf,
  fulfillmentStatusOf,
  outstandingOf,
  shippingBackAsQuoted,
  sumMinor,
  totalsOf,
} from '../store/order-amounts.ts';
import { addressPayload, customerPayload } from './person.ts';
import { moneySet, restTime } from './shape.ts';

type Json = Record<string, unknown>;

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
    source_name: order.sourceName,
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

/** One of `line_items`; its amounts are those of the ordered quantity. */
export function linePayload(order: Order, line: OrderLine): Json {
  const { currency } = order;
  const priceText = formatMinor(line.unitPriceMinor, currency);
  const fulfilled = line.fulfillableQuantity === 0 && line.currentQuantity > 0;
  return {
    id: line.id,
    admin_graphql_api_id: toGid('LineItem', line.id),
    attributed_staffs: [],
    current_quantity: line.currentQuantity,
    fulfillable_quantity: line.fulfillableQuantity,
    fulfillment_service: 'manual',
    fulfillment_status: fulfilled ? 'fulfilled' : line.fulfillableQuantity < line.currentQuantity ? 'partial' : null,
    gift_card: line.giftCard,
    grams: line.grams,
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    price: priceText,
    price_set: moneySet(line.unitPriceMinor, currency),
    product_exists: line.productId !== null,
    product_id: line.productId,
    properties: line.properties,
    quantity: line.quantity,
    requires_shipping: line.requiresShipping,
    sku: line.sku,
    taxable: line.taxable,
    title: line.title,
    // Discounts of codes and of the order live in the allocations alone; this field knows only the line's own first one.
    total_discount: formatMinor(0, currency),
    total_discount_set: moneySet(0, currency),
    variant_id: line.variantId,
    variant_inventory_management: 'shopify',
    variant_title: line.variantTitle,
    vendor: line.vendor,
    tax_lines: line.taxLines.map((tax) => taxPayload(tax, currency)),
    duties: [],
    discount_allocations: allocationsPayload(line, currency),
  };
}

function shippingLinePayload(order: Order, line: ShippingLine): Json {
  const { currency } = order;
  const discountedMinor = line.priceMinor - discountOf(line);
  const refunded = order.refunds.flatMap((refund) => refund.shipping).filter((part) => part.shippingLineId === line.id);
  return {
    id: line.id,
    carrier_identifier: null,
    code: line.code,
    current_discounted_price_set: moneySet(
      discountedMinor - sumMinor(refunded.map((part) => shippingBackAsQuoted(order, part))),
      currency,
    ),
    discounted_price: formatMinor(discountedMinor, currency),
    discounted_price_set: moneySet(discountedMinor, currency),
    is_removed: false,
    phone: null,
    price: formatMinor(line.priceMinor, currency),
    price_set: moneySet(line.priceMinor, currency),
    requested_fulfillment_service_id: null,
    source: 'shopify',
    title: line.title,
    tax_lines: line.taxLines.map((tax) => taxPayload(tax, currency)),
    discount_allocations: allocationsPayload(line, currency),
  };
}

function allocationsPayload(line: OrderLine | ShippingLine, currency: string): Json[] {
  return line.discountAllocations.map((allocation) => ({
    amount: formatMinor(allocation.amountMinor, currency),
    amount_set: moneySet(allocation.amountMinor, currency),
    discount_application_index: allocation.applicationIndex,
  }));
}

function taxPayload(tax: TaxLine, currency: string): Json {
  return {
    channel_liable: false,
    price: formatMinor(tax.priceMinor, currency),
    price_set: moneySet(tax.priceMinor, currency),
    rate: tax.rate,
    title: tax.title,
  };
}

function mergedTaxLines(order: Order): Json[] {
  const all = [...order.lines, ...order.shippingLines].flatMap((line) => line.taxLines);
  return order.taxes
    .map((tax) => ({
      ...tax,
      priceMinor: sumMinor(
        all.filter((line) => line.title === tax.title && line.rate === tax.rate).map((line) => line.priceMinor),
      ),
    }))
    .filter((tax) => tax.priceMinor > 0)
    .map((tax) => taxPayload(tax, order.currency));
}

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
