import { AppError, invalidInput } from '#app/core/errors.ts';
import { asVendorId } from '#app/core/ids.ts';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { PAGE_SIZE } from '#app/core/paging.ts';
import { can, scopeOf, type Scope, type Viewer } from '#app/core/viewer.ts';
import { rule } from '#app/core/rules.ts';
import { resolvePastVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { countTabs } from './product-counts.service.server.ts';
import type { ListFilterQuery, ListPlace, ListQuery, ProductList } from './product-list.contract.ts';
import * as repo from './product-list.repo.server.ts';
import { listAllowedActions, type ProductSort } from '../product.ts';

const MAX_WORDS = 8;

/**
 * One page of the products of the scope, with the numbers of the tabs, which are those of the vendor that is named. Throws
 * not_found (404) for a vendor that the scope does not have, invalid_input (422) for a cursor that is not of this list.
 */
export async function listProducts(ctx: Ctx, query: ListQuery): Promise<ProductList> {
  const sort = chooseSort(query);
  const from = query.after
    ? { place: readPlace(query.after, sort, 'after'), towards: 'after' as const }
    : query.before
      ? { place: readPlace(query.before, sort, 'before'), towards: 'before' as const }
      : undefined;
  const { rows, counts } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const filter = await readFilter(tx, query);
    return {
      rows: await repo.listProducts(tx, { ...filter, from, limit: PAGE_SIZE + 1 }),
      counts: await countTabs(tx, filter.vendorId),
    };
  });
  const hasMore = rows.length > PAGE_SIZE;
  const backwards = from?.towards === 'before';
  const page = hasMore ? (backwards ? rows.slice(1) : rows.slice(0, PAGE_SIZE)) : rows;
  const place = (row: repo.ListedProduct | undefined) => (row ? writePlace(sort, row) : null);
  const endCursor = place(page.at(-1));
  const hasNextPage = backwards || hasMore;
  return {
    products: page.map((row) => ({ ...toRow(ctx.viewer, row), cursor: writePlace(sort, row) })),
    counts,
    pageInfo: {
      hasNextPage,
      hasPreviousPage: backwards ? hasMore : from !== undefined,
      startCursor: place(page[0]),
      endCursor,
    },
    cursor: hasNextPage ? endCursor : null,
  };
}

/** A product beside another one in a list, with its own place there. */
export type Neighbour = { id: string; at: string };

/**
 * The products before and after a place in a list, other than the one that was opened there: it may have moved since.
 * Undefined for a list that there is no more, or a place that is none of it.
 */
export async function findNeighbours(
  { db }: Pick<Ctx, 'db'>,
  { scope, productId, place: { at, ...query } }: { scope: Scope; productId: bigint; place: ListPlace },
): Promise<{ previous: Neighbour | null; next: Neighbour | null } | undefined> {
  const sort = chooseSort(query);
  try {
    const place = readPlace(at, sort, 'at');
    return await db.fast(scope, async (tx) => {
      const filter = await readFilter(tx, query);
      const beside = async (towards: 'after' | 'before'): Promise<Neighbour | null> => {
        // Two, because the product itself may stand there by now.
        const rows = await repo.listProducts(tx, { ...filter, from: { place, towards }, limit: 2 });
        const others = rows.filter((row) => row.id !== productId);
        const found = towards === 'after' ? others[0] : others.at(-1);
        return found ? { id: String(found.id), at: writePlace(sort, found) } : null;
      };
      return { previous: await beside('before'), next: await beside('after') };
    });
  } catch (error) {
    if (error instanceof AppError && ['not_found', 'invalid_input'].includes(error.code)) return undefined;
    throw error;
  }
}

/** Without words there is nothing to fit, so that the newest come first instead. */
const chooseSort = (query: ListFilterQuery): ProductSort =>
  query.sort === 'RELEVANCE' && toWords(query.q).length === 0 ? 'UPDATED_AT' : query.sort;

const toWords = (q: string): string[] => q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);

/** The filter of a query as the repo takes it. Another vendor's or an unknown name is not_found (404). */
export async function readFilter(tx: SqlTx, query: ListFilterQuery): Promise<repo.ListFilter> {
  const { status, stock, source, reverse } = query;
  const vendor = query.vendor ? await resolvePastVendor(tx, query.vendor) : undefined;
  return {
    status,
    stock,
    source,
    reverse,
    sort: chooseSort(query),
    words: toWords(query.q),
    tag: query.tag ? query.tag : undefined,
    vendorId: vendor ? asVendorId(vendor.id) : undefined,
  };
}

function toRow(viewer: Viewer, row: repo.ListedProduct): Omit<ProductList['products'][number], 'cursor'> {
  const currency = asCurrency(viewer.store.currency);
  return {
    id: String(row.id),
    handle: row.handle,
    title: row.title,
    vendor: row.vendorName,
    status: row.status,
    submission: row.submission,
    imageUrl: row.imageUrl,
    price: row.priceMinor === null ? null : { amount: formatAmount(row.priceMinor, currency), currency },
    inventoryTotal: row.inventoryTotal,
    inStock: row.inStock,
    variantCount: row.variantCount,
    tags: row.tags,
    updatedAt: row.platformUpdatedAt.toISOString(),
    allowedActions: listAllowedActions(row, { isAdmin: viewer.isAdmin, mayWrite: can(viewer, 'write_products') }),
  };
}

const KEY_SHAPES: Record<ProductSort, RegExp> = {
  UPDATED_AT: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00$/,
  INVENTORY_TOTAL: /^-?\d{1,10}$/,
  RELEVANCE: /^\d$/,
  TITLE: /^[^\p{Cc}]{0,300}$/u,
};

function writePlace(sort: ProductSort, row: repo.ListedProduct): string {
  return Buffer.from(JSON.stringify([sort, row.sortKey, String(row.id)])).toString('base64url');
}

function readPlace(cursor: string, sort: ProductSort, path: string): repo.Place {
  try {
    const [of, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    if (of === sort && typeof key === 'string' && isKey(sort, key) && /^\d{1,18}$/.test(String(id))) {
      return { key, id: BigInt(String(id)) };
    }
  } catch {
    // What is no cursor of ours is refused below, however it is broken.
  }
  throw invalidInput([{ path, rule: 'cursor', message: rule('cursor_of_list') }]);
}

/** Whether the database can read the key: a made-up cursor may carry a 32nd of May. */
function isKey(sort: ProductSort, key: string): boolean {
  if (!KEY_SHAPES[sort].test(key)) return false;
  if (sort === 'INVENTORY_TOTAL') return Math.abs(Number(key)) < 2_000_000_000;
  return sort !== 'UPDATED_AT' || isMoment(key);
}

function isMoment(key: string): boolean {
  const at = new Date(key.replace(' ', 'T').replace(/\+00$/, 'Z'));
  // A day that the month does not have would roll over into the next.
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === key.slice(0, 10);
}
