import fc from 'fast-check';

/** The platform's order as plain JSON. Only the fields that the platform documents; every amount is a decimal string. */
export type PlatformOrder = {
  id: number;
  admin_graphql_api_id: string;
  name: string;
  currency: string;
  taxes_included: boolean;
  created_at: string;
  updated_at: string;
  cancelled_at: string | null;
  financial_status: string;
  line_items: PlatformLine[];
  shipping_lines: PlatformShipping[];
  total_price: string;
  total_tax: string;
  total_discounts: string;
  total_tip_received: string;
  original_total_duties_set: PlatformSet;
  total_cash_rounding_payment_adjustment_set: PlatformSet;
  refunds: PlatformRefund[];
};
export type PlatformSet = { shop_money: { amount: string; currency_code: string } };
export type PlatformTax = { title: string; rate: number; price: string; channel_liable: boolean };
export type PlatformAllocation = { amount: string; discount_application_index: number };
export type PlatformLine = {
  id: number;
  admin_graphql_api_id: string;
  product_id: number;
  vendor: string | null;
  title: string;
  gift_card: boolean;
  requires_shipping: boolean;
  price: string;
  quantity: number;
  current_quantity: number;
  tax_lines: PlatformTax[];
  discount_allocations: PlatformAllocation[];
};
export type PlatformShipping = {
  id: number;
  price: string;
  tax_lines: PlatformTax[];
  discount_allocations: PlatformAllocation[];
};
export type PlatformRefund = {
  id: number;
  admin_graphql_api_id: string;
  created_at: string;
  refund_line_items: { line_item_id: number; quantity: number; subtotal: string; total_tax: string }[];
  transactions: { id: number; kind: string; status: string; amount: string; currency: string }[];
  refund_shipping_lines: { subtotal_amount_set: PlatformSet; tax_amount_set: PlatformSet }[];
};

/** A commission list, percentages and amounts as decimals in major units. */
export type ListLine = {
  min: string;
  max: string | null;
  flat: string;
  percentage: string;
  constraint: { key: string; value: string } | null;
};
export type Flags = Record<
  'includeDiscount' | 'includeShipping' | 'includeTax' | 'shippingInPayout' | 'discountInPayout' | 'taxInPayout',
  boolean
>;

/** Everything that decides the money of one order. `versions` are the order as the platform sent it over time. */
export type Scenario = {
  places: number;
  currency: string;
  versions: PlatformOrder[];
  flags: Flags;
  defaultList: ListLine[];
  vendorLists: Record<string, ListLine[]>;
  vendorIds: Record<string, string>;
  productTags: Record<string, string>;
  quotes: Record<string, string> | null;
  /** By the index of a discount application: the vendor's percent of it, for lines of the vendors named (all where none are). */
  discountShares: Record<string, { percentage: string; vendors: string[] | null }>;
  overrides: Record<string, { percentage: string; flat: string }>;
  goodwill: Record<string, string>;
  shippingRefundVendors: Record<string, string>;
  /** By refund id: the vendor that bears what the refund sends beyond its lines and shipping (M54). */
  gestureVendors: Record<string, string>;
};

const CURRENCIES: [string, number][] = [
  ['JPY', 0],
  ['EUR', 2],
  ['USD', 2],
  ['KWD', 3],
];
const RATES = [0.2, 0.21, 0.05, 0.08875, 0.1];
const VENDOR_COUNT = 10;

const lineSeed = fc.record({
  vendor: fc.integer({ min: -1, max: VENDOR_COUNT }),
  price: fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 60_000 })),
  quantity: fc.integer({ min: 1, max: 5 }),
  giftCard: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  requiresShipping: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
  rates: fc.subarray(RATES, { maxLength: 2 }),
  channelLiable: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  discounts: fc.array(fc.record({ share: fc.integer({ min: 0, max: 25 }), index: fc.integer({ min: 0, max: 2 }) }), {
    maxLength: 2,
  }),
  tag: fc.constantFrom('', 'sale', 'art'),
});

