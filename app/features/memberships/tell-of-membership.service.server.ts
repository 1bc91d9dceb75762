import { asVendorId } from '#app/core/ids.ts';
import { queueMails } from '#app/platform/mails/mails.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { MembershipEvent } from './membership.ts';
import type { MembershipFacts } from './memberships.repo.server.ts';

/** Tells a vendor and the marketplace's admins of a membership that ends, ended or could not be charged, once for each time it does. */
export async function notifyOfMembership(
  services: Pick<Services, 'jobs'>,
  tx: SqlTx,
  o: { vendorId: bigint; facts: MembershipFacts; before: MembershipFacts | undefined; news: MembershipEvent; at: Date },
): Promise<void> {
  const { vendorId, facts, before, news: membershipEvent, at } = o;
  const subscription = facts.subscriptionId ?? before?.subscriptionId ?? '';
  const key = `membership/${vendorId}/${subscription}/${membershipEvent}/${at.toISOString()}`;
  const mail = {
    params: {
      vendorId: String(vendorId),
      state: membershipEvent,
      plan: facts.planName || (before?.planName ?? ''),
      endsAt: facts.endsAt?.toISOString() ?? null,
    },
    dueAt: at,
    createdAt: at,
  };
  await queueMails(tx, services, [
    {
      ...mail,
      dedupeKey: key,
      template: 'vendor-membership',
      audience: { kind: 'vendor', vendorId: asVendorId(vendorId) },
    },
    { ...mail, dedupeKey: `${key}/marketplace`, template: 'marketplace-membership', audience: { kind: 'admins' } },
  ]);
}
