import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { isFillable } from '#app/features/specifications/specification.ts';
import { editorSpecifications } from '#app/features/specifications/specifications.service.server.ts';
import { readOwnUpload } from '#app/platform/uploads/keep-file.service.server.ts';
import { removeUpload } from '#app/platform/uploads/upload-tokens.service.server.ts';
import { keyOfPrivate, storedName, TABLES } from '#app/platform/uploads/upload.ts';
import { openTableTarget } from '#app/platform/uploads/uploads.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { planImport, type Plan } from './plan-import.service.server.ts';
import { scheduleSweep } from './sweep-imports.service.server.ts';
import {
  compressLines,
  groupIssues,
  MAX_CELL_CHARACTERS,
  PREVIEW_ROWS,
  UNSTARTED_HOURS,
  type Mapping,
} from './product-import.ts';
import { detectFormat, suggestMapping, type NamedMetafield } from './import-headers.ts';
import type { CheckDto, ImportDto, ImportRowDto, MappedImport, StartImport } from './product-import.contract.ts';
import * as repo from './product-import.repo.server.ts';
import { readTableBeside } from './run-table-task.service.server.ts';
import { listFailures, MAX_FAILURES, readFailures } from './failed-rows.service.server.ts';
import { importBatches, requireImport, readBatch } from './import-batch.service.server.ts';
import { requireMapping } from './require-mapping.service.server.ts';
import { fitTemplate } from './templates/import-template.ts';
import { findTemplate } from './templates/import-templates.service.server.ts';
import { readUndo, readUndone, startUndo, undoEnds } from './undo/undo-import.service.server.ts';

/** Imports of the list, and refused products of an import that are named; the table of failed rows has all. */
const MAX_LISTED = 20;
/** Products of a check that are named. */
const MAX_NAMED = 20;
/** Characters of a cell in the preview. */
const MAX_SHOWN = Math.min(200, MAX_CELL_CHARACTERS);

/** A target for a table of products. What is never read of it is deleted after a day. */
export async function openTable(
  ctx: Ctx,
  o: { name: string; size?: number | undefined },
): Promise<{ url: string; location: string; contentType: string }> {
  const target = await openTableTarget(ctx, o);
  const key = keyOfPrivate(target.location) ?? '';
  await ctx.db.fast(scopeOf(ctx.viewer), (tx) => scheduleSweep(ctx, tx, { key }, UNSTARTED_HOURS));
  return target;
}

/**
 * Reads an uploaded table; its file is deleted then, and the rows are kept. The same file again is the same import. Throws
 * not_found (404) for another's upload and one that never arrived, invalid_input (422) with why a file is not read.
 */
export async function createImport(ctx: Ctx, { location }: { location: string }): Promise<ImportDto> {
  const scope = scopeOf(ctx.viewer);
  const uploadKey = keyOfPrivate(location) ?? '';
  const read = await ctx.db.fast(scope, (tx) => repo.findImportOfUpload(tx, uploadKey));
  if (read !== undefined) return readImport(ctx, read);
  const bytes = uploadKey.startsWith(`${TABLES}/`)
    ? await readOwnUpload(ctx, { proxy: TABLES, key: uploadKey })
    : undefined;
  if (!bytes) throw new AppError('not_found');
  return keepTable(ctx, { bytes, key: uploadKey, filename: storedName(uploadKey), isUpload: true });
}

/**
 * Reads a table that was fetched for the viewer, as createImport does one that was uploaded; `key` stands for the file, and the same
 * key again is the same import. Throws invalid_input (422) with why it is not read.
 */
export async function createFetchedImport(
  ctx: Ctx,
  o: { bytes: Uint8Array; key: string; filename: string },
): Promise<ImportDto> {
  const read = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.findImportOfUpload(tx, o.key));
  return read === undefined ? keepTable(ctx, { ...o, isUpload: false }) : readImport(ctx, read);
}

async function keepTable(
  ctx: Ctx,
  o: { bytes: Uint8Array; key: string; filename: string; isUpload: boolean },
): Promise<ImportDto> {
  const table = await readTableBeside(new Uint8Array(o.bytes));
  if (!table.ok) throw refuse('location', table.refusal);
  const { encoding, headers, rows } = table.value;
  const id = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const made = await repo.insertImport(tx, {
      filename: o.filename,
      uploadKey: o.key,
      encoding,
      headers,
      rows,
      createdBy: ctx.viewer.actor.name,
      createdAt: ctx.clock.now(),
    });
    if (made === undefined) return repo.findImportOfUpload(tx, o.key);
    if (o.isUpload) await removeUpload(ctx, tx, o.key);
    await scheduleSweep(ctx, tx, { importId: String(made) }, UNSTARTED_HOURS);
    return made;
  });
  if (id === undefined) throw new AppError('not_found');
  return readImport(ctx, id);
}

