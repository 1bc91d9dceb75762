import { DAY_MS } from '#app/core/durations.ts';
import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { can, marketplaceScope, scopeOf, type Viewer } from '#app/core/viewer.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import {
  countPendingApplications,
  listPendingApplications,
} from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { countOpenRequests } from '#app/features/compliance/compliance.service.server.ts';
import type { NextPayment } from '#app/features/finance/calendar/money-calendar.ts';
import { readNextPayments } from '#app/features/finance/calendar/money-calendar.service.server.ts';
import {
  countAnyOrder,
  countOrdersToShip,
  countUnpaidOrders,
} from '#app/features/orders/read-models/order-counts.service.server.ts';
import {
  countOrdersByDay,
  listToShip,
  listTopVendors,
  splitMoney,
  sumDue,
  sumSales,
  type SalesRow,
} from '#app/features/orders/read-models/order-figures.service.server.ts';
import { countWaiting } from '#app/features/payouts/approval/approvals.service.server.ts';
import { chooseVendorStep, type VendorStep } from '#app/features/payouts/resolve/payout-issue.ts';
import { listPayoutIssues } from '#app/features/payouts/resolve/payout-issues.service.server.ts';
import type { PayoutIssue } from '#app/features/payouts/payout-view.ts';
import { countOpenChanges } from '#app/features/products/review/product-changes.service.server.ts';
import {
  countWaitingProducts,
  listSentBackProducts,
} from '#app/features/products/listing/pending-products.service.server.ts';
import {
  countOpenFindings,
  readAgreement,
} from '#app/features/finance/reconciliation/reconciliation.service.server.ts';
import { listPlanWarnings } from '#app/features/app-plan/plan-limit.service.server.ts';
import { listThemeBlocks } from '#app/features/storefront/theme-pages.service.server.ts';
import { countDeadLetters, countOpenExceptions } from '#app/features/system/system.service.server.ts';
import { askTogether } from '#app/server/ask-together.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { lastDays, type Home, type MarketplaceHome, type PayoutIssues, type VendorHome } from './home.ts';

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;
const SHOWN = 4;

/** What waits for the viewer now: the marketplace's home, or that of the vendor they act for. */
export function readHome(ctx: Ctx): Promise<Home> {
  return ctx.viewer.vendorScope === '*' && can(ctx.viewer, 'switch_vendor') ? readMarketplace(ctx) : readVendor(ctx);
}

async function readMarketplace(ctx: Ctx): Promise<MarketplaceHome> {
  const { store } = ctx.viewer;
  const now = ctx.clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const week = await sumSales(tx, { from: ago(WEEK_DAYS), to: now });
    const before = await sumSales(tx, { from: ago(2 * WEEK_DAYS), to: ago(WEEK_DAYS) });
    const dues = await sumDue(tx);
    // The store's own currency first; what else is due stands beside it.
    const due = dues.find((row) => row.currency === store.currency) ?? dues[0];
    const counts = await askTogether(tx, {
      orders: countAnyOrder,
      toShip: countOrdersToShip,
      unpaid: countUnpaidOrders,
      applications: countPendingApplications,
      productsToApprove: countWaitingProducts,
      changesToReview: countOpenChanges,
      deadLetters: (tx) => countDeadLetters(tx, store.domain),
      exceptions: countOpenExceptions,
      findings: countOpenFindings,
    });
    const [oldest] = await listPendingApplications(tx, 1);
    const top = await listTopVendors(tx, { from: ago(MONTH_DAYS), limit: SHOWN });
    const max = top[0]?.totalMinor ?? 0n;
    const requests = await countOpenRequests(tx);
    const pick = (rows: readonly SalesRow[], field: 'totalMinor' | 'commissionMinor') =>
      amountDto(
        rows.find((row) => row.currency === (week[0]?.currency ?? store.currency))?.[field] ?? 0n,
        week[0]?.currency ?? store.currency,
      );
    return {
      kind: 'marketplace' as const,
      hasOrders: counts.orders > 0,
      sales: pick(week, 'totalMinor'),
      salesBefore: pick(before, 'totalMinor'),
      commission: pick(week, 'commissionMinor'),
      due: {
        amount: amountDto(due?.dueMinor ?? 0n, due?.currency ?? store.currency),
        vendors: due?.vendors ?? 0,
        orders: due?.orders ?? 0,
        oldestAt: due?.oldestAt.toISOString() ?? null,
        others: dues.filter((row) => row !== due).map((row) => amountDto(row.dueMinor, row.currency)),
      },
      toShip: counts.toShip,
      unpaid: counts.unpaid,
      applications: {
        count: counts.applications,
        oldest: oldest ? { vendor: oldest.vendorName, at: oldest.receivedAt } : null,
      },
      productsToApprove: counts.productsToApprove,
      changesToReview: counts.changesToReview,
      deadLetters: counts.deadLetters,
      exceptions: counts.exceptions,
      payoutIssues: summarizeIssues(await listPayoutIssues(tx, { now, isAdmin: true })),
      findings: counts.findings,
      payoutsToApprove: (await countWaiting(ctx, tx)).toDecide,
      requests: { count: requests.count, dueAt: requests.dueAt?.toISOString() ?? null },
      top: top.map((row) => ({
        id: String(row.vendorId),
        vendor: row.vendor,
        orders: row.orders,
        total: amountDto(row.totalMinor, row.currency),
        share: max > 0n ? Number((row.totalMinor * 100n) / max) : 0,
      })),
      planWarnings: await listPlanWarnings(tx),
      ledger: await readAgreement(tx),
      blocks: listThemeBlocks(ctx),
    };
  });
}