const shippingSeed = fc.record({
  price: fc.integer({ min: 0, max: 5_000 }),
  discount: fc.integer({ min: 0, max: 100 }),
  rates: fc.subarray(RATES, { maxLength: 1 }),
  channelLiable: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

const listSeed = fc.array(
  fc.record({
    width: fc.integer({ min: 1, max: 20_000 }),
    flat: fc.integer({ min: 0, max: 800 }),
    percent: fc.integer({ min: 0, max: 1_000_000 }),
    tag: fc.constantFrom('', '', 'sale'),
  }),
  { minLength: 1, maxLength: 4 },
);

const eventSeed = fc.record({
  kind: fc.constantFrom('refund', 'refund', 'refund', 'remove', 'cancel'),
  picks: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 8, maxLength: 8 }),
  shippingShare: fc.integer({ min: 0, max: 100 }),
  extra: fc.oneof(fc.constant(0), fc.integer({ min: -400, max: 400 })),
  named: fc.integer({ min: -6, max: VENDOR_COUNT }),
  status: fc.constantFrom('success', 'success', 'pending', 'failure'),
});

const flagsSeed = fc.record({
  includeDiscount: fc.boolean(),
  includeShipping: fc.boolean(),
  includeTax: fc.boolean(),
  shippingInPayout: fc.boolean(),
  discountInPayout: fc.boolean(),
  taxInPayout: fc.boolean(),
});

const seed = fc.record({
  currency: fc.constantFrom(...CURRENCIES),
  taxesIncluded: fc.boolean(),
  vendorCount: fc.integer({ min: 1, max: VENDOR_COUNT }),
  lines: fc.array(lineSeed, { minLength: 1, maxLength: 8 }),
  restShare: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 25 })),
  shipping: fc.array(shippingSeed, { maxLength: 2 }),
  tip: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })),
  duties: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 900 })),
  rounding: fc.oneof(fc.constant(0), fc.integer({ min: -4, max: 4 })),
  taxDifference: fc.oneof(fc.constant(0), fc.integer({ min: -2, max: 2 })),
  flags: flagsSeed,
  defaultList: listSeed,
  vendorLists: fc.array(fc.tuple(fc.integer({ min: 0, max: VENDOR_COUNT - 1 }), listSeed), { maxLength: 3 }),
  quotes: fc.option(
    fc.array(fc.integer({ min: 0, max: 2_000 }), { minLength: VENDOR_COUNT, maxLength: VENDOR_COUNT }),
    {
      freq: 4,
    },
  ),
  discountShares: fc.array(
    fc.record({
      index: fc.integer({ min: 0, max: 2 }),
      percent: fc.oneof(fc.constant(1_000_000), fc.constant(0), fc.integer({ min: 0, max: 1_000_000 })),
      vendors: fc.option(fc.subarray(Array.from({ length: VENDOR_COUNT }, (_, index) => index)), { freq: 2 }),
    }),
    { maxLength: 3 },
  ),
  overrides: fc.array(
    fc.record({
      vendor: fc.integer({ min: 0, max: VENDOR_COUNT - 1 }),
      percent: fc.integer({ min: 0, max: 1_000_000 }),
      flat: fc.integer({ min: 0, max: 2_000 }),
    }),
    { maxLength: 2 },
  ),
  goodwill: fc.array(fc.tuple(fc.integer({ min: 0, max: VENDOR_COUNT - 1 }), fc.integer({ min: 1, max: 300 })), {
    maxLength: 2,
  }),
});

const vendorName = (index: number): string => `Vendor ${index}`;
const vendorIdOf = (index: number): string => String(100 + index);

type Seed = typeof seed extends fc.Arbitrary<infer Value> ? Value : never;
type EventSeed = typeof eventSeed extends fc.Arbitrary<infer Value> ? Value : never;

/** Random orders with random later events (refunds, removals, cancellation, overrides, goodwill). */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .tuple(seed, fc.array(eventSeed, { maxLength: 4 }))
  .map(([order, events]) => buildScenario(order, events));

/** Random orders that refunds, one after another, give back to the last cent. */
export const returnedScenarios: fc.Arbitrary<Scenario> = fc
  .tuple(seed, fc.array(eventSeed, { maxLength: 3 }))
  .map(([order, events]) => {
    const refunds = events.map((event): EventSeed => ({ ...event, kind: 'refund', status: 'success' }));
    const scenario = buildScenario(order, refunds);
    return { ...scenario, versions: [...scenario.versions, refundTheRest(scenario)] };
  });

