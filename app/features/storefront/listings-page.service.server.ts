import { idSchema } from '#app/core/ids.ts';
import type { PublicListing } from '#app/features/listings/listings.contract.ts';
import { listListingsForTheme } from '#app/features/listings/public-listings.service.server.ts';
import type { Locale } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ProxyReply } from '#app/server/http/proxy.server.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { formatMoney } from '#app/ui/money/format.ts';
import { readShopperTexts, formatThemePage } from './theme-pages.service.server.ts';
import { themeMarkup, type ThemeMarkup } from './theme-markup.ts';

/** The offers of what `?id=` names: an entry or a product. Anything else has none. */
export function readThemeListings(ctx: Ctx, query: URLSearchParams): Promise<PublicListing[]> {
  const id = idSchema.safeParse(query.get('id') ?? '');
  return id.success ? listListingsForTheme(ctx, id.data) : Promise.resolve([]);
}

/** The offers of an entry as a page of the store, for shoppers whose browser runs no script. */
export async function showListings(ctx: Ctx, query: URLSearchParams): Promise<ProxyReply> {
  const t = await readShopperTexts(ctx);
  const offers = await readThemeListings(ctx, query);
  const [first] = offers;
  const body = first
    ? themeMarkup`<p>${t('storefront:offers.count', { count: offers.length })}</p>
<ul class="souk-offers">${offers.map((offer) => formatRow(t, offer, ctx.viewer.locale))}</ul>`
    : themeMarkup`<p>${t('storefront:offers.none')}</p>`;
  return formatThemePage(t, { title: first?.title ?? t('storefront:offers.title'), body });
}

function formatRow(t: Translate, offer: PublicListing, locale: Locale): ThemeMarkup {
  const amount = formatMoney(offer.price, locale);
  const price = offer.from ? t('storefront:offers.from', { price: amount }) : amount;
  const buy =
    offer.available && offer.variantId !== null
      ? themeMarkup`<form method="post" action="{{ routes.cart_add_url }}"><input type="hidden" name="id" value="${offer.variantId}"><button class="button" aria-label="${t('storefront:offers.addOf', { vendor: offer.vendor })}">${t('storefront:offers.add')}</button></form>`
      : null;
  const state = offer.available ? null : themeMarkup`<span>${t('storefront:offers.soldOut')}</span>`;
  return themeMarkup`<li><a href="{{ routes.root_url | append: '/' | replace: '//', '/' }}products/${offer.handle}">${offer.vendor}</a><span>${price}</span>${state}${buy}</li>`;
}
