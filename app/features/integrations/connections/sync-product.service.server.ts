import { AppError, invalidInput, type Refusal } from '#app/core/errors.ts';
import type { SourceProduct } from '#app/core/own-store.ts';
import { rule } from '#app/core/rules.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { importProduct } from '#app/features/products/import/import-products.service.server.ts';
import type { RowValues } from '#app/features/products/import/row-values.ts';
import { readRules } from '#app/features/products/form/product-rules.service.server.ts';
import { archiveProduct } from '#app/features/products/review/decide-product.service.server.ts';
import { findSkuOwners } from '#app/features/products/listing/sku-owners.service.server.ts';
import { readProduct } from '#app/features/products/products.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { keepAgreed, listDifferences } from '../differences/difference.ts';
import {
  apartFromRepeated,
  compareHere,
  compareThere,
  formatSku,
  toEmptyRows,
  toRows,
} from './compare-products.service.server.ts';
import { planSync, type ComparedProduct, type SyncOutcome, type SyncSettings } from './connection.ts';
import * as repo from './connections.repo.server.ts';

/** What may be over in a moment: the run ends and is tried again. */
export const PASSING_CODES: ReadonlySet<string> = new Set([
  'platform_throttled',
  'platform_failed',
  'unavailable',
  'internal',
  'rate_limited',
]);

type Vendor = { id: bigint; name: string };
type Result = Pick<repo.SyncedProduct, 'title' | 'productId' | 'outcome' | 'kept' | 'saved' | 'itemIds'>;

/**
 * Brings one product in step with its store, by the vendor's own save with its rules, limits and approval. One that broke off is
 * found by its SKUs when it is done again, so that no product is made twice. A refusal is kept with the product; what may pass in a
 * moment is thrown. The viewer is the vendor.
 */
export async function syncProduct(
  ctx: Ctx,
  vendor: Vendor,
  o: { row: repo.SyncedProduct; source: SourceProduct | undefined; settings: SyncSettings },
): Promise<void> {
  const { row } = o;
  const { source, repeated } = o.source ? apartFromRepeated(o.source) : { source: undefined, repeated: [] };
  let result: Result;
  let refusal = repeated.length > 0 ? refuseRepeated(repeated) : null;
  try {
    result =
      source?.status === 'ACTIVE'
        ? await takeOver(ctx, vendor, { ...o, source })
        : await empty(ctx, vendor, { row, source });
  } catch (error) {
    if (!(error instanceof AppError) || PASSING_CODES.has(error.code)) throw error;
    refusal = toRefusal(error);
    result = { ...row, title: source?.title ?? row.title, outcome: 'refused', ...(source ? listItems(source) : {}) };
  }
  const { request, sourceId } = row;
  const agreed = keepAgreed({ ...result, agreed: row.agreed }, o.settings);
  const differences = listDifferences({ ...result, agreed }, o.settings).length;
  const done = { ...result, sourceId, request, refusal, agreed, differences, checkedAt: ctx.clock.now() };
  await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.saveSynced(tx, vendor.id, done));
}

/** Variants that are left out, since another of their product has their SKU; the others are synced. */
const refuseRepeated = (skus: readonly string[]): Refusal =>
  toRefusal(invalidInput(skus.map((sku) => ({ path: 'sku', rule: '', message: rule('sku_repeated_there', { sku }) }))));

async function takeOver(
  ctx: Ctx,
  vendor: Vendor,
  { row, source, settings }: { row: repo.SyncedProduct; source: SourceProduct; settings: SyncSettings },
): Promise<Result> {
  const there = compareThere(source, settings);
  const productId = await findOwn(ctx, vendor, row, source);
  const here = productId === null ? null : await readHere(ctx, productId);
  const { overwrites, saved } = row;
  const plan = planSync({ there, here, saved, kept: row.kept, overwrites, settings });
  const rows = toRows(source, { plan, there, here, overwrites });
  const gone = Object.keys(saved?.there.prices ?? {}).filter((sku) => !(sku in there.prices) && isLeft(here, sku));
  const done = await save(ctx, vendor, { productId, rows: [...rows, ...toEmptyRows(gone, rows.length + 1)] });
  const id = done.productId ?? productId;
  return {
    title: source.title,
    productId: id,
    kept: plan.kept,
    outcome: done.outcome,
    ...listItems(source),
    saved: id === null ? null : { there, here: await readHere(ctx, id) },
  };
}

