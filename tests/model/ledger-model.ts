import { chooseRule, least, ownerOf, type Part, positive, type Sale, settle, split } from './money-model.ts';
import type { Order, Override, Refund, Terms } from './platform-order.ts';

export type Account =
  | 'receipts'
  | 'payable'
  | 'commission'
  | 'shipping'
  | 'tax'
  | 'channelTax'
  | 'discount'
  | 'goodwill'
  | 'rounding'
  | 'chargebacks'
  | 'adjustments'
  | 'labelCosts'
  | 'remainder'
  | `inTransit ${string}`
  | `paidOut ${string}`;
/** `reversed` is all that came back: returned, refunded, taken back. */
export type PayoutState = 'processing' | 'unknown' | 'unclaimed' | 'paid' | 'failed' | 'reversed' | 'deleted';
export interface Balance {
  account: Account;
  vendor: string;
  amount: bigint;
}
interface OrderScenario {
  sale: Sale;
  said: Order;
  /** What stands in the ledger: nothing before the order was paid in full once (M62). */
  posted?: Order;
  overrides: Map<string, Override>;
  /** What admins adjusted and did not undo, by id. */
  adjustments: Map<string, Adjustment>;
}
/** `amount` is what was said; `borne` what of goodwill or a chargeback the vendor bears. A chargeback may have no vendor. */
export type Adjustment =
  | { kind: 'correction'; vendor: string; amount: bigint }
  | { kind: 'goodwill'; vendor: string; amount: bigint }
  | { kind: 'chargeback'; vendor: string; amount: bigint; borne: bigint }
  | { kind: 'label'; vendor: string; amount: bigint };
export interface Payout {
  vendor: string;
  method: string;
  state: PayoutState;
  /** By order. */
  amounts: Map<string, bigint>;
  /** What of them was taken back while the payout stays paid. */
  back: Map<string, bigint>;
}

const total = (amounts: Iterable<bigint>) => [...amounts].reduce((sum, amount) => sum + amount, 0n);
const inTransit: PayoutState[] = ['processing', 'unknown', 'unclaimed'];

const worthOf = ({ lines, shipping, shippingTax }: Refund, taxesIncluded: boolean) =>
  total(lines.map((line) => line.subtotal + (taxesIncluded ? 0n : line.tax))) + shipping + shippingTax;

const most = (a: bigint, b: bigint) => (a > b ? a : b);

/**
 * What is left of gestures after later refunds that kept money back, walked in the order in which they were made (M54). A gesture
 * is of the vendor that its refund names; what admins assigned besides goes to the oldest that name nobody. `rest` is what is held
 * beyond the goods and extras: more than that is owed to nobody for goods that came back for no money.
 */
function consumeGestures(
  { refunds, taxesIncluded }: Order,
  assigned: ReadonlyMap<string, bigint>,
  ownerOfLine: ReadonlyMap<string, string>,
  rest: bigint,
) {
  const beyondOf = (refund: Refund) => positive(refund.paidBack - worthOf(refund, taxesIncluded));
  const shortOf = (refund: Refund) => positive(worthOf(refund, taxesIncluded) - refund.paidBack);
  const free = new Map(assigned);
  const share = new Map(assigned);
  const events = refunds.map((refund) => {
    const gestures: { vendor: string; amount: bigint; isNamed: boolean }[] = [];
    let open = beyondOf(refund);
    // A vendor without a part has nothing that could be reduced.
    if (refund.liableVendor !== undefined && assigned.has(refund.liableVendor)) {
      share.set(refund.liableVendor, (share.get(refund.liableVendor) ?? 0n) + open);
      gestures.push({ vendor: refund.liableVendor, amount: open, isNamed: true });
      open = 0n;
    }
    for (const [vendor, amount] of free) {
      const part = vendor === '' ? 0n : least(amount, open);
      gestures.push({ vendor, amount: part, isNamed: false });
      free.set(vendor, amount - part);
      open -= part;
    }
    const isPaid = refund.paidBack > 0n;
    const vendors = new Set(refund.lines.map((line) => ownerOfLine.get(line.id)));
    return { gestures, isPaid, vendors, short: shortOf(refund), payment: refund.lines.length === 0 ? open : 0n };
  });
  let owed = positive(
    rest + total(refunds.map(beyondOf)) - total(events.filter((one) => one.isPaid).map((one) => one.short)),
  );
  for (const [at, event] of events.entries()) {
    if (event.isPaid) continue;
    for (const later of events.slice(at + 1)) {
      const part = least(later.payment, event.short);
      later.payment -= part;
      event.short -= part;
    }
    event.short = least(event.short, owed);
    owed -= event.short;
  }
  for (const [at, event] of events.entries()) {
    for (const gesture of events.slice(0, at).flatMap((earlier) => earlier.gestures)) {
      if (!event.vendors.has(gesture.vendor)) continue;
      const part = least(gesture.amount, event.short);
      gesture.amount -= part;
      event.short -= part;
      share.set(gesture.vendor, (share.get(gesture.vendor) ?? 0n) - part);
    }
  }
  const open = events.flatMap((event) => event.gestures);
  return {
    keptBack: total(events.filter((event) => event.isPaid).map((event) => event.short)),
    named: total(open.filter((one) => one.isNamed).map((one) => one.amount)),
    assigned: total(open.map((one) => one.amount)),
    borne: share,
  };
}

