import { invariant } from '#app/core/invariant.ts';
import { sumMinor, type Currency } from '#app/core/money/money.ts';

/** The accounts of a store's ledger in each currency. Those of payouts exist once a payout method. */
export const LEDGER_ACCOUNTS = [
  'buyer_receipts',
  'vendor_payable',
  'commission',
  'shipping_kept',
  'tax_kept',
  'discount_borne',
  'goodwill_borne',
  'adjustments',
  'chargebacks',
  'label_costs',
  'provider_fees',
  'rounding',
  'marketplace_remainder',
  'channel_tax',
] as const;
export const PAYOUT_METHODS = ['manual', 'stripe', 'paypal'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];
export type LedgerAccount =
  (typeof LEDGER_ACCOUNTS)[number] | `in_transit:${PayoutMethod}` | `paid_out:${PayoutMethod}`;

/**
 * One signed amount on one account. What we owe or keep is positive, what we received or bore is negative: an order paid with
 * 126.90 is receipts −126.90, payable +91.58, commission +13.29, tax kept +22.03.
 * `vendorId` with `orderId` names the vendor order that the posting belongs to.
 */
export type Posting = {
  account: LedgerAccount;
  vendorId: string | null;
  orderId: string | null;
  amountMinor: bigint;
  currency: Currency;
};