/** By what changes of a product's stock are reported there. */
const listItems = ({ stockIds }: SourceProduct): { itemIds: bigint[] } => ({ itemIds: stockIds });

/** A product that is no longer on sale there has no stock here, and one that was deleted there is archived; none is deleted. */
async function empty(
  ctx: Ctx,
  vendor: Vendor,
  { row, source }: { row: repo.SyncedProduct; source: SourceProduct | undefined },
): Promise<Result> {
  const { productId, saved, title, kept } = row;
  const itemIds = source ? listItems(source).itemIds : row.itemIds;
  const missing = { title, productId, kept, outcome: 'missing', itemIds } as const;
  if (productId === null || !saved) return { ...missing, saved };
  const here = await readHere(ctx, productId);
  const left = Object.keys(saved.there.prices).filter((sku) => isLeft(here, sku));
  await save(ctx, vendor, { productId, rows: toEmptyRows(left) });
  if (!source) await archiveProduct(ctx, productId);
  // Nothing of the stock is known any longer: it is taken over when the product comes back.
  return { ...missing, saved: { ...saved, there: { ...saved.there, stocks: {} } } };
}

const isLeft = (here: ComparedProduct | null, sku: string): boolean =>
  here !== null && sku in here.stocks && here.stocks[sku] !== 0;

async function save(
  ctx: Ctx,
  { name }: Vendor,
  { productId, rows }: { productId: bigint | null; rows: RowValues[] },
): Promise<{ outcome: SyncOutcome; productId: bigint | null }> {
  if (rows.length === 0) return { outcome: 'unchanged', productId };
  return importProduct(ctx, { productId, seller: name }, rows);
}

const readHere = async (ctx: Ctx, productId: bigint): Promise<ComparedProduct> =>
  compareHere((await readProduct(ctx, productId)).product);

/**
 * The product here: the one that was made, else the vendor's own with one of the SKUs. Another vendor's SKU is refused where the rules
 * say that a SKU is unique in the whole store, as the form refuses it.
 */
async function findOwn(
  ctx: Ctx,
  vendor: Vendor,
  row: repo.SyncedProduct,
  { variants }: SourceProduct,
): Promise<bigint | null> {
  const owners = [...(await findSkuOwners(ctx, variants.map(formatSku))).values()].flat();
  const own = owners.filter(({ vendorId }) => vendorId === vendor.id).map(({ productId }) => productId);
  if (owners.length > own.length) {
    const { uniqueSkus } = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => readRules(tx));
    if (uniqueSkus) throw invalidInput([{ path: 'sku', rule: '', message: rule('sku_taken') }]);
  }
  if (row.productId !== null && (own.length === 0 || own.includes(row.productId))) {
    const isThere = await isOwnProduct(ctx, row.productId);
    if (isThere) return row.productId;
  }
  const [first, ...others] = new Set(own);
  if (others.length > 0) throw invalidInput([{ path: 'sku', rule: '', message: rule('sku_ambiguous') }]);
  return first ?? null;
}

async function isOwnProduct(ctx: Ctx, productId: bigint): Promise<boolean> {
  try {
    await readProduct(ctx, productId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false;
    throw error;
  }
}

function toRefusal({ code, reason, params, message, issues }: AppError): Refusal {
  return {
    code,
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(Object.keys(params).length > 0 ? { params } : {}),
    ...(issues.length > 0 ? { issues } : {}),
  };
}
