import { appendTo } from '#app/core/append-to.ts';
import { dayOf } from '#app/core/calendar.ts';
import type { MoneyDto } from '#app/core/dto.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { asCurrency, formatAmount, money, toDto } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { asVendorId } from '#app/core/ids.ts';
import { can, marketplaceScope, scopeOf, type Scope } from '#app/core/viewer.ts';
import { resolvePastVendor } from '#app/platform/vendors/vendors.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { readHoursToDeliver } from '#app/features/labels/tracking/delivery-times.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { streamCsv } from '#app/server/csv.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  addDays,
  addSums,
  averageMinor,
  lastRange,
  listDays,
  MAX_RANGE_DAYS,
  buildMoments,
  DEFAULT_DAYS,
  namedDay,
  NO_SUMS,
  RANGE_DAYS,
  rangeBefore,
  toRates,
  resolveRange,
  toWarnings,
  type DayRange,
  type DaySums,
  type Sums,
} from './dashboard.ts';
import {
  dashboardQuery,
  MAX_PRODUCTS_LISTED,
  MAX_VENDORS_LISTED,
  type AnalyticsDto,
  type DashboardDto,
  type DashboardQuery,
  type DaySumsDto,
  type FiguresDto,
  type HomeFigures,
  type VendorScoreDto,
} from './dashboard.contract.ts';
import * as repo from './dashboard.repo.server.ts';
import { findRollUp } from './sum-days.repo.server.ts';
import type { Period } from './sales.repo.server.ts';

const HOUR_SECONDS = 3600;

/** The four figures of Home by day; undefined while figures are off, and for who may not see money. */
export async function readHomeFigures(ctx: Ctx): Promise<HomeFigures | undefined> {
  if (!can(ctx.viewer, 'read_finance')) return undefined;
  const { timezone, currency } = ctx.viewer.store;
  if (!(await ctx.db.fast(scopeOf(ctx.viewer), readSwitches)).dashboard) return undefined;
  const today = dayOf(ctx.clock.now(), timezone);
  const range = lastRange(DEFAULT_DAYS, today);
  const whole = { from: rangeBefore(range).from, to: today };
  const all = await readFigures(ctx, { scope: scopeOf(ctx.viewer), whole }, (tx, periodOf) =>
    repo.sumByDay(tx, periodOf(whole)),
  );
  const days = all.filter(({ day }) => day >= range.from);
  return {
    range,
    current: buildFigures(days, currency),
    before: buildFigures(
      all.filter(({ day }) => day < range.from),
      currency,
    ),
    days: fillDays(days, range, currency)
      .filter((one) => one.currency === currency)
      .map(toDaySums),
    yesterday: days.filter(({ day, orders }) => day === addDays(today, -1) && orders > 0).map(toDaySums),
  };
}

/** The dashboard without its products, for the range and the vendor that an address names. Throws like `readDashboard`. */
export function readAnalytics(ctx: Ctx, address: URLSearchParams): Promise<AnalyticsDto> {
  return readSales(ctx, readAddress(ctx, address), () => Promise.resolve({}));
}

/** The products of which the viewer's scope sold for most in the range of an address. Throws like `readDashboard`. */
export async function readTopProducts(
  ctx: Ctx,
  address: URLSearchParams,
): Promise<Pick<DashboardDto, 'range' | 'topProducts'>> {
  const query = readAddress(ctx, address);
  const range = requireRange(ctx, query);
  const { scope } = await findScope(ctx, query, scopeOf(ctx.viewer));
  const products = await readFigures(ctx, { scope, whole: range }, (tx, periodOf) =>
    repo.listTopProducts(tx, periodOf(range), MAX_PRODUCTS_LISTED),
  );
  return { range, topProducts: products.map(toTopProduct) };
}

/** How the vendors of the marketplace sold in the range of an address, and how reliably. Throws like `readDashboard`. */
export async function readVendorScores(
  ctx: Ctx,
  address: URLSearchParams,
): Promise<Pick<DashboardDto, 'range'> & { vendors: VendorScoreDto[] }> {
  const range = requireRange(ctx, readAddress(ctx, address));
  const scope = marketplaceScope(ctx.viewer.store.id);
  const vendors = await readFigures(ctx, { scope, whole: range }, (tx, periodOf) => listScores(tx, periodOf(range)));
  return { range, vendors };
}

/** What an address asks for; one that somebody changed by hand asks for the usual range. */
function readAddress(ctx: Ctx, address: URLSearchParams): DashboardQuery {
  const today = dayOf(ctx.clock.now(), ctx.viewer.store.timezone);
  const days = RANGE_DAYS.find((one) => String(one) === address.get('days'));
  const named = dashboardQuery.safeParse({
    from: address.get('from') ?? undefined,
    to: address.get('to') ?? undefined,
  });
  const query = days ? lastRange(days, today) : named.success ? named.data : {};
  const vendor = dashboardQuery.shape.vendor.safeParse(address.get('vendor') ?? undefined).data;
  return { ...(findRange(ctx, query) ? query : {}), ...(vendor ? { vendor } : {}) };
}

