import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FetchRefusal } from '#app/adapters/web/fetch-refusal.ts';
import { computeBackoffMs, RETRIES } from '#app/core/backoff.ts';
import { AppError, type Issue } from '#app/core/errors.ts';
import type { StoreId } from '#app/core/ids.ts';
import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { findRequester } from '#app/features/batches/requester.service.server.ts';
import { parseMaker } from '#app/features/delegation/maker.ts';
import type { ImportDto } from '#app/features/products/import/product-import.contract.ts';
import {
  createFetchedImport,
  listNamedImports,
  startImport,
} from '#app/features/products/import/product-import.service.server.ts';
import { MAX_FILE_BYTES } from '#app/features/products/import/product-import.ts';
import { fitTemplate } from '#app/features/products/import/templates/import-template.ts';
import { findTemplateById } from '#app/features/products/import/templates/import-templates.service.server.ts';
import { findMember } from '#app/platform/identity/users/users.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { Ctx, Services } from '#app/server/context.server.ts';
import { isDatabaseAway } from '#app/server/db.server.ts';
import type { JobEnd } from '#app/server/scheduled-jobs.server.ts';
import { FETCH_MS, resolveFileName, isFinal, isOfFile, nextRunAfter, type ScheduleProblem } from './import-schedule.ts';
import { notifyOfTurn } from './notify.service.server.ts';
import { scheduleRun } from './plan-turn.service.server.ts';
import * as repo from './schedules.repo.server.ts';

const payloadSchema = z.object({ scheduleId: z.string().transform((id) => BigInt(id)), turn: z.number().int() });

/** How a run ended: with what became of the file, or `busy`, where it is tried again in a moment. */
type End =
  | { isBusy: true }
  | {
      isBusy?: false;
      problem: ScheduleProblem | null;
      issue?: Issue;
      fileHash?: string;
      importId?: bigint;
      hostKey?: string | null;
    };

/**
 * The job: fetches one file and starts its import, in the name and with the rights of whoever made the schedule. Nothing outside is
 * asked within a transaction. A file that is the same as before is not imported again: what was changed here since stays. A job that
 * runs twice finds the import that it began.
 */
export async function runSchedule(services: Services, storeId: StoreId, payload: unknown): Promise<JobEnd | undefined> {
  const { scheduleId, turn } = payloadSchema.parse(payload);
  const row = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const found = await repo.findAnySchedule(tx, scheduleId);
    // It goes on when the feature is on again, or the store comes back (resumeSchedules).
    return found?.turn === turn && found.state === 'on' && (await readSwitches(tx)).integrations ? found : undefined;
  });
  const store = row && (await findStoreById(services, storeId));
  if (!store || store.uninstalledAt) return undefined;
  const end = await runOnce(services, store, row);
  return (tx) => endRun(tx, services, row, end);
}

async function runOnce(services: Services, store: Store, row: repo.ScheduleRow): Promise<End> {
  const ctx = await findCtx(services, store, row);
  if (!ctx) return { problem: 'maker' };
  if (!can(ctx.viewer, 'write_products')) return { problem: 'rights' };
  try {
    return await fetchAndImport(ctx, row);
  } catch (error) {
    if (error instanceof FetchRefusal) {
      ctx.log.warn({ err: error, schedule: String(row.id) }, 'a scheduled file was not fetched');
      return { problem: error.kind };
    }
    if (isDatabaseAway(error)) throw error;
    // A job that fails is given up one day, and no later run would be planned.
    ctx.log.error({ err: error, schedule: String(row.id) }, 'a scheduled import failed');
    return { problem: 'error' };
  }
}

/** The context of whoever made the schedule, as signing in would let them in; undefined where they, or their vendor, are gone. */
async function findCtx(services: Services, store: Store, row: repo.ScheduleRow): Promise<Ctx | undefined> {
  const maker = parseMaker(row.maker);
  if (!maker) return undefined;
  const member = maker.kind === 'person' ? await findMember(services, store.id, BigInt(maker.id)) : undefined;
  const requester = { ...maker, name: member?.name ?? row.createdBy, role: 'csv' };
  try {
    const viewer = await findRequester(services, store, { requester, vendorId: row.vendorId });
    return { ...services, viewer: { ...viewer, locale: row.locale } };
  } catch (error) {
    if (error instanceof AppError && error.reason === 'requester_removed') return undefined;
    throw error;
  }
}

