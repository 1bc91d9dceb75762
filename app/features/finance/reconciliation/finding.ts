/** Characters of the note with which an exception is set aside. */
export const MAX_NOTE = 500;
export const SHORTEST_NOTE = 3;

/** What a run may find to differ; each has its words and its next step in the texts of the screen. */
export const FINDING_KINDS = [
  'order_ledger',
  'order_posted',
  'order_adjusted',
  'order_unsettled',
  'paid_out',
  'payout_state',
  'payout_ledger',
  'payout_amount',
  'vendor_balance',
  'unbalanced',
  'unknown_cause',
  'provider_unknown',
  'provider_missing',
  'provider_amount',
  'provider_currency',
  'provider_state',
  'provider_part',
  'no_commission_line',
  'held',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** What a person should look at, though no book says anything else than another. */
export const NO_DIFFERENCE: readonly FindingKind[] = ['no_commission_line', 'held'];

export const FINDING_STATES = ['open', 'set_aside', 'resolved'] as const;
export type FindingState = (typeof FINDING_STATES)[number];

/** What a finding says besides amounts: an account, a transaction of the ledger, two states of which one should be the other, a reason. */
export type FindingDetail = {
  account?: string;
  transaction?: string;
  expected?: string;
  found?: string;
  reason?: string;
  /** When the provider was asked for it: it is looked at from then on, until it is gone. */
  at?: string;
};

/**
 * Something that differs, or that a person should look at. With its kind, `reference` names the subject in the store, so that
 * what is found again is the same. Amounts in minor units; null where it is not about an amount.
 */
export type Finding = {
  kind: FindingKind;
  reference: string;
  vendorId: string | null;
  orderId: string | null;
  payoutId: string | null;
  currency: string | null;
  expectedMinor: bigint | null;
  foundMinor: bigint | null;
  detail: FindingDetail;
};

const NO_SUBJECT = { vendorId: null, orderId: null, payoutId: null };

/** A finding about an amount. */
export function amountFinding(
  o: Pick<Finding, 'kind' | 'reference'> &
    Partial<Pick<Finding, 'vendorId' | 'orderId' | 'payoutId' | 'detail'>> & {
      currency: string;
      expectedMinor: bigint | null;
      foundMinor: bigint;
    },
): Finding {
  return { ...NO_SUBJECT, detail: {}, ...o };
}

/** A finding about a state. */
export function stateFinding(
  o: Pick<Finding, 'kind' | 'reference' | 'detail'> & Partial<Pick<Finding, 'vendorId' | 'orderId' | 'payoutId'>>,
): Finding {
  return { ...NO_SUBJECT, currency: null, expectedMinor: null, foundMinor: null, ...o };
}
