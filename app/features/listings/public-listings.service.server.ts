import { asCurrency, money, toDto } from '#app/core/money/money.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { readCatalog, requireCatalog } from '#app/features/catalog/catalog-settings.service.server.ts';
import { inBuyersOrder } from '#app/features/catalog/catalog.ts';
import { listPublicPages } from '#app/features/vendor-profiles/page/public-pages.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { PublicListing } from './listings.contract.ts';
import * as repo from './listings.repo.server.ts';

/** The most offers that one answer lists. */
const MAX_OFFERS = 24;

/** The live offers of an entry, or of the entry of a product. An id that means neither has none. Throws feature_disabled (404). */
export function listPublicListings(ctx: Ctx, id: bigint): Promise<PublicListing[]> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireCatalog(tx);
    return readOffers(ctx, tx, id);
  });
}

/** The same for a page of the store: none while the catalogue is off, because a theme's block asks on. */
export function listListingsForTheme(ctx: Ctx, id: bigint): Promise<PublicListing[]> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) =>
    (await readCatalog(tx)).enabled ? readOffers(ctx, tx, id) : [],
  );
}

async function readOffers(ctx: Ctx, tx: SqlTx, id: bigint): Promise<PublicListing[]> {
  const { store } = ctx.viewer;
  const entryId = await repo.resolveEntry(tx, id);
  if (entryId === undefined) return [];
  const offers = inBuyersOrder(await repo.listShown(tx, entryId, MAX_OFFERS));
  const pages = new Map<string, string | null>();
  for (const vendor of new Set(offers.map((offer) => offer.vendor))) {
    const [page] = await listPublicPages(tx, { store: store.domain, limit: 1, name: vendor });
    pages.set(vendor, page?.collectionUrl ?? null);
  }
  const currency = asCurrency(store.currency);
  const amount = (minor: bigint) => toDto(money(minor, currency));
  return offers.map((offer) => ({
    id: String(offer.productId),
    title: offer.title,
    handle: offer.handle,
    url: `https://${store.domain}/products/${offer.handle}`,
    vendor: offer.vendor,
    vendorUrl: pages.get(offer.vendor) ?? null,
    price: amount(offer.priceMinor),
    compareAt:
      offer.compareAtMinor !== null && offer.compareAtMinor > offer.priceMinor ? amount(offer.compareAtMinor) : null,
    from: offer.dearestMinor > offer.priceMinor,
    available: offer.inStock,
    picture: offer.imageUrl,
    variantId: offer.variants === 1 ? String(offer.variantId) : null,
  }));
}
