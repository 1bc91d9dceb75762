import type { MoneyDto } from '#app/core/dto.ts';
import type { PayoutMethod } from '#app/platform/ledger/ledger.ts';

/** Where a payout stands that somebody asked for and that another person has to approve. */
export const REQUEST_STATES = ['waiting', 'approved', 'declined', 'withdrawn', 'expired', 'stale', 'voided'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const REQUEST_ACTIONS = ['approve', 'decline', 'withdraw'] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

/** Hours for which a request waits. */
export const REQUEST_HOURS = 72;

export const SHORTEST_NOTE = 3;
export const MAX_NOTE = 500;

/** Hours in which payouts that one person made alone count together. */
export const ALONE_HOURS = 24;

/**
 * Above which amount another person approves (null: never), and what whoever asks has paid alone within ALONE_HOURS, in minor
 * units of the store's currency.
 */
export type ApprovalLimit = { aboveMinor: bigint | null; currency: string; aloneMinor: bigint };

/**
 * Why a payout waits: its total is above the limit, or is so together with what the same person paid alone before, or it is in
 * a currency that the limit says nothing about.
 */
export const WAIT_REASONS = ['above', 'above_in_a_day', 'other_currency'] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

/** Why totals (by currency, in minor units) need another person; null where they do not. */
export function whyWaits(
  totals: ReadonlyMap<string, bigint>,
  { aboveMinor, currency, aloneMinor }: ApprovalLimit,
): WaitReason | null {
  if (aboveMinor === null) return null;
  const ownMinor = totals.get(currency) ?? 0n;
  if (ownMinor > aboveMinor) return 'above';
  if (ownMinor > 0n && ownMinor + aloneMinor > aboveMinor) return 'above_in_a_day';
  return [...totals].some(([other, minor]) => other !== currency && minor > 0n) ? 'other_currency' : null;
}

/** Totals by currency, in minor units. */
export function sumByCurrency(amounts: readonly { currency: string; totalMinor: bigint }[]): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const { currency, totalMinor } of amounts) totals.set(currency, (totals.get(currency) ?? 0n) + totalMinor);
  return totals;
}

/** Where a request stands at a moment: one that nobody decided in time has ended, noted or not. */
export function stateAt(request: { state: RequestState; expiresAt: Date }, now: Date): RequestState {
  return request.state === 'waiting' && request.expiresAt <= now ? 'expired' : request.state;
}

/** Who looks at a request: whoever asked, another person who may pay out, or somebody who may only read it. */
export type Looker = 'requester' | 'payer' | 'reader';

/** What of whoever asked changed, so that their request ended. */
export const VOID_REASONS = ['address', 'role', 'second_factor'] as const;
export type VoidReason = (typeof VOID_REASONS)[number];

/** What somebody may do about a request. Whoever asked never approves it. */
export function listRequestActions(state: RequestState, looker: Looker): RequestAction[] {
  if (state !== 'waiting') return [];
  if (looker === 'requester') return ['withdraw'];
  return looker === 'payer' ? ['approve', 'decline'] : [];
}

/** One vendor's part of a request, as it was when it was asked for. */
type PartSummary = {
  vendorId: string;
  vendor: string;
  method: PayoutMethod;
  amount: MoneyDto;
  test: boolean;
  lineCount: number;
};
export type RequestedVendorOrder = PartSummary & {
  lines: { orderId: string; orderName: string; amount: MoneyDto; joined: boolean }[];
};

/** What was asked for, as people see it. JSON-safe. */
export type RequestedSummary = {
  why: WaitReason;
  limit: MoneyDto;
  totals: MoneyDto[];
  parts: PartSummary[];
  /** How the money was sent by hand; null where nothing of it was. */
  byHand: { paidAt: string; details: string } | null;
};
export type RequestedPayout = RequestedSummary & { parts: RequestedVendorOrder[] };