function decimal(minor: bigint | number, places: number): string {
  const value = BigInt(minor);
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return value < 0n ? `-${text}` : text;
}

const minorOf = (text: string, places: number): number => Math.round(Number(text) * 10 ** places);

function buildScenario(order: Seed, events: EventSeed[]): Scenario {
  const [currency, places] = order.currency;
  const sale = buildSale(order);
  const versions = [sale];
  for (const [index, event] of events.entries()) {
    const before = versions.at(-1) ?? sale;
    if (before.cancelled_at === null) versions.push(applyEvent(before, event, index + 1, places));
  }
  const list = (lines: Seed['defaultList']): ListLine[] => buildList(lines, places);
  const named = events.flatMap((event, index) =>
    event.kind === 'refund' && event.named >= 0 && event.named < VENDOR_COUNT
      ? [[String(900 + index + 1), vendorIdOf(event.named)]]
      : [],
  );
  const sellers = new Set(sale.line_items.flatMap((line) => (line.gift_card ? [] : [line.vendor])));
  const gestures = named.filter(([, id]) => [...sellers].some((name) => name === vendorName(Number(id) - 100)));
  return {
    places,
    currency,
    versions,
    flags: order.flags,
    defaultList: list(order.defaultList),
    vendorLists: Object.fromEntries(order.vendorLists.map(([vendor, lines]) => [vendorIdOf(vendor), list(lines)])),
    vendorIds: Object.fromEntries(
      Array.from({ length: VENDOR_COUNT }, (_, index) => [vendorName(index).toLowerCase(), vendorIdOf(index)]),
    ),
    productTags: Object.fromEntries(
      order.lines.flatMap((line, index) => (line.tag ? [[String(500 + index), line.tag]] : [])),
    ),
    quotes: order.quotes
      ? Object.fromEntries(order.quotes.map((quote, index) => [vendorIdOf(index), decimal(quote, places)]))
      : null,
    discountShares: Object.fromEntries(
      order.discountShares.map(({ index, percent, vendors }) => [
        String(index),
        { percentage: decimal(percent, 4), vendors: vendors && vendors.map(vendorIdOf) },
      ]),
    ),
    overrides: Object.fromEntries(
      order.overrides.map(({ vendor, percent, flat }) => [
        vendorIdOf(vendor),
        { percentage: decimal(percent, 4), flat: decimal(flat, places) },
      ]),
    ),
    goodwill: Object.fromEntries(
      order.goodwill.map(([vendor, amount]) => [vendorIdOf(vendor), decimal(amount, places)]),
    ),
    shippingRefundVendors: Object.fromEntries(named) as Record<string, string>,
    gestureVendors: Object.fromEntries(gestures) as Record<string, string>,
  };
}

function buildList(lines: Seed['defaultList'], places: number): ListLine[] {
  let from = 0;
  return lines.map((line, index) => {
    const min = from;
    from += line.width;
    const constraint = line.tag === '' ? null : { key: index % 2 === 0 ? 'custom.tag' : 'tag', value: line.tag };
    const hasMax = index < lines.length - 1 && index % 2 === 0;
    return {
      min: decimal(min, places),
      max: hasMax ? decimal(from, places) : null,
      flat: decimal(line.flat, places),
      percentage: decimal(line.percent, 4),
      constraint,
    };
  });
}

function buildTaxes(
  amount: number,
  rates: number[],
  included: boolean,
  liable: boolean,
  places: number,
): PlatformTax[] {
  const sum = rates.reduce((total, rate) => total + rate, 0);
  return rates.map((rate, index) => ({
    title: `Tax ${index}`,
    rate,
    price: decimal(Math.round(included ? (amount * rate) / (1 + sum) : amount * rate), places),
    channel_liable: liable && index === 0,
  }));
}

