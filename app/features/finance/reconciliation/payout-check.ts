import { sumMinor, type Currency } from '#app/core/money/money.ts';
import {
  computeBalance,
  postingsToReach,
  type LedgerAccount,
  type PayoutMethod,
  type Posting,
} from '#app/platform/ledger/ledger.ts';
import { computeUnreturned } from '#app/features/payouts/resolve/part-returned.ts';
import { isLivePayout, type PayoutState } from '#app/features/payouts/payout.ts';
import { amountFinding, type Finding } from './finding.ts';

/** A payout as it is stored, with its lines and what its transactions posted. Minor units. */
export type StoredPayout = {
  payoutId: string;
  vendorId: string;
  currency: Currency;
  method: PayoutMethod;
  state: PayoutState;
  isDeleted: boolean;
  amountMinor: bigint;
  /** What of it came back while it stays paid. */
  reversedMinor: bigint;
  lines: readonly { orderId: string; amountMinor: bigint; reversedMinor: bigint }[];
  posted: readonly Posting[];
};

/** Where the ledger must stand for a payout: its lines in transit while it is under way, paid out once it has arrived but for what came back of them, else nothing. */
export function expectedOfPayout(payout: Omit<StoredPayout, 'posted' | 'amountMinor' | 'reversedMinor'>): Posting[] {
  if (payout.isDeleted || !isLivePayout(payout.state)) return [];
  const { vendorId, currency, method } = payout;
  const account: LedgerAccount = payout.state === 'paid' ? `paid_out:${method}` : `in_transit:${method}`;
  return payout.lines.flatMap((line): Posting[] => {
    const { orderId } = line;
    const amountMinor = computeUnreturned(line);
    return [
      { account: 'vendor_payable', vendorId, orderId, amountMinor: -amountMinor, currency },
      { account, vendorId, orderId, amountMinor, currency },
    ];
  });
}

/** A payout beside its lines and its postings: one finding for each of its orders that differs. */
export function checkPayout(payout: StoredPayout): Finding[] {
  const target = expectedOfPayout(payout);
  const findings = new Map<string, Finding>();
  for (const { account, vendorId, orderId, currency } of postingsToReach(target, payout.posted)) {
    const key = orderId ?? '-';
    // What the vendor is owed says more than where the money is on its way.
    if (findings.has(key) && account !== 'vendor_payable') continue;
    const isSame = (one: Posting): boolean => one.orderId === orderId && one.vendorId === vendorId;
    findings.set(
      key,
      amountFinding({
        kind: 'payout_ledger',
        reference: `payout/${payout.payoutId}/${key}`,
        vendorId,
        orderId,
        payoutId: payout.payoutId,
        currency,
        expectedMinor: computeBalance(target.filter(isSame), { account, currency }),
        foundMinor: computeBalance(payout.posted.filter(isSame), { account, currency }),
        detail: { account },
      }),
    );
  }
  return [...findings.values(), ...checkAmount(payout)];
}

function checkAmount({ payoutId, vendorId, currency, lines, amountMinor, reversedMinor }: StoredPayout): Finding[] {
  const subject = { kind: 'payout_amount', vendorId, payoutId, currency } as const;
  const compare = (reference: string, expectedMinor: bigint, foundMinor: bigint): Finding[] =>
    expectedMinor === foundMinor ? [] : [amountFinding({ ...subject, reference, expectedMinor, foundMinor })];
  return [
    ...compare(`payout/${payoutId}`, sumMinor(lines.map((line) => line.amountMinor)), amountMinor),
    ...compare(`payout/${payoutId}/back`, sumMinor(lines.map((line) => line.reversedMinor)), reversedMinor),
  ];
}