async function readVendor(ctx: Ctx): Promise<VendorHome> {
  const { viewer } = ctx;
  const now = ctx.clock.now();
  const next = can(viewer, 'read_finance') ? await readNext(ctx) : [];
  return ctx.db.fast(scopeOf(viewer), async (tx) => ({
    kind: 'vendor' as const,
    hasOrders: (await countAnyOrder(tx)) > 0,
    ...(can(viewer, 'read_orders') ? { toShip: await readToShip(tx, viewer), week: await readWeek(ctx, tx, now) } : {}),
    ...(can(viewer, 'read_finance')
      ? { money: await readMoney(ctx, tx, { now, next }), payoutIssues: await readPayoutIssues(tx, now) }
      : {}),
    ...(can(viewer, 'read_products') ? { sentBack: await readSentBack(tx) } : {}),
  }));
}

async function readToShip(tx: SqlTx, viewer: Viewer): Promise<NonNullable<VendorHome['toShip']>> {
  const { rows, count } = await listToShip(tx, SHOWN);
  return {
    count,
    unpaid: await countUnpaidOrders(tx),
    rows: rows.map((row) => ({
      orderId: String(row.orderId),
      name: row.name,
      orderedAt: row.orderedAt.toISOString(),
      partly: row.fulfillment === 'partially_fulfilled',
      buyer: [row.buyer, row.city].filter(Boolean).join(', ') || null,
      earns: can(viewer, 'read_finance') ? amountDto(row.payoutMinor, row.currency) : null,
    })),
  };
}

async function readWeek(ctx: Ctx, tx: SqlTx, now: Date): Promise<NonNullable<VendorHome['week']>> {
  const { timezone, currency } = ctx.viewer.store;
  const from = new Date(now.getTime() - WEEK_DAYS * DAY_MS);
  const byDay = await countOrdersByDay(tx, { from: new Date(from.getTime() - DAY_MS), timezone });
  const days = lastDays(now, timezone, WEEK_DAYS).map((day) => ({ day, orders: byDay.get(day) ?? 0 }));
  const orders = days.reduce((sum, one) => sum + one.orders, 0);
  if (!can(ctx.viewer, 'read_finance')) return { days, orders, earned: null, before: null };
  const [earned] = await sumSales(tx, { from, to: now });
  const before = await sumSales(tx, { from: new Date(from.getTime() - WEEK_DAYS * DAY_MS), to: from });
  const own = earned?.currency ?? currency;
  return {
    days,
    orders,
    earned: amountDto(earned?.earningsMinor ?? 0n, own),
    before: amountDto(before.find((row) => row.currency === own)?.earningsMinor ?? 0n, own),
  };
}

async function readNext(ctx: Ctx): Promise<NextPayment[]> {
  const { vendorScope } = ctx.viewer;
  return vendorScope === '*' ? [] : readNextPayments(ctx, vendorScope);
}

async function readMoney(
  ctx: Ctx,
  tx: SqlTx,
  { now, next }: { now: Date; next: readonly NextPayment[] },
): Promise<NonNullable<VendorHome['money']>> {
  const [row] = await splitMoney(tx, new Date(now.getTime() - MONTH_DAYS * DAY_MS));
  const currency = row?.currency ?? ctx.viewer.store.currency;
  const { dueMinor = 0n, sentMinor = 0n, paidMinor = 0n, orders = 0 } = row ?? {};
  const comes = next.find((one) => one.currency === currency);
  return {
    due: amountDto(dueMinor, currency),
    sent: amountDto(sentMinor, currency),
    unsent: amountDto(dueMinor - sentMinor, currency),
    paid: amountDto(paidMinor, currency),
    orders,
    next: comes ? { day: comes.day, amount: amountDto(comes.amountMinor, currency) } : null,
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
