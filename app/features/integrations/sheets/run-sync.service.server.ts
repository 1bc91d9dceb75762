import { z } from 'zod';
import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { savePlatformProblem } from '#app/platform/platform-access/platform-problems.service.server.ts';
import { SheetsProblem } from '#app/adapters/google-sheets/google-sheets.server.ts';
import { AppError } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Viewer } from '#app/core/viewer.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { buildDelegatedViewer } from '#app/features/delegation/delegated-viewer.service.server.ts';
import { notifyOfLoss } from '#app/features/integrations/losses/tell-of-loss.service.server.ts';
import { MAX_ROWS } from '#app/features/products/import/product-import.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { requireVendorRow } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { isDatabaseAway, type SqlTx } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { nextHourlySync } from '../next-hourly-sync.ts';
import {
  allowedTabs,
  LAST_COLUMN,
  PASSING,
  PAUSING,
  SHEET_PERMISSIONS,
  toCellText,
  toTable,
  type SheetProblem,
  type SheetTab,
} from './sheet.ts';
import * as repo from './sheets.repo.server.ts';
import { PASSING_CODES } from './sync-refusals.ts';
import { syncOrders } from './sync-orders.service.server.ts';
import { hasProductColumns, syncProducts } from './sync-products.service.server.ts';
import { syncTracking } from './sync-tracking.service.server.ts';
import { writeStatus } from './write-status.service.server.ts';

/** The kind of job that syncs one vendor's sheet. */
export const SHEET_SYNC = 'sheets.sync';
const payloadSchema = z.object({ vendorId: z.string().transform((id) => BigInt(id)), turn: z.number().int() });

/** Google lets one account ask 60 times a minute for reading and for writing; a sync reads up to twice. */
const SYNCS_A_MINUTE = 25;
const MINUTE_SECONDS = 60;
/** A run that did not come through all rows goes on after a moment. */
const GO_ON_MS = 5_000;

/** Schedules the next sync of a vendor in the place of every one that was scheduled before. */
export async function scheduleSync(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  vendorId: bigint,
  dueAt: Date,
): Promise<void> {
  const turn = await repo.planTurn(tx, vendorId, dueAt);
  if (turn === undefined) return;
  await services.jobs.schedule(tx, {
    kind: SHEET_SYNC,
    key: `${vendorId}:${turn}`,
    payload: { vendorId: String(vendorId), turn },
    dueAt,
  });
}

/** Schedules the syncs of a store whose feature was turned on, or that came back. */
export async function resumeSheets(tx: SqlTx, services: Pick<Services, 'jobs' | 'clock'>): Promise<void> {
  if (!(await readSwitches(tx)).integrations) return;
  const now = services.clock.now();
  for (const vendorId of await repo.listActiveVendors(tx)) {
    await scheduleSync(tx, services, vendorId, nextHourlySync(vendorId, now));
  }
}

/** Schedules the syncs of a store that was installed or came back. */
export async function startSheets(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => resumeSheets(tx, services));
}

/**
 * The job: one sync of one sheet. Nothing outside is asked within a transaction; what was done is noted row by row, so that a
 * worker that is killed leaves the rest to the next one. Returns how it ended and the plan of the next.
 */
export async function runSync(services: Services, storeId: StoreId, payload: unknown): Promise<JobEnd | undefined> {
  const { vendorId, turn } = payloadSchema.parse(payload);
  const found = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const connection = await repo.findConnection(tx, vendorId);
    if (connection?.turn !== turn || connection.state === 'paused') return undefined;
    // It goes on when the feature is on again, or the store comes back (resumeSheets).
    if (!(await readSwitches(tx)).integrations) return undefined;
    const vendor = await requireVendorRow(tx, vendorId);
    return vendor.deletedAt ? undefined : { connection, name: vendor.name };
  });
  const store = found && (await findStoreById(services, storeId));
  if (!store || store.uninstalledAt) return undefined;
  const { connection } = found;
  if (!(await takeQuota(services))) {
    return planNext(services, connection, () => MINUTE_SECONDS * 1000);
  }
  const viewer = await buildDelegatedViewer(services, store, {
    vendorId,
    maker: connection.maker,
    wanted: SHEET_PERMISSIONS,
    actor: { kind: 'system', id: 'sheet', name: found.name, role: 'sheet' },
    locale: connection.locale,
  });
  const end = viewer
    ? await syncAllowed({ ...services, viewer }, connection, found.name)
    : { problem: 'maker' as const, isWhole: false };
  return (tx) => endRun(tx, services, connection, end);
}

