import type {
  ListLine,
  PlatformLine,
  PlatformOrder,
  PlatformTax,
  Scenario,
} from '#tests/factories/orders/scenarios.ts';
import { nameOfAccount } from './account-names.ts';
import { type Account, type Balance, LedgerModel } from './ledger-model.ts';
import type { Line, Order, Refund, Rule, Tax, Terms } from './platform-order.ts';

/** What the rules make of a random order: each vendor's part, every account by "account|vendor", and what is held. Minor units. */
export type ExpectedLedger = {
  vendors: Record<string, Record<'payout' | 'marketplace' | 'commission' | 'paid' | 'channelTax', bigint>>;
  accounts: Record<string, bigint>;
  held: bigint;
};

type Reading = { scenario: Scenario; minor: (text: string) => bigint };

const ORDER = '1';
const PAID = ['paid', 'partially_refunded', 'refunded'];
const SHARE: readonly Account[] = ['commission', 'shipping', 'tax', 'discount', 'goodwill'];

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

/** The ledger of a random order by the model, after all its versions and decisions; throws at an amount with too many places. */
export function computeExpectedLedger(scenario: Scenario): ExpectedLedger {
  const reading: Reading = { scenario, minor: (text) => readDecimal(text, scenario.places) };
  const model = new LedgerModel();
  for (const version of scenario.versions) model.say(ORDER, describeOrder(reading, version), describeTerms(reading));
  for (const [vendor, { percentage, flat }] of Object.entries(scenario.overrides))
    model.override(ORDER, vendor, { percent: shareOf(percentage), flat: reading.minor(flat) });
  for (const [vendor, amount] of Object.entries(scenario.goodwill))
    model.adjust(ORDER, `goodwill of ${vendor}`, { kind: 'goodwill', vendor, amount: reading.minor(amount) });
  const balances = model.balances(ORDER);
  const vendors = [...model.parts(ORDER).keys()].filter((vendor) => vendor !== '');
  return {
    vendors: Object.fromEntries(vendors.map((vendor) => [vendor, partOf(balances, vendor)])),
    accounts: accountsOf(balances),
    held: -total(balances.filter(({ account }) => account === 'receipts').map(({ amount }) => amount)),
  };
}

function partOf(balances: readonly Balance[], vendor: string): ExpectedLedger['vendors'][string] {
  const sum = (...accounts: readonly Account[]) =>
    total(
      balances.filter((one) => one.vendor === vendor && accounts.includes(one.account)).map(({ amount }) => amount),
    );
  return {
    payout: sum('payable'),
    marketplace: sum(...SHARE),
    commission: sum('commission'),
    paid: -sum('receipts'),
    channelTax: sum('channelTax'),
  };
}

function accountsOf(balances: readonly Balance[]): Record<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, vendor, amount } of balances) {
    const key = `${nameOfAccount(account)}|${vendor}`;
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  }
  return Object.fromEntries([...sums].filter(([, amount]) => amount !== 0n));
}

/** Reads "12.345" as a whole number of units of that many places. */
function readDecimal(text: string, places: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  if (fraction.length > places) throw new Error(`${text} has too many places`);
  return BigInt(whole + fraction.padEnd(places, '0'));
}

/** Millionths of a percentage. */
const shareOf = (percentage: string): bigint => readDecimal(percentage, 4);

function describeTerms({ scenario, minor }: Reading): Terms {
  const { flags } = scenario;
  const flag = (isSet: boolean) => (isSet ? 1n : 0n);
  const list = (lines: readonly ListLine[]): Rule[] =>
    lines.map(({ min, max, percentage, flat, constraint }) => ({
      min: minor(min),
      percent: shareOf(percentage),
      flat: minor(flat),
      ...(max === null ? {} : { max: minor(max) }),
      ...(constraint === null ? {} : { constraint }),
    }));
  return {
    commissioned: {
      discount: flag(flags.includeDiscount),
      tax: flag(flags.includeTax),
      shipping: flag(flags.includeShipping),
    },
    inPayout: {
      discount: flag(flags.discountInPayout),
      tax: flag(flags.taxInPayout),
      shipping: flag(flags.shippingInPayout),
    },
    standard: list(scenario.defaultList),
    ofVendor: Object.fromEntries(Object.entries(scenario.vendorLists).map(([vendor, lines]) => [vendor, list(lines)])),
    // The program names vendors by their ids.
    aliases: scenario.vendorIds,
  };
}

