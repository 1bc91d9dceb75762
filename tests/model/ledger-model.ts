import { chooseRule, type Order, type Override, type Part, type Sale, settle, type Terms } from './money-model.ts';

export type Account =
  | 'receipts'
  | 'payable'
  | 'commission'
  | 'shipping'
  | 'tax'
  | 'channelTax'
  | 'discount'
  | 'goodwill'
  | 'chargebacks'
  | 'adjustments'
  | 'remainder'
  | `inTransit ${string}`
  | `paidOut ${string}`;
export type PayoutState =
  'processing' | 'unknown' | 'unclaimed' | 'paid' | 'failed' | 'returned' | 'denied' | 'deleted';
export interface Balance {
  account: Account;
  vendor: string;
  amount: bigint;
}
interface Life {
  sale: Sale;
  said: Order;
  /** What stands in the ledger: nothing before the order was paid in full once (M62). */
  posted?: Order;
  overrides: Map<string, Override>;
  chargebacks: { amount: bigint; vendor: string }[];
}
interface Payout {
  vendor: string;
  method: string;
  state: PayoutState;
  amounts: Map<string, bigint>;
}

const total = (amounts: Iterable<bigint>) => [...amounts].reduce((sum, amount) => sum + amount, 0n);
const inTransit: PayoutState[] = ['processing', 'unknown', 'unclaimed'];

/** The order as it may be posted while an edit's balance is open: a decrease at once, an increase not yet (M62). */
function holdBack(posted: Order, said: Order): Order {
  const worthOf = (order: Order, id: string) => {
    const line = order.lines.find((one) => one.id === id)!;
    const onTop = order.taxesIncluded ? 0n : total(line.taxes.map((tax) => tax.amount));
    return line.price * line.quantity - total(line.discounts.map((part) => part.amount)) + onTop;
  };
  const known = said.lines.filter((line) => posted.lines.some((one) => one.id === line.id));
  const lines = known.map((line) =>
    worthOf(said, line.id) > worthOf(posted, line.id) ? posted.lines.find((one) => one.id === line.id)! : line,
  );
  const { shipping, shippingTaxes } = said.shipping > posted.shipping ? posted : said;
  return { ...said, lines, shipping, shippingTaxes };
}

/** All orders, payouts and decisions of one store and currency, and every account's balance that follows from them. */
export class LedgerModel {
  private orders = new Map<string, Life>();
  private payouts = new Map<string, Payout>();
  private adjustments = new Map<string, { vendor: string; amount: bigint }>();

  /** Takes what the platform says of an order now; the first time freezes the terms (M34). */
  say(id: string, order: Order, terms: Terms) {
    const life: Life = this.orders.get(id) ?? {
      sale: { lines: order.lines, terms, quotes: order.quotes, rules: new Map() },
      said: order,
      overrides: new Map(),
      chargebacks: [],
    };
    for (const line of order.lines) {
      if (!life.sale.rules.has(line.id)) life.sale.rules.set(line.id, chooseRule(line, life.sale.terms));
    }
    life.said = order;
    if (order.isPaid || (order.isCancelled && life.posted)) life.posted = order;
    else if (life.posted) life.posted = holdBack(life.posted, order);
    this.orders.set(id, life);
  }

  override(id: string, vendor: string, override: Override) {
    this.orders.get(id)!.overrides.set(vendor, override);
  }

  /** A chargeback is the marketplace's, or a vendor's where an admin said so (M58). */
  chargeBack(id: string, amount: bigint, vendor = '') {
    this.orders.get(id)!.chargebacks.push({ amount, vendor });
  }

  adjust(id: string, vendor: string, amount: bigint) {
    this.adjustments.set(id, { vendor, amount });
  }

  /** Pays the chosen orders of a vendor together with all it owes (M61); answers the amount, or null where refused. */
  pay(id: string, vendor: string, method: string, state: PayoutState, chosen: string[]): bigint | null {
    const ids = [...this.orders.keys(), ...this.adjustments.keys()];
    const joined = ids.filter((order) => chosen.includes(order) || this.payable(order, vendor) < 0n);
    const amounts = new Map(joined.map((order) => [order, this.payable(order, vendor)]));
    if (total(amounts.values()) <= 0n) return null;
    this.payouts.set(id, { vendor, method, state, amounts });
    return total(amounts.values());
  }

  /** A payout's later fate; what failed, came back or was deleted is payable again. */
  turn(id: string, state: PayoutState) {
    this.payouts.get(id)!.state = state;
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
    const life = this.orders.get(id);
    const found = life ? this.earned(id, life) : this.adjusted(id);
    for (const { vendor, method, state, amounts } of this.payouts.values()) {
      const amount = amounts.get(id) ?? 0n;
      const isOut = state === 'paid';
      if (!isOut && !inTransit.includes(state)) continue;
      found.push({ account: 'payable', vendor, amount: -amount });
      found.push({ account: isOut ? `paidOut ${method}` : `inTransit ${method}`, vendor, amount });
    }
    return found;
  }

  /** What a vendor's order shows of payment. */
  standing(id: string, vendor: string) {
    const payable = this.payable(id, vendor);
    const own = this.balances(id).filter((balance) => balance.vendor === vendor);
    const paid = total(own.filter(({ account }) => account.startsWith('paidOut')).map(({ amount }) => amount));
    return { due: payable > 0n ? payable : 0n, overpaid: payable < 0n ? -payable : 0n, paid };
  }

  private payable(id: string, vendor: string): bigint {
    const own = this.balances(id).filter((balance) => balance.account === 'payable' && balance.vendor === vendor);
    return total(own.map((balance) => balance.amount));
  }

  private adjusted(id: string): Balance[] {
    const { vendor, amount } = this.adjustments.get(id)!;
    return [
      { account: 'payable', vendor, amount },
      { account: 'adjustments', vendor: '', amount: -amount },
    ];
  }

  private earned(id: string, { posted, chargebacks }: Life): Balance[] {
    if (!posted) return [];
    const found: Balance[] = [];
    const add = (account: Account, vendor: string, amount: bigint) => found.push({ account, vendor, amount });
    for (const [vendor, part] of this.parts(id)) {
      add('channelTax', vendor, part.channelTax);
      if (vendor === '') continue;
      add('payable', vendor, part.payout);
      add('commission', vendor, part.commission);
      add('shipping', vendor, part.shippingKept);
      add('tax', vendor, part.taxKept);
      add('discount', vendor, -part.discountBorne);
    }
    for (const refund of posted.isCancelled ? [] : posted.refunds) {
      const onTop = total(refund.lines.map((line) => (posted.taxesIncluded ? 0n : line.tax)));
      const goods = total(refund.lines.map((line) => line.subtotal)) + onTop;
      const goodwill = refund.paidBack - goods - refund.shipping - refund.shippingTax;
      if (refund.goodwillOf) add('payable', refund.goodwillOf, -goodwill);
      else add('goodwill', '', -goodwill);
    }
    for (const { amount, vendor } of chargebacks) add(vendor ? 'payable' : 'chargebacks', vendor, -amount);
    const lost = total(chargebacks.map((chargeback) => chargeback.amount));
    add('receipts', '', total(posted.refunds.map((refund) => refund.paidBack)) + lost - posted.received);
    add('remainder', '', -total(found.map((balance) => balance.amount)));
    return found;
  }
}
