import { encodeExact } from '#app/core/exact-json.ts';
import { foldName } from '#app/core/folding.ts';
import { sumMinor, type Currency } from '#app/core/money.ts';
import type { RateCode } from '#app/features/shipping/rates/cart-rates.ts';
import { hasUncounted, hasUnpaidReturn } from './refunded.ts';

/** A tax line: what was really charged, and its rate in 10⁻⁹. `channelLiable` tax is remitted by the sales channel (M23). */
export type TaxFact = { title: string; rateNano: bigint; amountMinor: bigint; channelLiable: boolean };

/** One allocation of a discount to a line, by the index of the discount application it belongs to. */
export type DiscountFact = { amountMinor: bigint; applicationIndex: number };

export type DiscountApplication = { index: number; type: string; code: string | null; title: string | null };

export type LineFacts = {
  id: string;
  productId: string | null;
  variantId: string | null;
  vendorName: string;
  title: string;
  variantTitle: string;
  sku: string;
  isGiftCard: boolean;
  requiresShipping: boolean;
  unitPriceMinor: bigint;
  quantity: number;
  currentQuantity: number;
  fulfillableQuantity: number;
  /** Units that were shipped and taken back since; missing in what was written before it was kept. */
  returnedQuantity?: number;
  taxes: TaxFact[];
  discounts: DiscountFact[];
};

/** A shipping line. `chargedMinor` is after shipping discounts, as the store quotes it (tax included where prices include it). */
export type ShippingFacts = {
  id: string;
  title: string;
  chargedMinor: bigint;
  discountMinor: bigint;
  /** The rate of our own carrier that it was; missing for every other. */
  rateCode?: RateCode;
  taxes: TaxFact[];
};

export type RefundLineFacts = {
  lineId: string;
  quantity: number;
  subtotalMinor: bigint;
  taxMinor: bigint;
  restockType: string;
};

export const REFUND_TRANSACTION_STATES = ['pending', 'success', 'failure'] as const;
export type RefundTransactionState = (typeof REFUND_TRANSACTION_STATES)[number];
export type RefundTransactionFacts = { id: string; state: RefundTransactionState; amountMinor: bigint };

/**
 * A refund, known by its id (M57). `shippingTaxMinor` is null where the platform does not state it. `refusal` is set where an
 * amount could not be read in the store's currency (M53): such a refund counts for nothing and is listed for an admin.
 */
export type RefundFacts = {
  id: string;
  createdAt: string;
  lines: RefundLineFacts[];
  shippingMinor: bigint;
  shippingTaxMinor: bigint | null;
  transactions: RefundTransactionFacts[];
  refusal: 'foreign_currency' | null;
};

export const FINANCIAL_STATUSES = [
  'pending',
  'authorized',
  'partially_paid',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'expired',
] as const;
export type FinancialStatus = (typeof FINANCIAL_STATUSES)[number];

/** One version of a platform order, without personal data; amounts are minor units of the store's currency. */
export type OrderFacts = {
  id: string;
  name: string;
  currency: Currency;
  taxesIncluded: boolean;
  isTest: boolean;
  createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  financialStatus: FinancialStatus;
  lines: LineFacts[];
  shipping: ShippingFacts[];
  discountApplications: DiscountApplication[];
  totalMinor: bigint;
  totalTaxMinor: bigint;
  totalDiscountsMinor: bigint;
  tipsMinor: bigint;
  dutiesMinor: bigint;
  feesMinor: bigint;
  cashRoundingPaidMinor: bigint;
  cashRoundingRefundedMinor: bigint;
  outstandingMinor: bigint | null;
  /** What the buyer has paid before refunds, where an edit took units away or goods came back for no money; null means the total. */
  receivedMinor: bigint | null;
  refunds: RefundFacts[];
};

/**
 * All that is known of an order. It is the same value in whatever order, and however often, its versions arrived:
 * the earliest version (the sale), the latest that was paid in full (M62), the latest of all, and the refunds by id.
 */
export type KnownOrder = {
  sale: OrderFacts;
  paid: OrderFacts | null;
  latest: OrderFacts;
  refunds: RefundFacts[];
  /** Of the total, what edits had taken away before the payment, as the latest paid version says that can tell. */
  notPaidFor: { step: Step; amountMinor: bigint } | null;
};

/** Adds one version of the order to what is known; adding it twice, or late, changes nothing. */
export function learnOrder(known: KnownOrder | null, facts: OrderFacts): KnownOrder {
  const paid = isPaidInFull(facts) ? facts : null;
  const notPaidFor = laterClaim(known?.notPaidFor ?? null, claimOf(facts));
  if (known === null) return { sale: facts, paid, latest: facts, refunds: mergeRefunds([], facts.refunds), notPaidFor };
  return {
    sale: compareVersions(facts, known.sale) < 0 ? facts : known.sale,
    paid: known.paid === null || (paid !== null && compareVersions(paid, known.paid) > 0) ? paid : known.paid,
    latest: compareVersions(facts, known.latest) > 0 ? facts : known.latest,
    refunds: mergeRefunds(known.refunds, facts.refunds),
    notPaidFor,
  };
}

