import { MINUTE_MS } from '#app/core/durations.ts';
import type { Currency } from '#app/core/money/money.ts';
import { nextPayoutState, type PayoutState } from '#app/features/payouts/payout.ts';
import {
  parseItemOutcome,
  parseTransferOutcome,
  type ProviderOutcome,
} from '#app/features/payouts/execute/provider-payout.ts';
import { amountFinding, stateFinding, type Finding } from './finding.ts';

/** A payout of ours as it is compared with its provider's list. Minor units. */
export type OwnPayout = {
  id: bigint;
  vendorId: bigint;
  /** What it is called at the provider: the transfer's group, or the batch. */
  reference: string;
  /** What it is called within its batch. */
  itemKey: string;
  currency: Currency;
  amountMinor: bigint;
  /** What of it came back while it stays paid. */
  reversedMinor: bigint;
  state: PayoutState;
  /** People said what became of it: what its provider says moves it no more. */
  isEnded: boolean;
  attemptedAt: Date | null;
};

/** What the provider holds: `at` keeps a finding in the period that is looked at until it is gone. */
export type ProviderTransfer = {
  transferId: string;
  group: string;
  amountMinor: bigint;
  reversedMinor: bigint;
  currency: Currency;
  createdAt: Date;
  /** Whose it is, where the provider or an earlier payout says so. */
  vendorId: bigint | null;
};
export type ProviderItem = {
  item: Parameters<typeof parseItemOutcome>[1];
  amountMinor: bigint;
  currency: Currency;
};

/** What differs, and whether looking the payout up would mend it. */
export type Compared = { findings: Finding[]; isMended: boolean };

/** So long after it was sent a payout may still stand otherwise here: the executor is at it. */
export const SETTLING_MS = 15 * MINUTE_MS;

/** A transfer of the provider's list beside our payout of its group. */
export function checkTransfer(found: ProviderTransfer, own: OwnPayout | undefined, now: Date): Compared {
  const at = found.createdAt.toISOString();
  if (!own) return { findings: [buildUnknown('stripe', found.transferId, found, at)], isMended: false };
  const stated = checkState(own, parseTransferOutcome(found), { now, at });
  const part = checkPart(own, found, at);
  return {
    findings: [...checkAmount(own, found, at), ...part.findings, ...stated.findings],
    isMended: stated.isMended || part.isMended,
  };
}

/** What came back of a payout that is paid at both sides. More of it at the provider is ingested by a look; less is a person's. */
function checkPart(own: OwnPayout, found: ProviderTransfer, at: string): Compared {
  const isWhole = found.reversedMinor >= found.amountMinor;
  if (own.state !== 'paid' || isWhole || found.reversedMinor === own.reversedMinor)
    return { findings: [], isMended: false };
  const finding = amountFinding({
    ...buildSubject('provider_part', own),
    currency: found.currency,
    expectedMinor: own.reversedMinor,
    foundMinor: found.reversedMinor,
    detail: { transaction: found.transferId, at },
  });
  const isSame = found.currency === own.currency && found.amountMinor === own.amountMinor;
  return { findings: [finding], isMended: isSame && found.reversedMinor > own.reversedMinor };
}

/** An item of a batch beside our payout of its name. */
export function checkItem(batchState: string, found: ProviderItem, own: OwnPayout, now: Date): Compared {
  const at = own.attemptedAt?.toISOString() ?? '';
  const stated = checkState(own, parseItemOutcome(batchState, found.item), { now, at });
  return { findings: [...checkAmount(own, found, at), ...stated.findings], isMended: stated.isMended };
}

/** A payout that its provider's list does not have. One that is under way is the executor's to look up. */
export function buildMissing(own: OwnPayout): Finding {
  return amountFinding({
    ...buildSubject('provider_missing', own),
    currency: own.currency,
    expectedMinor: own.amountMinor,
    foundMinor: 0n,
    detail: { transaction: own.reference, at: own.attemptedAt?.toISOString() ?? '' },
  });
}

/** Something under a name of ours that we do not know. */
export function buildUnknown(
  provider: 'stripe' | 'paypal',
  id: string,
  found: { amountMinor: bigint; currency: Currency; vendorId: bigint | null },
  at: string,
): Finding {
  return amountFinding({
    kind: 'provider_unknown',
    vendorId: found.vendorId === null ? null : String(found.vendorId),
    reference: `${provider}/${id}`,
    currency: found.currency,
    expectedMinor: 0n,
    foundMinor: found.amountMinor,
    detail: { transaction: id, at },
  });
}

const buildSubject = (kind: Finding['kind'], own: OwnPayout) => ({
  kind,
  reference: `payout/${own.id}`,
  payoutId: String(own.id),
  vendorId: String(own.vendorId),
});

function checkAmount(own: OwnPayout, found: { amountMinor: bigint; currency: Currency }, at: string): Finding[] {
  if (found.currency !== own.currency) {
    const detail = { expected: own.currency, found: found.currency, at };
    return [stateFinding({ ...buildSubject('provider_currency', own), detail })];
  }
  if (found.amountMinor === own.amountMinor) return [];
  return [
    amountFinding({
      ...buildSubject('provider_amount', own),
      currency: own.currency,
      expectedMinor: own.amountMinor,
      foundMinor: found.amountMinor,
      detail: { at },
    }),
  ];
}

const STATE_OF = { succeed: 'paid', fail: 'failed', leave_unclaimed: 'unclaimed', reverse: 'reversed' } as const;
const CAME_TO_NOTHING: ReadonlySet<PayoutState> = new Set<PayoutState>(['failed', 'reversed']);

/** Our state beside the provider's. Where ours can still follow, looking it up mends it; else a person has to decide. */
function checkState(own: OwnPayout, resolveOutcome: ProviderOutcome, { now, at }: { now: Date; at: string }): Compared {
  if (!resolveOutcome || resolveOutcome.event === 'lose_answer' || resolveOutcome.event === 'start')
    return { findings: [], isMended: false };
  const found = STATE_OF[resolveOutcome.event];
  if (found === own.state || (CAME_TO_NOTHING.has(found) && CAME_TO_NOTHING.has(own.state)))
    return { findings: [], isMended: false };
  const isInProgress = own.attemptedAt !== null && now.getTime() - own.attemptedAt.getTime() < SETTLING_MS;
  if (isInProgress && own.state !== 'failed') return { findings: [], isMended: false };
  const detail = { expected: found, found: own.state, at };
  return {
    findings: [stateFinding({ ...buildSubject('provider_state', own), detail })],
    isMended: !own.isEnded && nextPayoutState(own.state, resolveOutcome.event) !== null,
  };
}