const refuse = (path: string, message: string): AppError => invalidInput([{ path, rule: '', message }]);

/** The newest imports of the scope with their results. */
export const listImports = (ctx: Ctx): Promise<ImportRowDto[]> =>
  ctx.db.fast(scopeOf(ctx.viewer), async (tx) => toRows(tx, await repo.listImports(tx, MAX_LISTED), ctx.clock.now()));

/** Imports of the scope by their ids with their results; those that are gone are left out. */
export const listNamedImports = async (tx: SqlTx, ids: readonly bigint[], now: Date): Promise<ImportRowDto[]> =>
  toRows(tx, await repo.listImports(tx, ids.length, ids), now);

async function toRows(tx: SqlTx, found: readonly repo.StoredImport[], now: Date): Promise<ImportRowDto[]> {
  const figures = await readFigures(tx, found);
  return found.map((one) => toRow(one, figures, now));
}

type Figures = Awaited<ReturnType<typeof readFigures>>;

/** What became of imports: the one place that counts it, for the list, one import and its screens. */
async function readFigures(tx: SqlTx, found: readonly repo.StoredImport[]) {
  const ids = found.map(({ id }) => id);
  const started = found.flatMap(({ id, batchId }) => (batchId === null ? [] : [{ id, batchId }]));
  const batches = new Map(
    (
      await importBatches.listOutcomes(
        tx,
        started.map(({ batchId }) => batchId),
      )
    ).map((batch) => [batch.id, batch]),
  );
  const failed = started.flatMap(({ id, batchId }) =>
    (batches.get(batchId)?.failed ?? []).map((position) => ({ importId: id, position })),
  );
  const forgotten = started.filter(({ batchId }) => !batches.has(batchId)).map(({ id }) => id);
  return {
    outcomes: await repo.countOutcomes(tx, ids),
    refused: await repo.countRefusedRows(tx, ids),
    failed: await repo.countFailed(tx, { failed, forgotten }),
    running: new Set(started.filter(({ batchId }) => batches.get(batchId)?.isRunning).map(({ id }) => id)),
    stopped: new Map(started.map(({ id, batchId }) => [id, batches.get(batchId)?.stopped ?? 0])),
    undone: await readUndone(tx, found),
  };
}

function toRow(found: repo.StoredImport, figures: Figures, now: Date): ImportRowDto {
  const refusedRows = figures.refused.find(({ importId }) => importId === found.id)?.count ?? 0;
  const failed = figures.failed.find(({ importId }) => importId === found.id);
  const stopped = figures.stopped.get(found.id) ?? 0;
  const countOf = (outcome: string): number =>
    figures.outcomes.find((one) => one.importId === found.id && one.outcome === outcome)?.count ?? 0;
  const state = readState(found, {
    isRunning: figures.running.has(found.id),
    isUndoing: figures.undone.running.has(found.id),
    stopped,
  });
  return {
    id: String(found.id),
    filename: found.filename,
    state,
    rows: found.rowCount,
    createdBy: found.createdBy,
    createdAt: found.createdAt.toISOString(),
    startedAt: found.startedAt?.toISOString() ?? null,
    created: countOf('created'),
    updated: countOf('updated'),
    unchanged: countOf('unchanged'),
    failed: failed?.products ?? 0,
    stopped,
    refusedRows,
    failedRows: refusedRows + (failed?.rows ?? 0),
    undone: found.undoBatchId === null ? null : toUndone(found.id, figures),
    undoUntil: canUndo(state, countOf('created') + countOf('updated')) ? toUndoEnd(found, now) : null,
  };
}

const canUndo = (state: ImportRowDto['state'], products: number): boolean =>
  (state === 'done' || state === 'stopped') && products > 0;

function toUndoEnd({ startedAt }: repo.StoredImport, now: Date): string | null {
  const end = startedAt && undoEnds(startedAt);
  return end && end > now ? end.toISOString() : null;
}

