import { z } from 'zod';

const MAX_LINES = 5_000;
const MAX_AMOUNT = 40;
/** Orders are full of these: one look at each, without an attempt for every kind. */
const textOrNumber = (max: number) =>
  z.custom<string | number>(
    (value) => Number.isFinite(value) || (typeof value === 'string' && value.length <= max),
    `must be a number, or a text of at most ${max} characters`,
  );
const amount = textOrNumber(MAX_AMOUNT);
const maybeAmount = amount.nullable().default(null);
const id = textOrNumber(64);
const maybeId = id.nullable().default(null);
const gid = z.string().max(128).nullable().default(null);
const text = z.string().max(1_000);
const maybeText = text.nullable().default(null);
const quantity = z.int().min(0).max(1_000_000);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
/** The webhooks tell a time in the store's zone and the API in UTC; here it is one text for one moment. */
export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

type Side = { amount: string | number; currency_code: string };
type AmountSet = { shop_money: Side; presentment_money?: Side | null };

const isSide = (value: unknown): value is Side => {
  if (typeof value !== 'object' || value === null) return false;
  const { amount: stated, currency_code: currency } = value as Partial<Side>;
  const isAmount = typeof stated === 'number' || (typeof stated === 'string' && stated.length <= MAX_AMOUNT);
  return isAmount && typeof currency === 'string' && currency.length === 3;
};

const isAmountSet = (value: unknown): value is AmountSet => {
  if (typeof value !== 'object' || value === null) return false;
  const { shop_money: shop, presentment_money: presentment } = value as Partial<AmountSet>;
  return isSide(shop) && (presentment === undefined || presentment === null || isSide(presentment));
};

/** An amount in the store's currency and the buyer's. Orders are full of them: looked at, not copied. */
const maybeSet = z.custom<AmountSet>(isAmountSet, 'must be an amount set').nullable().default(null);

/** A list that the platform may leave out. */
export function boundedList<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .max(MAX_LINES)
    .nullish()
    .transform((value) => value ?? []);
}

export const taxSchema = z.object({
  title: maybeText,
  rate: maybeAmount,
  price: maybeAmount,
  price_set: maybeSet,
  channel_liable: z.boolean().nullish(),
});

const allocationSchema = z.object({
  amount: maybeAmount,
  amount_set: maybeSet,
  discount_application_index: z
    .int()
    .nullish()
    .transform((value) => value ?? -1),
});

const lineSchema = z.object({
  id,
  admin_graphql_api_id: gid,
  product_id: maybeId,
  variant_id: maybeId,
  vendor: maybeText,
  title: text.default(''),
  variant_title: maybeText,
  sku: maybeText,
  gift_card: flag,
  requires_shipping: z.boolean().default(true),
  tip: z.unknown().optional(),
  price: maybeAmount,
  price_set: maybeSet,
  quantity,
  current_quantity: quantity.nullable().default(null),
  fulfillable_quantity: quantity.default(0),
  tax_lines: boundedList(taxSchema),
  discount_allocations: boundedList(allocationSchema),
});

const shippingSchema = z.object({
  id,
  admin_graphql_api_id: gid,
  title: maybeText,
  code: maybeText,
  is_removed: flag,
  price: maybeAmount,
  price_set: maybeSet,
  discounted_price: maybeAmount,
  discounted_price_set: maybeSet,
  tax_lines: boundedList(taxSchema),
  discount_allocations: boundedList(allocationSchema),
});

/** The platform's refund, as `refunds/create` and an order's `refunds` carry it; only what money needs. */
export const refundSchema = z.object({
  id,
  admin_graphql_api_id: gid,
  order_id: maybeId,
  created_at: time,
  refund_line_items: boundedList(
    z.object({
      line_item_id: id,
      line_item: z.object({ admin_graphql_api_id: gid }).nullish(),
      quantity,
      subtotal: maybeAmount,
      subtotal_set: maybeSet,
      total_tax: maybeAmount,
      total_tax_set: maybeSet,
      restock_type: maybeText,
    }),
  ),
  transactions: boundedList(
    z.object({
      id,
      admin_graphql_api_id: gid,
      kind: z.string().max(40),
      status: z.string().max(40),
      amount: maybeAmount,
      amount_set: maybeSet,
      currency: z.string().length(3).nullable().default(null),
    }),
  ),
  order_adjustments: boundedList(
    z.object({
      kind: z.string().max(40).nullish(),
      amount: maybeAmount,
      amount_set: maybeSet,
      tax_amount: maybeAmount,
      tax_amount_set: maybeSet,
    }),
  ),
  refund_shipping_lines: boundedList(z.object({ subtotal_amount_set: maybeSet, tax_amount_set: maybeSet })),
  duties: boundedList(z.object({ amount_set: maybeSet })),
});
export type RefundPayload = z.infer<typeof refundSchema>;

/** The platform's order, as the `orders/*` webhooks carry it; only what money needs, and nothing about the buyer. */
export const orderSchema = z.object({
  id,
  admin_graphql_api_id: gid,
  name: text.default(''),
  currency: z.string().length(3),
  taxes_included: flag,
  test: flag,
  created_at: time,
  updated_at: time,
  cancelled_at: time.nullable().default(null),
  financial_status: maybeText,
  line_items: boundedList(lineSchema),
  shipping_lines: boundedList(shippingSchema),
  discount_applications: boundedList(
    z.object({ type: z.string().max(40).default(''), code: maybeText, title: maybeText }),
  ),
  total_price: maybeAmount,
  total_price_set: maybeSet,
  current_total_price: maybeAmount,
  current_total_price_set: maybeSet,
  total_tax: maybeAmount,
  total_tax_set: maybeSet,
  total_discounts: maybeAmount,
  total_discounts_set: maybeSet,
  total_tip_received: maybeAmount,
  total_tip_received_set: maybeSet,
  original_total_duties_set: maybeSet,
  original_total_additional_fees_set: maybeSet,
  total_cash_rounding_payment_adjustment_set: maybeSet,
  total_cash_rounding_refund_adjustment_set: maybeSet,
  total_outstanding: maybeAmount,
  total_received_set: maybeSet,
  refunds: boundedList(refundSchema),
  // Fulfillments are ingested by themselves: one that is not as it should be keeps no order from being read.
  fulfillments: z
    .array(z.object({ status: z.string().max(40).nullish(), line_items: boundedList(z.object({ id, quantity })) }))
    .max(MAX_LINES)
    .nullable()
    .default(null)
    .catch(null),
});
export type OrderPayload = z.infer<typeof orderSchema>;