/** Adds a version that was paid in full and that is not the newest; adding it twice changes nothing. */
export function learnPaid(known: KnownOrder, facts: OrderFacts): KnownOrder {
  const isNewer = known.paid === null || compareVersions(facts, known.paid) > 0;
  const notPaidFor = laterClaim(known.notPaidFor, claimOf(facts));
  if (!isNewer && notPaidFor === known.notPaidFor) return known;
  return { ...known, paid: isNewer ? facts : known.paid, notPaidFor };
}

type Claim = NonNullable<KnownOrder['notPaidFor']>;

/** What a version says of units that were never paid for; one that is not paid, or whose refunds cannot be counted, says nothing. */
function claimOf(facts: OrderFacts): Claim | null {
  const isUnread =
    facts.receivedMinor === null && (hasUncounted(facts) || hasUnpaidReturn(facts) || isEndedKeeping(facts));
  if (!isPaidInFull(facts) || isUnread) return null;
  const totalMinor = facts.totalMinor + facts.cashRoundingPaidMinor;
  return { step: stepOf(facts), amountMinor: totalMinor - (facts.receivedMinor ?? totalMinor) };
}

/** The claim of orders that were stored before it was stored with them: what their kept versions say. */
export function claimOfVersions(versions: readonly OrderFacts[]): Claim | null {
  return versions.map(claimOf).reduce(laterClaim, null);
}

function laterClaim(left: Claim | null, right: Claim | null): Claim | null {
  if (left === null || right === null) return left ?? right;
  const byStep = compareSteps(left.step, right.step);
  if (byStep !== 0) return byStep > 0 ? left : right;
  return left.amountMinor <= right.amountMinor ? left : right;
}

/** Adds a refund that arrived by itself. */
export function learnRefund(known: KnownOrder, refund: RefundFacts): KnownOrder {
  return { ...known, refunds: mergeRefunds(known.refunds, [refund]) };
}

/** Whether the buyer owes nothing for this version of the order. Nothing is posted before that (M29, M62). */
export function isPaidInFull(facts: OrderFacts): boolean {
  const { financialStatus } = facts;
  const isPaid =
    financialStatus === 'paid' || financialStatus === 'partially_refunded' || financialStatus === 'refunded';
  return isPaid && (facts.outstandingMinor ?? 0n) <= 0n;
}

/** Whether an edit took units away: fewer are left of some line than refunds explain. */
export function hasTakenByEdit({ lines, refunds }: Pick<OrderFacts, 'lines' | 'refunds'>): boolean {
  return lines.some((line) => {
    const refunded = refunds
      .flatMap((refund) => refund.lines)
      .reduce((sum, one) => (one.lineId === line.id ? sum + one.quantity : sum), 0);
    return line.currentQuantity + refunded < line.quantity;
  });
}

/** Whether an order was cancelled while a part of it was open: what the buyer had paid of that part, no total says (M55). */
export function isEndedUnpaid(facts: OrderFacts): boolean {
  const { cancelledAt, financialStatus } = facts;
  return cancelledAt !== null && !NEVER_PAID.includes(financialStatus) && !isPaidInFull(facts);
}

const NEVER_PAID: readonly FinancialStatus[] = ['pending', 'authorized', 'voided', 'expired'];

/** Whether an order was cancelled before anything was paid: what was authorised, or still awaited, will never come. */
export function isEndedBeforePaid({ paid, latest }: KnownOrder): boolean {
  return paid === null && latest.cancelledAt !== null && NEVER_PAID.includes(latest.financialStatus);
}

/**
 * Whether an order that owes nothing was cancelled without all of its total going back: the rest was kept, or an edit had
 * added it and it was never paid (M55).
 */
export function isEndedKeeping(facts: OrderFacts): boolean {
  if (facts.cancelledAt === null || !isPaidInFull(facts)) return false;
  return refundedOf(facts.refunds) !== facts.totalMinor + facts.cashRoundingPaidMinor;
}

/** The money of refunds that went back, or is on its way. Minor units. */
export function refundedOf(refunds: readonly RefundFacts[]): bigint {
  return sumMinor(
    refunds
      .filter((refund) => refund.refusal === null)
      .flatMap((refund) => refund.transactions)
      .filter((transaction) => transaction.state !== 'failure')
      .map((transaction) => transaction.amountMinor),
  );
}

/**
 * Whether a webhook cannot tell what the buyer has paid: an edit took units away, and money went back that nothing explains;
 * goods came back for no money, which may stand for those of an exchange; or the order ended while a part of it was open, or
 * before all of it went back. It is then read from the store, which says what it received.
 */