/** Whether the account may be asked once more in this minute, by all stores together. */
async function takeQuota({ limits }: Services): Promise<boolean> {
  try {
    await limits.hit('google-sheets', SYNCS_A_MINUTE, MINUTE_SECONDS);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
}

type Synced = { name: string; tabs: readonly SheetTab[] };
type End = { problem: SheetProblem | null; isWhole: boolean };

/** Syncs the tabs that whoever connected the sheet may see to now; where a membership is missing, the screens stand still too. */
async function syncAllowed(ctx: Ctx, connection: repo.StoredConnection, name: string): Promise<End> {
  const tabs = allowedTabs(ctx.viewer.permissions);
  const problem = refuseTabs(ctx.viewer, tabs);
  if (tabs.length === 0) return { problem, isWhole: false };
  const end = await syncOnce(ctx, connection, { name, tabs });
  return { ...end, problem: end.problem ?? problem };
}

/** Why some or all tabs are not synced; null where nothing more can be asked for than whoever connected the sheet may. */
function refuseTabs({ withheld }: Viewer, tabs: readonly SheetTab[]): SheetProblem | null {
  if (withheld?.size) return 'membership';
  return tabs.length === 0 ? 'rights' : null;
}

/** Products first, then orders, then tracking, which may name the orders that were just written. */
async function syncOnce(ctx: Ctx, connection: repo.StoredConnection, vendor: Synced): Promise<End> {
  try {
    return await syncTabs(ctx, connection, vendor);
  } catch (error) {
    if (error instanceof SheetsProblem) {
      ctx.log.warn({ err: error }, 'a spreadsheet was not synced');
      return { problem: error.reason, isWhole: false };
    }
    if (!(error instanceof AppError) || !PASSING_CODES.has(error.code)) {
      if (isDatabaseAway(error)) throw error;
      // A job that fails is given up one day, and no later sync would be planned.
      ctx.log.error({ err: error }, 'the sync of a spreadsheet failed');
      return { problem: 'error', isWhole: false };
    }
    ctx.log.warn({ err: error }, 'the store platform did not take what a spreadsheet says');
    return { problem: 'busy', isWhole: false };
  }
}

async function syncTabs(ctx: Ctx, connection: repo.StoredConnection, { name, tabs }: Synced): Promise<End> {
  const { sheetId, vendorId, locale } = connection;
  const ranges = [`Products!A1:${LAST_COLUMN}`, `Tracking!A1:${LAST_COLUMN}`, 'Orders!1:1'];
  const [products = [], tracking = [], orders = []] = await ctx.adapters.sheets.readValues(sheetId, ranges);
  if (products.length > MAX_ROWS + 1) return { problem: 'rows', isWhole: false };
  const productTable = toTable(tabs.includes('Products') ? products : [], locale);
  const trackingTable = toTable(tabs.includes('Tracking') ? tracking : [], locale);
  // A tab whose headers are gone says nothing: it is no sheet whose rows have all disappeared.
  const hasProducts = hasProductColumns(productTable);
  const productRun = hasProducts
    ? await syncProducts(ctx, { id: vendorId, name }, productTable, connection)
    : { isWhole: true, results: new Map<number, repo.StoredRow>() };
  // What a sheet says while it is broken is not written on either: its other tabs wait as well.
  if (productRun.problem) return { problem: productRun.problem, isWhole: false };
  const headers = (orders[0] ?? []).map((cell) => toCellText(cell, locale));
  const orderProblem = tabs.includes('Orders') ? await syncOrders(ctx, connection, headers) : null;
  const trackingRun = await syncTracking(ctx, vendorId, trackingTable);
  await writeStatus(ctx, connection, {
    products: { table: productTable, results: productRun.results },
    tracking: { table: trackingTable, results: trackingRun.results },
  });
  return {
    problem: hasProducts || !tabs.includes('Products') ? orderProblem : 'columns',
    isWhole: productRun.isWhole && trackingRun.isWhole,
  };
}

/** Writes how a run ended, unless the sheet was connected anew or triggered meanwhile, and plans the next. */
async function endRun(
  tx: SqlTx,
  services: Services,
  before: repo.StoredConnection,
  { problem, isWhole }: End,
): Promise<void> {
  const { vendorId } = before;
  const now = services.clock.now();
  const connection = await repo.findConnection(tx, vendorId, { lock: true });
  if (connection?.sheetId !== before.sheetId || connection.state === 'paused') return;
  const isPaused = problem !== null && PAUSING.has(problem);
  if (problem === 'disabled' || problem === null) {
    await savePlatformProblem(tx, { kind: 'sheets_disabled', detail: problem && 'SERVICE_DISABLED', at: now });
  }
  const tries = problem !== null && PASSING.has(problem) ? connection.tries + 1 : 0;
  await repo.markRun(tx, vendorId, {
    state: isPaused ? 'paused' : 'active',
    problem,
    tries,
    at: now,
    isWhole: isWhole && problem === null,
  });
  if (isPaused) {
    await notifyPaused(tx, services, connection, { problem, at: now });
    return;
  }
  if (problem === 'rights' && connection.problem !== 'rights')
    await notifyOnce(tx, services, connection, 'rights', now);
  if (problem === 'error_cells' && connection.problem !== 'error_cells')
    await notifyOnce(tx, services, connection, 'cells', now);
  if (connection.turn !== before.turn) return;
  const hourly = nextHourlySync(vendorId, now).getTime();
  const sooner =
    tries > 0
      ? now.getTime() + computeBackoffMs(RETRIES.sync, tries)
      : isWhole || problem !== null
        ? hourly
        : now.getTime() + GO_ON_MS;
  await scheduleSync(tx, services, vendorId, new Date(Math.min(hourly, sooner)));
}

/** The vendor reads once of each pause why it is: the access is gone, or whoever connected the sheet is. */
export async function notifyPaused(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  { vendorId, sheetId, title, turn }: repo.StoredConnection,
  { problem, at }: { problem: SheetProblem; at: Date },
): Promise<void> {
  await notifyOfLoss(tx, services, {
    vendorId,
    integration: 'sheet',
    reason: problem === 'maker' ? 'maker' : problem === 'vanished' ? 'vanished' : 'access',
    dedupeKey: `sheet-paused/${vendorId}/${sheetId}/${turn}`,
    at,
  });
  await recordAudit(tx, [
    {
      subject: 'settings',
      subjectId: 'sheets',
      vendorId,
      action: 'sheet.paused',
      at,
      actor: { kind: 'system', id: 'sheet', name: title, role: 'sheet' },
    },
  ]);
}

/**
 * Tells the vendor, once for each time, why nothing is synced although the connection stays: whoever connected the sheet may do nothing
 * of it any more, or its SKUs are errors of formulas.
 */
function notifyOnce(
  tx: SqlTx,
  services: Pick<Services, 'jobs'>,
  { vendorId, sheetId, turn }: repo.StoredConnection,
  reason: 'rights' | 'cells',
  at: Date,
): Promise<void> {
  const name = reason === 'rights' ? 'sheet-without-rights' : 'sheet-error-cells';
  const dedupeKey = `${name}/${vendorId}/${sheetId}/${turn}`;
  return notifyOfLoss(tx, services, { vendorId, integration: 'sheet', reason, dedupeKey, at });
}

const planNext =
  (services: Services, { vendorId, turn }: repo.StoredConnection, pauseMs: () => number): JobEnd =>
  async (tx) => {
    const connection = await repo.findConnection(tx, vendorId, { lock: true });
    if (connection?.turn !== turn) return;
    await scheduleSync(tx, services, vendorId, new Date(services.clock.now().getTime() + pauseMs()));
  };