export const TRANSACTION_KINDS = [
  'order',
  'payout_started',
  'payout_succeeded',
  'payout_reopened',
  'manual_payout',
  'manual_payout_reversal',
  'adjustment',
  'chargeback',
  'label_cost',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

/** Where a transaction came from: a webhook delivery, a payout, an admin. */
export type TransactionSource = { type: 'webhook' | 'payout' | 'admin' | 'reconciliation'; id: string };

/** A ledger transaction. Its reference is unique in the store, so recording it twice is harmless. */
export type LedgerTransaction = {
  reference: string;
  kind: TransactionKind;
  occurredAt: Date;
  source: TransactionSource;
  postings: Posting[];
};

export type Occasion = { reference: string; occurredAt: Date; source: TransactionSource };

/** A payout as the ledger sees it: its id, its method and the amount of each vendor order in it. */
export type PayoutPosting = {
  payoutId: string;
  method: PayoutMethod;
  vendorId: string;
  currency: Currency;
  lines: readonly { orderId: string; amountMinor: bigint }[];
};

/** Crashes unless the postings sum to zero in each currency. The database enforces the same. */
export function assertBalanced(transaction: Pick<LedgerTransaction, 'reference' | 'postings'>): void {
  const sums = new Map<Currency, bigint>();
  for (const posting of transaction.postings) {
    sums.set(posting.currency, (sums.get(posting.currency) ?? 0n) + posting.amountMinor);
  }
  for (const [currency, sum] of sums) {
    invariant(sum === 0n, `ledger transaction ${transaction.reference} is off by ${sum} minor units of ${currency}`);
  }
}

/**
 * What has to be posted so that the accounts of an order stand at their target: target − already posted, for each account and
 * vendor order (M37). `posted` holds the postings of the order's own transactions (kind `order`) only; payouts, adjustments and
 * chargebacks are no part of an order's target. Empty when nothing changed, which is what makes repeated and reordered deliveries harmless.
 */
export function postingsToReach(target: readonly Posting[], posted: readonly Posting[]): Posting[] {
  const balances = new Map<string, Posting>();
  const count = (posting: Posting, sign: 1n | -1n): void => {
    const key = `${posting.currency}|${posting.account}|${posting.vendorId ?? ''}|${posting.orderId ?? ''}`;
    const amountMinor = (balances.get(key)?.amountMinor ?? 0n) + sign * posting.amountMinor;
    balances.set(key, { ...posting, amountMinor });
  };
  for (const posting of target) count(posting, 1n);
  for (const posting of posted) count(posting, -1n);
  return [...balances.values()].filter((posting) => posting.amountMinor !== 0n);
}

/** The transaction that brings an order's accounts to their target, or null where they stand there already. */
export function buildOrderTransaction(
  occasion: Occasion,
  target: readonly Posting[],
  posted: readonly Posting[],
): LedgerTransaction | null {
  const postings = postingsToReach(target, posted);
  return postings.length === 0 ? null : buildTransaction(occasion, 'order', postings);
}

/** Before the provider is called: payable → in transit. */
export function buildPayoutStarted(payout: PayoutPosting, occurredAt: Date): LedgerTransaction {
  return buildMove(payout, 'payout_started', occurredAt, 'vendor_payable', `in_transit:${payout.method}`);
}

/** The provider says it is paid: in transit → paid out. */
export function buildPayoutSucceeded(payout: PayoutPosting, occurredAt: Date): LedgerTransaction {
  return buildMove(payout, 'payout_succeeded', occurredAt, `in_transit:${payout.method}`, `paid_out:${payout.method}`);
}

/** Failed, returned, unclaimed or reversed: from where the money stands back to payable, at the time it was ingested (M63). */
export function buildPayoutReopened(
  payout: PayoutPosting,
  from: 'in_transit' | 'paid_out',
  reportedAt: Date,
): LedgerTransaction {
  return buildMove(payout, 'payout_reopened', reportedAt, `${from}:${payout.method}`, 'vendor_payable');
}

/**
 * Part of a payout that was paid came back: of each order what the lines say, paid out → payable. `returnedMinor` is what came
 * back of the payout in all by now, so that the same part twice is one transaction.
 */
export function buildPayoutPartReopened(
  part: PayoutPosting,
  returnedMinor: bigint,
  reportedAt: Date,
): LedgerTransaction {
  const moved = buildMove(part, 'payout_reopened', reportedAt, `paid_out:${part.method}`, 'vendor_payable');
  return { ...moved, reference: `${moved.reference}:${returnedMinor}` };
}

/** A payout that an admin made elsewhere: payable → paid out at once. */
export function buildManualPayout(payout: PayoutPosting, occurredAt: Date): LedgerTransaction {
  return buildMove(payout, 'manual_payout', occurredAt, 'vendor_payable', 'paid_out:manual');
}

/** A manual payout's deletion: paid out → payable. */
export function buildManualPayoutReversal(payout: PayoutPosting, occurredAt: Date): LedgerTransaction {
  return buildMove(payout, 'manual_payout_reversal', occurredAt, 'paid_out:manual', 'vendor_payable');
}

/** A correction with a note and an author: a positive amount is owed to the vendor, at the marketplace's cost. */
export function buildAdjustment(
  occasion: Occasion,
  correction: { vendorId: string; orderId: string | null; amountMinor: bigint; currency: Currency },
): LedgerTransaction {
  const { vendorId, orderId, amountMinor, currency } = correction;
  invariant(amountMinor !== 0n, 'an adjustment moves an amount');
  return buildTransaction(occasion, 'adjustment', [
    { account: 'vendor_payable', vendorId, orderId, amountMinor, currency },
    { account: 'adjustments', vendorId, orderId, amountMinor: -amountMinor, currency },
  ]);
}

/**
 * A chargeback (M58): the buyer's bank took the money back. The marketplace bears it; the part that an admin assigned to the
 * vendor reduces that vendor's payable instead. The vendor's own postings sum to zero, so that it can be shown all of them.
 */
export function buildChargeback(
  occasion: Occasion,
  chargeback: {
    orderId: string;
    amountMinor: bigint;
    currency: Currency;
    assigned: { vendorId: string; amountMinor: bigint } | null;
  },
): LedgerTransaction {
  const { orderId, amountMinor, currency, assigned } = chargeback;
  invariant(amountMinor > 0n, 'a chargeback takes an amount back');
  invariant(
    assigned === null || (assigned.amountMinor > 0n && assigned.amountMinor <= amountMinor),
    'at most all of it is assigned',
  );
  const postings: Posting[] = [
    { account: 'buyer_receipts', vendorId: null, orderId, amountMinor, currency },
    { account: 'chargebacks', vendorId: null, orderId, amountMinor: -amountMinor, currency },
  ];
  if (assigned) {
    const { vendorId, amountMinor: shareMinor } = assigned;
    postings.push(
      { account: 'vendor_payable', vendorId, orderId, amountMinor: -shareMinor, currency },
      { account: 'chargebacks', vendorId, orderId, amountMinor: shareMinor, currency },
    );
  }
  return buildTransaction(occasion, 'chargeback', postings);
}

/** A shipping label that the marketplace paid and the vendor bears: less is owed to the vendor, on an account of its own. */
export function buildLabelCost(
  occasion: Occasion,
  cost: { vendorId: string; orderId: string; amountMinor: bigint; currency: Currency },
): LedgerTransaction {
  const { vendorId, orderId, amountMinor, currency } = cost;
  invariant(amountMinor > 0n, 'a label costs an amount');
  return buildTransaction(occasion, 'label_cost', [
    { account: 'vendor_payable', vendorId, orderId, amountMinor: -amountMinor, currency },
    { account: 'label_costs', vendorId, orderId, amountMinor, currency },
  ]);
}

/** What takes a transaction back: the same accounts with the other sign, at a time and under a reference of its own. */
export function buildReversal(of: LedgerTransaction, occasion: Occasion): LedgerTransaction {
  const postings = of.postings.map((posting) => ({ ...posting, amountMinor: -posting.amountMinor }));
  return buildTransaction(occasion, of.kind, postings);
}

/** What one account holds, of all vendors or of one, in one currency. */
export function computeBalance(
  postings: readonly Posting[],
  where: { account: LedgerAccount; currency: Currency; vendorId?: string; orderId?: string },
): bigint {
  return sumMinor(
    postings
      .filter(
        (posting) =>
          posting.account === where.account &&
          posting.currency === where.currency &&
          (where.vendorId === undefined || posting.vendorId === where.vendorId) &&
          (where.orderId === undefined || posting.orderId === where.orderId),
      )
      .map((posting) => posting.amountMinor),
  );
}

function buildMove(
  payout: PayoutPosting,
  kind: TransactionKind,
  occurredAt: Date,
  from: LedgerAccount,
  to: LedgerAccount,
): LedgerTransaction {
  const { payoutId, vendorId, currency } = payout;
  const totalMinor = sumMinor(payout.lines.map((line) => line.amountMinor));
  invariant(totalMinor > 0n, 'a payout moves a positive amount');
  const postings = payout.lines
    .filter((line) => line.amountMinor !== 0n)
    .flatMap(({ orderId, amountMinor }): Posting[] => [
      { account: from, vendorId, orderId, amountMinor: -amountMinor, currency },
      { account: to, vendorId, orderId, amountMinor, currency },
    ]);
  const source: TransactionSource = { type: 'payout', id: payoutId };
  return buildTransaction({ reference: `payout:${payoutId}:${kind}`, occurredAt, source }, kind, postings);
}

function buildTransaction(occasion: Occasion, kind: TransactionKind, postings: Posting[]): LedgerTransaction {
  const transaction = { ...occasion, kind, postings };
  assertBalanced(transaction);
  return transaction;
}
