import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, type Issue, type Refusal } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { importProduct } from '#app/features/products/import/import-products.service.server.ts';
import type { PlannedProduct } from '#app/features/products/import/group-rows.service.server.ts';
import { planImport } from '#app/features/products/import/plan-import.service.server.ts';
import { suggestMapping } from '#app/features/products/import/import-headers.ts';
import type { ImportField, Mapping, RowIssue } from '#app/features/products/import/product-import.ts';
import { NO_VALUES, type RowValues } from '#app/features/products/import/row-values.ts';
import type { Ctx } from '#app/server/context.server.ts';
import {
  findChanged,
  findDisappeared,
  groupBy,
  hasVanished,
  REQUIRED_COLUMNS,
  type CellFault,
  type RowOutcome,
  type SheetProblem,
  type SheetTable,
} from './sheet.ts';
import * as repo from './sheets.repo.server.ts';
import { PASSING_CODES, toStoredRefusal } from './sync-refusals.ts';

/** Products that one run saves; the next run goes on with the others. */
const MAX_PRODUCTS_A_RUN = 40;
/** Refused rows are tried again by the next hourly sync, not by a run that goes on. */
const RETRY_REFUSED_MS = 50 * MINUTE_MS;

/** What one run came to: whether all was done, and what each line's status says. */
export type ProductsRun = { isWhole: boolean; results: Map<number, repo.StoredRow>; problem?: SheetProblem };
type Vendor = { id: bigint; name: string };
type Row = {
  line: number;
  cells: string[];
  sku: string;
  title: string;
  stock: string | undefined;
  hash: string;
  /** Cells that hold an error instead of a value, or a code as a number. */
  issues: RowIssue[];
};

/** Whether a tab has the columns that products need. */
export function hasProductColumns({ headers }: SheetTable): boolean {
  const { columns } = suggestMapping(headers, { withVendor: false, isFlat: true });
  return REQUIRED_COLUMNS.every((field) => columns.includes(field));
}

/**
 * Takes over the rows that changed by the products' own save, and sets the stock of rows that disappeared to 0. Only a stock that
 * was typed anew changes a product's: what was sold since stays sold. Where SKUs are errors of formulas, or most rows are gone at once
 * and nobody said that they are (`acceptsVanished`), nothing changes and the problem is answered. The viewer is the vendor.
 */
export async function syncProducts(
  ctx: Ctx,
  vendor: Vendor,
  table: SheetTable,
  { acceptsVanished }: { acceptsVanished: boolean },
): Promise<ProductsRun> {
  const mapping = suggestMapping(table.headers, { withVendor: false, isFlat: true });
  const rows = table.rows.map((row) => toRow(row, mapping));
  const stored = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listRows(tx, vendor.id));
  const known = new Map(stored.map((row) => [row.sku, row]));
  const skuColumn = mapping.columns.indexOf('sku');
  const stop = (problem: SheetProblem): ProductsRun => ({ isWhole: false, results: new Map(), problem });
  if (table.rows.some(({ faults }) => faults.get(skuColumn) === 'error')) return stop('error_cells');
  const skus = rows.map(({ sku }) => sku);
  if (!acceptsVanished && hasVanished(skus, known)) return stop('vanished');
  const run = new Run(ctx, vendor, known);
  const retryBefore = ctx.clock.now().getTime() - RETRY_REFUSED_MS;
  const isDue = (sku: string): boolean => {
    const before = known.get(sku);
    return before?.outcome === 'refused' && before.at.getTime() <= retryBefore;
  };
  const changed = new Set([
    ...findChanged(rows, known).map(({ line }) => line),
    ...rows.flatMap(({ sku, line }) => (isDue(sku) ? [line] : [])),
  ]);
  if (changed.size > 0) await run.takeOver(rows, changed, { mapping, headers: table.headers });
  await run.empty(findDisappeared(skus, known));
  const results = new Map<number, repo.StoredRow>();
  for (const { line, sku } of rows) {
    const result = known.get(sku);
    if (result) results.set(line, result);
  }
  return { isWhole: run.isWhole, results };
}