function buildSale(order: Seed): PlatformOrder {
  const [currency, places] = order.currency;
  const set = (minor: number): PlatformSet => ({
    shop_money: { amount: decimal(minor, places), currency_code: currency },
  });
  const lines = order.lines.map((line, index): PlatformLine => {
    const list = line.price * line.quantity;
    const discounts = line.discounts.map(({ share, index: application }) => ({
      amount: decimal(Math.floor((list * share) / 100), places),
      discount_application_index: application,
    }));
    const discount = discounts.reduce((sum, { amount }) => sum + minorOf(amount, places), 0);
    const isVendor = line.vendor >= 0 && line.vendor < VENDOR_COUNT;
    return {
      id: 700 + index,
      admin_graphql_api_id: `gid://shopify/LineItem/${700 + index}`,
      product_id: 500 + index,
      vendor: isVendor ? vendorName(line.vendor % order.vendorCount) : line.vendor < 0 ? null : 'Nobody we know',
      title: `Product ${index}`,
      gift_card: line.giftCard,
      requires_shipping: line.requiresShipping,
      price: decimal(line.price, places),
      quantity: line.quantity,
      current_quantity: line.quantity,
      tax_lines: buildTaxes(list - discount, line.rates, order.taxesIncluded, line.channelLiable, places),
      discount_allocations: discounts,
    };
  });
  const shipping = order.shipping.map((line, index): PlatformShipping => {
    const discount = Math.floor((line.price * line.discount) / 100);
    return {
      id: 800 + index,
      price: decimal(line.price, places),
      tax_lines: buildTaxes(line.price - discount, line.rates, order.taxesIncluded, line.channelLiable, places),
      discount_allocations:
        discount === 0 ? [] : [{ amount: decimal(discount, places), discount_application_index: 0 }],
    };
  });
  const sum = (texts: string[]): number => texts.reduce((total, text) => total + minorOf(text, places), 0);
  const list = order.lines.reduce((total, line) => total + line.price * line.quantity, 0);
  const restBase = order.lines.reduce((total, line) => total + (line.giftCard ? 0 : line.price * line.quantity), 0);
  const rest = Math.floor((restBase * order.restShare) / 100);
  const discounts = sum(
    [...lines, ...shipping].flatMap((line) => line.discount_allocations.map(({ amount }) => amount)),
  );
  const taxes = sum([...lines, ...shipping].flatMap((line) => line.tax_lines.map(({ price }) => price)));
  const totalTax = Math.max(0, taxes + order.taxDifference);
  const goods = list + sum(shipping.map((line) => line.price)) - discounts - rest;
  return {
    id: 42,
    admin_graphql_api_id: 'gid://shopify/Order/42',
    name: '#1001',
    currency,
    taxes_included: order.taxesIncluded,
    created_at: '2026-03-01T10:00:00Z',
    updated_at: '2026-03-01T10:00:00Z',
    cancelled_at: null,
    financial_status: 'paid',
    line_items: lines,
    shipping_lines: shipping,
    total_price: decimal(goods + (order.taxesIncluded ? 0 : totalTax) + order.tip + order.duties, places),
    total_tax: decimal(totalTax, places),
    total_discounts: decimal(discounts + rest, places),
    total_tip_received: decimal(order.tip, places),
    original_total_duties_set: set(order.duties),
    total_cash_rounding_payment_adjustment_set: set(goods > 10 ? order.rounding : 0),
    refunds: [],
  };
}

function applyEvent(before: PlatformOrder, event: EventSeed, index: number, places: number): PlatformOrder {
  const updated_at = `2026-03-01T1${index}:00:00Z`;
  if (event.kind === 'cancel') return { ...before, updated_at, cancelled_at: updated_at };
  const taken = before.line_items.map((line, position) => Math.min(line.current_quantity, event.picks[position] ?? 0));
  const line_items = before.line_items.map((line, position) => ({
    ...line,
    current_quantity: line.current_quantity - (taken[position] ?? 0),
  }));
  if (event.kind === 'remove') return { ...before, updated_at, line_items };
  return {
    ...before,
    updated_at,
    line_items,
    refunds: [...before.refunds, buildRefund(before, taken, event, { index, places, updated_at })],
  };
}

