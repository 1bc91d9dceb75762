import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { readOfferTerms } from '#app/features/offers/make-offer.service.server.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import type { ProxyPage } from '#app/server/http/proxy.server.ts';
import { portalFormUrl, showApplicationForm, takeApplication } from './application-page.service.server.ts';
import { readThemeListings, showListings } from './listings-page.service.server.ts';
import { THEME_PAGE_CSS } from './theme-css.ts';
import { findVendorPath, showVendors } from './theme-pages.service.server.ts';

const READS_A_MINUTE = 240;
const FORMS_A_MINUTE = 20;
const KEPT_SECONDS = 60;

/** What the store's own address answers below the app proxy's path. */
export const storefrontProxy: readonly ProxyPage[] = [
  { method: 'GET', path: '/vendors', perMinute: READS_A_MINUTE, handle: (ctx) => showVendors(ctx) },
  {
    method: 'GET',
    path: '/vendor.json',
    perMinute: READS_A_MINUTE,
    handle: async (ctx, { query }) => {
      const name = query.get('name') ?? '';
      // A vendor without a page is no failure: stores would see one in their shoppers' consoles on every product.
      const path = name.length > VENDOR_NAME_MAX ? null : await findVendorPath(ctx, name);
      return { kind: 'json', body: { path }, keptSeconds: KEPT_SECONDS };
    },
  },
  { method: 'GET', path: '/offers', perMinute: READS_A_MINUTE, handle: (ctx, { query }) => showListings(ctx, query) },
  {
    method: 'GET',
    path: '/offers.json',
    perMinute: READS_A_MINUTE,
    handle: async (ctx, { query }) => {
      const products = await readThemeListings(ctx, query);
      return { kind: 'json', body: { products }, keptSeconds: KEPT_SECONDS };
    },
  },
  {
    method: 'GET',
    path: '/offer-terms.json',
    perMinute: READS_A_MINUTE,
    handle: async (ctx, { query }) => {
      const id = idSchema.safeParse(query.get('variant') ?? '');
      if (!id.success) throw new AppError('not_found');
      return { kind: 'json', body: await readOfferTerms(ctx, id.data), keptSeconds: KEPT_SECONDS };
    },
  },
  { method: 'GET', path: '/application', perMinute: READS_A_MINUTE, handle: showApplicationForm },
  { method: 'POST', path: '/application', perMinute: FORMS_A_MINUTE, handle: takeApplication },
  {
    method: 'GET',
    path: '/apply',
    perMinute: READS_A_MINUTE,
    handle: (ctx) => Promise.resolve({ kind: 'redirect', to: portalFormUrl(ctx) }),
  },
  {
    method: 'GET',
    path: '/theme.css',
    perMinute: READS_A_MINUTE,
    handle: () => Promise.resolve({ kind: 'css', body: THEME_PAGE_CSS, keptSeconds: 3600 }),
  },
];
