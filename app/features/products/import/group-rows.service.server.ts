import type { SkuOwner } from '#app/features/products/listing/sku-owners.service.server.ts';
import { rule } from '#app/core/rules.ts';
import type { ImportField } from './product-import.ts';
import { NO_VALUES, type RowValues } from './row-values.ts';

/** A product that rows make, or change where it has their SKUs already. */
export type PlannedProduct = { productId: bigint | undefined; seller: string; title: string; rows: RowValues[] };
/** A new product of which rows are refused: how many of its variants could be imported, of how many. */
export type IncompleteProduct = { title: string; good: number; total: number; lines: number[] };
export type Seller = { id: bigint; name: string };
/** The seller's own variants that rows name. */
export type Owners = Map<RowValues, Pick<SkuOwner, 'productId'>>;
export type Fail = (line: number, field: ImportField, message: string) => void;
/** The rows of one product, also those that are refused. */
export type Group = PlannedProduct;

/**
 * Rows by product: of one that has their SKUs, else of one handle, else of one title, and of one seller. A row with a new SKU joins
 * the product whose handle or title it has in the same table.
 */
export function groupRows(
  rows: readonly RowValues[],
  o: { found: Owners; sellers: ReadonlyMap<number, Seller>; fail: Fail; isGood: (row: RowValues) => boolean },
): Group[] {
  const { found, sellers, fail } = o;
  const named = ({ line, handle, title }: RowValues): string => {
    const name = handle === undefined ? `title/${title ?? ''}` : `handle/${handle}`;
    return `${sellers.get(line)?.id ?? ''}/${name.toLowerCase()}`;
  };
  const hasName = ({ handle, title }: RowValues): boolean => handle !== undefined || title !== undefined;
  const productsOf = new Map<string, Set<bigint>>();
  for (const row of rows) {
    const owner = found.get(row);
    if (!owner || !hasName(row)) continue;
    productsOf.set(named(row), (productsOf.get(named(row)) ?? new Set()).add(owner.productId));
  }
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const owner = found.get(row);
    const [joined, second] = owner ? [owner.productId] : (productsOf.get(named(row)) ?? []);
    const isGood = o.isGood(row);
    if (isGood && row.isVariant && !owner) failNew(row, { isAmbiguous: second !== undefined, fail });
    if (joined === undefined && !hasName(row)) continue;
    const key = joined === undefined ? named(row) : String(joined);
    const group = groups.get(key) ?? {
      productId: joined,
      seller: sellers.get(row.line)?.name ?? '',
      title: row.title ?? '',
      rows: [],
    };
    if (row.title !== undefined && group.title === '') group.title = row.title;
    else if (isGood && row.title !== undefined && row.title !== group.title) {
      fail(row.line, 'title', rule('title_differs'));
    }
    group.rows.push(row);
    groups.set(key, group);
  }
  const listed = [...groups.values()];
  for (const { productId, rows: own } of listed) {
    if (productId === undefined)
      failOptions(
        own.filter((row) => row.isVariant && o.isGood(row)),
        fail,
      );
  }
  return listed.map((group) => ({ ...group, title: group.title || (group.rows[0]?.sku ?? '') }));
}

/** What a variant lacks that no product has yet. */
function failNew(row: RowValues, { isAmbiguous, fail }: { isAmbiguous: boolean; fail: Fail }): void {
  if (row.title === undefined) fail(row.line, 'title', rule('required_field'));
  else if (isAmbiguous) fail(row.line, 'title', rule('title_ambiguous'));
  if (row.price === undefined) fail(row.line, 'price', rule('required_field'));
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

/**
 * The rows of a group that make a product. The first row of a handle is named also where it is refused: the rows below take names of
 * options from it, and a new product its texts.
 */
export function toPlanned(
  { productId, seller, title, rows }: Group,
  isGood: (row: RowValues) => boolean,
): PlannedProduct[] {
  const good = rows.filter(isGood);
  if (!good.some(({ isVariant }) => isVariant)) return [];
  const [first] = rows;
  const isLeading = first?.handle !== undefined && !isGood(first);
  return [{ productId, seller, title, rows: isLeading ? [withoutVariant(first, productId), ...good] : good }];
}

/** A refused row that leads others: of a new product its texts stay, of a known one nothing. */
export const withoutVariant = (row: RowValues, productId: bigint | null | undefined): RowValues => {
  const { line, handle } = row;
  const isNew = productId === undefined || productId === null;
  return { ...(isNew ? row : NO_VALUES), line, handle, isVariant: false, sku: '' };
};

/** New products of which some rows are refused and others are not. */
export function listIncomplete(groups: readonly Group[], isGood: (row: RowValues) => boolean): IncompleteProduct[] {
  return groups.flatMap(({ productId, title, rows }) => {
    const variants = rows.filter(({ isVariant }) => isVariant);
    const good = variants.filter(isGood).length;
    if (productId !== undefined || good === 0 || rows.every(isGood)) return [];
    return [{ title, good, total: variants.length, lines: rows.map(({ line }) => line) }];
  });
}

/** Refuses the other rows of new products of which rows are refused, so that no product is made in half. */
export function refuseIncomplete(
  groups: readonly Group[],
  { isGood, fail }: { isGood: (row: RowValues) => boolean; fail: Fail },
): IncompleteProduct[] {
  const incomplete = listIncomplete(groups, isGood);
  const lines = new Set(incomplete.flatMap((product) => product.lines));
  const rows = groups.flatMap((group) => group.rows).filter((row) => lines.has(row.line) && isGood(row));
  for (const line of new Set(rows.map((row) => row.line))) fail(line, 'title', rule('product_incomplete'));
  return incomplete;
}

/** New products that several rows make because they have one title. */
export const listJoined = (products: readonly PlannedProduct[]): { title: string; lines: number[] }[] =>
  products.flatMap(({ productId, title, rows }) => {
    const isByTitle = productId === undefined && rows.length > 1 && rows.every(({ handle }) => handle === undefined);
    return isByTitle ? [{ title, lines: rows.map(({ line }) => line) }] : [];
  });