function buildRefund(
  before: PlatformOrder,
  taken: number[],
  event: Pick<EventSeed, 'shippingShare' | 'extra' | 'status'>,
  at: { index: number; places: number; updated_at: string },
): PlatformRefund {
  const { places } = at;
  const refundedOf = (id: number) =>
    before.refunds.flatMap((refund) => refund.refund_line_items).filter((entry) => entry.line_item_id === id);
  const lines = before.line_items.flatMap((line, position) => {
    const quantity = taken[position] ?? 0;
    if (quantity === 0) return [];
    const earlier = refundedOf(line.id).reduce((sum, entry) => sum + entry.quantity, 0);
    const discount = line.discount_allocations.reduce((sum, { amount }) => sum + minorOf(amount, places), 0);
    const tax = line.tax_lines.reduce((sum, { price }) => sum + minorOf(price, places), 0);
    const upTo = (amount: number): number =>
      Math.round((amount * (earlier + quantity)) / line.quantity) - Math.round((amount * earlier) / line.quantity);
    return {
      line_item_id: line.id,
      quantity,
      subtotal: decimal(minorOf(line.price, places) * quantity - upTo(discount), places),
      total_tax: decimal(upTo(tax), places),
    };
  });
  const left = shippingLeft(before, places);
  const shipping = Math.floor((left.amount * event.shippingShare) / 100);
  const shippingTax = event.shippingShare === 100 ? left.tax : Math.floor((left.tax * event.shippingShare) / 100);
  const set = (minor: number): PlatformSet => ({
    shop_money: { amount: decimal(minor, places), currency_code: before.currency },
  });
  const goods = lines.reduce(
    (sum, line) => sum + minorOf(line.subtotal, places) + (before.taxes_included ? 0 : minorOf(line.total_tax, places)),
    0,
  );
  const paidBack = Math.max(0, Math.min(goods + shipping + shippingTax + event.extra, moneyLeft(before, places)));
  return {
    id: 900 + at.index,
    admin_graphql_api_id: `gid://shopify/Refund/${900 + at.index}`,
    created_at: at.updated_at,
    refund_line_items: lines,
    transactions:
      paidBack === 0
        ? []
        : [
            {
              id: 950 + at.index,
              kind: 'refund',
              status: event.status,
              amount: decimal(paidBack, places),
              currency: before.currency,
            },
          ],
    refund_shipping_lines:
      shipping === 0 && shippingTax === 0
        ? []
        : [{ subtotal_amount_set: set(shipping), tax_amount_set: set(shippingTax) }],
  };
}

function shippingLeft(order: PlatformOrder, places: number): { amount: number; tax: number } {
  const tax = order.shipping_lines
    .flatMap((line) => line.tax_lines)
    .reduce((sum, line) => sum + minorOf(line.price, places), 0);
  const quoted = order.shipping_lines.reduce(
    (sum, line) =>
      sum +
      minorOf(line.price, places) -
      line.discount_allocations.reduce((all, { amount }) => all + minorOf(amount, places), 0),
    0,
  );
  const back = order.refunds.flatMap((refund) => refund.refund_shipping_lines);
  const sumOf = (pick: (line: (typeof back)[number]) => PlatformSet): number =>
    back.reduce((sum, line) => sum + minorOf(pick(line).shop_money.amount, places), 0);
  return {
    amount: (order.taxes_included ? quoted - tax : quoted) - sumOf((line) => line.subtotal_amount_set),
    tax: tax - sumOf((line) => line.tax_amount_set),
  };
}

function moneyLeft(order: PlatformOrder, places: number): number {
  const back = order.refunds
    .flatMap((refund) => refund.transactions)
    .filter((transaction) => transaction.status !== 'failure');
  const rounding = minorOf(order.total_cash_rounding_payment_adjustment_set.shop_money.amount, places);
  return (
    minorOf(order.total_price, places) + rounding - back.reduce((sum, { amount }) => sum + minorOf(amount, places), 0)
  );
}

function refundTheRest(scenario: Scenario): PlatformOrder {
  const before = scenario.versions.at(-1);
  if (!before) throw new Error('a scenario has a sale');
  const at = { index: 9, places: scenario.places, updated_at: '2026-03-02T10:00:00Z' };
  const taken = before.line_items.map((line) => line.current_quantity);
  const refund = buildRefund(before, taken, { shippingShare: 100, extra: 0, status: 'success' }, at);
  const amount = decimal(moneyLeft(before, scenario.places), scenario.places);
  return {
    ...before,
    updated_at: at.updated_at,
    financial_status: 'refunded',
    line_items: before.line_items.map((line) => ({ ...line, current_quantity: 0 })),
    refunds: [
      ...before.refunds,
      { ...refund, transactions: [{ id: 999, kind: 'refund', status: 'success', amount, currency: before.currency }] },
    ],
  };
}
