import { Fraction, readDecimal, whole } from './fraction.ts';
import type { ListLine, PlatformLine, PlatformOrder, PlatformTax, Scenario } from './scenario.ts';

/**
 * The reference: the money of one order, worked out from the written rules alone, in exact fractions, one rule after another.
 * It shares no code with the program. All results are whole minor units.
 */
export type ReferenceVendor = {
  payout: bigint;
  marketplace: bigint;
  commission: bigint;
  paid: bigint;
  channelTax: bigint;
};
export type ReferenceOutcome = {
  vendors: Record<string, ReferenceVendor>;
  accounts: Record<string, bigint>;
  held: bigint;
};

type Line = {
  source: PlatformLine;
  owner: string;
  price: bigint;
  sold: bigint;
  left: bigint;
  /** `share` is the vendor's fraction of the part, null where the flags decide. */
  discountParts: { amount: bigint; share: Fraction | null }[];
  ownTax: bigint;
  channelTax: bigint;
  rate: Fraction;
  ship: bigint;
  percent: Fraction;
  flat: bigint;
};
type Party = { owner: string; lines: Line[]; ship: bigint; shipTax: bigint; shipChannelTax: bigint };
const MARKETPLACE = 'marketplace';

export function computeReference(scenario: Scenario): ReferenceOutcome {
  const sale = scenario.versions[0];
  const now = scenario.versions.at(-1);
  if (!sale || !now) throw new Error('a scenario has a sale');
  const soldParties = split(scenario, sale, sale, false);
  const parties = split(scenario, sale, now, true);
  const minor = minorReader(scenario);
  const vendors: Record<string, ReferenceVendor> = {};
  const accounts: Record<string, bigint> = {};
  const post = (account: string, vendor: string, amount: bigint): void => {
    if (amount !== 0n) accounts[`${account}|${vendor}`] = (accounts[`${account}|${vendor}`] ?? 0n) + amount;
  };
  let kept = 0n;
  let ownLines = 0n;
  for (const party of parties) {
    kept += paidFor(party, sale);
    if (party.owner === MARKETPLACE) {
      const channel = channelTaxOf(party);
      ownLines += paidFor(party, sale) - channel;
      post('channel_tax', '', channel);
    } else {
      vendors[party.owner] = settleVendor(scenario, sale, party, post);
    }
  }
  const rounding = minor(sale.total_cash_rounding_payment_adjustment_set.shop_money.amount);
  const received = minor(sale.total_price) + rounding;
  const paidBack = now.refunds
    .flatMap((refund) => refund.transactions)
    .filter((transaction) => transaction.kind === 'refund' && transaction.status !== 'failure')
    .reduce((sum, transaction) => sum + minor(transaction.amount), 0n);
  const held = received - paidBack;
  const soldTotal = soldParties.reduce((sum, party) => sum + paidFor(party, sale), 0n);
  const nothingLeft = now !== sale && kept === 0n && hasChanged(sale, now);
  const extras = nothingLeft ? 0n : received - soldTotal;
  const keptRounding = nothingLeft ? 0n : rounding;
  const difference = held - kept - extras;
  const cancelled = now.cancelled_at !== null;
  const owners = parties.map((party) => party.owner).filter((owner) => owner !== MARKETPLACE);
  const gestures = cancelled ? null : runGestures(scenario, sale, now, { owners, difference });
  const goodwill = goodwillOf(gestures, difference, held);
  const notRefunded = difference + goodwill;
  post('rounding', '', keptRounding);
  post('marketplace_remainder', '', ownLines + extras - keptRounding + notRefunded);
  post('goodwill_borne', '', -goodwill);
  if (gestures) shareGoodwill(owners, vendors, { goodwill, borne: gestures.borne }, post);
  const vendorsPaid = Object.values(vendors).reduce((sum, vendor) => sum + vendor.paid, 0n);
  post('buyer_receipts', '', vendorsPaid - held);
  return {
    vendors,
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, amount]) => amount !== 0n)),
    held,
  };
}

type GestureEnd = { keptBack: bigint; named: bigint; assigned: bigint; borne: Map<string, bigint> };
type Portion = { owner: string; amount: bigint; named: boolean };

