import { foldName } from '#app/core/text/folding.ts';
import { sumMinor, type Currency } from '#app/core/money/money.ts';
import type { RateCode } from '#app/features/shipping/rates/cart-rates.ts';
import { hasUncounted, hasUnpaidReturn } from './money/refunded.ts';

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
export type OrderHistory = {
  sale: OrderFacts;
  paid: OrderFacts | null;
  latest: OrderFacts;
  refunds: RefundFacts[];
  /** Of the total, what edits had taken away before the payment, as the latest paid version says that can tell. */
  notPaidFor: { step: Step; amountMinor: bigint } | null;
};

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
export function isEndedBeforePaid({ paid, latest }: OrderHistory): boolean {
  return paid === null && latest.cancelledAt !== null && NEVER_PAID.includes(latest.financialStatus);
}

/**
 * Whether an order that owes nothing was cancelled without all of its total going back: the rest was kept, or an edit had
 * added it and it was never paid (M55).
 */
export function isEndedKeeping(facts: OrderFacts): boolean {
  if (facts.cancelledAt === null || !isPaidInFull(facts)) return false;
  return computeRefunded(facts.refunds) !== facts.totalMinor + facts.cashRoundingPaidMinor;
}

/** The money of refunds that went back, or is on its way. Minor units. */
export function computeRefunded(refunds: readonly RefundFacts[]): bigint {
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
export function settledVersion(known: OrderHistory): OrderFacts {
  return known.paid ?? known.latest;
}

/** What the buyer has paid before refunds, minor units. What was paid of an open balance waits for the rest of it (M62). */
export function computeReceived(known: OrderHistory): bigint {
  if (isEndedBeforePaid(known)) return 0n;
  const { totalMinor, cashRoundingPaidMinor } = settledVersion(known);
  // Unless nothing will follow: then it is the marketplace's until it is refunded (M55).
  const stated = isEndedUnpaid(known.latest) ? known.latest.receivedMinor : null;
  return stated ?? totalMinor + cashRoundingPaidMinor - (known.notPaidFor?.amountMinor ?? 0n);
}

/** By what versions of an order follow one another: the first number in which two differ tells which is later. */
export type Step = readonly number[];

/** The folded vendor names of an order's lines, each once, for looking the vendors up. */
export function listVendorNames(facts: OrderFacts): string[] {
  return [...new Set(facts.lines.map((line) => foldName(line.vendorName)).filter((name) => name !== ''))];
}

/** Why a vendor order is kept out of automatic payouts until an admin confirms it (M40); a deleted one of all payouts. */
export const HOLD_REASONS = ['order_deleted', 'negative_payout', 'fully_discounted'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
