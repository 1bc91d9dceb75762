import { appendTo } from '#app/core/append-to.ts';
import { AppError } from '#app/core/errors.ts';
import { asCurrency } from '#app/core/money/money.ts';
import { rule } from '#app/core/rules.ts';
import { scopeOf } from '#app/core/viewer.ts';
import { offersOnly } from '#app/features/catalog/offer-links.service.server.ts';
import { checkLimits } from '#app/features/products/form/form-rules.service.server.ts';
import { getProductForm } from '#app/features/products/form/product-form.service.server.ts';
import {
  findSkuOwners,
  listPictureAddresses,
  type SkuOwner,
} from '#app/features/products/listing/sku-owners.service.server.ts';
import { resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ImportField, Mapping, RowIssue } from './product-import.ts';
import { isPublicLink, toIssue, type RowValues } from './read-row.service.server.ts';
import { checkRowsBeside } from './run-table-task.service.server.ts';

/** A product that rows make, or change where it has their SKUs already. */
export type PlannedProduct = { productId: bigint | undefined; seller: string; title: string; rows: RowValues[] };
/** The products of a table, and what is wrong with its rows; a row with an issue is in no product. */
/** Warnings do not keep a row from being imported. */
export type Plan = { products: PlannedProduct[]; issues: Map<number, RowIssue[]>; warnings: Map<number, RowIssue[]> };
type Row = { line: number; cells: string[] };
type Seller = { id: bigint; name: string };

/** What the rows of a table come to for the viewer under one mapping. Nothing is changed; `forVendor` is who has rows without a vendor. */
export async function planImport(
  ctx: Ctx,
  rows: readonly Row[],
  o: { mapping: Mapping; forVendor: string | undefined },
): Promise<Plan> {
  const { store, locale } = ctx.viewer;
  const issues = new Map<number, RowIssue[]>();
  const add = (line: number, issue: RowIssue): void => {
    appendTo(issues, line, issue);
  };
  const fail: Fail = (line, field, message) => {
    add(line, toIssue(field, message));
  };
  const currency = asCurrency(store.currency);
  const read = await checkRowsBeside({ rows: [...rows], mapping: o.mapping, currency, locale });
  const all = read.map(({ values }) => values);
  for (const { values, issues: broken } of read) if (broken.length > 0) issues.set(values.line, broken);
  // Each pass over all rows is a turn of its own: others are answered between them.
  await new Promise(setImmediate);
  failRepeatedSkus(all, fail);
  await new Promise(setImmediate);
  const owners = await findSkuOwners(
    ctx,
    all.map(({ sku }) => sku),
  );
  const sellers = await findSellers(ctx, all, { owners, forVendor: o.forVendor, fail });
  const found = new Map<number, SkuOwner>();
  for (const row of all) {
    const owner = findOwner(row, owners, sellers.get(row.line), fail);
    if (owner) found.set(row.line, owner);
  }
  if (await offersOnly(ctx)) {
    for (const { line } of all) if (!found.has(line)) add(line, ENTRY_REQUIRED);
  }
  await failPrivatePictures(ctx, all, { found, fail });
  const isGood = ({ line }: RowValues): boolean => !issues.has(line);
  failMissing(
    all.filter((row) => !isGood(row)),
    { found, issues, fail },
  );
  const products = groupRows(all.filter(isGood), { found, sellers, fail });
  await failLimits(ctx, products, add);
  return {
    products: products
      .map((product) => ({ ...product, rows: product.rows.filter(isGood) }))
      .filter(({ rows: good }) => good.length > 0),
    issues,
    warnings: listWarnings(all.filter(isGood)),
  };
}

/** What a new product lacks, also of rows that have another issue: all of a row is told at once. A field with an issue of its own is not told twice. */
function failMissing(
  rows: readonly RowValues[],
  o: { found: ReadonlyMap<number, SkuOwner>; issues: ReadonlyMap<number, RowIssue[]>; fail: Fail },
): void {
  for (const row of rows) {
    if (o.found.has(row.line)) continue;
    for (const field of ['title', 'price'] as const) {
      const isReported = o.issues.get(row.line)?.some((issue) => issue.field === field);
      if (row[field] === undefined && !isReported) o.fail(row.line, field, rule('required_field'));
    }
  }
}

/** Values that can be imported and are seldom meant: stock below zero, and a compare-at price that is no higher than the price. */
function listWarnings(rows: readonly RowValues[]): Map<number, RowIssue[]> {
  const warnings = new Map<number, RowIssue[]>();
  for (const { line, stock, price, compareAt } of rows) {
    if (typeof stock === 'number' && stock < 0)
      appendTo(warnings, line, { ...toIssue('stock', rule('stock_below_zero')), value: String(stock) });
    if (price !== undefined && compareAt && Number(compareAt) <= Number(price))
      appendTo(warnings, line, { ...toIssue('compareAt', rule('compare_at_not_above')), value: compareAt });
  }
  return warnings;
}

type Fail = (line: number, field: ImportField, message: string) => void;