function toUndone(id: bigint, { undone }: Figures): ImportRowDto['undone'] {
  const countOf = (...outcomes: string[]): number =>
    undone.counts
      .filter((one) => one.importId === id && outcomes.includes(one.outcome))
      .reduce((sum, { count }) => sum + count, 0);
  return { restored: countOf('restored'), archived: countOf('archived'), kept: countOf('partly', 'kept', 'gone') };
}

function readState(
  { startedAt, undoBatchId }: repo.StoredImport,
  o: { isRunning: boolean; isUndoing: boolean; stopped: number },
): ImportRowDto['state'] {
  if (startedAt === null) return 'open';
  if (undoBatchId !== null) return o.isUndoing ? 'undoing' : 'undone';
  if (o.isRunning) return 'running';
  return o.stopped > 0 ? 'stopped' : 'done';
}

/** An import of the scope whole. Another's or an unknown id is not_found (404). */
export async function readImport(ctx: Ctx, importId: bigint): Promise<ImportDto> {
  const scope = scopeOf(ctx.viewer);
  const { found, preview, refusals, figures, template } = await ctx.db.fast(scope, async (tx) => {
    const one = await requireImport(tx, importId);
    return {
      found: one,
      preview: await repo.listRows(tx, importId, { limit: PREVIEW_ROWS }),
      refusals: await repo.listRefusals(tx, importId),
      figures: await readFigures(tx, [one]),
      template: one.startedAt === null ? await findTemplate(tx, one.headers) : undefined,
    };
  });
  const automatic = await toMapping(ctx, found);
  const batch = await readBatch(ctx, found);
  const failures = await readFailures(ctx, importId, listFailures(batch).slice(0, MAX_FAILURES));
  return {
    ...toRow(found, figures, ctx.clock.now()),
    encoding: found.encoding,
    headers: found.headers,
    preview: preview.map(({ line, cells }) => ({ line, cells: cells.map((cell) => cell.slice(0, MAX_SHOWN)) })),
    mapping: template ? toDto(fitTemplate(template, found.headers).mapping) : automatic,
    automatic,
    template: template?.name ?? null,
    allowsIncomplete: template?.allowsIncomplete ?? false,
    format: detectFormat(found.headers),
    vendor: found.forVendor ?? template?.vendor ?? null,
    batch: batch && { ...batch, failures: [] },
    issues: groupIssues(refusals),
    failures: failures.map(({ item, refusal }) => ({
      ...refusal,
      title: item.title,
      lines: compressLines(item.lines),
      ...(item.issues ? { issues: item.issues } : {}),
    })),
    undo: await readUndo(ctx, found),
  };
}

/** Types of specifications whose values an export writes as they are stored. */
const PLAIN_TYPES: ReadonlySet<string> = new Set([
  'single_line_text_field',
  'multi_line_text_field',
  'number_integer',
  'number_decimal',
  'boolean',
  'date',
  'url',
  'color',
]);

/** The specifications that the viewer may set by a column of their own. */
async function listSettable(ctx: Ctx): Promise<(named: NamedMetafield) => boolean> {
  const { specifications } = await editorSpecifications(ctx);
  const settable = specifications.filter((one) => isFillable(one.type) && PLAIN_TYPES.has(one.type) && !one.upload);
  return ({ owner, namespace, key }) =>
    settable.some((one) => one.owner === owner && one.namespace === namespace && one.key === key);
}

async function toMapping(ctx: Ctx, { mapping, headers }: repo.StoredImport): Promise<ImportDto['mapping']> {
  const withVendor = ctx.viewer.vendorScope === '*';
  return toDto(mapping ?? suggestMapping(headers, { withVendor, canSet: await listSettable(ctx) }));
}

const toDto = ({ columns, optionNames, decimalSign }: Mapping): ImportDto['mapping'] => ({
  columns: [...columns],
  optionNames: [...optionNames],
  decimalSign: decimalSign ?? null,
});