/**
 * M54, refund by refund as they were made: each adds its gesture to those that are open, or consumes the oldest open ones of the
 * vendors whose lines it returns by what it paid less than its lines and shipping are worth.
 */
function runGestures(
  scenario: Scenario,
  sale: PlatformOrder,
  now: PlatformOrder,
  { owners, difference }: { owners: string[]; difference: bigint },
): GestureEnd {
  const minor = minorReader(scenario);
  const refunds = now.refunds.map((refund) => {
    const paid = refund.transactions
      .filter((transaction) => transaction.kind === 'refund' && transaction.status !== 'failure')
      .reduce((sum, transaction) => sum + minor(transaction.amount), 0n);
    const stated = refund.transactions.reduce((sum, transaction) => sum + minor(transaction.amount), 0n);
    const lines = refund.refund_line_items.reduce(
      (sum, line) => sum + minor(line.subtotal) + (now.taxes_included ? 0n : minor(line.total_tax)),
      0n,
    );
    const shipping = refund.refund_shipping_lines.reduce(
      (sum, line) =>
        sum + minor(line.subtotal_amount_set.shop_money.amount) + minor(line.tax_amount_set.shop_money.amount),
      0n,
    );
    const worth = lines + shipping;
    const returns = refund.refund_line_items.flatMap((entry) =>
      sale.line_items.filter((line) => line.id === entry.line_item_id).map((line) => ownerOf(scenario, line)),
    );
    return { paid, worth, intended: stated - worth, returns, named: scenario.gestureVendors[String(refund.id)] };
  });
  const borne = new Map(owners.map((owner) => [owner, minor(scenario.goodwill[owner] ?? '0')]));
  const later = owners.map((owner) => ({ owner, amount: borne.get(owner) ?? 0n }));
  // What each refund sent beyond its worth, by who bears it; '' is nobody.
  const portions = refunds.map((refund): Portion[] => {
    const beyond = positive(refund.paid - refund.worth);
    if (refund.named !== undefined && refund.intended > 0n) {
      borne.set(refund.named, (borne.get(refund.named) ?? 0n) + beyond);
      return [{ owner: refund.named, amount: beyond, named: true }];
    }
    let open = beyond;
    const taken = later.map((one): Portion => {
      const amount = one.amount < open ? one.amount : open;
      one.amount -= amount;
      open -= amount;
      return { owner: one.owner, amount, named: false };
    });
    return [...taken, { owner: '', amount: open, named: false }];
  });
  const sent = portions.flat().reduce((sum, portion) => sum + portion.amount, 0n);
  const keptByPaying = refunds.reduce(
    (sum, refund) => sum + (refund.paid > 0n ? positive(refund.worth - refund.paid) : 0n),
    0n,
  );
  let owed = positive(difference + sent - keptByPaying);
  // Goods that came back for no money are paid by later refunds without lines that are nobody's gesture.
  const payments = refunds.map((refund, index) =>
    refund.returns.length === 0 ? (portions[index]?.find((portion) => portion.owner === '')?.amount ?? 0n) : 0n,
  );
  const stillOwed = refunds.map((refund, index) => {
    let amount = refund.paid > 0n ? 0n : refund.worth;
    for (let at = index + 1; at < payments.length; at += 1) {
      const payment = payments[at] ?? 0n;
      const part = payment < amount ? payment : amount;
      payments[at] = payment - part;
      amount -= part;
    }
    return amount;
  });
  const pool: Portion[] = [];
  let keptBack = 0n;
  refunds.forEach((refund, index) => {
    const unpaid = stillOwed[index] ?? 0n;
    const limit = refund.paid > 0n ? positive(refund.worth - refund.paid) : unpaid < owed ? unpaid : owed;
    if (refund.paid <= 0n) owed -= limit;
    let short = limit;
    for (const portion of pool) {
      if (!refund.returns.includes(portion.owner)) continue;
      const part = portion.amount < short ? portion.amount : short;
      portion.amount -= part;
      short -= part;
      borne.set(portion.owner, (borne.get(portion.owner) ?? 0n) - part);
    }
    if (refund.paid > 0n) keptBack += short;
    pool.push(...(portions[index] ?? []).filter((portion) => portion.owner !== ''));
  });
  const left = (some: Portion[]): bigint => some.reduce((sum, portion) => sum + portion.amount, 0n);
  return { keptBack, named: left(pool.filter((portion) => portion.named)), assigned: left(pool), borne };
}