/** Columns whose digits are a code: as numbers they may have lost some. */
const CODES: ReadonlySet<ImportField> = new Set<ImportField>(['sku', 'barcode']);

function findCellIssue(field: ImportField, cell: string, fault: CellFault): RowIssue | undefined {
  const params = { value: cell.slice(0, 50) };
  if (fault === 'error') return { field, rule: 'error_cell', message: rule('error_cell', params), params };
  // A whole number of a SKU is what its seller calls the product; in a barcode zeros in front may be gone.
  const isLost = CODES.has(field) && (fault === 'inexact' || field === 'barcode');
  return isLost ? { field, rule: 'code_as_number', message: rule('code_as_number') } : undefined;
}

/** A row by its SKU in small letters; one without a SKU is known by its line. */
function toRow({ line, cells, faults }: SheetTable['rows'][number], mapping: Mapping): Row {
  const cellOf = (field: ImportField): string | undefined => {
    const column = mapping.columns.indexOf(field);
    return column === -1 ? undefined : (cells[column] ?? '').trim();
  };
  const said = mapping.columns.flatMap((field, column) => (field === null ? [] : [[field, cells[column] ?? '']]));
  const issues = [...faults].flatMap(([column, fault]) => {
    const field = mapping.columns[column];
    return (field && findCellIssue(field, cells[column] ?? '', fault)) ?? [];
  });
  return {
    line,
    cells,
    issues,
    title: (cellOf('title') ?? '').slice(0, 255),
    stock: cellOf('stock')?.slice(0, 50),
    sku: (cellOf('sku') ?? '').slice(0, 255).toLowerCase() || `(row ${line})`,
    hash: createHash('sha256').update(JSON.stringify(said)).digest('base64url'),
  };
}

class Run {
  isWhole = true;
  private readonly ctx: Ctx;
  private readonly vendor: Vendor;
  private readonly known: Map<string, repo.StoredRow>;
  private left = MAX_PRODUCTS_A_RUN;

  constructor(ctx: Ctx, vendor: Vendor, known: Map<string, repo.StoredRow>) {
    this.ctx = ctx;
    this.vendor = vendor;
    this.known = known;
  }

  async takeOver(
    rows: readonly Row[],
    changed: ReadonlySet<number>,
    { mapping, headers }: { mapping: Mapping; headers: readonly string[] },
  ): Promise<void> {
    const wrong = rows.filter(({ issues }) => issues.length > 0);
    await this.save(
      wrong
        .filter(({ line }) => changed.has(line))
        .map((row) => this.toResult(row, { outcome: 'refused', refusal: ofIssues(row.issues) })),
    );
    const right = rows.filter(({ issues }) => issues.length === 0);
    const plan = await planImport(this.ctx, right, { mapping, headers, forVendor: undefined, allowsIncomplete: true });
    const rowOf = new Map(right.map((row) => [row.line, row]));
    const refused = [...plan.issues].flatMap(([line, issues]) => {
      const row = rowOf.get(line);
      return row ? [{ row, refusal: ofIssues(issues) }] : [];
    });
    await this.save(refused.map(({ row, refusal }) => this.toResult(row, { outcome: 'refused', refusal })));
    for (const product of plan.products) {
      if (!product.rows.some(({ line }) => changed.has(line))) continue;
      const own = product.rows.flatMap(({ line }) => rowOf.get(line) ?? []);
      if (!(await this.saveProduct(product, own))) return;
    }
  }

