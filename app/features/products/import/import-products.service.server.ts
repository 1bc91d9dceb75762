import { z } from 'zod';
import { AppError, invalidInput, stateRefuses, type Issue } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { BatchKind } from '#app/features/batches/kind.server.ts';
import { saveProduct } from '#app/features/products/editing/save-product.service.server.ts';
import { getProductForm } from '#app/features/products/form/product-form.service.server.ts';
import { findSkuOwners } from '#app/features/products/listing/sku-owners.service.server.ts';
import { productInput } from '#app/features/products/product-input.contract.ts';
import { readProduct } from '#app/features/products/products.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { mergeProduct } from './merge-product.service.server.ts';
import { undoKeeper, type KeepUndo } from './undo/keep-undo.service.server.ts';
import { MAX_CONFLICTS, STOPPED, type Outcome } from './product-import.ts';
import * as repo from './product-import.repo.server.ts';
import { withoutVariant } from './group-rows.service.server.ts';
import type { RowValues } from './row-values.ts';
import { readRows } from './read-rows.service.server.ts';

/**
 * The products of one import, each by the form's own save with its rules, limits and approval. An item is known by its position
 * in the table. One that broke off is found by its SKUs when it is done again, so that no product is made twice.
 */
export const importProducts: BatchKind<{ importId: string }, object> = {
  name: 'products.import',
  input: z.object({ importId: z.string() }),
  item: z.object({}),
  whileRunning: 'import_running',
  whenStopped: STOPPED,
  permissions: () => ['write_products'],
  async run(ctx, { importId }, { subjectId, wasStarted }) {
    const id = BigInt(importId);
    const position = Number(subjectId);
    const scope = scopeOf(ctx.viewer);
    const { item, rows } = await readItem(ctx, id, position);
    if (item.outcome !== null) return;
    const keeper = await undoKeeper(ctx, id, position);
    try {
      const done = await importProduct(asTable(ctx), item, rows, keeper.keep);
      const outcome = wasStarted ? decideOutcome(item, done.outcome, keeper.hasRecord) : done.outcome;
      await keeper.settle(done.productId);
      await ctx.db.fast(scope, (tx) =>
        repo.markItem(tx, id, position, { outcome, productId: done.productId, issues: null }),
      );
    } catch (error) {
      if (error instanceof AppError && error.issues.length > 0) {
        const issues = error.issues.map(({ path, rule, message, params }) => ({
          path,
          rule,
          message,
          ...(params ? { params } : {}),
        }));
        await ctx.db.fast(scope, (tx) => repo.markItem(tx, id, position, { outcome: null, issues }));
      }
      throw error;
    }
  },
};

/** What became of a product that was begun before, which may have been made or changed then. */
function decideOutcome({ productId }: repo.StoredItem, outcome: Outcome, wasChanging: boolean): Outcome {
  if (productId === null) return 'created';
  return wasChanging && outcome === 'unchanged' ? 'updated' : outcome;
}

/** The same person in the product's log, where a table wrote it. */
export const asTable = (ctx: Ctx): Ctx => ({
  ...ctx,
  viewer: { ...ctx.viewer, actor: { ...ctx.viewer.actor, role: 'csv' } },
});

async function readItem(
  ctx: Ctx,
  importId: bigint,
  position: number,
): Promise<{ item: repo.StoredItem; rows: RowValues[] }> {
  const { store, locale } = ctx.viewer;
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const found = await repo.findImport(tx, importId);
    const item = await repo.findItem(tx, importId, position);
    if (!found?.mapping || !item) throw new AppError('not_found');
    // One that was retried at the moment at which it was undone.
    if (found.undoBatchId !== null) throw stateRefuses('import_undone');
    const rows = await repo.listRows(tx, importId, { lines: item.lines });
    const { read } = readRows({
      rows,
      mapping: found.mapping,
      headers: found.headers,
      currency: asCurrency(store.currency),
      locale: found.locale ?? locale,
    });
    const refused = new Set(rows.flatMap(({ line, issues }) => (issues === null ? [] : [line])));
    const values = read.map((row) => row.values);
    return {
      item,
      rows: values.map((row) => (refused.has(row.line) ? withoutVariant(row, item.productId) : row)),
    };
  });
}

type Done = { outcome: Outcome; productId: bigint };

/**
 * Makes or changes the product of some rows by the form's own save; `keep` is given the product before and after it, before it is
 * changed. Throws invalid_input (422) and what that save refuses.
 */
export async function importProduct(
  ctx: Ctx,
  item: { productId: bigint | null; seller: string },
  rows: readonly RowValues[],
  keep?: KeepUndo,
): Promise<Done> {
  const { defaultUnits } = await getProductForm(ctx);
  for (let attempt = 1; ; attempt++) {
    const productId = item.productId ?? (await findMade(ctx, rows, item.seller));
    const known = productId === undefined ? undefined : (await readProduct(ctx, productId)).product;
    const { product, before, isChanged } = mergeProduct(known, rows, {
      seller: item.seller,
      units: defaultUnits,
    });
    if (productId !== undefined && !isChanged) return { outcome: 'unchanged', productId };
    const parsed = productInput.safeParse(product);
    if (!parsed.success) throw invalidInput(toIssues(parsed.error).map(belowProduct));
    if (known && before) await keep?.(known, { before, after: product });
    try {
      const saved = await saveProduct(ctx, parsed.data);
      return { outcome: productId === undefined ? 'created' : 'updated', productId: BigInt(saved.productId) };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict' || attempt === MAX_CONFLICTS) throw error;
    }
  }
}

const belowProduct = (issue: Issue): Issue => ({ ...issue, path: `product.${issue.path}` });

/** The product that an earlier try of the same rows made, by the SKU of any of them. */
async function findMade(ctx: Ctx, rows: readonly RowValues[], seller: string): Promise<bigint | undefined> {
  const owners = await findSkuOwners(
    ctx,
    rows.map(({ sku }) => sku),
  );
  const { vendorScope } = ctx.viewer;
  return [...owners.values()]
    .flat()
    .find(({ vendorId, vendorName }) => (vendorScope === '*' ? vendorName === seller : vendorId === vendorScope))
    ?.productId;
}