/** Goodwill of the order. Once nothing is held, the marketplace's own gestures and what it kept back are one sum. */
function goodwillOf(gestures: GestureEnd | null, difference: bigint, held: bigint): bigint {
  if (!gestures) return positive(-difference);
  const apart = gestures.keptBack - difference;
  const goodwill = apart > gestures.named ? apart : gestures.named;
  if (held > 0n) return goodwill;
  const ofVendors = goodwill < gestures.assigned ? goodwill : gestures.assigned;
  return ofVendors > -difference ? ofVendors : -difference;
}

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

function minorReader(scenario: Scenario): (text: string) => bigint {
  const scale = whole(10n ** BigInt(scenario.places));
  return (text) => {
    const value = readDecimal(text).times(scale);
    if (value.bottom !== 1n) throw new Error(`${text} has too many places`);
    return value.top;
  };
}

/** Largest remainder: everybody gets the floor of the exact part; one more goes to the largest fractions, ties in order. */
function share(total: bigint, weights: bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  const used = sum === 0n ? weights.map(() => 1n) : weights;
  const usedSum = used.reduce((all, weight) => all + weight, 0n);
  const exact = used.map((weight) => whole(total).times(new Fraction(weight, usedSum)));
  const parts = exact.map((part) => part.floor());
  let missing = total - parts.reduce((all, part) => all + part, 0n);
  const given = new Set<number>();
  while (missing > 0n) {
    let best = -1;
    exact.forEach((part, index) => {
      if (given.has(index)) return;
      const fraction = part.minus(whole(part.floor()));
      const bestPart = exact[best];
      if (!bestPart || bestPart.minus(whole(bestPart.floor())).isLess(fraction)) best = index;
    });
    given.add(best);
    parts[best] = (parts[best] ?? 0n) + 1n;
    missing -= 1n;
  }
  return parts;
}

/** As `share`, but only among some, the others get nothing. */
function shareAmong(total: bigint, weights: bigint[], takesPart: boolean[]): bigint[] {
  const chosen = weights.filter((_, index) => takesPart[index]);
  if (chosen.length === 0) return weights.map(() => 0n);
  const parts = share(total, chosen);
  return takesPart.map((takes) => (takes ? (parts.shift() ?? 0n) : 0n));
}

/** Takes an amount back by weight from those that still have something, never more than they have. */
function takeBack(total: bigint, weights: bigint[], have: bigint[]): bigint[] {
  const left = [...have];
  let open = total;
  while (open > 0n && left.some((amount) => amount > 0n)) {
    const parts = shareAmong(
      open,
      weights,
      left.map((amount) => amount > 0n),
    );
    parts.forEach((part, index) => {
      const taken = part < (left[index] ?? 0n) ? part : (left[index] ?? 0n);
      left[index] = (left[index] ?? 0n) - taken;
      open -= taken;
    });
  }
  return left;
}

function ownerOf(scenario: Scenario, line: PlatformLine): string {
  if (line.gift_card) return MARKETPLACE;
  const name = (line.vendor ?? '').trim().toLowerCase();
  return (name === '' ? undefined : scenario.vendorIds[name]) ?? MARKETPLACE;
}

function hasChanged(sale: PlatformOrder, now: PlatformOrder): boolean {
  return (
    now.refunds.length > 0 ||
    now.cancelled_at !== null ||
    now.line_items.some((line, index) => line.current_quantity < (sale.line_items[index]?.quantity ?? 0))
  );
}

