import { AppError } from '#app/core/errors.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readTimeline, recordAudit } from '#app/platform/audit/audit.service.server.ts';
import type { CommissionLineInput } from '#app/features/commissions/commission-input.ts';
import { hasOwnList, saveVendorList } from '#app/features/commissions/commission-lists.service.server.ts';
import { readListing } from '#app/features/products/listing/listing-limit.service.server.ts';
import { readPayoutHold } from '#app/features/payouts/holds/payout-holds.service.server.ts';
import { sumPaidTo } from '#app/features/payouts/paid.service.server.ts';
import { listUsers } from '#app/platform/identity/users/users.service.server.ts';
import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { readPageStatus } from '#app/features/vendor-profiles/page/vendor-page.service.server.ts';
import {
  readVendorFields,
  requireVendorRow,
  resolvePastVendor,
  resolveVendor,
  saveVendorSettings,
} from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { readEntry, toRow } from './vendor-admin.service.server.ts';
import { readNewestRename } from './rename-vendor.service.server.ts';
import type { VendorListEntry } from './vendor-list.ts';
import type { VendorDetailDto } from './vendor-operations.contract.ts';

/** Everything that an admin sees of one vendor, deleted ones too. Throws not_found (404). */
export async function readVendorDetail(
  ctx: Ctx,
  requested: { id: bigint } | { name: string },
): Promise<VendorDetailDto> {
  const isPayer = await mayPayOut(ctx);
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const vendorId = 'id' in requested ? requested.id : (await resolvePastVendor(tx, requested.name)).id;
    const vendor = await requireVendorRow(tx, vendorId);
    const people = (await listUsers(tx, vendor.id)).filter((person) => person.disabledAt === null);
    const entry = await readEntry(tx, vendor, describeAccount(people));
    // A deleted vendor whose name nothing carries any more is gone.
    if (!entry) throw new AppError('not_found');
    const { people: _count, ...row } = toRow(entry);
    const paid = await sumPaidTo(tx, vendor.id);
    return {
      ...row,
      people: people.map(toPersonDto),
      paid: paid.map((one) => toDto(money(one.paidMinor, asCurrency(one.currency)))),
      fields: await readVendorFields(tx, vendor.id),
      hasOwnCommissions: await hasOwnList(tx, vendor.id),
      page: await readPageStatus(tx, vendor.id),
      ownListingLimit: vendor.listingLimit,
      listing: await readListing(tx, vendor.id, { ownLimit: vendor.listingLimit }),
      payoutHold: readPayoutHold(tx, vendor),
      mayPayOut: isPayer,
      rename: await readNewestRename(tx, vendor.id),
      timeline: (await readTimeline(tx, 'vendor', String(vendor.id))).slice(0, 50).map((event) => ({
        id: String(event.id),
        action: event.action,
        by: event.actor.name,
        role: event.actor.role,
        note: event.note,
        at: event.at.toISOString(),
      })),
    };
  });
}

type Person = Awaited<ReturnType<typeof listUsers>>[number];

/** The account that a vendor's people make; none where nobody may sign in. */
function describeAccount(people: readonly Person[]): VendorListEntry['account'] {
  const [first] = people;
  return first && { email: first.email, people: people.length, signedIn: people.some((one) => one.hasPassword) };
}

const toPersonDto = ({
  id,
  email,
  name,
  role,
  permissions,
  hasPassword,
}: Person): VendorDetailDto['people'][number] => ({
  id: String(id),
  email,
  name,
  role,
  permissions: [...permissions],
  hasSignedIn: hasPassword,
});

type Settings = {
  vendor: string;
  autoApprove?: boolean | null | undefined;
  isManagedByMarketplace?: boolean | undefined;
  listingLimit?: number | null | undefined;
  commissions?: readonly CommissionLineInput[] | undefined;
};

/** Sets how the marketplace treats a vendor: what is left out stays. A commission list of its own is checked and saved too. */
export async function saveMarketplaceSettings(ctx: Ctx, input: Settings): Promise<{ ok: true }> {
  const { store, actor } = ctx.viewer;
  const scope = marketplaceScope(store.id);
  if (input.commissions) await saveVendorList(ctx, { vendor: input.vendor, commissions: input.commissions });
  await ctx.db.fast(scope, async (tx) => {
    const { id } = await resolveVendor(tx, input.vendor);
    const before = await requireVendorRow(tx, id);
    await saveVendorSettings(tx, id, {
      autoApprove: input.autoApprove,
      managedByMarketplace: input.isManagedByMarketplace,
      listingLimit: input.listingLimit,
    });
    const after = await requireVendorRow(tx, id);
    const detail = {
      autoApprove: [before.autoApprove, after.autoApprove],
      isManagedByMarketplace: [before.managedByMarketplace, after.managedByMarketplace],
      listingLimit: [before.listingLimit, after.listingLimit],
    };
    const changed = Object.fromEntries(Object.entries(detail).filter(([, [old, now]]) => old !== now));
    if (Object.keys(changed).length === 0) return;
    await recordAudit(tx, [
      {
        subject: 'vendor',
        subjectId: String(id),
        vendorId: id,
        action: 'vendor.settings.saved',
        actor,
        detail: changed,
        at: ctx.clock.now(),
      },
    ]);
  });
  return { ok: true };
}
