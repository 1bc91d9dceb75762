import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { fillWordings } from '#app/platform/settings/branding/branding.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { listPublicPages } from '#app/features/vendor-profiles/page/public-pages.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { listedVendor, storefrontCss, type PublicVendor } from './storefront.ts';

/** Most vendors that one answer lists; a theme with more asks for each vendor by name. */
const MAX_VENDORS = 1_000;

/** The words, colours and logo of the store, and its vendors with a page. */
export async function populateStorefront(ctx: Ctx) {
  const { store } = ctx.viewer;
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    const { wordings, colors, logoText } = await readBranding(tx);
    const vendors = await listPublicPages(tx, { store: store.domain, limit: MAX_VENDORS });
    return {
      store: store.domain,
      shopName: store.name,
      wordings: fillWordings(wordings),
      colors,
      logo: logoText,
      vendors: vendors.map(listedVendor) as never[],
    };
  });
}

/** The vendors that have a page, with their public fields. */
export async function listStorefrontVendors(ctx: Ctx) {
  const { store } = ctx.viewer;
  const vendors = await ctx.db.fast(marketplaceScope(store.id), (tx) =>
    listPublicPages(tx, { store: store.domain, limit: MAX_VENDORS }),
  );
  return vendors.map(listedVendor) as never[];
}

/** One vendor with a page, by its name. One without, or that is not approved, is not_found (404) like one that never was. */
export async function readStorefrontVendor(ctx: Ctx, name: string): Promise<PublicVendor> {
  const { store } = ctx.viewer;
  const [vendor] = await ctx.db.fast(marketplaceScope(store.id), (tx) =>
    listPublicPages(tx, { store: store.domain, limit: 1, name }),
  );
  if (!vendor) throw new AppError('not_found');
  return vendor;
}

/** The store's colours as CSS. */
export async function readStorefrontCss(ctx: Ctx): Promise<string> {
  const { colors } = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readBranding);
  return storefrontCss(colors);
}
