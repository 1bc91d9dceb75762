import type { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { ownWordings } from '#app/platform/settings/branding/branding.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { listPublicPages } from '#app/features/vendor-profiles/page/public-pages.service.server.ts';
import { findVendorByName } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { ProxyReply, ProxyRequest } from '#app/server/http/proxy.server.ts';
import { issueText, refusalText } from '#app/ui/i18n/error-text.ts';
import type { Translate } from '#app/ui/i18n/keys.ts';
import { translate } from '#app/ui/i18n/translate.server.ts';
import { THEME_BLOCKS, themeEditorUrl, type ThemeBlock } from './theme-blocks.ts';
import { themeMarkup, type ThemeMarkup } from './theme-markup.ts';

const MAX_VENDORS = 1_000;

/** The texts of a store's shopper, in their language and with the store's own words. */
export async function readShopperTexts(ctx: Ctx): Promise<Translate> {
  const branding = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readBranding);
  return translate(ctx.viewer.locale, ownWordings(branding));
}

/** A page inside the theme: its heading, and what stands below. `up` leads from its address to that of the proxy. */
export function formatThemePage(
  t: Translate,
  page: { title: string; body: ThemeMarkup; up?: string; status?: number },
): ProxyReply {
  const { liquid } = themeMarkup`<link rel="stylesheet" href="${page.up ?? ''}theme.css">
<section class="souk-proxy" lang="${t('storefront:language')}"><h1>${page.title}</h1>
${page.body}
</section>`;
  return { kind: 'theme', liquid, status: page.status ?? 200 };
}

/** Everybody who has a page in the store, by name, each leading to it. */
export async function showVendors(ctx: Ctx): Promise<ProxyReply> {
  const { store } = ctx.viewer;
  const t = await readShopperTexts(ctx);
  const vendors = await ctx.db.fast(marketplaceScope(store.id), (tx) =>
    listPublicPages(tx, { store: store.domain, limit: MAX_VENDORS }),
  );
  const people = vendors.map((vendor) => {
    const picture =
      vendor.imageUrl === ''
        ? null
        : themeMarkup`<img src="${vendor.imageUrl}" alt="" width="64" height="64" loading="lazy">`;
    return themeMarkup`<li><a href="{{ routes.root_url | append: '/' | replace: '//', '/' }}${pathOf(vendor.collectionUrl).slice(1)}">${picture}<span>${vendor.title}</span></a></li>`;
  });
  const body =
    people.length > 0
      ? themeMarkup`<ul class="souk-people">${people}</ul>`
      : themeMarkup`<p>${t('storefront:vendors.none')}</p>`;
  return formatThemePage(t, { title: t('storefront:vendors.title'), body });
}

/** Where a vendor's page is in the store, by its name: `/collections/…`; null without an approved page. */
export async function findVendorPath(ctx: Ctx, name: string): Promise<string | null> {
  const { store } = ctx.viewer;
  const [vendor] = await ctx.db.fast(marketplaceScope(store.id), (tx) =>
    listPublicPages(tx, { store: store.domain, limit: 1, name }),
  );
  return vendor ? pathOf(vendor.collectionUrl) : null;
}

/** The handle of an approved vendor by the name that a product carries; undefined for everybody else. */
export async function findVendorHandle(ctx: Ctx, name: string): Promise<string | undefined> {
  const vendor = await ctx.db.fast(marketplaceScope(ctx.viewer.store.id), (tx) => findVendorByName(tx, name));
  return vendor?.status === 'active' && !vendor.deletedAt ? vendor.handle : undefined;
}

const pathOf = (address: string): string => new URL(address).pathname;

/** What somebody sees who sent a form of a block without script. */
export async function showSent(ctx: Ctx, form: 'message' | 'subscribe' | 'offer' | 'chat'): Promise<ProxyReply> {
  const t = await readShopperTexts(ctx);
  const body = themeMarkup`<p role="status">${t(`storefront:sent.${form}`)}</p>${backLink(t)}`;
  return formatThemePage(t, { title: t('storefront:sent.title'), body, up: '../' });
}

/** A refusal as a shopper sees it, in their language: a page inside the theme, or for a script its words and fields. */
export async function showRefusal(ctx: Ctx, error: AppError, request: ProxyRequest): Promise<ProxyReply> {
  const t = await readShopperTexts(ctx);
  const message = refusalText(t, error);
  const issues = error.issues.map((issue) => ({ path: issue.path, rule: issue.rule, message: issueText(t, issue) }));
  if (request.wantsJson) return { kind: 'json', status: error.status, body: { message, code: error.code, issues } };
  const lines = issues.map((issue) => themeMarkup`<li>${issue.path.split('.').at(-1) ?? ''}: ${issue.message}</li>`);
  const body = themeMarkup`<div class="souk-alert" role="alert"><p>${message}</p>${lines.length > 0 ? themeMarkup`<ul>${lines}</ul>` : null}</div>${backLink(t)}`;
  return formatThemePage(t, { title: t('storefront:refused.title'), body, up: '../', status: error.status });
}

/** The way back to the store's first page. */
export function backLink(t: Translate): ThemeMarkup {
  return themeMarkup`<p><a href="{{ routes.root_url }}">${t('storefront:back')}</a></p>`;
}

/** The blocks that the app brings to themes, each with the address where the theme editor opens with it. */
export function listThemeBlocks(ctx: Ctx): { block: ThemeBlock; url: string }[] {
  return THEME_BLOCKS.map((one) => ({
    block: one.block,
    url: themeEditorUrl(ctx.viewer.store.domain, ctx.env.SHOPIFY_API_KEY, one),
  }));
}
