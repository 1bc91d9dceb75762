/** Why a payout failed or came back. */
export const PAYOUT_REASONS = [
  'insufficient',
  'account',
  'country',
  'missing',
  'refused',
  'key',
  'expired',
  'not_granted',
  'not_connected',
  'not_sent',
  'unknown_transfer',
  'denied',
  'blocked',
  'unclaimed',
  'returned',
  'refunded',
  'reversed',
] as const;
export type PayoutReason = (typeof PAYOUT_REASONS)[number];

/** Why, as people are told: for vendors, what is the marketplace's own with its provider is one word for all. */
export const REPORTED_REASONS = [...PAYOUT_REASONS, 'marketplace'] as const;
export type ReportedReason = (typeof REPORTED_REASONS)[number];

const OF_MARKETPLACE: ReadonlySet<PayoutReason> = new Set<PayoutReason>([
  'insufficient',
  'key',
  'expired',
  'not_connected',
  'not_granted',
  'not_sent',
  'unknown_transfer',
  'denied',
]);

/** The reason in the words of a vendor, who learns nothing of the marketplace's balance and keys. */
export const reportedReason = (reason: PayoutReason): ReportedReason =>
  OF_MARKETPLACE.has(reason) ? 'marketplace' : reason;