function failRepeatedSkus(rows: readonly RowValues[], fail: Fail): void {
  const linesOf = new Map<string, number[]>();
  for (const { sku, line } of rows) {
    const key = sku.toLowerCase();
    if (key !== '') appendTo(linesOf, key, line);
  }
  for (const lines of linesOf.values()) {
    if (lines.length > 1) for (const line of lines) fail(line, 'sku', rule('sku_repeated'));
  }
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

/** The seller's own variant of a row's SKU. A SKU that only another vendor has is refused, and so is one of two variants. */
function findOwner(
  { line, sku }: RowValues,
  owners: ReadonlyMap<string, SkuOwner[]>,
  seller: Seller | undefined,
  fail: Fail,
): SkuOwner | undefined {
  const all = owners.get(sku.toLowerCase()) ?? [];
  if (!seller || all.length === 0) return undefined;
  const [own, second] = all.filter(({ vendorId }) => vendorId === seller.id);
  if (!own) fail(line, 'sku', rule('sku_of_another'));
  else if (second) fail(line, 'sku', rule('sku_ambiguous'));
  return own;
}

/** Pictures may lie where the product's own do, else only on the public internet. */
async function failPrivatePictures(
  ctx: Ctx,
  rows: readonly RowValues[],
  { found, fail }: { found: ReadonlyMap<number, SkuOwner>; fail: Fail },
): Promise<void> {
  const doubtful = rows.filter(({ images }) => images?.some((address) => !isPublicLink(address)));
  const ids = doubtful.flatMap(({ line }) => found.get(line)?.productId ?? []);
  const own = new Set([...(await listPictureAddresses(ctx, [...new Set(ids)]))].map(plainAddress));
  for (const { line, images = [] } of doubtful) {
    if (images.some((address) => !isPublicLink(address) && !own.has(plainAddress(address)))) {
      fail(line, 'images', rule('public_address'));
    }
  }
}

/** A picture's address as the export writes it, in which commas and spaces are encoded. */
export const plainAddress = (address: string): string => address.replaceAll(',', '%2C').replaceAll(' ', '%20');

/**
 * Rows by product: of one that has their SKUs, else of one title and seller. A row with a new SKU joins the product whose title
 * it has in the same table.
 */
function groupRows(
  rows: readonly RowValues[],
  o: { found: ReadonlyMap<number, SkuOwner>; sellers: ReadonlyMap<number, Seller>; fail: Fail },
): PlannedProduct[] {
  const { found, sellers, fail } = o;
  const titled = (row: RowValues): string => `${sellers.get(row.line)?.id ?? ''}/${(row.title ?? '').toLowerCase()}`;
  const productsOf = new Map<string, Set<bigint>>();
  for (const row of rows) {
    const owner = found.get(row.line);
    if (!owner || row.title === undefined) continue;
    productsOf.set(titled(row), (productsOf.get(titled(row)) ?? new Set()).add(owner.productId));
  }
  const groups = new Map<string, PlannedProduct>();
  for (const row of rows) {
    const owner = found.get(row.line);
    const [joined, second] = owner ? [owner.productId] : (productsOf.get(titled(row)) ?? []);
    if (!owner && row.title === undefined) fail(row.line, 'title', rule('required_field'));
    else if (!owner && second !== undefined) fail(row.line, 'title', rule('title_ambiguous'));
    if (!owner && row.price === undefined) fail(row.line, 'price', rule('required_field'));
    const key = joined === undefined ? titled(row) : String(joined);
    const group = groups.get(key) ?? {
      productId: joined,
      seller: sellers.get(row.line)?.name ?? '',
      title: row.title ?? '',
      rows: [],
    };
    if (row.title !== undefined && group.title === '') group.title = row.title;
    else if (row.title !== undefined && row.title !== group.title) fail(row.line, 'title', rule('title_differs'));
    group.rows.push(row);
    groups.set(key, group);
  }
  const products = [...groups.values()];
  for (const product of products) if (product.productId === undefined) failOptions(product.rows, fail);
  return products.map((product) => ({ ...product, title: product.title || (product.rows[0]?.sku ?? '') }));
}

/** The variants of a new product have the same options, and differ by their values. */
function failOptions(rows: readonly RowValues[], fail: Fail): void {
  const [first] = rows;
  const namesOf = ({ options = [] }: RowValues): string => JSON.stringify(options.map(({ name }) => name));
  const seen = new Set<string>();
  for (const row of rows) {
    const values = JSON.stringify((row.options ?? []).map(({ value }) => value));
    if (first && namesOf(row) !== namesOf(first)) fail(row.line, 'option1Name', rule('options_differ'));
    else if (seen.has(values)) fail(row.line, 'option1Value', rule('variant_repeated'));
    seen.add(values);
  }
}

/** Where products are listed only against entries of the catalogue, a table changes those that are there. */
const ENTRY_REQUIRED = toIssue('sku', rule('entry_required'));
const STOCK_COUNTED = toIssue('stock', rule('stock_counted'));

/** The marketplace's limits of titles, descriptions and pictures bind vendors; the first row with a text is that of the product. */
async function failLimits(
  ctx: Ctx,
  products: readonly PlannedProduct[],
  add: (line: number, issue: RowIssue) => void,
): Promise<void> {
  if (ctx.viewer.isAdmin) return;
  const { inputLimit, variants: given } = await getProductForm(ctx);
  const fields = { title: 'title', bodyHtml: 'description', media: 'images' } as const;
  for (const { rows, productId } of products) {
    if (!given.untrackedStock && productId === undefined) {
      for (const { line, stock } of rows) if (stock === null || stock === undefined) add(line, STOCK_COUNTED);
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
