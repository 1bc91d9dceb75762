import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { countUnreadMessages } from '#app/features/messages/contact/contact-messages.service.server.ts';
import { countWaitingConversations } from '#app/features/messages/conversations/conversations.service.server.ts';
import { countPendingOffers } from '#app/features/offers/offers.service.server.ts';
import { countOrdersToShip } from '#app/features/orders/read-models/order-counts.service.server.ts';
import { countDueVendors } from '#app/features/orders/read-models/order-figures.service.server.ts';
import { countWaitingProducts } from '#app/features/products/listing/pending-products.service.server.ts';
import { countOpenChanges } from '#app/features/products/review/product-changes.service.server.ts';
import { countSyncProblems } from '#app/features/system/system.service.server.ts';
import { countPendingApplications } from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { countUnreadNotices } from '#app/platform/notices/notices.service.server.ts';
import { askTogether } from '#app/server/ask-together.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { oncePerPage } from '#app/server/once-per-page.server.ts';

type Counter = (tx: SqlTx) => Promise<number>;

/** What waits within the viewer's own scope. */
const listOwnCounters = (ctx: Ctx) => ({
  ordersToShip: countOrdersToShip,
  messagesUnread: countUnreadMessages,
  offersPending: countPendingOffers,
  conversationsUnread: countWaitingConversations,
  noticesUnread: (tx: SqlTx) => countUnreadNotices(ctx, tx),
});

/** What waits for the marketplace's admins, whoever they act for. */
const listMarketplaceCounters = ({ viewer: { store } }: Ctx) => ({
  applicationsPending: countPendingApplications,
  productsToApprove: countWaitingProducts,
  changesToReview: countOpenChanges,
  payoutsDue: countDueVendors,
  syncProblems: (tx: SqlTx) => countSyncProblems(tx, store.domain),
});

type OwnCounts = Record<keyof ReturnType<typeof listOwnCounters>, number>;
type MarketplaceCounts = Record<keyof ReturnType<typeof listMarketplaceCounters>, number>;
export type WorkCounts = OwnCounts & Partial<MarketplaceCounts>;

/**
 * How much waits for the viewer, asked once for a page: the menu, its tabs, the search palette and Home show these numbers, and the
 * page that each leads to lists exactly as many.
 */
export async function readWorkCounts(ctx: Ctx): Promise<WorkCounts> {
  const { viewer, db } = ctx;
  const isAdmin = can(viewer, 'switch_vendor');
  if (isAdmin && viewer.vendorScope === '*') {
    const all = { ...listOwnCounters(ctx), ...listMarketplaceCounters(ctx) };
    return db.fast(marketplaceScope(viewer.store.id), (tx) => countOnce(tx, 'work-counts', all));
  }
  const own = await db.fast(scopeOf(viewer), (tx) => countOnce(tx, 'own-work-counts', listOwnCounters(ctx)));
  if (!isAdmin) return own;
  const marketplace = await db.fast(marketplaceScope(viewer.store.id), (tx) =>
    countOnce(tx, 'marketplace-work-counts', listMarketplaceCounters(ctx)),
  );
  return { ...own, ...marketplace };
}

const countOnce = <Name extends string>(
  tx: SqlTx,
  name: string,
  counters: Readonly<Record<Name, Counter>>,
): Promise<Record<Name, number>> =>
  oncePerPage(tx, name, async () => {
    // Some counters look at the switches first: where the page knows them, all counters are asked for in one statement.
    await readSwitches(tx);
    return askTogether(tx, counters);
  });