/** The order as it is posted while an edit's balance is open: units taken at once, units and lines added not yet (M62). */
function holdBack(posted: Order, said: Order): Order {
  const keptOf = (id: string) => said.lines.find((line) => line.id === id)?.kept ?? 0n;
  const lines = posted.lines.map((line) => ({ ...line, kept: least(line.kept, keptOf(line.id)) }));
  const { shipping, shippingTaxes } = said.shipping > posted.shipping ? posted : said;
  // A part of the balance counts with the rest of it, or when nothing will follow (M55).
  const received = said.isCancelled ? said.received : posted.received;
  return { ...said, lines, shipping, shippingTaxes, received };
}

/** All orders, payouts and decisions of one store and currency, and every account's balance that follows from them. */
export class LedgerModel {
  private orders = new Map<string, OrderScenario>();
  readonly payouts = new Map<string, Payout>();
  /** The same by order: there are thousands of both. */
  private payoutsOf = new Map<string, Payout[]>();
  /** What each order earned, as long as nothing is said or decided of it. */
  private settled = new Map<string, Balance[]>();

  /** Takes what the platform says of an order now; the first time freezes the terms (M34). */
  say(id: string, order: Order, terms: Terms) {
    const scenario: OrderScenario = this.orders.get(id) ?? {
      sale: { lines: order.lines, terms, quotes: order.quotes, rules: new Map() },
      said: order,
      overrides: new Map(),
      adjustments: new Map(),
    };
    for (const line of order.lines) {
      if (!scenario.sale.rules.has(line.id)) scenario.sale.rules.set(line.id, chooseRule(line, scenario.sale.terms));
    }
    scenario.said = order;
    if (order.isPaid) scenario.posted = order;
    else if (scenario.posted) scenario.posted = holdBack(scenario.posted, order);
    this.orders.set(id, scenario);
    this.settled.delete(id);
  }

  override(id: string, vendor: string, override: Override) {
    this.orders.get(id)!.overrides.set(vendor, override);
    this.settled.delete(id);
  }

  /** An admin corrects what a vendor is owed, lets it bear goodwill (M54), or books a chargeback (M58). */
  adjust(id: string, adjustmentId: string, adjustment: Adjustment) {
    this.orders.get(id)!.adjustments.set(adjustmentId, adjustment);
    this.settled.delete(id);
  }

  /** Undoes one; answers whose it was. */
  undo(id: string, adjustmentId: string): string {
    const { adjustments } = this.orders.get(id)!;
    const { vendor } = adjustments.get(adjustmentId)!;
    adjustments.delete(adjustmentId);
    this.settled.delete(id);
    return vendor;
  }