/** Splits the order over vendors and the marketplace; with `changes`, as it stands after removals and refunds. */
function split(scenario: Scenario, sale: PlatformOrder, now: PlatformOrder, changes: boolean): Party[] {
  const minor = minorReader(scenario);
  const list = sale.line_items.map((line) => minor(line.price) * BigInt(line.quantity));
  const allocated = sale.line_items.map((line) => line.discount_allocations.map((entry) => minor(entry.amount)));
  const onShipping = sale.shipping_lines.flatMap((line) =>
    line.discount_allocations.map((entry) => minor(entry.amount)),
  );
  const rest = [...allocated.flat(), ...onShipping].reduce((sum, amount) => sum - amount, minor(sale.total_discounts));
  const restParts = shareAmong(
    rest > 0n ? rest : 0n,
    list,
    sale.line_items.map((line) => !line.gift_card),
  );
  const cancelled = changes && now.cancelled_at !== null;
  const lines = sale.line_items.map((line, index): Line => {
    const rule = chooseRule(scenario, line);
    const parts = line.discount_allocations.map((entry, position) => ({
      amount: allocated[index]?.[position] ?? 0n,
      share: shareOf(scenario, line, entry.discount_application_index),
    }));
    // What nobody decided a bearer of is one last part.
    const others = parts
      .filter((part) => part.share === null)
      .reduce((sum, part) => sum + part.amount, restParts[index] ?? 0n);
    const discountParts = [...parts.filter((part) => part.share !== null), { amount: others, share: null }];
    const rates = line.tax_lines.reduce((sum, tax) => sum.plus(readDecimal(String(tax.rate))), whole(0));
    const sold: Line = {
      source: line,
      owner: ownerOf(scenario, line),
      price: minor(line.price),
      sold: BigInt(line.quantity),
      left: BigInt(line.quantity),
      discountParts,
      ...taxesOf(line.tax_lines, minor),
      rate: sale.taxes_included ? rates : whole(0),
      ship: 0n,
      ...rule,
    };
    return changes ? takeUnitsBack(scenario, sold, line, now, cancelled) : sold;
  });
  return shareShipping(scenario, sale, now, { lines, list, changes, cancelled });
}

/** The vendor's fraction of a discount whose bearer was decided (M39); the marketplace's own lines share with nobody. */
function shareOf(scenario: Scenario, line: PlatformLine, index: number): Fraction | null {
  const decided = scenario.discountShares[String(index)];
  const owner = ownerOf(scenario, line);
  if (!decided || owner === MARKETPLACE || (decided.vendors !== null && !decided.vendors.includes(owner))) return null;
  return readDecimal(decided.percentage).over(whole(100));
}

function taxesOf(taxes: PlatformTax[], minor: (text: string) => bigint): { ownTax: bigint; channelTax: bigint } {
  let [ownTax, channelTax] = [0n, 0n];
  for (const tax of taxes) {
    if (tax.channel_liable) channelTax += minor(tax.price);
    else ownTax += minor(tax.price);
  }
  return { ownTax, channelTax };
}

/** M50: what removals and refunds leave of a line's discount and tax. With the last unit all of both goes. */
function takeUnitsBack(
  scenario: Scenario,
  line: Line,
  source: PlatformLine,
  now: PlatformOrder,
  cancelled: boolean,
): Line {
  const minor = minorReader(scenario);
  const refunds = now.refunds
    .flatMap((refund) => refund.refund_line_items)
    .filter((entry) => entry.line_item_id === source.id);
  const refunded = refunds.reduce((sum, entry) => sum + BigInt(entry.quantity), 0n);
  const current = now.line_items.find((entry) => entry.id === source.id)?.current_quantity ?? 0;
  const keptByEdits = BigInt(current) + refunded < line.sold ? BigInt(current) + refunded : line.sold;
  const left = cancelled ? 0n : keptByEdits - refunded;
  if (left <= 0n) {
    return {
      ...line,
      left: 0n,
      ownTax: 0n,
      channelTax: 0n,
      discountParts: line.discountParts.map((part) => ({ ...part, amount: 0n })),
    };
  }
  const discount = line.discountParts.reduce((sum, part) => sum + part.amount, 0n);
  const tax = line.ownTax + line.channelTax;
  const scaled = (amount: bigint): bigint => whole(amount).times(new Fraction(keptByEdits, line.sold)).round();
  const discountBack = refunds.reduce(
    (sum, entry) => sum + line.price * BigInt(entry.quantity) - minor(entry.subtotal),
    0n,
  );
  const taxBack = refunds.reduce((sum, entry) => sum + minor(entry.total_tax), 0n);
  const between = (amount: bigint, top: bigint): bigint => (amount < 0n ? 0n : amount > top ? top : amount);
  const discountLeft = between(scaled(discount) - discountBack, discount);
  const taxLeft = between(scaled(tax) - taxBack, tax);
  const discountShares =
    discountLeft === discount
      ? null
      : share(
          discountLeft,
          line.discountParts.map((part) => part.amount),
        );
  const taxAmounts = source.tax_lines.map((entry) => minor(entry.price));
  const taxShares = taxLeft === tax || taxAmounts.length === 0 ? taxAmounts : share(taxLeft, taxAmounts);
  const channelTax = taxShares.reduce(
    (sum, amount, index) => (source.tax_lines[index]?.channel_liable ? sum + amount : sum),
    0n,
  );
  return {
    ...line,
    left,
    discountParts: line.discountParts.map((part, index) => ({
      ...part,
      amount: discountShares?.[index] ?? part.amount,
    })),
    ownTax: taxLeft - channelTax,
    channelTax,
  };
}