function describeOrder(reading: Reading, version: PlatformOrder): Order {
  const { scenario, minor } = reading;
  const sum = (texts: readonly string[]) => total(texts.map(minor));
  const shippingDiscount = sum(
    version.shipping_lines.flatMap((line) => line.discount_allocations.map(({ amount }) => amount)),
  );
  const taxLines = [...version.line_items, ...version.shipping_lines].flatMap((line) => line.tax_lines);
  const taxDifference = version.taxes_included
    ? 0n
    : minor(version.total_tax) - sum(taxLines.map(({ price }) => price));
  const cashRounding = minor(version.total_cash_rounding_payment_adjustment_set.shop_money.amount);
  const quotes = scenario.quotes && Object.entries(scenario.quotes).map(([vendor, quote]) => [vendor, minor(quote)]);
  return {
    lines: version.line_items.map((line) => describeLine(reading, version, line)),
    taxesIncluded: version.taxes_included,
    discount: minor(version.total_discounts),
    shippingDiscount,
    shipping: sum(version.shipping_lines.map(({ price }) => price)) - shippingDiscount,
    shippingTaxes: version.shipping_lines.flatMap((line) => describeTaxes(reading, line.tax_lines)),
    ...(quotes ? { quotes: Object.fromEntries(quotes) as Record<string, bigint> } : {}),
    refunds: version.refunds.map((refund) => describeRefund(reading, refund)),
    extras:
      minor(version.total_tip_received) + minor(version.original_total_duties_set.shop_money.amount) + taxDifference,
    cashRounding,
    received: minor(version.total_price) + cashRounding,
    isPaid: PAID.includes(version.financial_status),
    isCancelled: version.cancelled_at !== null,
  };
}

function describeLine({ scenario, minor }: Reading, { refunds }: PlatformOrder, line: PlatformLine): Line {
  const refunded = refunds.flatMap((refund) => refund.refund_line_items).filter((one) => one.line_item_id === line.id);
  const units = refunded.reduce((sum, { quantity }) => sum + quantity, 0);
  const tag = scenario.productTags[String(line.product_id)];
  const isKnown = scenario.vendorIds[(line.vendor ?? '').trim().toLowerCase()] !== undefined;
  return {
    id: String(line.id),
    vendor: isKnown ? line.vendor : null,
    price: minor(line.price),
    quantity: BigInt(line.quantity),
    kept: BigInt(line.current_quantity + units),
    discounts: line.discount_allocations.map(({ amount, discount_application_index: index }) => {
      const shared = scenario.discountShares[String(index)];
      if (!shared) return { amount: minor(amount) };
      const vendors = shared.vendors === null ? {} : { vendors: shared.vendors };
      return { amount: minor(amount), decided: { vendorShare: shareOf(shared.percentage), ...vendors } };
    }),
    taxes: describeTaxes({ scenario, minor }, line.tax_lines),
    isGiftCard: line.gift_card,
    needsShipping: line.requires_shipping,
    fields: tag === undefined ? {} : { tag: [tag], 'custom.tag': [tag] },
  };
}

function describeTaxes({ minor }: Reading, taxes: readonly PlatformTax[]): Tax[] {
  return taxes.map(({ price, rate, channel_liable: isChannelLiable }) => ({
    amount: minor(price),
    rate: BigInt(Math.round(rate * 1_000_000)),
    isChannelLiable,
  }));
}

function describeRefund({ scenario, minor }: Reading, refund: PlatformOrder['refunds'][number]): Refund {
  const sum = (texts: readonly string[]) => total(texts.map(minor));
  const liableVendor = scenario.shippingRefundVendors[String(refund.id)];
  const shipping = refund.refund_shipping_lines;
  return {
    lines: refund.refund_line_items.map((line) => ({
      id: String(line.line_item_id),
      quantity: BigInt(line.quantity),
      subtotal: minor(line.subtotal),
      tax: minor(line.total_tax),
    })),
    shipping: sum(shipping.map((line) => line.subtotal_amount_set.shop_money.amount)),
    shippingTax: sum(shipping.map((line) => line.tax_amount_set.shop_money.amount)),
    paidBack: sum(
      refund.transactions
        .filter(({ kind, status }) => kind === 'refund' && status !== 'failure')
        .map(({ amount }) => amount),
    ),
    ...(liableVendor === undefined ? {} : { liableVendor }),
  };
}