  /** Saves one product; false where the run has to end before it. */
  private async saveProduct(product: PlannedProduct, own: readonly Row[]): Promise<boolean> {
    const { productId, seller } = product;
    const values = product.rows.map((row) => this.withoutOldStock(row, own));
    return this.attempt(
      async () => {
        const done = await importProduct(this.ctx, { productId: productId ?? null, seller }, values);
        await this.save(own.map((row) => this.toResult(row, { outcome: done.outcome, productId: done.productId })));
      },
      (refusal) =>
        this.save(own.map((row) => this.toResult(row, { outcome: 'refused', refusal, productId: productId ?? null }))),
    );
  }

  private withoutOldStock(values: RowValues, own: readonly Row[]): RowValues {
    const row = own.find(({ line }) => line === values.line);
    const before = row && this.known.get(row.sku);
    const isOld = before?.productId && before.outcome !== 'missing' && before.stock === (row?.stock ?? null);
    return isOld ? { ...values, stock: undefined } : values;
  }

  /** Rows that disappeared: the stock of their variants becomes 0, nothing is deleted. */
  async empty(skus: readonly string[]): Promise<void> {
    const gone = skus.flatMap((sku) => this.known.get(sku) ?? []);
    const without = gone.filter(({ productId }) => productId === null).map(({ sku }) => sku);
    if (without.length > 0) {
      await this.ctx.db.fast(scopeOf(this.ctx.viewer), (tx) => repo.deleteRows(tx, this.vendor.id, without));
    }
    const products = groupBy(
      gone.filter(({ productId }) => productId !== null),
      ({ productId }) => productId,
    );
    for (const [productId, rows] of products) {
      const item = { productId, seller: this.vendor.name };
      const end = (refusal: Refusal | null): Promise<void> =>
        this.save(
          rows.map((row) => ({
            ...row,
            outcome: 'missing',
            stock: null,
            contentHash: null,
            refusal,
            at: this.ctx.clock.now(),
          })),
        );
      const goesOn = await this.attempt(async () => {
        await importProduct(this.ctx, item, rows.map(emptyRow));
        await end(null);
      }, end);
      if (!goesOn) return;
    }
  }

  private async attempt(work: () => Promise<void>, refuse: (refusal: Refusal) => Promise<void>): Promise<boolean> {
    if (this.left === 0) {
      this.isWhole = false;
      return false;
    }
    this.left -= 1;
    try {
      await work();
    } catch (error) {
      // What may pass in a moment ends the run, which is tried again.
      if (!(error instanceof AppError) || PASSING_CODES.has(error.code)) throw error;
      await refuse(toStoredRefusal(error));
    }
    return true;
  }

  private toResult(row: Row, o: { outcome: RowOutcome; productId?: bigint | null; refusal?: Refusal }): repo.StoredRow {
    const before = this.known.get(row.sku);
    const isRefused = o.outcome === 'refused';
    return {
      sku: row.sku,
      line: row.line,
      title: row.title,
      contentHash: row.hash,
      outcome: o.outcome,
      // A stock that was not taken over is taken over by the next save.
      stock: isRefused ? (before?.stock ?? null) : (row.stock ?? null),
      productId: o.productId ?? before?.productId ?? null,
      refusal: o.refusal ?? null,
      at: this.ctx.clock.now(),
    };
  }

  private async save(rows: readonly repo.StoredRow[]): Promise<void> {
    const last = new Map(rows.map((row) => [row.sku, row]));
    await this.ctx.db.fast(scopeOf(this.ctx.viewer), (tx) => repo.saveRows(tx, this.vendor.id, [...last.values()]));
    for (const [sku, row] of last) this.known.set(sku, row);
  }
}

/** A row that says nothing but that none is left. */
const emptyRow = ({ sku, line }: repo.StoredRow): RowValues => ({ ...NO_VALUES, line, sku, stock: 0 });

function ofIssues(issues: readonly RowIssue[]): Refusal {
  const named = issues.map(({ field, rule, message, params }): Issue => ({
    path: field,
    rule,
    message,
    ...(params ? { params } : {}),
  }));
  return { code: 'invalid_input', message: issues.map(({ message }) => message).join('; '), issues: named };
}