  /** What corrections, chargebacks and labels add to what a vendor is owed for an order. */
  adjusted(id: string, vendor: string): bigint {
    const own = [...this.orders.get(id)!.adjustments.values()].filter((one) => one.vendor === vendor);
    const added = (one: Adjustment): bigint => {
      if (one.kind === 'chargeback') return -one.borne;
      return one.kind === 'correction' ? one.amount : one.kind === 'label' ? -one.amount : 0n;
    };
    return total(own.map(added));
  }

  /** What can still be adjusted: goodwill that no vendor bears, receipts that were neither paid nor charged back. */
  room(id: string) {
    const found = this.balances(id);
    const sum = (account: Account) => total(found.filter((one) => one.account === account).map(({ amount }) => amount));
    return { goodwill: -sum('goodwill'), chargeable: positive(-sum('receipts')) };
  }

  /**
   * What a payout of the chosen orders of a vendor is made of: what is due of them, and all that it owes (M61). An order of a
   * payout that is under way is in no other.
   */
  prepare(vendor: string, chosen: readonly string[]): Map<string, bigint> {
    const open = [...this.payouts.values()].filter((one) => one.vendor === vendor && inTransit.includes(one.state));
    const free = [...this.orders.keys()].filter((order) => !open.some(({ amounts }) => amounts.has(order)));
    const amounts = free.map((order) => [order, this.payable(order, vendor)] as const);
    return new Map(amounts.filter(([order, amount]) => amount < 0n || (amount > 0n && chosen.includes(order))));
  }

  /** Pays; answers the amount, or null where zero and negative amounts are refused. */
  pay(id: string, vendor: string, method: string, state: PayoutState, chosen: readonly string[]): bigint | null {
    const amounts = this.prepare(vendor, chosen);
    const amount = total(amounts.values());
    if (amount <= 0n) return null;
    const payout: Payout = { vendor, method, state, amounts, back: new Map() };
    this.payouts.set(id, payout);
    for (const order of amounts.keys()) this.payoutsOf.set(order, [...(this.payoutsOf.get(order) ?? []), payout]);
    return amount;
  }

  /** A payout's later fate: what failed, came back or was deleted is payable again; what may still arrive is not. */
  turn(id: string, state: PayoutState) {
    this.payouts.get(id)!.state = state;
  }

  /** A part of a paid payout was taken back, `amount` of it in all: of its oldest orders first, as far as each goes. */
  takeBack(id: string, amount: bigint, oldestFirst: readonly string[]) {
    const { amounts, back } = this.payouts.get(id)!;
    let left = amount;
    for (const order of oldestFirst.filter((one) => (amounts.get(one) ?? 0n) > 0n)) {
      back.set(order, least(left, amounts.get(order)!));
      left -= back.get(order)!;
    }
  }

  /** The parts that are shown: what is posted, and before the payment what the platform says. */
  parts(id: string): Map<string, Part> {
    const { said, posted, sale, overrides } = this.orders.get(id)!;
    const parts = settle(posted ?? said, sale, overrides);
    const isZero = (posted ?? said).isCancelled;
    const zero = (part: Part): Part => Object.fromEntries(Object.keys(part).map((name) => [name, 0n])) as never;
    return isZero ? new Map([...parts].map(([vendor, part]) => [vendor, zero(part)])) : parts;
  }

  /** Every account's balance of one order, which sum to zero. */
  balances(id: string): Balance[] {
    const scenario = this.orders.get(id)!;
    const earned = this.settled.get(id) ?? this.earned(id, scenario);
    this.settled.set(id, earned);
    const found = [...earned];
    for (const { vendor, method, state, amounts, back } of this.payoutsOf.get(id) ?? []) {
      const amount = (amounts.get(id) ?? 0n) - (back.get(id) ?? 0n);
      const isOut = state === 'paid';
      if (amount === 0n || (!isOut && !inTransit.includes(state))) continue;
      found.push({ account: 'payable', vendor, amount: -amount });
      found.push({ account: isOut ? `paidOut ${method}` : `inTransit ${method}`, vendor, amount });
    }
    return found;
  }

