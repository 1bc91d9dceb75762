import { AppError, stateRefuses } from '#app/core/errors.ts';
import { asCurrency, formatAmount } from '#app/core/money/money.ts';
import { countPages, cutPage, decodeCursor } from '#app/core/paging.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { findPricePosition } from '#app/features/catalog/catalog.ts';
import { requireCatalog } from '#app/features/catalog/catalog-settings.service.server.ts';
import { findEntryToShow, listEntriesToOffer, type ShownRow } from '#app/features/catalog/entries.service.server.ts';
import { productInput } from '#app/features/products/product-input.contract.ts';
import { saveProduct } from '#app/features/products/editing/save-product.service.server.ts';
import { resolveVendor } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { BrowseQuery, CatalogRow, ListingBody, ShownEntry } from './listings.contract.ts';
import * as repo from './listings.repo.server.ts';

/** A page of the entries that may be offered, with the viewer's own offers. Throws feature_disabled (404). */
export async function browseCatalog(ctx: Ctx, query: BrowseQuery) {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  const { found, count, live } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { showPrices } = await requireCatalog(tx);
    const page = await listEntriesToOffer(tx, { q: query.q, page: query.page, after });
    const ids = page.found.map(({ id }) => id);
    return { ...page, live: showPrices ? await repo.listLive(tx, ids) : undefined };
  });
  const { rows, cursor } = cutPage(found, (row) => row.updatedAt);
  const mine = await listMine(ctx, rows);
  return {
    entries: rows.map((row) => toRow(ctx, row, { live, mine: mine.get(row.id) })),
    count,
    pageCount: countPages(count),
    cursor,
  };
}

/**
 * One entry with the viewer's offer and where its price stands. An archived one is shown to those who offer it and to the
 * marketplace; else, and for another store's, not_found (404).
 */
export async function refreshEntry(ctx: Ctx, entryId: bigint): Promise<{ entry: ShownEntry }> {
  const { row, live } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const { showPrices } = await requireCatalog(tx);
    const found = await findEntryToShow(tx, entryId);
    return { row: found, live: showPrices && found ? await repo.listLive(tx, [entryId]) : undefined };
  });
  if (!row) throw new AppError('not_found');
  const mine = (await listMine(ctx, [row])).get(entryId);
  if (!row.active && !mine && !ctx.viewer.isAdmin) throw new AppError('not_found');
  const currency = asCurrency(ctx.viewer.store.currency);
  const own = mine?.priceMinor == null ? undefined : { productId: mine.productId, priceMinor: mine.priceMinor };
  const position = live && findPricePosition(own ?? { productId: mine?.productId ?? 0n, priceMinor: 0n }, live);
  return {
    entry: {
      ...toRow(ctx, row, { live, mine }),
      description: row.description,
      active: row.active,
      currency,
      standing: position
        ? {
            lowest: formatAmount(position.lowestMinor, currency),
            others: position.others,
            place: own ? position.place : null,
          }
        : null,
    },
  };
}

/**
 * Makes the viewer's offer of an entry as a product, by the one way in which products are made. The offer that there is
 * already is answered instead. Throws not_found (404) for an entry that the store has not, invalid_state (409) for one that
 * is archived, what saving a product throws.
 */
export async function listEntry(
  ctx: Ctx,
  entryId: bigint,
  body: ListingBody,
): Promise<{ productId: string; isNew: boolean }> {
  const { viewer } = ctx;
  const vendor = body.vendor ?? (viewer.vendorScope === '*' ? undefined : viewer.vendorName);
  if (vendor === undefined) throw stateRefuses('act_for_a_vendor');
  const vendorId = await ctx.db.fast(scopeOf(viewer), async (tx) => (await resolveVendor(tx, vendor)).id);
  const { entry, known } = await ctx.db.fast(marketplaceScope(viewer.store.id), async (tx) => {
    await requireCatalog(tx);
    const found = await findEntryToShow(tx, entryId);
    if (!found) throw new AppError('not_found');
    return { entry: found, known: await repo.findListing(tx, { entryId, vendorId }) };
  });
  if (known !== undefined) return { productId: String(known), isNew: false };
  if (!entry.active) throw stateRefuses('entry_archived');
  const { price, compareAt, stock, sku } = body;
  const variant = { price, compareAt, stock, sku, barcode: entry.barcode };
  const product = productInput.parse({ title: entry.title, vendor, entryId: String(entryId), variants: [variant] });
  const saved = await saveProduct(ctx, product);
  return { productId: saved.productId, isNew: true };
}

/** The viewer's own offers of some entries by the entry; the marketplace's view has none of its own. */
async function listMine(ctx: Ctx, rows: readonly ShownRow[]): Promise<Map<bigint, repo.Mine>> {
  if (ctx.viewer.vendorScope === '*' || rows.length === 0) return new Map();
  const mine = await ctx.db.fast(scopeOf(ctx.viewer), (tx) =>
    repo.listMine(
      tx,
      rows.map(({ id }) => id),
    ),
  );
  return new Map(mine.map((one) => [one.entryId, one]));
}

type Beside = { live: readonly repo.Live[] | undefined; mine: repo.Mine | undefined };

function toRow(ctx: Ctx, row: ShownRow, { live, mine }: Beside): CatalogRow {
  const currency = asCurrency(ctx.viewer.store.currency);
  const amount = (minor: bigint | null): string | null => (minor === null ? null : formatAmount(minor, currency));
  const prices = live?.filter(({ entryId }) => entryId === row.id).map(({ priceMinor }) => priceMinor);
  const lowest = prices?.reduce<bigint | null>((least, one) => (least === null || one < least ? one : least), null);
  const { title, pictureUrl, productType, barcode } = row;
  return {
    title,
    pictureUrl,
    productType,
    barcode,
    id: String(row.id),
    priceMin: amount(row.priceMinMinor),
    priceMax: amount(row.priceMaxMinor),
    offers: prices?.length ?? null,
    lowest: amount(lowest ?? null),
    mine: mine ? { productId: String(mine.productId), status: mine.status } : null,
  };
}