/** M01–M08, M51: shipping over vendors first, then over each one's lines; refunds of it come off by the same weights. */
function shareShipping(
  scenario: Scenario,
  sale: PlatformOrder,
  now: PlatformOrder,
  state: { lines: Line[]; list: bigint[]; changes: boolean; cancelled: boolean },
): Party[] {
  const minor = minorReader(scenario);
  const someShip = state.lines.some((line) => line.source.requires_shipping);
  const ships = state.lines.map((line) => !someShip || line.source.requires_shipping);
  const owners = [...new Set(state.lines.map((line) => line.owner))];
  const indicesOf = (owner: string): number[] =>
    state.lines.flatMap((line, index) => (line.owner === owner ? [index] : []));
  const quote = (owner: string): bigint => minor(scenario.quotes?.[owner] ?? '0');
  const weights = owners.map((owner) =>
    scenario.quotes
      ? quote(owner)
      : indicesOf(owner).reduce((sum, index) => sum + (ships[index] ? (state.list[index] ?? 0n) : 0n), 0n),
  );
  const takesPart = owners.map(
    (owner) => indicesOf(owner).some((index) => ships[index]) || (scenario.quotes !== null && quote(owner) > 0n),
  );
  const charged = sale.shipping_lines.reduce(
    (sum, line) =>
      sum + minor(line.price) - line.discount_allocations.reduce((all, entry) => all + minor(entry.amount), 0n),
    0n,
  );
  const taxes = taxesOf(
    sale.shipping_lines.flatMap((line) => line.tax_lines),
    minor,
  );
  const exTax = sale.taxes_included ? charged - taxes.ownTax - taxes.channelTax : charged;
  const refunds = state.changes && !state.cancelled ? now.refunds : [];
  type Back = { general: bigint; named: Record<string, bigint> };
  const backOf = (pick: 'subtotal_amount_set' | 'tax_amount_set'): Back => {
    const back: Back = { general: 0n, named: {} };
    for (const refund of refunds) {
      const amount = refund.refund_shipping_lines.reduce((sum, line) => sum + minor(line[pick].shop_money.amount), 0n);
      const vendor = scenario.shippingRefundVendors[String(refund.id)];
      if (vendor === undefined) back.general += amount;
      else back.named[vendor] = (back.named[vendor] ?? 0n) + amount;
    }
    return back;
  };
  /** One stated tax, split between our own and the channel's by what was charged: the split of the running sum. */
  const splitTax = (back: Back): [own: Back, channel: Back] => {
    const own: Back = { general: 0n, named: {} };
    const channel: Back = { general: 0n, named: {} };
    let before = 0n;
    for (const vendor of [null, ...namedInOrder(scenario, refunds)]) {
      const amount = vendor === null ? back.general : (back.named[vendor] ?? 0n);
      const ownOf = (sum: bigint): bigint =>
        taxes.channelTax === 0n ? sum : (share(sum, [taxes.ownTax, taxes.channelTax])[0] ?? 0n);
      const ownPart = ownOf(before + amount) - ownOf(before);
      before += amount;
      if (vendor === null) [own.general, channel.general] = [ownPart, amount - ownPart];
      else [own.named[vendor], channel.named[vendor]] = [ownPart, amount - ownPart];
    }
    return [own, channel];
  };
  const spread = (total: bigint, back: Back): { sold: bigint[]; left: bigint[] } => {
    const sold = shareAmong(total, weights, takesPart);
    const afterNamed = sold.map((amount, index) => {
      const rest = amount - (back.named[owners[index] ?? ''] ?? 0n);
      return rest < 0n ? 0n : rest;
    });
    const asked = Object.values(back.named).reduce((sum, amount) => sum + amount, back.general);
    const taken = sold.reduce((sum, amount, index) => sum + amount - (afterNamed[index] ?? 0n), 0n);
    return { sold, left: takeBack(asked - taken, weights, afterNamed) };
  };
  const [ownBack, channelBack] = splitTax(backOf('tax_amount_set'));
  const ship = spread(exTax, backOf('subtotal_amount_set'));
  const tax = spread(taxes.ownTax, ownBack);
  const channel = spread(taxes.channelTax, channelBack);
  return owners.map((owner, position): Party => {
    const indices = indicesOf(owner);
    const anyShips = indices.some((index) => ships[index]);
    const lineTakes = indices.map((index) => !anyShips || (ships[index] ?? false));
    const lineWeights = indices.map((index, at) => (lineTakes[at] ? (state.list[index] ?? 0n) : 0n));
    const sold = ship.sold[position] ?? 0n;
    const left = state.cancelled ? 0n : (ship.left[position] ?? 0n);
    const lineShip = takeBack(sold - left, lineWeights, shareAmong(sold, lineWeights, lineTakes));
    return {
      owner,
      lines: indices.flatMap((index, at) => {
        const line = state.lines[index];
        return line ? [{ ...line, ship: lineShip[at] ?? 0n }] : [];
      }),
      ship: left,
      shipTax: state.cancelled ? 0n : (tax.left[position] ?? 0n),
      shipChannelTax: state.cancelled ? 0n : (channel.left[position] ?? 0n),
    };
  });
}

