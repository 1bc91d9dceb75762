import { appendTo } from '#app/core/append-to.ts';
import { AppError } from '#app/core/errors.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { offersOnly } from '#app/features/catalog/offer-links.service.server.ts';
import { checkLimits } from '#app/features/products/form/form-rules.service.server.ts';
import { getProductForm } from '#app/features/products/form/product-form.service.server.ts';
import { readRules } from '#app/features/products/form/product-rules.service.server.ts';
import {
  findHandleOwners,
  findSkuOwners,
  listPictureAddresses,
  type SkuOwner,
} from '#app/features/products/listing/sku-owners.service.server.ts';
import { resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { Mapping, RowIssue } from './product-import.ts';
import {
  groupRows,
  listIncomplete,
  listJoined,
  refuseIncomplete,
  toPlanned,
  type Fail,
  type Group,
  type IncompleteProduct,
  type Owners,
  type PlannedProduct,
  type Seller,
} from './group-rows.service.server.ts';
import { plainAddress } from './merge-pictures.service.server.ts';
import { isPublicLink, toIssue } from './read-cells.service.server.ts';
import type { RowValues } from './row-values.ts';
import type { TableReading } from './read-rows.service.server.ts';
import { checkRowsBeside } from './run-table-task.service.server.ts';

/** The products of a table, and what is wrong with its rows; a row with an issue is in no product. */
export type Plan = TableReading & {
  products: PlannedProduct[];
  issues: Map<number, RowIssue[]>;
  /** Warnings do not keep a row from being imported. */
  warnings: Map<number, RowIssue[]>;
  incomplete: IncompleteProduct[];
  /** New products that several rows make because they have one title, and nothing else says that they belong together. */
  joined: { title: string; lines: number[] }[];
};
type Row = { line: number; cells: string[] };
export type PlanOptions = {
  mapping: Mapping;
  headers: readonly string[];
  /** Who has rows without a vendor. */
  forVendor: string | undefined;
  /** Whether a new product of which rows are refused is made of the others. */
  allowsIncomplete: boolean;
};

/** What the rows of a table come to for the viewer under one mapping. Nothing is changed. */
export async function planImport(ctx: Ctx, rows: readonly Row[], o: PlanOptions): Promise<Plan> {
  const { store, locale } = ctx.viewer;
  const { mapping, headers } = o;
  const issues = new Map<number, RowIssue[]>();
  const add = (line: number, issue: RowIssue): void => {
    appendTo(issues, line, issue);
  };
  const fail: Fail = (line, field, message) => {
    add(line, toIssue(field, message));
  };
  const currency = asCurrency(store.currency);
  const { read, ...reading } = await checkRowsBeside({ rows, mapping, headers, currency, locale });
  const all = read.map(({ values }) => values);
  for (const { values, issues: broken } of read) for (const issue of broken) add(values.line, issue);
  // Each pass over all rows is a turn of its own: others are answered between them.
  await new Promise(setImmediate);
  for (const line of listRepeatedSkus(all)) add(line, SKU_REPEATED);
  await new Promise(setImmediate);
  const owners = await findSkuOwners(
    ctx,
    all.map(({ sku }) => sku),
  );
  const sellers = await findSellers(ctx, all, { owners, forVendor: o.forVendor, fail });
  const areUnique = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => (await readRules(tx)).uniqueSkus);
  const found: Owners = new Map();
  for (const row of all) {
    const owner = findOwner(row, { owners, seller: sellers.get(row.line), areUnique, fail });
    if (owner) found.set(row, owner);
  }
  await findByHandle(ctx, all, { found, sellers });
  await new Promise(setImmediate);
  if (await offersOnly(ctx)) {
    for (const row of all) if (row.isVariant && !found.has(row)) add(row.line, ENTRY_REQUIRED);
  }
  await failPrivatePictures(ctx, all, { found, fail });
  const isGood = ({ line }: RowValues): boolean => !issues.has(line);
  failMissing(
    all.filter((row) => row.isVariant && !isGood(row)),
    { found, issues, fail },
  );
  await new Promise(setImmediate);
  const groups = groupRows(all, { found, sellers, fail, isGood });
  await new Promise(setImmediate);
  await failLimits(ctx, groups, add);
  const incomplete = o.allowsIncomplete ? [] : refuseIncomplete(groups, { isGood, fail });
  const products = groups.flatMap((group) => toPlanned(group, isGood));
  return {
    ...reading,
    products,
    issues,
    warnings: listWarnings(products),
    incomplete: o.allowsIncomplete ? listIncomplete(groups, isGood) : incomplete,
    joined: listJoined(products),
  };
}

