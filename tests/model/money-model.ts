/**
 * The marketplace's money, computed once more: from the rules M01 to M65 alone, without a line of the program.
 * Amounts are whole minor units of one currency. Rates are in millionths: 10 % is 100000n. In accounts, what somebody
 * may claim is positive and what came from the buyer is negative, so that each order's accounts sum to zero.
 * questions.md beside this file lists what the rules leave open, and the reading taken here; ledger-model.ts books it.
 */
export interface Line {
  id: string;
  vendor: string | null;
  price: bigint;
  /** Units sold, after edits and before refunds. Discounts and taxes are those of these units. */
  quantity: bigint;
  discounts: { amount: bigint; isVendorMade: boolean }[];
  taxes: Tax[];
  isGiftCard: boolean;
  needsShipping: boolean;
  fields: Record<string, string[]>;
}
export interface Tax {
  amount: bigint;
  rate: bigint;
  isChannelLiable: boolean;
}
export interface Refund {
  lines: { id: string; quantity: bigint; subtotal: bigint; tax: bigint }[];
  shipping: bigint;
  shippingTax: bigint;
  /** What its pending and successful transactions gave back. */
  paidBack: bigint;
  goodwillOf?: string;
}
/** What the platform says of an order at one moment. */
export interface Order {
  lines: Line[];
  taxesIncluded: boolean;
  /** The order's whole discount, and the part of it that fell on shipping. */
  discount: bigint;
  shippingDiscount: bigint;
  /** Charged after discounts, as quoted. */
  shipping: bigint;
  shippingTaxes: Tax[];
  quotes?: Record<string, bigint>;
  refunds: Refund[];
  received: bigint;
  isPaid: boolean;
  isCancelled: boolean;
}
export interface Rule {
  min: bigint;
  max?: bigint;
  percent: bigint;
  flat: bigint;
  constraint?: { key: string; value: string };
}
/** The flags are 0n or 1n. */
export interface Terms {
  commissioned: { discount: bigint; tax: bigint; shipping: bigint };
  inPayout: { discount: bigint; tax: bigint; shipping: bigint };
  standard: Rule[];
  ofVendor: Record<string, Rule[]>;
  aliases: Record<string, string>;
}
export type Override = { percent: bigint; flat: bigint } | null;

/** One vendor's part of an order, as it is shown: before goodwill, chargebacks, adjustments and payouts. */
export interface Part {
  list: bigint;
  discount: bigint;
  shipping: bigint;
  tax: bigint;
  channelTax: bigint;
  commission: bigint;
  shippingKept: bigint;
  taxKept: bigint;
  discountBorne: bigint;
  payout: bigint;
  buyerPaid: bigint;
}
/** What is frozen when an order is recorded, and the rule of each line since it was first seen. */
export interface Sale {
  lines: Line[];
  terms: Terms;
  quotes?: Record<string, bigint>;
  rules: Map<string, Rule | undefined>;
}

const MILLION = 1_000_000n;
const halfUp = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);
const total = (amounts: Iterable<bigint>) => [...amounts].reduce((sum, amount) => sum + amount, 0n);
const least = (a: bigint, b: bigint) => (a < b ? a : b);
const listOf = (line: Line) => line.price * line.quantity;
const taxOf = (taxes: Tax[], isChannelLiable: boolean) =>
  total(taxes.filter((tax) => tax.isChannelLiable === isChannelLiable).map((tax) => tax.amount));

/** The parts of an amount by largest remainder; ties go by order, and equal parts where nothing weighs (M05). */
export function split(amount: bigint, weights: bigint[]): bigint[] {
  const sum = total(weights);
  if (weights.length === 0) return [];
  if (sum === 0n) return split(amount, Array<bigint>(weights.length).fill(1n));
  const parts = weights.map((weight) => (amount * weight) / sum);
  const byRest = weights.map((weight, at) => ({ at, rest: (amount * weight) % sum }));
  byRest.sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  const missing = Number(amount - total(parts));
  for (const { at } of byRest.slice(0, missing)) parts[at]! += 1n;
  return parts;
}

/** The vendor a line belongs to, or '' for the marketplace (M09, M10). */
export function ownerOf(line: Line, terms: Terms): string {
  const name = line.isGiftCard ? '' : (line.vendor ?? '').trim().toLowerCase();
  return terms.aliases[name] ?? name;
}