/** What an import would do under a mapping. Throws invalid_input (422) for a mapping that is none of this table. */
export async function checkImport(ctx: Ctx, importId: bigint, input: MappedImport): Promise<CheckDto> {
  const { found, plan } = await planFor(ctx, importId, input);
  return {
    rows: found.rowCount,
    goodRows: found.rowCount - plan.issues.size,
    creates: plan.products.filter(({ productId }) => productId === undefined).length,
    updates: plan.products.filter(({ productId }) => productId !== undefined).length,
    issues: groupIssues([...plan.issues].map(([line, issues]) => ({ line, issues }))),
    warnings: groupIssues([...plan.warnings].map(([line, issues]) => ({ line, issues }))),
    incomplete: plan.incomplete
      .slice(0, MAX_NAMED)
      .map(({ lines, ...product }) => ({ ...product, lines: compressLines(lines) })),
    incompleteProducts: plan.incomplete.length,
    joined: plan.joined
      .slice(0, MAX_NAMED)
      .map(({ title, lines }) => ({ title, rows: lines.length, lines: compressLines(lines) })),
    joinedProducts: plan.joined.length,
    lost: plan.lost,
    readings: plan.readings,
  };
}

/** The plan of an import under a mapping. Throws invalid_input (422) for a mapping that is none of this table. */
export async function planFor(
  ctx: Ctx,
  importId: bigint,
  { mapping, vendor, allowsIncomplete }: MappedImport,
): Promise<{ found: repo.StoredImport; plan: Plan }> {
  const { found, rows } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => ({
    found: await requireImport(tx, importId),
    rows: await repo.listAllRows(tx, importId),
  }));
  requireMapping(ctx, found.headers, mapping);
  const { headers } = found;
  const forVendor = vendor ? vendor : undefined;
  return { found, plan: await planImport(ctx, rows, { mapping, headers, forVendor, allowsIncomplete }) };
}

/**
 * Starts an import of the rows without issues; the others are kept with theirs. An import that was started is answered as it is.
 * Throws invalid_input (422) where no row is left, invalid_state (409) while too much runs.
 */
export async function startImport(ctx: Ctx, importId: bigint, input: StartImport): Promise<ImportDto> {
  const scope = scopeOf(ctx.viewer);
  if ((await ctx.db.fast(scope, (tx) => requireImport(tx, importId))).startedAt !== null) {
    return readImport(ctx, importId);
  }
  const { plan } = await planFor(ctx, importId, input);
  const without = new Set(input.without);
  const chosen = plan.products.filter(({ rows }) => rows.every(({ line }) => !without.has(line)));
  if (chosen.length === 0) throw refuse('mapping', rule('no_good_rows'));
  const items = chosen.map(({ title, seller, productId, rows }, index) => ({
    position: index + 1,
    title,
    seller,
    productId: productId ?? null,
    lines: [...new Set(rows.map(({ line }) => line))],
  }));
  const started = {
    mapping: { ...input.mapping, signs: plan.signs },
    forVendor: input.vendor ? input.vendor : null,
    locale: ctx.viewer.locale,
    issues: plan.issues,
    items,
    at: ctx.clock.now(),
  };
  await importBatches
    .start(
      ctx,
      { importId: String(importId) },
      async (tx) => {
        // Two requests at once: the second finds it started, and its batch is not written.
        if ((await requireImport(tx, importId, { lock: true })).startedAt !== null) throw new AlreadyStarted();
        await repo.markStarted(tx, importId, started);
        return items.map(({ position, title }) => ({
          subjectId: BigInt(position),
          partId: 0n,
          name: title,
          input: {},
        }));
      },
      (tx, batchId) => repo.setBatch(tx, importId, batchId),
    )
    .catch((error: unknown) => {
      if (!(error instanceof AlreadyStarted)) throw error;
    });
  return readImport(ctx, importId);
}

class AlreadyStarted extends Error {}

/** Stops an import; what is left of it is done by a retry. One that ended, or never began, is answered as it is. */
export async function stopImport(ctx: Ctx, importId: bigint): Promise<ImportDto> {
  const found = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => requireImport(tx, importId));
  if (found.batchId !== null && (await readBatch(ctx, found)) !== null) await importBatches.stop(ctx, found.batchId);
  return readImport(ctx, importId);
}

/** Tries the products again that were refused or not reached. Throws invalid_state (409) while it runs, and once it was undone. */
export async function retryImport(ctx: Ctx, importId: bigint): Promise<ImportDto> {
  const { batchId, undoBatchId } = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => requireImport(tx, importId));
  if (undoBatchId !== null) throw stateRefuses('import_undone');
  if (batchId !== null) await importBatches.retry(ctx, batchId);
  return readImport(ctx, importId);
}

/** Undoes an import, or tries again what failed of that: see startUndo, whose refusals it has. */
export async function undoImport(ctx: Ctx, importId: bigint): Promise<ImportDto> {
  await startUndo(ctx, importId);
  return readImport(ctx, importId);
}