/** What a new product lacks, also of rows that have another issue: all of a row is told at once. A field with an issue of its own is not told twice. */
function failMissing(
  rows: readonly RowValues[],
  o: { found: Owners; issues: ReadonlyMap<number, RowIssue[]>; fail: Fail },
): void {
  for (const row of rows) {
    if (o.found.has(row)) continue;
    for (const field of ['title', 'price'] as const) {
      const isReported = o.issues.get(row.line)?.some((issue) => issue.field === field);
      if (row[field] === undefined && !isReported) o.fail(row.line, field, rule('required_field'));
    }
  }
}

/** Values that can be imported and are seldom meant: stock below zero or unknown, some sides without the others, and a compare-at price that is no higher than the price. */
function listWarnings(products: readonly PlannedProduct[]): Map<number, RowIssue[]> {
  const warnings = new Map<number, RowIssue[]>();
  for (const { productId, rows } of products) {
    for (const { line, stock, isStockUnknown, isDimensionMissing, price, compareAt } of rows) {
      if (isDimensionMissing) appendTo(warnings, line, toIssue('length', rule('sides_together')));
      if (typeof stock === 'number' && stock < 0)
        appendTo(warnings, line, { ...toIssue('stock', rule('stock_below_zero')), value: String(stock) });
      if (isStockUnknown && productId === undefined) {
        appendTo(warnings, line, toIssue('stock', rule('stock_not_in_file')));
      }
      if (price !== undefined && compareAt && Number(compareAt) <= Number(price))
        appendTo(warnings, line, { ...toIssue('compareAt', rule('compare_at_not_above')), value: compareAt });
    }
  }
  return warnings;
}

/** The lines whose SKU another row has too. */
function listRepeatedSkus(rows: readonly RowValues[]): number[] {
  const linesOf = new Map<string, number[]>();
  for (const { sku, line } of rows) {
    const key = sku.toLowerCase();
    if (key !== '') appendTo(linesOf, key, line);
  }
  return [...linesOf.values()].filter((lines) => lines.length > 1).flatMap((lines) => [...new Set(lines)]);
}

/**
 * Whose product each row is: the viewer's own vendor, else the row's. For a row of the marketplace that names none it is the one
 * vendor who has its SKU, else the chosen one.
 */
async function findSellers(
  ctx: Ctx,
  rows: readonly RowValues[],
  o: { owners: ReadonlyMap<string, SkuOwner[]>; forVendor: string | undefined; fail: Fail },
): Promise<Map<number, Seller>> {
  const { vendorScope, vendorName } = ctx.viewer;
  if (vendorScope !== '*') {
    const own = { id: vendorScope, name: vendorName };
    return new Map(rows.map(({ line }) => [line, own]));
  }
  const known = new Map<string, Seller | undefined>();
  const find = async (name: string): Promise<Seller | undefined> => {
    if (!known.has(name)) known.set(name, await findSeller(ctx, name));
    return known.get(name);
  };
  const sellers = new Map<number, Seller>();
  for (const { line, vendor, sku } of rows) {
    const ids = new Map((o.owners.get(sku.toLowerCase()) ?? []).map((owner) => [owner.vendorId, owner]));
    const [owner, ...others] = ids.values();
    if (vendor === undefined && owner?.vendorId && others.length === 0) {
      sellers.set(line, { id: owner.vendorId, name: owner.vendorName });
      continue;
    }
    const named = vendor ?? o.forVendor;
    const seller = named === undefined ? undefined : await find(named);
    if (seller) sellers.set(line, seller);
    else o.fail(line, 'vendor', rule(named === undefined ? 'required_field' : 'vendor_not_found'));
  }
  return sellers;
}

