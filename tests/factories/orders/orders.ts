import { nextNumber } from '../numbers.ts';

export type LineInput = {
  vendor: string;
  price: string;
  quantity?: number;
  sku?: string;
  title?: string;
  /** Taken off the whole line. */
  discount?: string;
  tax?: string;
  rate?: number;
  giftCard?: boolean;
  productId?: number;
};

export type OrderInput = {
  id?: number;
  name?: string;
  currency?: string;
  lines: LineInput[];
  shipping?: string;
  createdAt: Date;
  updatedAt?: Date;
  financialStatus?: string;
  cancelledAt?: Date | null;
  email?: string;
  buyer?: string;
  customerId?: number;
  refunds?: object[];
  /** Of the platform’s test gateway. */
  test?: boolean;
};

const set = (amount: string, currency: string) => ({
  shop_money: { amount, currency_code: currency },
  presentment_money: { amount, currency_code: currency },
});

/** The platform's order as a webhook carries it: prices without tax, amounts that add up. For two decimals only. */
export function buildOrderPayload(o: OrderInput) {
  const id = o.id ?? 5_000_000_000 + nextNumber();
  const currency = o.currency ?? 'USD';
  const cents = (text: string) => Math.round(Number(text) * 100);
  const text = (minor: number) => (minor / 100).toFixed(2);
  const goods = o.lines.reduce((sum, line) => sum + cents(line.price) * (line.quantity ?? 1), 0);
  const tax = o.lines.reduce((sum, line) => sum + cents(line.tax ?? '0'), 0);
  const shipping = cents(o.shipping ?? '0');
  const discounts = o.lines.reduce((sum, line) => sum + cents(line.discount ?? '0'), 0);
  const total = text(goods - discounts + tax + shipping);
  const address = {
    first_name: 'Mara',
    last_name: 'Lind',
    name: o.buyer ?? 'Mara Lind',
    address1: 'Kaai 1',
    city: 'Gent',
    zip: '9000',
    country_code: 'BE',
    country: 'Belgium',
    phone: '+3212345',
  };
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: o.name ?? `#${id % 100_000}`,
    currency,
    presentment_currency: currency,
    created_at: o.createdAt.toISOString(),
    updated_at: (o.updatedAt ?? o.createdAt).toISOString(),
    processed_at: o.createdAt.toISOString(),
    cancelled_at: o.cancelledAt?.toISOString() ?? null,
    financial_status: o.financialStatus ?? 'paid',
    taxes_included: false,
    test: o.test ?? false,
    email: o.email ?? 'mara@buyer.test',
    phone: null,
    note: null,
    note_attributes: [],
    customer: {
      id: o.customerId ?? 77,
      admin_graphql_api_id: `gid://shopify/Customer/${o.customerId ?? 77}`,
      email: o.email ?? 'mara@buyer.test',
      first_name: 'Mara',
      last_name: 'Lind',
    },
    shipping_address: address,
    billing_address: address,
    total_price: total,
    total_price_set: set(total, currency),
    current_total_price: total,
    subtotal_price: text(goods - discounts),
    total_tax: text(tax),
    total_tax_set: set(text(tax), currency),
    total_discounts: text(discounts),
    total_discounts_set: set(text(discounts), currency),
    total_tip_received: '0.00',
    total_outstanding: o.financialStatus === 'pending' ? total : '0.00',
    discount_applications: [],
    line_items: o.lines.map((line, index) => lineOf(line, id * 10 + index, currency)),
    shipping_lines: o.shipping
      ? [
          {
            id: id * 10 + 9,
            title: 'Standard',
            price: o.shipping,
            price_set: set(o.shipping, currency),
            discounted_price: o.shipping,
            discounted_price_set: set(o.shipping, currency),
            tax_lines: [],
            discount_allocations: [],
          },
        ]
      : [],
    fulfillments: [],
    refunds: o.refunds ?? [],
  };
}

function lineOf(line: LineInput, id: number, currency: string) {
  return {
    id,
    admin_graphql_api_id: `gid://shopify/LineItem/${id}`,
    product_id: line.productId ?? id,
    variant_id: id,
    title: line.title ?? `Thing of ${line.vendor}`,
    variant_title: null,
    sku: line.sku ?? `SKU-${id}`,
    vendor: line.vendor,
    quantity: line.quantity ?? 1,
    current_quantity: line.quantity ?? 1,
    fulfillable_quantity: line.quantity ?? 1,
    price: line.price,
    price_set: set(line.price, currency),
    total_discount: line.discount ?? '0.00',
    gift_card: line.giftCard ?? false,
    requires_shipping: true,
    taxable: true,
    tax_lines: line.tax
      ? [
          {
            title: 'VAT',
            rate: line.rate ?? 0.21,
            price: line.tax,
            price_set: set(line.tax, currency),
            channel_liable: false,
          },
        ]
      : [],
    discount_allocations: line.discount
      ? [{ amount: line.discount, amount_set: set(line.discount, currency), discount_application_index: 0 }]
      : [],
  };
}

/** A refund of units of some lines of an order, with its transaction. */
export function buildRefundPayload(
  order: ReturnType<typeof buildOrderPayload>,
  lines: { index: number; quantity: number }[],
  createdAt: Date,
) {
  const id = 6_000_000_000 + nextNumber();
  const { currency } = order;
  const amounts = lines.map(({ index, quantity }) => {
    const line = order.line_items[index];
    if (!line) throw new Error(`The order has no line ${index}`);
    const tax = line.tax_lines.reduce((sum, one) => sum + Number(one.price), 0) * (quantity / line.quantity);
    return { line, quantity, subtotal: Number(line.price) * quantity, tax };
  });
  const total = amounts.reduce((sum, one) => sum + one.subtotal + one.tax, 0).toFixed(2);
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Refund/${id}`,
    order_id: order.id,
    created_at: createdAt.toISOString(),
    processed_at: createdAt.toISOString(),
    refund_line_items: amounts.map(({ line, quantity, subtotal, tax }, index) => ({
      id: id * 10 + index,
      line_item_id: line.id,
      quantity,
      restock_type: 'return',
      subtotal: subtotal.toFixed(2),
      subtotal_set: set(subtotal.toFixed(2), currency),
      total_tax: tax.toFixed(2),
      total_tax_set: set(tax.toFixed(2), currency),
    })),
    transactions: [
      {
        id: id * 10 + 9,
        admin_graphql_api_id: `gid://shopify/OrderTransaction/${id * 10 + 9}`,
        kind: 'refund',
        status: 'success',
        amount: total,
        currency,
      },
    ],
    order_adjustments: [],
    refund_shipping_lines: [],
  };
}
