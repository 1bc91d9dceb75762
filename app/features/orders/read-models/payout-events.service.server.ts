import { dayOf } from '#app/core/calendar.ts';
import { money, toDto, type Currency } from '#app/core/money/money.ts';
import { reportedReason, type PayoutReason } from '#app/core/payout-reason.ts';
import type { OrderEntry } from '#app/platform/ledger/ledger.service.server.ts';
import type { ShownVendorOrderDto } from '../orders.contract.ts';

type EventDto = ShownVendorOrderDto['timeline'][number];

/** Whose part it is, and who reads: a vendor reads nothing of what is between the marketplace and its provider. */
type Reader = {
  vendorId: bigint;
  currency: Currency;
  isWholeKnown: boolean;
  timezone: string;
  reasons: ReadonlyMap<bigint, PayoutReason>;
};

/** What payouts did with one vendor's part by the books: paid, did not arrive, came back in part or whole, deleted. */
export function payoutEvents(entries: readonly OrderEntry[], reader: Reader): EventDto[] {
  return entries.flatMap((entry) => {
    const moved = findMoved(entry, reader);
    const kind = moved && computeKind(entry.kind, moved.account);
    if (!kind) return [];
    const minor = kind === 'payout' ? moved.amountMinor : -moved.amountMinor;
    return [
      {
        kind,
        // By when it was recorded: a payout by hand has a day alone, which may lie before the order.
        at: entry.recordedAt.toISOString(),
        by: null,
        params: kind === 'payout' ? computePaidOn(entry, moved.account, reader) : computeReason(entry, reader),
        amount: toDto(money(minor, reader.currency)),
        earned: null,
      },
    ];
  });
}

/** The side of a payout that is not what is owed: what was paid out, or what had been on its way until then. */
function findMoved({ postings }: OrderEntry, { vendorId }: Reader) {
  const own = postings.filter((posting) => posting.vendorId === String(vendorId));
  const of = (start: string) => own.find(({ account }) => account.startsWith(start));
  return of('paid_out:') ?? of('in_transit:');
}

function computeKind(entry: string, account: string): EventDto['kind'] | undefined {
  const isPaid = account.startsWith('paid_out:');
  if (entry === 'payout_reopened') return isPaid ? 'payout_back' : 'payout_failed';
  if (!isPaid) return undefined;
  if (entry === 'manual_payout_reversal') return 'payout_deleted';
  return entry === 'manual_payout' || entry === 'payout_succeeded' ? 'payout' : undefined;
}

/** The day on which a payout by hand was made, in the store's zone; a provider's is of the moment in which it is recorded. */
function computePaidOn({ occurredAt }: OrderEntry, account: string, { timezone }: Reader): EventDto['params'] {
  return account === 'paid_out:manual' ? { paidOn: dayOf(occurredAt, timezone) } : {};
}

function computeReason({ payoutId }: OrderEntry, { reasons, isWholeKnown }: Reader): EventDto['params'] {
  const reason = payoutId === null ? undefined : reasons.get(payoutId);
  if (reason === undefined) return {};
  return { payoutReason: isWholeKnown ? reason : reportedReason(reason) };
}
