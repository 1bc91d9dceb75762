import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { STOPPED } from './product-import.ts';
import type { ImportBatchDto } from './product-import.contract.ts';
import * as repo from './product-import.repo.server.ts';
import { requireImport, readBatch } from './import-batch.service.server.ts';

export const MAX_FAILURES = 100;

/** The products of a batch that were refused, without those that a stopped import had not reached. */
export const listFailures = (batch: ImportBatchDto | null): ImportBatchDto['failures'] =>
  (batch?.failures ?? []).filter(({ reason }) => reason !== STOPPED);

/** The refused products of a batch with their rows and the fields that were refused. */
export async function readFailures(ctx: Ctx, importId: bigint, failures: ImportBatchDto['failures']) {
  if (failures.length === 0) return [];
  const positions = failures.map(({ position }) => position);
  const items = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listItems(tx, importId, positions));
  const refusalOf = new Map(failures.map((failure) => [failure.position, failure]));
  return items.flatMap((item) => {
    const failure = refusalOf.get(item.position);
    if (!failure) return [];
    const { position: _position, title: _title, lines: _lines, ...refusal } = failure;
    return [{ item, refusal }];
  });
}

/** Every row of an import that did not become a product, with why: refused rows, and the products whose save was refused. */
export async function listFailedRows(ctx: Ctx, importId: bigint) {
  const scope = scopeOf(ctx.viewer);
  const { found, refused } = await ctx.db.fast(scope, async (tx) => ({
    found: await requireImport(tx, importId),
    refused: await repo.listRefusedRows(tx, importId),
  }));
  const failed = await readFailures(ctx, importId, listFailures(await readBatch(ctx, found)));
  const lines = failed.flatMap(({ item }) => item.lines);
  const rows = await ctx.db.fast(scope, (tx) => repo.listRows(tx, importId, { lines }));
  const failureOf = new Map(failed.flatMap((one) => one.item.lines.map((line) => [line, one] as const)));
  return {
    headers: found.headers,
    rows: [
      ...refused.map(({ line, cells, issues }) => ({ line, cells, issues: issues ?? [], refusal: undefined })),
      ...rows.map(({ line, cells }) => {
        const failure = failureOf.get(line);
        return {
          line,
          cells,
          issues: [],
          refusal: failure && { ...failure.refusal, issues: failure.item.issues ?? [] },
        };
      }),
    ].sort((one, other) => one.line - other.line),
  };
}
