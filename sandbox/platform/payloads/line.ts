import { toGid } from '#sandbox/core/gid.ts';
import { formatMinor } from '#sandbox/core/money.ts';
import type { Order, OrderLine, ShippingLine, TaxLine } from '#sandbox/core/state.ts';
import { discountOf, sumMinor, shippingBackAsQuoted } from '../store/order-amounts.ts';
import { moneySet } from './shape.ts';

export type Json = Record<string, unknown>;

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

export function shippingLinePayload(order: Order, line: ShippingLine): Json {
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

export function mergedTaxLines(order: Order): Json[] {
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