async function fetchAndImport(ctx: Ctx, row: repo.ScheduleRow): Promise<End> {
  if (await isImporting(ctx, row)) return { isBusy: true };
  const { bytes, hostKey } = await ctx.adapters.fetcher.fetchFile(
    {
      address: row.address,
      username: row.username,
      password: row.password === null ? '' : ctx.vault.openText(row.password),
      hostKey: row.hostKey,
    },
    { limitBytes: MAX_FILE_BYTES, limitMs: FETCH_MS },
  );
  const fileHash = createHash('sha256').update(bytes).digest('hex');
  const seen = { fileHash, hostKey };
  // What was wrong with the file still is; what was wrong with the way to it is over.
  if (fileHash === row.fileHash)
    return { ...seen, problem: isOfFile(row.problem) ? row.problem : null, ...(row.issue ? { issue: row.issue } : {}) };
  // A run that is repeated, or waited, finds the import that it began.
  const key = `schedules/${String(row.id)}/${String(row.lastRunAt?.getTime() ?? 0)}/${fileHash}`;
  let importId: bigint | undefined;
  try {
    const found = await createFetchedImport(ctx, { bytes, key, filename: resolveFileName(row.address) });
    importId = BigInt(found.id);
    const mapped = await resolveMapping(ctx, row, found);
    if (!mapped) return { ...seen, importId, problem: 'template' };
    await startImport(ctx, importId, { ...mapped, without: [] });
    return { ...seen, importId, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'invalid_input') return { ...seen, ...(importId ? { importId } : {}), ...explain(error) };
    // Too many imports run, or the platform is not answered: the same file again in a moment.
    ctx.log.warn({ err: error, schedule: String(row.id) }, 'a scheduled import waits');
    return { isBusy: true };
  }
}

/** Whether the import before still runs: two of one file would change the same products. */
async function isImporting(ctx: Ctx, { lastImportId }: repo.ScheduleRow): Promise<boolean> {
  if (lastImportId === null) return false;
  const [last] = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => listNamedImports(tx, [lastImportId], ctx.clock.now()));
  return last?.state === 'running' || last?.state === 'undoing';
}

/** How the columns of a file are matched: by the chosen template, else as the file's own page would begin. Undefined where the template is gone. */
async function resolveMapping(ctx: Ctx, { templateId, forVendor }: repo.ScheduleRow, found: ImportDto) {
  if (templateId === null)
    return {
      mapping: found.mapping,
      vendor: forVendor ?? found.vendor,
      allowsIncomplete: found.allowsIncomplete,
    };
  const template = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => findTemplateById(tx, templateId));
  if (!template) return undefined;
  const { columns, optionNames, decimalSign } = fitTemplate(template, found.headers).mapping;
  return {
    mapping: { columns: [...columns], optionNames: [...optionNames], decimalSign: decimalSign ?? null },
    vendor: forVendor ?? template.vendor,
    allowsIncomplete: template.allowsIncomplete,
  };
}

/** What is wrong with a table, by the field that its import was refused for. */
function explain(error: AppError): { problem: ScheduleProblem; issue?: Issue } {
  const [issue] = error.issues;
  if (issue?.path === 'location') return { problem: 'table', issue };
  return { problem: issue?.path === 'mapping' ? 'rows' : 'columns' };
}

/** Writes how a run ended, unless the schedule was changed meanwhile, and plans the next. */
async function endRun(
  tx: Parameters<JobEnd>[0],
  services: Services,
  before: repo.ScheduleRow,
  end: End,
): Promise<void> {
  const row = await repo.findAnySchedule(tx, before.id, { lock: true });
  if (row?.turn !== before.turn || row.state !== 'on') return;
  const now = services.clock.now();
  if (end.isBusy) {
    await scheduleRun(tx, services, row.id, new Date(now.getTime() + computeBackoffMs(RETRIES.sync, 2)));
    return;
  }
  const { problem } = end;
  const state = problem !== null && isFinal(problem) ? ('off' as const) : ('on' as const);
  await repo.markRun(tx, row.id, {
    state,
    problem,
    issue: end.issue ?? null,
    failingSince: problem === null ? null : (row.failingSince ?? now),
    lastRunAt: now,
    lastSuccessAt: problem === null ? now : row.lastSuccessAt,
    // A file that could not be imported is looked at anew once it is reached again.
    fileHash: end.fileHash ?? (isOfFile(row.problem) ? null : row.fileHash),
    lastImportId: end.importId ?? row.lastImportId,
    hostKey: end.hostKey ?? row.hostKey,
  });
  await notifyOfTurn(tx, services, { row, problem, isOff: state === 'off', at: now });
  if (state === 'off') return;
  await scheduleRun(tx, services, row.id, nextRunAfter(problem, { frequency: row.frequency, anchor: row.anchor, now }));
}
