import type { Discount, Line, Order, Override, Refund, Rule, Tax, Terms } from './platform-order.ts';

/**
 * The marketplace's money, computed once more: from the money rules alone, without a line of the program.
 * Amounts are whole minor units of one currency. Rates are in millionths: 10 % is 100000n. In accounts, what somebody
 * may claim is positive and what came from the buyer is negative, so that each order's accounts sum to zero.
 * questions.md beside this file lists what the rules leave open, and the reading taken here; ledger-model.ts books it.
 */

/** One vendor's part of an order: before goodwill, chargebacks, adjustments and payouts. */
export interface Part {
  list: bigint;
  discount: bigint;
  shipping: bigint;
  tax: bigint;
  channelTax: bigint;
  commission: bigint;
  shippingKept: bigint;
  taxKept: bigint;
  discountShare: bigint;
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
export const least = (a: bigint, b: bigint) => (a < b ? a : b);
export const positive = (amount: bigint) => (amount > 0n ? amount : 0n);
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

type Back = { general: bigint; ofVendor: Map<string, bigint> };

/**
 * Shipping goes over vendors first, then over each one's lines, by the weights of the sale; what went back comes off the
 * vendor it names, and else off everybody by the same weights, from nobody more than is there (M01 to M05, M07, M51).
 */
function spreadShipping(amount: bigint, back: Back, { lines, terms, quotes }: Sale): Map<string, bigint> {
  const takers = lines.some((line) => line.needsShipping) ? lines.filter((line) => line.needsShipping) : lines;
  const owners = [...new Set(lines.map((line) => ownerOf(line, terms)))];
  const quoteOf = (owner: string) => quotes?.[owner] ?? 0n;
  const taking = owners.map((owner) => {
    const group = takers.filter((line) => ownerOf(line, terms) === owner);
    // A quote for lines that need no shipping counts as quoted (M07).
    const isQuoted = group.length === 0 && quoteOf(owner) > 0n;
    return { owner, group: isQuoted ? lines.filter((line) => ownerOf(line, terms) === owner) : group };
  });
  const groups = taking.filter(({ group }) => group.length > 0);
  const weights = groups.map(({ owner, group }) => (quotes ? quoteOf(owner) : total(group.map(listOf))));
  const sold = split(amount, weights);
  const named = sold.map((part, at) => least(part, back.ofVendor.get(groups[at]!.owner) ?? 0n));
  const open = back.general + total(back.ofVendor.values()) - total(named);
  const left = takeOff(
    sold.map((part, at) => part - named[at]!),
    open,
    weights,
  );
  const shares = groups.map(({ group }, at) => {
    const over = split(sold[at]!, group.map(listOf));
    return takeOff(over, sold[at]! - left[at]!, group.map(listOf)).map(
      (part, index) => [group[index]!.id, part] as const,
    );
  });
  return new Map(shares.flat());
}

/** Tax of shipping that went back, by who remits it: the parts of all of it are those of its sum, whomever refunds name. */
function splitBack({ general, ofVendor }: Back, charged: bigint[]): Back[] {
  const parts = charged.map((): Back => ({ general: 0n, ofVendor: new Map() }));
  if (total(charged) === 0n) return parts;
  let sum = 0n;
  for (const [vendor, amount] of [['', general] as const, ...ofVendor]) {
    const [before, after] = [split(sum, charged), split(sum + amount, charged)];
    for (const [at, part] of parts.entries()) {
      if (vendor === '') part.general = after[at]! - before[at]!;
      else part.ofVendor.set(vendor, after[at]! - before[at]!);
    }
    sum += amount;
  }
  return parts;
}

/** Takes an amount off parts by weight; what a part cannot bear comes off the others. */
function takeOff(parts: bigint[], amount: bigint, weights: bigint[]): bigint[] {
  const open = parts.flatMap((part, at) => (part > 0n ? [at] : []));
  if (amount <= 0n || open.length === 0) return parts;
  const shares = split(
    amount,
    open.map((at) => weights[at]!),
  );
  const left = [...parts];
  for (const [index, at] of open.entries()) left[at] = positive(parts[at]! - shares[index]!);
  return takeOff(left, amount - (total(parts) - total(left)), weights);
}

/** The rule frozen for a line: the first that matches its product, else the first without a condition (M30 to M36). */
export function chooseRule(line: Line, terms: Terms): Rule | undefined {
  if (ownerOf(line, terms) === '') return undefined;
  const own = terms.ofVendor[ownerOf(line, terms)] ?? [];
  const rules = own.length > 0 ? own : terms.standard;
  const isAlike = (one: Rule, other: Rule) =>
    one.constraint?.key === other.constraint?.key && one.constraint?.value === other.constraint?.value;
  const inRange = rules.filter((rule) => {
    const above = rules.filter((next) => isAlike(rule, next) && next.min > rule.min).map((next) => next.min);
    const ceiling = rule.max ?? (above.length > 0 ? above.reduce(least) : undefined);
    return line.price >= rule.min && (ceiling === undefined || line.price < ceiling);
  });
  const isMatch = ({ constraint }: Rule) => constraint && line.fields[constraint.key]?.includes(constraint.value);
  return inRange.find(isMatch) ?? inRange.find((rule) => !rule.constraint);
}

/** A line's discount: the parts whose bearer was decided, one by one, and all the rest of it. */
interface Cut {
  decided: { amount: bigint; vendorShare: bigint }[];
  ordinary: bigint;
}

/** The discounts of each line; an unallocated rest goes over all lines but gift cards (M04, M39). */
function discountsOf(order: Order, terms: Terms): Map<string, Cut> {
  const allocated = total(order.lines.flatMap((line) => line.discounts.map((part) => part.amount)));
  const sharing = order.lines.filter((line) => !line.isGiftCard);
  const shares = split(order.discount - order.shippingDiscount - allocated, sharing.map(listOf));
  return new Map(
    order.lines.map((line) => {
      const owner = ownerOf(line, terms);
      const isDecided = ({ decided }: Discount) =>
        decided !== undefined && owner !== '' && (decided.vendors?.includes(owner) ?? true);
      const decided = line.discounts
        .filter(isDecided)
        .map(({ amount, decided: by }) => ({ amount, vendorShare: by!.vendorShare }));
      const others = total(line.discounts.filter((part) => !isDecided(part)).map((part) => part.amount));
      return [line.id, { decided, ordinary: others + (shares[sharing.indexOf(line)] ?? 0n) }];
    }),
  );
}

type Left = ReturnType<typeof leftOf>;

/** What is left of a line after edits and refunds (M50): units, list amount, discount by bearer, tax by who remits it. */
function leftOf(line: Line, discount: Cut, refunds: Refund[]) {
  const taxes = line.taxes.map((tax) => tax.amount);
  const cuts = [...discount.decided.map((part) => part.amount), discount.ordinary];
  const keptOf = (amount: bigint) => (line.quantity > 0n ? halfUp(amount * line.kept, line.quantity) : 0n);
  let units = line.kept;
  let cut = keptOf(total(cuts));
  let tax = keptOf(total(taxes));
  for (const back of refunds.flatMap((refund) => refund.lines).filter((part) => part.id === line.id)) {
    units -= back.quantity;
    cut -= line.price * back.quantity - back.subtotal;
    tax -= back.tax;
  }
  if (units <= 0n) return { units: 0n, list: 0n, cut: 0n, decided: [], tax: 0n, channelTax: 0n };
  cut = positive(cut);
  const cutParts = split(cut, cuts);
  const decided = discount.decided.map((part, at) => ({ ...part, amount: cutParts[at]! }));
  const parts = split(positive(tax), taxes);
  const channelTax = total(parts.filter((_, at) => line.taxes[at]!.isChannelLiable));
  const ours = total(parts) - channelTax;
  return { units, list: line.price * units, cut, decided, tax: ours, channelTax };
}

/** One line's part: what is commissioned, what the vendor gets of it, what the buyer pays for it. */
function settleLine(line: Line, left: Left, rule: Rule | undefined, shipping: bigint, order: Order, terms: Terms) {
  const rate = total(line.taxes.map((tax) => tax.rate));
  const embedded = (amount: bigint) => (order.taxesIncluded ? halfUp(amount * rate, MILLION + rate) : 0n);
  const stated = order.taxesIncluded ? left.tax + left.channelTax : 0n;
  const inList = stated + embedded(left.cut);
  const { commissioned } = terms;
  const price = left.list - commissioned.discount * left.cut;
  const inPrice = commissioned.discount ? stated : inList;
  const base = positive(price - (1n - commissioned.tax) * inPrice + commissioned.shipping * shipping);
  const flat = left.units > 0n ? (rule?.flat ?? 0n) : 0n;
  const commission = least(base, halfUp(base * (rule?.percent ?? 0n), MILLION) + flat);
  const net = left.list - inList;
  const decided = left.decided.map(({ amount, vendorShare }) => {
    const whole = amount - embedded(amount);
    return { whole, vendors: halfUp(whole * vendorShare, MILLION) };
  });
  const shareOfVendors = total(decided.map((part) => part.vendors));
  const shareOfMarketplace = total(decided.map((part) => part.whole)) - shareOfVendors;
  const shareOfFlag = left.cut - embedded(left.cut) - shareOfVendors - shareOfMarketplace;
  const onTop = left.tax + left.channelTax - stated;
  return {
    ...left,
    base,
    commission,
    net,
    shareOfFlag,
    shareOfVendors,
    shareOfMarketplace,
    onTop,
  };
}

/** What is left of the shipping, over the lines: ex tax, its tax, and its tax that the channel remits (M06, M08, M51). */
function shippingLeft(order: Order, sale: Sale) {
  const taxes = [taxOf(order.shippingTaxes, false), taxOf(order.shippingTaxes, true)];
  const charged = order.shipping - (order.taxesIncluded ? total(taxes) : 0n);
  const back = (amountOf: (refund: Refund) => bigint): Back => {
    const vendors = new Set(order.refunds.flatMap((refund) => refund.liableVendor ?? []));
    const sum = (vendor?: string) => total(order.refunds.filter((one) => one.liableVendor === vendor).map(amountOf));
    return { general: sum(), ofVendor: new Map([...vendors].map((vendor) => [vendor, sum(vendor)])) };
  };
  const taxesBack = splitBack(
    back((refund) => refund.shippingTax),
    taxes,
  );
  const over = [
    spreadShipping(
      charged,
      back((refund) => refund.shipping),
      sale,
    ),
    spreadShipping(taxes[0]!, taxesBack[0]!, sale),
    spreadShipping(taxes[1]!, taxesBack[1]!, sale),
  ];
  return (id: string) => over.map((shares) => shares.get(id) ?? 0n) as [bigint, bigint, bigint];
}

/** Every owner's part of an order as it stands, at the terms of its sale; '' is the marketplace's (behaviour 13). */
export function settle(order: Order, sale: Sale, overrides: Map<string, Override>): Map<string, Part> {
  const { inPayout } = sale.terms;
  const discounts = discountsOf(order, sale.terms);
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
    const byFlag = sum((line) => line.shareOfFlag);
    const discount = sum((line) => line.cut);
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
      discountShare: (1n - inPayout.discount) * byFlag + sum((line) => line.shareOfMarketplace),
      payout: sum((line) => line.net - line.shareOfVendors) - commission + passed,
      buyerPaid: list - discount + shipping + shippingTaxes + sum((line) => line.onTop),
    };
  };
  const owners = [...new Set(order.lines.map((line) => ownerOf(line, sale.terms)))];
  return new Map(owners.map((owner) => [owner, ofOwner(owner)]));
}
