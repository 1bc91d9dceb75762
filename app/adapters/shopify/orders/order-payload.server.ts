import { idOfGid } from '../client.server.ts';
import type {
  AddressNode,
  BagNode,
  FulfillmentNode,
  LineNode,
  OrderNode,
  RefundNode,
  ShippingNode,
} from './order-nodes.ts';

type Json = Record<string, unknown>;

/** Everything read of an order, with all pages of its parts. */
export type OrderParts = {
  order: OrderNode;
  lines: readonly LineNode[];
  refunds: readonly RefundNode[];
  fulfillments: readonly FulfillmentNode[];
};

/**
 * The order in the shape of the platform's own webhooks, so that one parser reads both. What the webhooks state and the Admin
 * API does not (the buyer's customer id, which needs a scope of its own) is left out.
 */
export function toOrderPayload({ order, lines, refunds, fulfillments }: OrderParts): Json {
  const orderId = Number(idOfGid(order.id));
  const tip = Number(order.totalTipReceivedSet.shopMoney.amount);
  return {
    id: orderId,
    admin_graphql_api_id: order.id,
    name: order.name,
    test: order.test,
    currency: order.currencyCode,
    taxes_included: order.taxesIncluded,
    created_at: toSecond(order.createdAt),
    updated_at: toSecond(order.updatedAt),
    cancelled_at: order.cancelledAt === null ? null : toSecond(order.cancelledAt),
    financial_status: order.displayFinancialStatus?.toLowerCase() ?? null,
    email: order.email,
    phone: order.phone,
    note: order.note,
    note_attributes: order.customAttributes.map(({ key, value }) => ({ name: key, value: value ?? '' })),
    shipping_address: order.shippingAddress ? toAddress(order.shippingAddress) : null,
    billing_address: order.billingAddress ? toAddress(order.billingAddress) : null,
    total_price_set: toSet(order.totalPriceSet),
    current_total_price_set: toSet(order.currentTotalPriceSet),
    total_tax_set: toSet(order.totalTaxSet),
    total_discounts_set: toSet(order.totalDiscountsSet),
    total_tip_received_set: toSet(order.totalTipReceivedSet),
    original_total_duties_set: toSet(order.originalTotalDutiesSet),
    original_total_additional_fees_set: toSet(order.originalTotalAdditionalFeesSet),
    total_cash_rounding_payment_adjustment_set: toSet(order.totalCashRoundingAdjustment.paymentSet),
    total_cash_rounding_refund_adjustment_set: toSet(order.totalCashRoundingAdjustment.refundSet),
    total_outstanding: order.totalOutstandingSet.shopMoney.amount,
    // No webhook tells it: see `isReceiptUnsure`.
    total_received_set: toSet(order.totalReceivedSet),
    discount_applications: [...order.discountApplications.nodes]
      .sort((a, b) => a.index - b.index)
      .map(({ __typename, code, title }) => ({
        type: DISCOUNT_TYPES[__typename] ?? 'automatic',
        ...(code ? { code } : { title: title ?? null }),
      })),
    line_items: lines.map((line) => buildLine(line, tip)),
    shipping_lines: order.shippingLines.nodes.map((line, index) => buildShipping(line, orderId, index)),
    refunds: refunds.map((refund) => buildRefund(refund, orderId)),
    fulfillments: fulfillments.map((one) => buildFulfillmentPayload(one, orderId)),
  };
}

/** A fulfillment in the shape of the `fulfillments/*` webhooks. */
export function buildFulfillmentPayload(fulfillment: FulfillmentNode, orderId: number): Json {
  const [tracking] = fulfillment.trackingInfo;
  return {
    id: Number(idOfGid(fulfillment.id)),
    admin_graphql_api_id: fulfillment.id,
    order_id: orderId,
    status: fulfillment.status.toLowerCase(),
    created_at: toSecond(fulfillment.createdAt),
    updated_at: toSecond(fulfillment.updatedAt),
    tracking_company: tracking?.company ?? null,
    tracking_number: tracking?.number ?? null,
    tracking_url: tracking?.url ?? null,
    line_items: fulfillment.fulfillmentLineItems.nodes.map(({ quantity, lineItem }) => ({
      id: Number(idOfGid(lineItem.id)),
      admin_graphql_api_id: lineItem.id,
      quantity: quantity ?? 0,
    })),
  };
}

/** The webhooks state whole seconds; the same version must have the same time whichever way it came. */
export function toSecond(time: string): string {
  return time.replace(/\.\d+(?=Z|[+-])/, '');
}

const DISCOUNT_TYPES: Readonly<Record<string, string>> = {
  DiscountCodeApplication: 'discount_code',
  ManualDiscountApplication: 'manual',
  AutomaticDiscountApplication: 'automatic',
  ScriptDiscountApplication: 'script',
};