/** Shipping goes over vendors first, then over each one's lines, by the weights of the sale (M01 to M05, M07, M51). */
function spreadShipping(amount: bigint, sale: Sale): Map<string, bigint> {
  const takers = sale.lines.some((line) => line.needsShipping)
    ? sale.lines.filter((line) => line.needsShipping)
    : sale.lines;
  const owners = [...new Set(sale.lines.map((line) => ownerOf(line, sale.terms)))];
  const groups = owners.map((owner) => takers.filter((line) => ownerOf(line, sale.terms) === owner));
  const taking = groups.filter((group) => group.length > 0);
  const weightOf = (group: Line[]) => sale.quotes?.[ownerOf(group[0]!, sale.terms)] ?? total(group.map(listOf));
  const amounts = split(amount, taking.map(weightOf));
  return new Map(
    taking.flatMap((group, at) =>
      split(amounts[at]!, group.map(listOf)).map((part, index) => [group[index]!.id, part] as const),
    ),
  );
}

/** The rule frozen for a line: the first that matches its product, else the first without a condition (M30 to M36). */
export function chooseRule(line: Line, terms: Terms): Rule | undefined {
  if (ownerOf(line, terms) === '') return undefined;
  const own = terms.ofVendor[ownerOf(line, terms)] ?? [];
  const rules = own.length > 0 ? own : terms.standard;
  const isAlike = (one: Rule, other: Rule) =>
    one.constraint?.key === other.constraint?.key && one.constraint?.value === other.constraint?.value;
  const inRange = rules.filter((rule, at) => {
    const ceiling = rule.max ?? rules.slice(at + 1).find((next) => isAlike(rule, next))?.min;
    return line.price >= rule.min && (ceiling === undefined || line.price < ceiling);
  });
  const isMatch = ({ constraint }: Rule) => constraint && line.fields[constraint.key]?.includes(constraint.value);
  return inRange.find(isMatch) ?? inRange.find((rule) => !rule.constraint);
}

/** The discounts of each line by who made them; an unallocated rest goes over all lines but gift cards (M04, M39). */
function discountsOf(order: Order): Map<string, { ordinary: bigint; vendorMade: bigint }> {
  const made = (line: Line, isVendorMade: boolean) =>
    total(line.discounts.filter((part) => part.isVendorMade === isVendorMade).map((part) => part.amount));
  const allocated = total(order.lines.flatMap((line) => line.discounts.map((part) => part.amount)));
  const sharing = order.lines.filter((line) => !line.isGiftCard);
  const shares = split(order.discount - order.shippingDiscount - allocated, sharing.map(listOf));
  return new Map(
    order.lines.map((line) => {
      const share = shares[sharing.indexOf(line)] ?? 0n;
      return [line.id, { ordinary: made(line, false) + share, vendorMade: made(line, true) }];
    }),
  );
}

type Left = ReturnType<typeof leftOf>;

/** What is left of a line after its refunds (M50): units, list amount, discount by maker, tax by who remits it. */
function leftOf(line: Line, discount: { ordinary: bigint; vendorMade: bigint }, refunds: Refund[]) {
  const taxes = [taxOf(line.taxes, false), taxOf(line.taxes, true)];
  let [units, cut, tax] = [line.quantity, discount.ordinary + discount.vendorMade, total(taxes)];
  for (const back of refunds.flatMap((refund) => refund.lines).filter((part) => part.id === line.id)) {
    units -= back.quantity;
    cut -= line.price * back.quantity - back.subtotal;
    tax -= back.tax;
  }
  if (units <= 0n) return { units: 0n, list: 0n, ordinary: 0n, vendorMade: 0n, tax: 0n, channelTax: 0n };
  const [ordinary, vendorMade] = split(cut, [discount.ordinary, discount.vendorMade]);
  const [ours, channels] = split(tax, tax > 0n ? taxes : [1n, 0n]);
  const list = line.price * units;
  return { units, list, ordinary: ordinary!, vendorMade: vendorMade!, tax: ours!, channelTax: channels! };
}