/**
 * What the viewer's scope, or one vendor of it, sold in a range of days, against the days before. Throws feature_disabled (404)
 * while the switch is off, not_found (404) for a vendor that the scope does not have, invalid_input (422) over a range that ends
 * before it begins or is too long.
 */
export function readDashboard(ctx: Ctx, query: DashboardQuery): Promise<DashboardDto> {
  return readSales(ctx, query, async (tx, period) => {
    const products = await repo.listTopProducts(tx, period, MAX_PRODUCTS_LISTED);
    return { topProducts: products.map(toTopProduct) };
  });
}

/** The figures of a range against the days before, and what else is read of the range at the same moment. */
async function readSales<T extends object>(
  ctx: Ctx,
  query: DashboardQuery,
  readMore: (tx: SqlTx, period: Period) => Promise<T>,
): Promise<AnalyticsDto & T> {
  const { timezone, currency } = ctx.viewer.store;
  const range = requireRange(ctx, query);
  const before = rangeBefore(range);
  // The days before end where the range begins: both are read at once.
  const whole = { from: before.from, to: range.to };
  const { scope, vendor } = await findScope(ctx, query, scopeOf(ctx.viewer));
  return readFigures(ctx, { scope, whole }, async (tx, periodOf) => {
    const [all, more, marketplace] = await Promise.all([
      repo.sumByDay(tx, periodOf(whole)),
      readMore(tx, periodOf(range)),
      tx.scope.vendor === '*' ? readMarketplace(tx, periodOf(range), periodOf(before)) : null,
    ]);
    const days = all.filter(({ day }) => day >= range.from);
    const daysBefore = all.filter(({ day }) => day < range.from);
    return {
      range,
      before,
      timezone,
      vendor,
      transactions: listCurrencies(currency, all).map((one) => ({
        currency: one,
        current: buildFigures(days, one),
        before: buildFigures(daysBefore, one),
      })),
      orders: fillDays(days, range, currency).map(toDaySums),
      marketplace,
      ...more,
    };
  });
}

async function readMarketplace(
  tx: SqlTx,
  period: Period,
  before: Period,
): Promise<NonNullable<DashboardDto['marketplace']>> {
  const [newVendors, newVendorsBefore, vendors] = await Promise.all([
    repo.countNewVendors(tx, period.moments),
    repo.countNewVendors(tx, before.moments),
    listScores(tx, period),
  ]);
  return { newVendors, newVendorsBefore, vendors };
}

async function listScores(tx: SqlTx, period: Period): Promise<VendorScoreDto[]> {
  const [vendors, hoursToDeliver] = await Promise.all([
    repo.sumByVendor(tx, period, MAX_VENDORS_LISTED),
    readHoursToDeliver(tx, period.moments),
  ]);
  return vendors.map((row) => toVendorScore(row, hoursToDeliver.get(row.vendorId) ?? null));
}

/**
 * Reads ranges of days within `whole` at one moment: from the days that were summed before where these reach back far enough.
 * Statements are sent together with the question how far they reach, which is seldom not far enough: then the orders are read.
 * Throws feature_disabled (404) while the switch is off.
 */
function readFigures<T>(
  ctx: Ctx,
  { scope, whole }: { scope: Scope; whole: DayRange },
  read: (tx: SqlTx, periodOf: (range: DayRange) => Period) => Promise<T>,
): Promise<T> {
  const { timezone } = ctx.viewer.store;
  const periods = (summed: Pick<Period, 'isSummed' | 'hasStoreDays'>) => (range: DayRange) => ({
    ...range,
    moments: buildMoments(range, timezone),
    timezone,
    ...summed,
  });
  return ctx.db.fast(scope, async (tx) => {
    const [, switches, rollUp, summed] = await Promise.all([
      repo.holdStill(tx),
      readSwitches(tx),
      findRollUp(tx),
      read(tx, periods({ isSummed: true, hasStoreDays: true })),
    ]);
    if (!switches.dashboard) throw new AppError('feature_disabled');
    const isSummed = rollUp?.timezone === timezone && rollUp.coversFrom <= whole.from;
    const { hasStoreDays } = rollUp ?? { hasStoreDays: false };
    return isSummed && hasStoreDays ? summed : read(tx, periods({ isSummed, hasStoreDays }));
  });
}

