import { z } from 'zod';
import { monthAfter, monthRange } from '#app/core/calendar.ts';
import { MINUTE_MS } from '#app/core/durations.ts';
import type { StoreId } from '#app/core/ids.ts';
import { marketplaceScope, type Actor } from '#app/core/viewer.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import {
  deleteDoneJobs,
  hasOpenJob,
  scheduleJob,
  type DueJob,
  type JobEnd,
} from '#app/server/scheduled-jobs.server.ts';
import { todayIn } from './balance.ts';
import { issueMonthlyDocuments, type IssueCtx } from './issue-monthly-documents.service.server.ts';
import { CLOSES_AFTER_MS, isClosed } from './monthly-document.ts';
import { billsEarnings, readFigures, runningMonth } from './months.service.server.ts';
import * as repo from './statements.repo.server.ts';

/** The job that issues the statements of finished months, some vendors at a time. */
export const ISSUE_STATEMENTS = 'statements.issue';

/** Vendors of one step. */
const VENDORS_AT_ONCE = 50;
/** No statement is issued by itself of a month that lies further back. */
const MONTHS_BACK = 60;
/** After a month may be closed, so that a clock a little behind finds it closed. */
const MARGIN_MS = 5 * MINUTE_MS;

const ISSUER: Actor = { kind: 'system', id: 'statements', name: 'Month end', role: 'system' };

const stepSchema = z.object({ after: z.string().transform((id) => BigInt(id)) });

/** Begins issuing for a store that was installed or came back, unless it is planned. May run twice. */
export async function startStatements(services: Services, storeId: StoreId): Promise<void> {
  await services.db.fast(marketplaceScope(storeId), (tx) => planStatements(services, tx));
}

/** Plans a look at every finished month now, unless one is planned; what is missing of past months is issued by it too. */
export async function planStatements(services: Pick<Services, 'clock' | 'jobs'>, tx: SqlTx): Promise<void> {
  if (await hasOpenJob(tx, ISSUE_STATEMENTS)) return;
  await planStep(tx, { after: 0n, dueAt: services.clock.now() });
  services.jobs.wakeAfterCommit(tx, 'due');
}

function planStep(tx: SqlTx, { after, dueAt }: { after: bigint; dueAt: Date }): Promise<void> {
  return scheduleJob(tx, {
    kind: ISSUE_STATEMENTS,
    key: `${dueAt.toISOString()}/${after}`,
    payload: { after: String(after) },
    dueAt,
  });
}

/**
 * Issues the missing statements of finished months of some vendors, oldest month first, so that their numbers follow the months.
 * Issued again they stay as they are. The next vendors follow at once; after the last ones the next month's end is planned. An
 * uninstalled store rests.
 */
export async function issueFinishedMonths(
  services: Services,
  storeId: StoreId,
  { payload, dueAt }: DueJob,
): Promise<JobEnd | undefined> {
  const store = await findStoreById(services, storeId);
  if (!store || store.uninstalledAt) return undefined;
  const ctx: IssueCtx = { db: services.db, clock: services.clock, viewer: { store, actor: ISSUER } };
  const { after } = stepSchema.parse(payload);
  const vendors = await services.db.fast(marketplaceScope(storeId), (tx) =>
    repo.listVendorsAfter(tx, { after, limit: VENDORS_AT_ONCE }),
  );
  await issueMissing(ctx, vendors);
  const last = vendors.at(-1);
  return async (tx) => {
    if (last && vendors.length === VENDORS_AT_ONCE) {
      await planStep(tx, { after: last.id, dueAt });
      services.jobs.wakeAfterCommit(tx, 'due');
    } else await planStep(tx, { after: 0n, dueAt: nextClosing(ctx) });
    await deleteDoneJobs(tx, ISSUE_STATEMENTS, services.clock.now());
  };
}

/** When the month that is the next to be over can be issued. */
function nextClosing(ctx: IssueCtx): Date {
  const running = runningMonth(ctx);
  const closing = (month: string) => monthRange(month, ctx.viewer.store.timezone).to;
  // Shortly after a month's end the one before this one is still open.
  const before = monthAfter(running, -1);
  const next = isClosed({ to: closing(before) }, ctx.clock.now()) ? running : before;
  return new Date(closing(next).getTime() + CLOSES_AFTER_MS + MARGIN_MS);
}

type Found = Awaited<ReturnType<typeof repo.listVendorsAfter>>;

async function issueMissing(ctx: IssueCtx, vendors: Found): Promise<void> {
  const { timezone } = ctx.viewer.store;
  const running = runningMonth(ctx);
  const firstAt = vendors.map((vendor) => vendor.firstAt).sort((one, other) => one.getTime() - other.getTime())[0];
  if (!firstAt) return;
  const earliest = monthAfter(running, -MONTHS_BACK);
  const first = todayIn(firstAt, timezone).slice(0, 'yyyy-mm'.length);
  const months: string[] = [];
  for (let month = first > earliest ? first : earliest; month < running; month = monthAfter(month)) months.push(month);
  if (months.length === 0) return;
  const figures = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) =>
    readFigures(ctx, tx, {
      vendorIds: vendors.map(({ id }) => id),
      months,
      billsEarnings: await billsEarnings(tx),
    }),
  );
  const missing = figures.filter((one) => one.closed && one.says.statement && one.issued.statement === undefined);
  for (const month of months) {
    const ids = new Set(missing.filter((one) => one.month === month).map((one) => one.vendorId));
    const open = vendors.filter(({ id }) => ids.has(id));
    if (open.length > 0) await issueMonthlyDocuments(ctx, open, month, 'statement');
  }
}