/** One line's part: what is commissioned, what the vendor gets of it, what the buyer pays for it. */
function settleLine(line: Line, left: Left, rule: Rule | undefined, shipping: bigint, order: Order, terms: Terms) {
  const rate = total(line.taxes.map((tax) => tax.rate));
  const embedded = (amount: bigint) => (order.taxesIncluded ? halfUp(amount * rate, MILLION + rate) : 0n);
  const stated = order.taxesIncluded ? left.tax + left.channelTax : 0n;
  const inList = stated + embedded(left.ordinary) + embedded(left.vendorMade);
  const { commissioned } = terms;
  const price = left.list - commissioned.discount * (left.ordinary + left.vendorMade);
  const inPrice = commissioned.discount ? stated : inList;
  const open = price - (1n - commissioned.tax) * inPrice + commissioned.shipping * shipping;
  const base = open > 0n ? open : 0n;
  const flat = left.units > 0n ? (rule?.flat ?? 0n) : 0n;
  const commission = least(base, halfUp(base * (rule?.percent ?? 0n), MILLION) + flat);
  const net = left.list - inList;
  const borneByFlag = left.ordinary - embedded(left.ordinary);
  const borneByVendor = left.vendorMade - embedded(left.vendorMade);
  return { ...left, base, commission, net, borneByFlag, borneByVendor, onTop: left.tax + left.channelTax - stated };
}

/** What is left of the shipping, over the lines: ex tax, its tax, and its tax that the channel remits (M06, M08, M51). */
function shippingLeft(order: Order, sale: Sale) {
  const taxes = [taxOf(order.shippingTaxes, false), taxOf(order.shippingTaxes, true)];
  const charged = order.shipping - (order.taxesIncluded ? total(taxes) : 0n);
  const taxBack = total(order.refunds.map((refund) => refund.shippingTax));
  const [tax, channelTax] = split(total(taxes) - taxBack, total(taxes) > 0n ? taxes : [1n, 0n]);
  const exTax = charged - total(order.refunds.map((refund) => refund.shipping));
  const over = [exTax, tax!, channelTax!].map((amount) => spreadShipping(amount, sale));
  return (id: string) => over.map((shares) => shares.get(id) ?? 0n) as [bigint, bigint, bigint];
}

/** Every owner's part of an order as it stands, at the terms of its sale; '' is the marketplace's (behaviour 13). */
export function settle(order: Order, sale: Sale, overrides: Map<string, Override>): Map<string, Part> {
  const { inPayout } = sale.terms;
  const discounts = discountsOf(order);
  const shippingOf = shippingLeft(order, sale);
  const ofOwner = (owner: string): Part => {
    const override = overrides.get(owner);
    const lines = order.lines.filter((line) => ownerOf(line, sale.terms) === owner);
    const settled = lines.map((line) => {
      const [shipping, shippingTax, channelShippingTax] = shippingOf(line.id);
      const rule = override ? { min: 0n, percent: override.percent, flat: 0n } : sale.rules.get(line.id);
      const left = leftOf(line, discounts.get(line.id)!, order.refunds);
      const settledLine = settleLine(line, left, rule, shipping, order, sale.terms);
      return { ...settledLine, shipping, shippingTax, channelShippingTax };
    });
    const sum = (pick: (line: (typeof settled)[number]) => bigint) => total(settled.map(pick));
    const flat = override && settled.some((line) => line.units > 0n) ? override.flat : 0n;
    const uncapped = sum((line) => line.commission) + flat;
    const base = sum((line) => line.base);
    const commission = least(base, uncapped);
    const list = sum((line) => line.list);
    const shipping = sum((line) => line.shipping);
    const byFlag = sum((line) => line.borneByFlag);
    const discount = sum((line) => line.ordinary + line.vendorMade);
    const tax = sum((line) => line.tax + line.shippingTax);
    const passed = inPayout.shipping * shipping + inPayout.tax * tax - inPayout.discount * byFlag;
    const shippingTaxes = sum((line) => line.shippingTax + line.channelShippingTax);
    return {
      list,
      discount,
      shipping,
      tax,
      channelTax: sum((line) => line.channelTax + line.channelShippingTax),
      commission,
      shippingKept: (1n - inPayout.shipping) * shipping,
      taxKept: (1n - inPayout.tax) * tax,
      discountBorne: (1n - inPayout.discount) * byFlag,
      payout: sum((line) => line.net - line.borneByVendor) - commission + passed,
      buyerPaid: list - discount + shipping + shippingTaxes + sum((line) => line.onTop),
    };
  };
  const owners = [...new Set(order.lines.map((line) => ownerOf(line, sale.terms)))];
  return new Map(owners.map((owner) => [owner, ofOwner(owner)]));
}