/** The vendors that refunds of shipping name, in the order of the refunds. */
function namedInOrder(scenario: Scenario, refunds: PlatformOrder['refunds']): string[] {
  return [...new Set(refunds.flatMap((refund) => scenario.shippingRefundVendors[String(refund.id)] ?? []))];
}

/** M30–M36: vendor's list if it has lines, else the default; a matching conditioned line before the unconditioned one. */
function chooseRule(scenario: Scenario, line: PlatformLine): { percent: Fraction; flat: bigint } {
  const owner = ownerOf(scenario, line);
  const own = scenario.vendorLists[owner];
  const list = own && own.length > 0 ? own : scenario.defaultList;
  const price = readDecimal(line.price);
  const sameCondition = (left: ListLine, right: ListLine): boolean =>
    (left.constraint?.key ?? '') === (right.constraint?.key ?? '') &&
    left.constraint?.value === right.constraint?.value;
  const holds = (entry: ListLine): boolean => {
    const min = readDecimal(entry.min);
    if (price.isLess(min)) return false;
    if (entry.max !== null) return price.isLess(readDecimal(entry.max));
    const later = list.filter((other) => sameCondition(other, entry) && min.isLess(readDecimal(other.min)));
    return later.every((other) => price.isLess(readDecimal(other.min)));
  };
  const tag = scenario.productTags[String(line.product_id)];
  const matches = (entry: ListLine): boolean =>
    entry.constraint !== null &&
    (entry.constraint.key === 'custom.tag' || entry.constraint.key === 'tag') &&
    entry.constraint.value === tag;
  const chosen =
    list.find((entry) => matches(entry) && holds(entry)) ??
    list.find((entry) => entry.constraint === null && holds(entry));
  return {
    percent: readDecimal(chosen?.percentage ?? '0').over(whole(100)),
    flat: minorReader(scenario)(chosen?.flat ?? '0'),
  };
}

function channelTaxOf(party: Party): bigint {
  return party.lines.reduce((sum, line) => sum + line.channelTax, party.shipChannelTax);
}

/** What the buyer paid for it: Σ(P − D) + ship + tax that is not inside the prices. */
function paidFor(party: Party, sale: PlatformOrder): bigint {
  return party.lines.reduce(
    (sum, line) => {
      const discount = line.discountParts.reduce((all, part) => all + part.amount, 0n);
      return sum + line.price * line.left - discount + (sale.taxes_included ? 0n : line.ownTax + line.channelTax);
    },
    party.ship + party.shipTax + party.shipChannelTax,
  );
}

