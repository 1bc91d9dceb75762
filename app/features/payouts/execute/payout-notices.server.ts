import { asVendorId } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import { recordNotices, withdrawNotice } from '#app/platform/notices/record-notices.service.server.ts';
import type { PayoutState } from '../payout.ts';
import type { PayoutReason } from '#app/core/payout-reason.ts';

type Part = Pick<PayoutNotice, 'id'> & { returnedMinor: bigint; newMinor: bigint };

/** Plans the mail to admins about a part of a payout that came back. Once for each part. */
export async function queuePartReturnedMail(services: Services, tx: SqlTx, part: Part, at: Date): Promise<void> {
  await queueMails(tx, services, [
    {
      dedupeKey: `payout/${part.id}/part/${part.returnedMinor}`,
      template: 'marketplace-payout-failed',
      audience: { kind: 'admins' },
      params: { payoutId: String(part.id), state: 'part', partMinor: String(part.newMinor) },
      dueAt: at,
      createdAt: at,
    },
  ]);
}

type PayoutNotice = { id: bigint; vendorId: bigint; state: PayoutState; reason: PayoutReason | null };

/** These came back by the vendor's own doing, who can do something about the next. */
const BY_RECEIVER: ReadonlySet<PayoutReason | null> = new Set<PayoutReason | null>(['returned', 'refunded']);

const paidKey = (id: bigint): string => `payout-paid/${id}`;

/** Withdraws the notice of a payout that was recorded and is deleted. */
export const withdrawPaidNotice = (tx: SqlTx, id: bigint): Promise<void> => withdrawNotice(tx, paidKey(id));

/** Records notices, for their vendors, of payouts that were paid. Once for each. */
export function recordPaidNotices(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  paid: readonly Pick<PayoutNotice, 'id' | 'vendorId'>[],
  at: Date,
): Promise<void> {
  return recordNotices(
    tx,
    services,
    paid.map(({ id, vendorId }) => ({
      vendorId,
      kind: 'payoutPaid' as const,
      subjectId: id,
      dedupeKey: paidKey(id),
      at,
    })),
  );
}

/**
 * Records a notice for the vendor of a payout that was paid; plans the mails about one that did not arrive: admins of each, the
 * vendor of what it can claim or did not. Once for each state.
 */
export async function queuePayoutMails(services: Services, tx: SqlTx, payout: PayoutNotice, at: Date): Promise<void> {
  const { state, vendorId, id, reason } = payout;
  if (state === 'paid') return recordPaidNotices(tx, services, [payout], at);
  if (state !== 'failed' && state !== 'reversed' && state !== 'unclaimed') return;
  const params = { payoutId: String(id), state };
  const mail = { params, dueAt: at, createdAt: at };
  const isForVendor = state === 'unclaimed' || BY_RECEIVER.has(reason);
  await queueMails(tx, services, [
    {
      ...mail,
      dedupeKey: `payout/${id}/${state}`,
      template: 'marketplace-payout-failed',
      audience: { kind: 'admins' },
    },
    ...(isForVendor
      ? ([
          {
            ...mail,
            dedupeKey: `payout-vendor/${id}/${state}`,
            template: 'vendor-payout-unclaimed',
            audience: { kind: 'vendor', vendorId: asVendorId(vendorId) },
          },
        ] as const)
      : []),
  ]);
}