async function findSeller(ctx: Ctx, name: string): Promise<Seller | undefined> {
  try {
    const { id, name: written } = await ctx.db.fast(scopeOf(ctx.viewer), (tx) => resolveVendor(tx, name));
    return { id, name: written };
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/**
 * The seller's own variant of a row's SKU; one of two variants is refused. What others have is looked at only where the rules say
 * that a SKU is unique in the whole store, and is told as it is told for the seller's own.
 */
function findOwner(
  { line, sku }: RowValues,
  o: { owners: ReadonlyMap<string, SkuOwner[]>; seller: Seller | undefined; areUnique: boolean; fail: Fail },
): SkuOwner | undefined {
  const { seller } = o;
  const all = o.owners.get(sku.toLowerCase()) ?? [];
  if (!seller || all.length === 0) return undefined;
  const [own, second] = all.filter(({ vendorId }) => vendorId === seller.id);
  if (!own && o.areUnique) o.fail(line, 'sku', rule('sku_taken'));
  else if (second) o.fail(line, 'sku', rule('sku_ambiguous'));
  return own;
}

/** Products of the seller that have the handle of rows without a SKU of their own: nothing else of such a row names its product. */
async function findByHandle(
  ctx: Ctx,
  rows: readonly RowValues[],
  { found, sellers }: { found: Owners; sellers: ReadonlyMap<number, Seller> },
): Promise<void> {
  const unnamed = rows.filter((row) => row.isSkuMade && row.handle !== undefined && !found.has(row));
  const owners = await findHandleOwners(
    ctx,
    unnamed.flatMap(({ handle }) => handle ?? []),
    new Set([...sellers.values()].map(({ id }) => id)),
  );
  for (const row of unnamed) {
    const owner = owners.get(row.handle?.toLowerCase() ?? '');
    if (owner?.vendorId && owner.vendorId === sellers.get(row.line)?.id) found.set(row, owner);
  }
}

/** Pictures may lie where the product's own do, else only on the public internet. */
async function failPrivatePictures(
  ctx: Ctx,
  rows: readonly RowValues[],
  { found, fail }: { found: Owners; fail: Fail },
): Promise<void> {
  const productOf = new Map<string, bigint>();
  for (const [row, { productId }] of found) if (row.handle) productOf.set(row.handle.toLowerCase(), productId);
  const addressesOf = ({ images = [], variantImage }: RowValues): string[] =>
    variantImage === undefined ? images : [...images, variantImage];
  const doubtful = rows.filter((row) => addressesOf(row).some((address) => !isPublicLink(address)));
  const ids = doubtful.flatMap(
    (row) => found.get(row)?.productId ?? productOf.get(row.handle?.toLowerCase() ?? '') ?? [],
  );
  const own = new Set([...(await listPictureAddresses(ctx, [...new Set(ids)]))].map(plainAddress));
  for (const row of doubtful) {
    if (addressesOf(row).some((address) => !isPublicLink(address) && !own.has(plainAddress(address)))) {
      fail(row.line, 'images', rule('public_address'));
    }
  }
}

/** Where products are listed only against entries of the catalogue, a table changes those that are there. */
const ENTRY_REQUIRED = toIssue('sku', rule('entry_required'));
const SKU_REPEATED = toIssue('sku', rule('sku_repeated'));
const STOCK_COUNTED = toIssue('stock', rule('stock_counted'));

/** The marketplace's limits of titles, descriptions and pictures bind vendors; the first row with a text is that of the product. */
async function failLimits(
  ctx: Ctx,
  products: readonly Group[],
  add: (line: number, issue: RowIssue) => void,
): Promise<void> {
  if (ctx.viewer.isAdmin) return;
  const { inputLimit, variants: given } = await getProductForm(ctx);
  const fields = { title: 'title', bodyHtml: 'description', media: 'images' } as const;
  for (const { rows, productId } of products) {
    const variants = rows.filter(({ isVariant }) => isVariant);
    const [head] = rows;
    if (productId === undefined && head && variants.length > given.limit) {
      add(head.line, toIssue('title', rule('variants_limit', { maximum: given.limit })));
    }
    if (!given.untrackedStock && productId === undefined) {
      for (const { line, isVariant, isStockUnknown, stock } of rows) {
        if (isVariant && !isStockUnknown && (stock === null || stock === undefined)) add(line, STOCK_COUNTED);
      }
    }
    const title = rows.find((row) => row.title !== undefined);
    const description = rows.find((row) => row.description);
    const images = rows.find((row) => row.images?.length);
    const media = [...new Set(rows.flatMap((row) => row.images ?? []))];
    const rowOf = { title, bodyHtml: description ?? rows[0], media: images ?? rows[0] };
    const product = { title: title?.title ?? '', bodyHtml: description?.description ?? '', media };
    const isSaid = {
      title: title !== undefined,
      bodyHtml: productId === undefined || rows.some((row) => row.description !== undefined),
      media: productId === undefined || rows.some((row) => row.images !== undefined),
    };
    for (const { path, rule: broken, message, params = {} } of checkLimits(product, inputLimit)) {
      const part = path as keyof typeof fields;
      const line = rowOf[part]?.line;
      if (line === undefined || !isSaid[part]) continue;
      add(line, { field: fields[part], rule: broken, message, params });
    }
  }
}
