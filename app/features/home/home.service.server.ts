import { dayOf } from '#app/core/calendar.ts';
import { DAY_MS } from '#app/core/durations.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { can, marketplaceScope, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { listPlanWarnings } from '#app/features/app-plan/plan-limit.service.server.ts';
import { countOpenRequests } from '#app/features/compliance/compliance.service.server.ts';
import { addDays, buildMoments } from '#app/features/dashboard/dashboard.ts';
import type { HomeFigures } from '#app/features/dashboard/dashboard.contract.ts';
import { readHomeFigures } from '#app/features/dashboard/dashboard.service.server.ts';
import { readNextPayout, type NextPayout } from '#app/features/finance/calendar/money-calendar.service.server.ts';
import {
  countOpenFindings,
  readAgreement,
} from '#app/features/finance/reconciliation/reconciliation.service.server.ts';
import {
  countAnyOrder,
  countAnySale,
  countLateVendors,
  countSoldOrders,
  countUnpaidToShip,
} from '#app/features/orders/read-models/order-counts.service.server.ts';
import { listToShip, splitMoney, sumDue } from '#app/features/orders/read-models/order-figures.service.server.ts';
import { computeShipBy } from '#app/features/orders/ship-by.ts';
import { countWaiting } from '#app/features/payouts/approval/approvals.service.server.ts';
import { chooseVendorStep, type VendorStep } from '#app/features/payouts/resolve/payout-issue.ts';
import { listPayoutIssues } from '#app/features/payouts/resolve/payout-issues.service.server.ts';
import type { PayoutIssue } from '#app/features/payouts/payout-view.ts';
import { listSentBackProducts } from '#app/features/products/listing/pending-products.service.server.ts';
import { listPendingApplications } from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { countActiveVendors } from '#app/platform/vendors/vendors.service.server.ts';
import { askTogether } from '#app/server/ask-together.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { Home, MarketplaceHome, OrderToShip, PayoutIssues, VendorHome } from './home.contract.ts';
import { readBeginning } from './beginning.service.server.ts';
import { readWorkCounts, type WorkCounts } from './work-counts.service.server.ts';

const MONTH_DAYS = 30;
const SHOWN = 5;

/** What waits for the viewer now: the marketplace's home, or that of the vendor they act for. */
export async function readHome(ctx: Ctx): Promise<Home> {
  const isMarketplace = ctx.viewer.vendorScope === '*' && can(ctx.viewer, 'switch_vendor');
  const counts = await readWorkCounts(ctx);
  const figures = (await readHomeFigures(ctx)) ?? null;
  return isMarketplace ? readMarketplace(ctx, { counts, figures }) : readVendor(ctx, { counts, figures });
}

type Shared = { counts: WorkCounts; figures: HomeFigures | null };

async function readMarketplace(ctx: Ctx, { counts, figures }: Shared): Promise<MarketplaceHome> {
  const { store } = ctx.viewer;
  const now = ctx.clock.now();
  const yesterday = addDays(dayOf(now, store.timezone), -1);
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const more = await askTogether(tx, {
      anyOrder: countAnyOrder,
      anySale: countAnySale,
      vendors: countActiveVendors,
      vendorsLate: (tx) => countLateVendors(tx, now),
      sold: (tx) => countSoldOrders(tx, buildMoments({ from: yesterday, to: yesterday }, store.timezone)),
      findings: countOpenFindings,
      requests: async (tx) => (await countOpenRequests(tx)).count,
    });
    const payoutIssues = summarizeIssues(await listPayoutIssues(tx, { now, isAdmin: true }));
    const hasOrders = more.anyOrder > 0;
    return {
      kind: 'marketplace' as const,
      hasOrders,
      yesterday: describeYesterday(figures, { day: yesterday, orders: more.sold }),
      vendorsLate: more.vendorsLate,
      payoutsDue: counts.payoutsDue ?? 0,
      due: await readDue(tx, { vendors: counts.payoutsDue ?? 0, currency: store.currency }),
      applications: await readApplications(tx, counts.applicationsPending ?? 0),
      productsToApprove: counts.productsToApprove ?? 0,
      changesToReview: counts.changesToReview ?? 0,
      syncProblems: counts.syncProblems ?? 0,
      noticesUnread: counts.noticesUnread,
      payoutsToApprove: (await countWaiting(ctx, tx)).toDecide,
      payoutIssues,
      findings: more.findings,
      requests: { count: more.requests, dueAt: more.requests > 0 ? await readRequestsDue(tx) : null },
      planWarnings: await listPlanWarnings(tx),
      ledger: await readAgreement(tx),
      figures: more.anySale > 0 ? figures : null,
      beginning: more.vendors === 0 ? await readBeginning(tx) : null,
    };
  });
}

/** What was sold the day before, in every currency in which something was. */
function describeYesterday(
  figures: HomeFigures | null,
  { day, orders }: { day: string; orders: number },
): MarketplaceHome['yesterday'] {
  if (figures === null || orders === 0 || figures.yesterday.length === 0) return null;
  return {
    day,
    orders,
    sales: figures.yesterday.map(({ sales }) => sales),
    kept: figures.yesterday.map(({ commission }) => commission),
  };
}

