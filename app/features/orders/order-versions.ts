import { encodeExact } from '#app/core/exact-json.ts';
import { hasUncounted, hasUnpaidReturn } from './money/refunded.ts';
import {
  type OrderHistory,
  type OrderFacts,
  isPaidInFull,
  isEndedKeeping,
  type RefundFacts,
  type Step,
  type RefundTransactionFacts,
  REFUND_TRANSACTION_STATES,
  FINANCIAL_STATUSES,
} from './order.ts';

/** Adds one version of the order to what is known; adding it twice, or late, changes nothing. */
export function addVersion(known: OrderHistory | null, facts: OrderFacts): OrderHistory {
  const paid = isPaidInFull(facts) ? facts : null;
  const notPaidFor = laterClaim(known?.notPaidFor ?? null, toClaim(facts));
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
export function addPaidVersion(known: OrderHistory, facts: OrderFacts): OrderHistory {
  const isNewer = known.paid === null || compareVersions(facts, known.paid) > 0;
  const notPaidFor = laterClaim(known.notPaidFor, toClaim(facts));
  if (!isNewer && notPaidFor === known.notPaidFor) return known;
  return { ...known, paid: isNewer ? facts : known.paid, notPaidFor };
}
type Claim = NonNullable<OrderHistory['notPaidFor']>;

/** What a version says of units that were never paid for; one that is not paid, or whose refunds cannot be counted, says nothing. */
function toClaim(facts: OrderFacts): Claim | null {
  const isUnread =
    facts.receivedMinor === null && (hasUncounted(facts) || hasUnpaidReturn(facts) || isEndedKeeping(facts));
  if (!isPaidInFull(facts) || isUnread) return null;
  const totalMinor = facts.totalMinor + facts.cashRoundingPaidMinor;
  return { step: toStep(facts), amountMinor: totalMinor - (facts.receivedMinor ?? totalMinor) };
}

/** The claim of orders that were stored before it was stored with them: what their kept versions say. */
export function claimOfVersions(versions: readonly OrderFacts[]): Claim | null {
  return versions.map(toClaim).reduce(laterClaim, null);
}

function laterClaim(left: Claim | null, right: Claim | null): Claim | null {
  if (left === null || right === null) return left ?? right;
  const byStep = compareSteps(left.step, right.step);
  if (byStep !== 0) return byStep > 0 ? left : right;
  return left.amountMinor <= right.amountMinor ? left : right;
}

/** Adds a refund that arrived by itself. */
export function addRefund(known: OrderHistory, refund: RefundFacts): OrderHistory {
  return { ...known, refunds: mergeRefunds(known.refunds, [refund]) };
}

/**
 * The platform's own time; within one moment what can only come later: lines, ordered units and refunds are only ever added,
 * and then units taken away; the status goes up and down.
 */
export const toStep = (facts: OrderFacts): Step => [
  Date.parse(facts.updatedAt),
  Number(facts.cancelledAt !== null),
  facts.lines.length,
  computeUnits(facts),
  facts.refunds.length,
  -computeLeft(facts),
  FINANCIAL_STATUSES.indexOf(facts.financialStatus),
];

export function compareSteps(left: Step, right: Step): number {
  const at = left.findIndex((number, index) => number !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/** Orders versions by their steps; those that cannot be told apart by their texts, which is the same everywhere. */
export function compareVersions(left: OrderFacts, right: OrderFacts): number {
  if (left === right) return 0;
  const byStep = compareSteps(toStep(left), toStep(right));
  if (byStep !== 0) return byStep;
  // The same version as it was read from the store: it knows more.
  const byReceipt = Number(left.receivedMinor !== null) - Number(right.receivedMinor !== null);
  if (byReceipt !== 0) return byReceipt;
  const [leftText, rightText] = [JSON.stringify(encodeExact(left)), JSON.stringify(encodeExact(right))];
  return leftText < rightText ? -1 : leftText > rightText ? 1 : 0;
}
const computeLeft = (facts: OrderFacts): number => facts.lines.reduce((sum, line) => sum + line.currentQuantity, 0);
const computeUnits = (facts: OrderFacts): number => facts.lines.reduce((sum, line) => sum + line.quantity, 0);

export function mergeRefunds(known: readonly RefundFacts[], added: readonly RefundFacts[]): RefundFacts[] {
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
    if (!before || computeRank(transaction) > computeRank(before)) transactions.set(transaction.id, transaction);
  }
  return {
    ...left,
    shippingTaxMinor: left.shippingTaxMinor ?? right.shippingTaxMinor,
    transactions: [...transactions.values()].sort((a, b) => compareIds(a.id, b.id)),
  };
}

function computeRank(transaction: RefundTransactionFacts): number {
  return REFUND_TRANSACTION_STATES.indexOf(transaction.state);
}

function compareIds(left: string, right: string): number {
  return left.length === right.length ? (left < right ? -1 : left > right ? 1 : 0) : left.length - right.length;
}