/** The formulas of the finance computation, line by line. */
function settleVendor(
  scenario: Scenario,
  sale: PlatformOrder,
  party: Party,
  post: (account: string, vendor: string, amount: bigint) => void,
): ReferenceVendor {
  const minor = minorReader(scenario);
  const flag = (name: keyof Scenario['flags']): bigint => (scenario.flags[name] ? 1n : 0n);
  const override = scenario.overrides[party.owner];
  const emb = (line: Line, amount: bigint): bigint =>
    whole(amount).times(line.rate).over(whole(1).plus(line.rate)).round();
  let [commission, bases, goods, vendorDiscounts, otherDiscounts, sharedByMarketplace] = [0n, 0n, 0n, 0n, 0n, 0n];
  for (const line of party.lines) {
    const list = line.price * line.left;
    const discount = line.discountParts.reduce((all, part) => all + part.amount, 0n);
    const embPaid = sale.taxes_included ? line.ownTax + line.channelTax : 0n;
    const embList = embPaid + emb(line, discount);
    const price = list - flag('includeDiscount') * discount;
    const embPrice = scenario.flags.includeDiscount ? embPaid : embList;
    const base = price - (1n - flag('includeTax')) * embPrice + flag('includeShipping') * line.ship;
    const cap = base > 0n ? base : 0n;
    const percent = override ? readDecimal(override.percentage).over(whole(100)) : line.percent;
    const flat = !override && line.left > 0n ? line.flat : 0n;
    const wanted = whole(cap).times(percent).plus(whole(flat)).round();
    commission += wanted > cap ? cap : wanted;
    bases += cap;
    goods += list - embList;
    otherDiscounts += discount - emb(line, discount);
    for (const { amount, share } of line.discountParts) {
      if (share === null) continue;
      const net = amount - emb(line, amount);
      const byVendor = whole(net).times(share).round();
      vendorDiscounts += byVendor;
      sharedByMarketplace += net - byVendor;
      otherDiscounts -= net;
    }
  }
  if (override && party.lines.some((line) => line.left > 0n)) {
    const wanted = commission + minor(override.flat);
    commission = wanted > bases ? bases : wanted;
  }
  const tax = party.lines.reduce((sum, line) => sum + line.ownTax, party.shipTax);
  const payout =
    goods -
    commission +
    flag('shippingInPayout') * party.ship +
    flag('taxInPayout') * tax -
    flag('discountInPayout') * otherDiscounts -
    vendorDiscounts;
  const shippingKept = (1n - flag('shippingInPayout')) * party.ship;
  const taxKept = (1n - flag('taxInPayout')) * tax;
  const discountBorne = (1n - flag('discountInPayout')) * otherDiscounts + sharedByMarketplace;
  const paid = paidFor(party, sale);
  const channelTax = channelTaxOf(party);
  post('buyer_receipts', party.owner, -paid);
  post('vendor_payable', party.owner, payout);
  post('commission', party.owner, commission);
  post('shipping_kept', party.owner, shippingKept);
  post('tax_kept', party.owner, taxKept);
  post('discount_borne', party.owner, -discountBorne);
  post('channel_tax', party.owner, channelTax);
  return { payout, marketplace: commission + shippingKept + taxKept - discountBorne, commission, paid, channelTax };
}

/** Goodwill that vendors bear reduces their parts, together at most as much as there is. */
function shareGoodwill(
  ids: string[],
  vendors: Record<string, ReferenceVendor>,
  { goodwill, borne }: { goodwill: bigint; borne: Map<string, bigint> },
  post: (account: string, vendor: string, amount: bigint) => void,
): void {
  const wanted = ids.map((id) => positive(borne.get(id) ?? 0n));
  const sum = wanted.reduce((all, amount) => all + amount, 0n);
  const left = takeBack(goodwill < sum ? goodwill : sum, wanted, wanted);
  ids.forEach((id, index) => {
    const part = (wanted[index] ?? 0n) - (left[index] ?? 0n);
    const vendor = vendors[id];
    if (!vendor) return;
    vendor.payout -= part;
    vendor.marketplace += part;
    post('vendor_payable', id, -part);
    post('goodwill_borne', id, part);
  });
}