/** What is due to vendors: the store's own currency first. Asked only where somebody is to be paid. */
async function readDue(
  tx: SqlTx,
  { vendors, currency }: { vendors: number; currency: string },
): Promise<MarketplaceHome['due']> {
  if (vendors === 0) return { amounts: [], oldestAt: null };
  const dues = (await sumDue(tx)).sort(
    (one, other) => Number(other.currency === currency) - Number(one.currency === currency),
  );
  const oldest = dues.map(({ oldestAt }) => oldestAt.getTime());
  return {
    amounts: dues.map((row) => amountDto(row.dueMinor, row.currency)),
    oldestAt: oldest.length > 0 ? new Date(Math.min(...oldest)).toISOString() : null,
  };
}

async function readApplications(tx: SqlTx, count: number): Promise<MarketplaceHome['applications']> {
  const [oldest] = count > 0 ? await listPendingApplications(tx, 1) : [];
  return { count, oldest: oldest ? { vendor: oldest.vendorName, at: oldest.receivedAt } : null };
}

const readRequestsDue = async (tx: SqlTx): Promise<string | null> =>
  (await countOpenRequests(tx)).dueAt?.toISOString() ?? null;

async function readVendor(ctx: Ctx, { counts, figures }: Shared): Promise<VendorHome> {
  const { viewer } = ctx;
  const now = ctx.clock.now();
  const next =
    can(viewer, 'read_finance') && viewer.vendorScope !== '*' ? await readNextPayout(ctx, viewer.vendorScope) : null;
  return ctx.db.fast(scopeOf(viewer), async (tx) => {
    const { anyOrder, anySale, unpaid } = await askTogether(tx, {
      anyOrder: countAnyOrder,
      anySale: countAnySale,
      unpaid: countUnpaidToShip,
    });
    const hasOrders = anyOrder > 0;
    return {
      kind: 'vendor' as const,
      hasOrders,
      ...(can(viewer, 'read_orders')
        ? {
            toShip: await readToShip(tx, { viewer, now, count: counts.ordersToShip, unpaid }),
            messages: toMessages(counts),
          }
        : {}),
      ...(next
        ? { money: await readMoney(ctx, tx, { now, next }), payoutIssues: await readPayoutIssues(tx, now) }
        : {}),
      ...(can(viewer, 'read_products') ? { sentBack: await readSentBack(tx) } : {}),
      figures: anySale > 0 ? figures : null,
    };
  });
}

const toMessages = ({ messagesUnread, conversationsUnread, offersPending }: WorkCounts) => ({
  messagesUnread,
  conversationsUnread,
  offersPending,
});

async function readToShip(
  tx: SqlTx,
  { viewer, now, count, unpaid }: { viewer: Viewer; now: Date; count: number; unpaid: number },
): Promise<NonNullable<VendorHome['toShip']>> {
  if (count === 0) return { count, unpaid: 0, rows: [] };
  const rows = await listToShip(tx, SHOWN);
  const seesMoney = can(viewer, 'read_finance');
  return {
    count,
    unpaid,
    rows: rows.map((row): OrderToShip => {
      const until = computeShipBy(row.orderedAt);
      const isUnpaid = row.payoutState === 'unpaid';
      return {
        orderId: String(row.orderId),
        name: row.name,
        orderedAt: row.orderedAt.toISOString(),
        shipBy: until.toISOString(),
        isLate: !isUnpaid && until.getTime() < now.getTime(),
        isPartlyShipped: row.fulfillment === 'partially_fulfilled',
        isUnpaid,
        title: row.title,
        items: row.itemCount,
        imageUrl: row.imageUrl,
        earns: seesMoney ? amountDto(row.payoutMinor, row.currency) : null,
      };
    }),
  };
}

async function readMoney(
  ctx: Ctx,
  tx: SqlTx,
  { now, next }: { now: Date; next: NextPayout },
): Promise<NonNullable<VendorHome['money']>> {
  const [row] = await splitMoney(tx, new Date(now.getTime() - MONTH_DAYS * DAY_MS));
  const currency = row?.currency ?? ctx.viewer.store.currency;
  const { dueMinor = 0n, sentMinor = 0n, paidMinor = 0n, orders = 0 } = row ?? {};
  const comes = next.payments.find((one) => one.currency === currency);
  return {
    due: amountDto(dueMinor, currency),
    sent: amountDto(sentMinor, currency),
    unsent: amountDto(dueMinor - sentMinor, currency),
    paid: amountDto(paidMinor, currency),
    orders,
    next: comes ? { day: comes.day, amount: amountDto(comes.amountMinor, currency) } : null,
    paidTo: next.paidTo,
    onHold: next.onHold,
  };
}

/** Only those that the vendor can do something about: the others are the marketplace’s to mend. */
async function readPayoutIssues(tx: SqlTx, now: Date): Promise<PayoutIssues> {
  const all = await listPayoutIssues(tx, { now, isAdmin: false });
  return summarizeIssues(all.filter(({ reason }) => reason !== null && OWN_STEPS.has(chooseVendorStep(reason))));
}

const OWN_STEPS: ReadonlySet<VendorStep> = new Set<VendorStep>(['account', 'receiver', 'claim']);

const summarizeIssues = (payoutIssues: readonly PayoutIssue[]): PayoutIssues => ({
  count: payoutIssues.length,
  newest: payoutIssues[0] ?? null,
});

async function readSentBack(tx: SqlTx): Promise<NonNullable<VendorHome['sentBack']>> {
  return (await listSentBackProducts(tx, SHOWN)).map(({ id, title, note }) => ({ id: String(id), title, note }));
}

function amountDto(minor: bigint, currency: string): MoneyDto {
  return toDto(money(minor, asCurrency(currency)));
}