  /** What a vendor's order shows of payment: due, or overpaid, what was paid out or is under way, and whether the buyer had paid. */
  standing(id: string, vendor: string) {
    const payable = this.payable(id, vendor);
    const own = this.balances(id).filter((balance) => balance.vendor === vendor);
    const paid = total(own.filter(({ account }) => /^(paidOut|inTransit) /.test(account)).map(({ amount }) => amount));
    return {
      due: positive(payable),
      overpaid: positive(-payable),
      paid,
      isPosted: this.orders.get(id)?.posted !== undefined,
    };
  }

  private payable(id: string, vendor: string): bigint {
    const own = this.balances(id).filter((balance) => balance.account === 'payable' && balance.vendor === vendor);
    return total(own.map((balance) => balance.amount));
  }

  private earned(id: string, { posted, adjustments, sale }: OrderScenario): Balance[] {
    if (!posted) return [];
    const found: Balance[] = [];
    const add = (account: Account, vendor: string, amount: bigint) => found.push({ account, vendor, amount });
    const parts = this.parts(id);
    for (const [vendor, part] of parts) {
      add('channelTax', vendor, part.channelTax);
      if (vendor === '') continue;
      add('receipts', vendor, -part.buyerPaid);
      add('payable', vendor, part.payout);
      add('commission', vendor, part.commission);
      add('shipping', vendor, part.shippingKept);
      add('tax', vendor, part.taxKept);
      add('discount', vendor, -part.discountShare);
    }
    const kept = posted.received - total(posted.refunds.map((refund) => refund.paidBack));
    const worth = total([...parts.values()].map((part) => part.buyerPaid));
    const wasChanged =
      posted.isCancelled || posted.refunds.length > 0 || posted.lines.some((line) => line.kept < line.quantity);
    const isEmpty = wasChanged && worth === 0n;
    const rounding = isEmpty ? 0n : posted.cashRounding;
    add('rounding', '', rounding);
    const rest = kept - worth - rounding - (isEmpty ? 0n : posted.extras);
    const vendors = [...parts.keys()];
    const adjusted = [...adjustments.values()];
    const assigned = new Map(
      vendors.map((vendor) => [
        vendor,
        total(adjusted.filter((one) => one.kind === 'goodwill' && one.vendor === vendor).map(({ amount }) => amount)),
      ]),
    );
    const ownerOfLine = new Map(posted.lines.map((line) => [line.id, ownerOf(line, sale.terms)]));
    const left = posted.isCancelled ? null : consumeGestures(posted, assigned, ownerOfLine, rest);
    // Money that stays is no gesture's, and what a vendor bears is a gesture (M54). Cancelled, nobody bears any. With nothing held,
    // what the marketplace kept back and what it gave are one sum; what its vendors bear does not hang on that.
    const apart = left ? most(left.keptBack - rest, left.named) : 0n;
    const goodwill = left && kept > 0n ? apart : most(-rest, left ? least(apart, left.assigned) : 0n);
    const requested = vendors.map((vendor) => positive(left?.borne.get(vendor) ?? 0n));
    const share = total(requested) > goodwill ? split(goodwill, requested) : requested;
    for (const [at, vendor] of vendors.entries()) {
      add('payable', vendor, -share[at]!);
      add('goodwill', vendor, share[at]!);
    }
    add('goodwill', '', -goodwill);
    add('receipts', '', worth - (parts.get('')?.buyerPaid ?? 0n) - kept);
    for (const one of adjusted) {
      if (one.kind === 'correction') {
        add('payable', one.vendor, one.amount);
        add('adjustments', '', -one.amount);
      } else if (one.kind === 'chargeback') {
        add('receipts', '', one.amount);
        add('payable', one.vendor, -one.borne);
        add('chargebacks', '', one.borne - one.amount);
      } else if (one.kind === 'label') {
        add('payable', one.vendor, -one.amount);
        add('labelCosts', one.vendor, one.amount);
      }
    }
    add('remainder', '', -total(found.map((balance) => balance.amount)));
    return found;
  }
}