const toSide = ({ amount, currencyCode }: BagNode['shopMoney']) => ({ amount, currency_code: currencyCode });

/** An amount as the webhooks state it. */
export function toSet(bag: BagNode | null): Json | null {
  if (!bag) return null;
  const { shopMoney, presentmentMoney } = bag;
  return presentmentMoney
    ? { shop_money: toSide(shopMoney), presentment_money: toSide(presentmentMoney) }
    : { shop_money: toSide(shopMoney) };
}

function toAddress(address: AddressNode): Json {
  return {
    name: address.name,
    first_name: address.firstName,
    last_name: address.lastName,
    company: address.company,
    address1: address.address1,
    address2: address.address2,
    city: address.city,
    province: address.province,
    province_code: address.provinceCode,
    zip: address.zip,
    country: address.country,
    country_code: address.countryCodeV2,
    phone: address.phone,
  };
}

function buildLine(line: LineNode, tip: number): Json {
  return {
    id: Number(idOfGid(line.id)),
    admin_graphql_api_id: line.id,
    product_id: line.product ? String(idOfGid(line.product.id)) : null,
    variant_id: line.variant ? String(idOfGid(line.variant.id)) : null,
    vendor: line.vendor,
    title: line.title,
    variant_title: line.variantTitle,
    sku: line.sku,
    quantity: line.quantity,
    current_quantity: line.currentQuantity,
    fulfillable_quantity: line.unfulfilledQuantity,
    requires_shipping: line.requiresShipping,
    gift_card: line.isGiftCard,
    properties: line.customAttributes.map(({ key, value }) => ({ name: key, value: value ?? '' })),
    ...(line.sellingPlan ? { selling_plan_allocation: { selling_plan: { name: line.sellingPlan.name } } } : {}),
    price_set: toSet(line.originalUnitPriceSet),
    tax_lines: toTaxes(line.taxLines),
    discount_allocations: toAllocations(line.discountAllocations),
    ...(isTip(line, tip) ? { tip: {} } : {}),
  };
}

/** The webhooks mark a tip's line; the Admin API does not, but only a tip's line is sold by nobody for just the tip. */
function isTip(line: LineNode, tip: number): boolean {
  const isNobodys = line.product === null && line.variant === null && !line.vendor && !line.requiresShipping;
  return tip > 0 && isNobodys && line.quantity === 1 && Number(line.originalUnitPriceSet.shopMoney.amount) === tip;
}

function toTaxes(taxes: LineNode['taxLines']): Json[] {
  return taxes.map((tax) => ({
    title: tax.title,
    rate: tax.rate,
    channel_liable: tax.channelLiable,
    price_set: toSet(tax.priceSet),
  }));
}

function toAllocations(allocations: LineNode['discountAllocations']): Json[] {
  return allocations.map(({ allocatedAmountSet, discountApplication }) => ({
    amount_set: toSet(allocatedAmountSet),
    discount_application_index: discountApplication.index,
  }));
}

function buildShipping(line: ShippingNode, orderId: number, index: number): Json {
  return {
    // The API leaves out the id of a shipping line that was not saved as one; the place in its order stands in for it.
    id: line.id ?? `${orderId}${String(index).padStart(2, '0')}`,
    title: line.title,
    code: line.code,
    price_set: toSet(line.originalPriceSet),
    discounted_price_set: toSet(line.discountedPriceSet),
    tax_lines: toTaxes(line.taxLines),
    discount_allocations: toAllocations(line.discountAllocations),
  };
}

function buildRefund(refund: RefundNode, orderId: number): Json {
  return {
    id: Number(idOfGid(refund.id)),
    admin_graphql_api_id: refund.id,
    order_id: orderId,
    created_at: refund.createdAt === null ? null : toSecond(refund.createdAt),
    refund_line_items: refund.refundLineItems.nodes.map((line) => ({
      line_item_id: Number(idOfGid(line.lineItem.id)),
      line_item: { admin_graphql_api_id: line.lineItem.id },
      quantity: line.quantity,
      restock_type: line.restockType.toLowerCase(),
      subtotal_set: toSet(line.subtotalSet),
      total_tax_set: toSet(line.totalTaxSet),
    })),
    refund_shipping_lines: refund.refundShippingLines.nodes.map((line) => ({
      subtotal_amount_set: toSet(line.subtotalAmountSet),
      tax_amount_set: toSet(line.taxAmountSet),
    })),
    transactions: refund.transactions.nodes.map((transaction) => ({
      id: Number(idOfGid(transaction.id)),
      admin_graphql_api_id: transaction.id,
      kind: transaction.kind.toLowerCase(),
      status: transaction.status.toLowerCase(),
      currency: transaction.amountSet.shopMoney.currencyCode,
      amount: transaction.amountSet.shopMoney.amount,
      amount_set: toSet(transaction.amountSet),
    })),
    order_adjustments: [],
  };
}