export function isReceiptUnsure(facts: OrderFacts): boolean {
  if (facts.receivedMinor !== null) return false;
  if (isEndedUnpaid(facts) || isEndedKeeping(facts)) return true;
  return isPaidInFull(facts) && (hasUnpaidReturn(facts) || (hasUncounted(facts) && hasTakenByEdit(facts)));
}

/** The version whose amounts are settled: the latest paid in full, so that an unpaid increase waits (M62). */
export function settledVersion(known: KnownOrder): OrderFacts {
  return known.paid ?? known.latest;
}

/** What the buyer has paid before refunds, minor units. What was paid of an open balance waits for the rest of it (M62). */
export function computeReceived(known: KnownOrder): bigint {
  if (isEndedBeforePaid(known)) return 0n;
  const { totalMinor, cashRoundingPaidMinor } = settledVersion(known);
  // Unless nothing will follow: then it is the marketplace's until it is refunded (M55).
  const stated = isEndedUnpaid(known.latest) ? known.latest.receivedMinor : null;
  return stated ?? totalMinor + cashRoundingPaidMinor - (known.notPaidFor?.amountMinor ?? 0n);
}

/** By what versions of an order follow one another: the first number in which two differ tells which is later. */
type Step = readonly number[];

/**
 * The platform's own time; within one moment what can only come later: lines, ordered units and refunds are only ever added,
 * and then units taken away; the status goes up and down.
 */
const stepOf = (facts: OrderFacts): Step => [
  Date.parse(facts.updatedAt),
  Number(facts.cancelledAt !== null),
  facts.lines.length,
  unitsOf(facts),
  facts.refunds.length,
  -leftOf(facts),
  FINANCIAL_STATUSES.indexOf(facts.financialStatus),
];

function compareSteps(left: Step, right: Step): number {
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/** Orders versions by their steps; those that cannot be told apart by their texts, which is the same everywhere. */
function compareVersions(left: OrderFacts, right: OrderFacts): number {
  if (left === right) return 0;
  const byStep = compareSteps(stepOf(left), stepOf(right));
  if (byStep !== 0) return byStep;
  // The same version as it was read from the store: it knows more.
  const byReceipt = Number(left.receivedMinor !== null) - Number(right.receivedMinor !== null);
  if (byReceipt !== 0) return byReceipt;
  const [leftText, rightText] = [JSON.stringify(encodeExact(left)), JSON.stringify(encodeExact(right))];
  return leftText < rightText ? -1 : leftText > rightText ? 1 : 0;
}

const leftOf = (facts: OrderFacts): number => facts.lines.reduce((sum, line) => sum + line.currentQuantity, 0);
const unitsOf = (facts: OrderFacts): number => facts.lines.reduce((sum, line) => sum + line.quantity, 0);

function mergeRefunds(known: readonly RefundFacts[], added: readonly RefundFacts[]): RefundFacts[] {
  const byId = new Map(known.map((refund) => [refund.id, refund]));
  for (const refund of added) {
    const before = byId.get(refund.id);
    byId.set(refund.id, before ? mergeRefund(before, refund) : refund);
  }
  return [...byId.values()].sort((a, b) => compareIds(a.id, b.id));
}

/**
 * A refund's lines never change; its transactions only go on: pending → success → failure. A version that could be read always
 * replaces one that could not (M53).
 */
function mergeRefund(left: RefundFacts, right: RefundFacts): RefundFacts {
  if (left.refusal !== right.refusal) return left.refusal === null ? left : right;
  const transactions = new Map(left.transactions.map((transaction) => [transaction.id, transaction]));
  for (const transaction of right.transactions) {
    const before = transactions.get(transaction.id);
    if (!before || rankOf(transaction) > rankOf(before)) transactions.set(transaction.id, transaction);
  }
  return {
    ...left,
    shippingTaxMinor: left.shippingTaxMinor ?? right.shippingTaxMinor,
    transactions: [...transactions.values()].sort((a, b) => compareIds(a.id, b.id)),
  };
}

function rankOf(transaction: RefundTransactionFacts): number {
  return REFUND_TRANSACTION_STATES.indexOf(transaction.state);
}

function compareIds(left: string, right: string): number {
  return left.length === right.length ? (left < right ? -1 : left > right ? 1 : 0) : left.length - right.length;
}

/** The folded vendor names of an order's lines, each once, for looking the vendors up. */
export function listVendorNames(facts: OrderFacts): string[] {
  return [...new Set(facts.lines.map((line) => foldName(line.vendorName)).filter((name) => name !== ''))];
}

/** Why a vendor order is kept out of automatic payouts until an admin confirms it (M40); a deleted one of all payouts. */
export const HOLD_REASONS = ['order_deleted', 'negative_payout', 'fully_discounted'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
