import { computeEligibility, type RuleVendorOrder } from '#app/features/payouts/rules/eligibility.ts';
import type { PayoutRules } from '#app/features/payouts/rules/payout-rules.ts';
import type { PayRefusal } from '#app/features/payouts/payout.ts';

/** A vendor order that something is due or overpaid of. Amounts are minor units of its currency. */
export type Candidate = {
  id: bigint;
  vendorId: bigint;
  vendor: string;
  orderName: string;
  currency: string;
  isTest: boolean;
  dueMinor: bigint;
  part: RuleVendorOrder;
  /** Why Stripe cannot pay its vendor now, or null. */
  refusal: PayRefusal | null;
};

export const SKIP_REASONS = [
  'unshipped',
  'cancelled',
  'held',
  'waiting',
  'below_minimum',
  'needs_approval',
  'balance',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number] | PayRefusal;
export type Skipped = { candidate: Candidate; reason: SkipReason };

type Known = {
  rules: PayoutRules;
  /** The currency of the amounts in the rules. */
  currency: string;
  /** What Stripe can send, by currency. */
  balances: ReadonlyMap<string, bigint>;
  now: Date;
};

/**
 * Which due vendor orders a run pays: eligible, of vendors whom Stripe can pay, oldest first while the balance lasts. What a vendor
 * owes (`overpaid`, negative) is taken off its sum. The rest is told with a reason each; orders come oldest first.
 */
export function chooseOrders(
  due: readonly Candidate[],
  overpaid: readonly Candidate[],
  known: Known,
): { chosen: Candidate[]; skipped: Skipped[] } {
  const skipped: Skipped[] = [];
  const skip = (candidate: Candidate, reason: SkipReason): false => {
    skipped.push({ candidate, reason });
    return false;
  };
  const eligible = due.filter((one) => {
    const { state } = computeEligibility(one.part, known.rules, known.now);
    if (state === 'unpaid') return false;
    if (state !== 'eligible') return skip(one, state);
    return one.refusal === null || skip(one, one.refusal);
  });
  const sums = toSums([...eligible, ...overpaid]);
  const wanted = eligible.filter((one) => {
    const reason = boundRefusal(sums.get(buildKey(one)) ?? 0n, one.currency, known);
    return reason === null || skip(one, reason);
  });
  const chosen = withinBalance(wanted, known.balances, skip);
  // What the balance left of a vendor can be less than its minimum.
  const left = toSums([...chosen, ...overpaid]);
  return {
    chosen: chosen.filter(
      (one) => boundRefusal(left.get(buildKey(one)) ?? 0n, one.currency, known) === null || skip(one, 'balance'),
    ),
    skipped,
  };
}

/** Oldest first while it lasts: what comes after the first that it cannot carry waits too. */
function withinBalance(
  wanted: readonly Candidate[],
  balances: ReadonlyMap<string, bigint>,
  skip: (candidate: Candidate, reason: SkipReason) => false,
): Candidate[] {
  const left = new Map(balances);
  return wanted.filter((one) => {
    const rest = (left.get(one.currency) ?? 0n) - one.dueMinor;
    left.set(one.currency, rest);
    if (rest >= 0n) return true;
    left.set(one.currency, 0n);
    return skip(one, 'balance');
  });
}

/** Bounds are in the currency of the store; in any other there is no minimum, and every payout needs its approval. */
function boundRefusal(sumMinor: bigint, currency: string, { rules, currency: own }: Known): SkipReason | null {
  if (sumMinor <= 0n) return sumMinor === 0n ? 'zero' : 'negative';
  if (currency === own && sumMinor < rules.minimumMinor) return 'below_minimum';
  const { approveAboveMinor } = rules;
  return approveAboveMinor !== null && (currency !== own || sumMinor > approveAboveMinor) ? 'needs_approval' : null;
}

function toSums(candidates: readonly Candidate[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const one of candidates) sums.set(buildKey(one), (sums.get(buildKey(one)) ?? 0n) + one.dueMinor);
  return sums;
}

const buildKey = ({ vendorId, currency, isTest }: Candidate): string => `${vendorId}|${currency}|${String(isTest)}`;