/** The table of a range as CSV. Throws like `readDashboard`. */
export async function exportDashboard(ctx: Ctx, query: DashboardQuery): Promise<ReadableStream<Uint8Array>> {
  const { currency } = ctx.viewer.store;
  const range = requireRange(ctx, query);
  const { scope } = await findScope(ctx, query, scopeOf(ctx.viewer));
  const days = await readFigures(ctx, { scope, whole: range }, (tx, periodOf) => repo.sumByDay(tx, periodOf(range)));
  let rows: DaySums[] | undefined = fillDays(days, range, currency);
  const names = ['day', 'currency', 'orders', 'units', 'sales', 'refunds', 'commission', 'earnings', 'due'];
  return streamCsv(names, () => {
    const cells = rows?.map((one) => {
      const amount = (minor: bigint): string => formatAmount(minor, asCurrency(one.currency));
      const amounts = [one.salesMinor, one.refundsMinor, one.commissionMinor, one.earningsMinor, one.dueMinor];
      return [one.day, one.currency, one.orders, one.units, ...amounts.map(amount)];
    });
    rows = undefined;
    return Promise.resolve(cells);
  });
}

/** The scope of the vendor that a query names, within another or that one; a foreign or unknown vendor is not_found (404). */
async function findScope(
  ctx: Ctx,
  { vendor }: DashboardQuery,
  scope: Scope,
): Promise<{ scope: Scope; vendor: string | null }> {
  if (vendor === undefined || vendor === '') return { scope, vendor: null };
  const found = await ctx.db.fast(scope, (tx) => resolvePastVendor(tx, vendor));
  return { scope: { storeId: ctx.viewer.store.id, vendor: asVendorId(found.id) }, vendor: found.name };
}

function findRange(ctx: Ctx, { from, to }: DashboardQuery): DayRange | undefined {
  const { timezone } = ctx.viewer.store;
  const dayIn = (text: string | undefined) => (text === undefined ? undefined : namedDay(text, timezone));
  const range = resolveRange({ from: dayIn(from), to: dayIn(to) }, dayOf(ctx.clock.now(), timezone));
  return range.ok ? range.value : undefined;
}

function requireRange(ctx: Ctx, query: DashboardQuery): DayRange {
  const range = findRange(ctx, query);
  if (range) return range;
  const words = rule('days_apart', { maximum: MAX_RANGE_DAYS - 1 });
  throw invalidInput([{ path: query.to === undefined ? 'from' : 'to', rule: 'days_apart', message: words }]);
}

/** The currencies in which something was ordered; the store's own is always there, and first. */
function listCurrencies(own: string, days: readonly DaySums[]): string[] {
  const others = [...new Set(days.map(({ currency }) => currency))].filter((one) => one !== own).sort();
  return [own, ...others];
}

/** Every day in the store's currency, also where nothing was ordered, and those of other currencies; by day. */
function fillDays(days: readonly DaySums[], range: DayRange, own: string): DaySums[] {
  const byDay = new Map<string, DaySums[]>();
  for (const one of days) appendTo(byDay, one.day, one);
  return listDays(range).flatMap((day) => {
    const found = byDay.get(day) ?? [];
    const ownSums = found.find(({ currency }) => currency === own) ?? { ...NO_SUMS, day, currency: own };
    return [ownSums, ...found.filter(({ currency }) => currency !== own)];
  });
}

function buildFigures(days: readonly DaySums[], currency: string): FiguresDto {
  const sums = addSums(days.filter((one) => one.currency === currency));
  const average = averageMinor(sums);
  return { ...toSums(sums, currency), averageOrder: average === null ? null : amountDto(average, currency) };
}

const toDaySums = (one: DaySums): DaySumsDto => ({
  day: one.day,
  currency: one.currency,
  ...toSums(one, one.currency),
});

function toSums(sums: Sums, currency: string) {
  return {
    orders: sums.orders,
    units: sums.units,
    sales: amountDto(sums.salesMinor, currency),
    refunds: amountDto(sums.refundsMinor, currency),
    commission: amountDto(sums.commissionMinor, currency),
    earnings: amountDto(sums.earningsMinor, currency),
    due: amountDto(sums.dueMinor, currency),
  };
}

const toTopProduct = (one: repo.ProductSums): DashboardDto['topProducts'][number] => ({
  id: one.productId === null ? null : String(one.productId),
  title: one.title,
  units: one.units,
  sales: amountDto(one.salesMinor, one.currency),
});

function toVendorScore(row: repo.VendorSums, hoursToDeliver: number | null): VendorScoreDto {
  const hours =
    row.secondsToShip === null ? null : Math.max(0, Math.round((row.secondsToShip / HOUR_SECONDS) * 10) / 10);
  const score = { orders: row.orders, cancelled: row.cancelled, refunded: row.refunded, hoursToShip: hours };
  return {
    id: String(row.vendorId),
    vendor: row.vendor,
    orders: row.orders,
    sales: amountDto(row.salesMinor, row.currency),
    commission: amountDto(row.commissionMinor, row.currency),
    earnings: amountDto(row.earningsMinor, row.currency),
    hoursToShip: hours,
    hoursToDeliver,
    ...toRates(score),
    warnings: toWarnings(score),
  };
}

function amountDto(minor: bigint, currency: string): MoneyDto {
  return toDto(money(minor, asCurrency(currency)));
}
