import { can, PERMISSIONS, scopeOf, type Locale, type StoreView } from '#app/core/viewer.ts';
import { ownWordings } from '#app/platform/settings/branding/branding.ts';
import type { Branding } from '#app/platform/settings/branding/branding.contract.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { findDisplayCurrency } from '#app/platform/settings/display-currency/display-currency.service.server.ts';
import { readWorkCounts } from '#app/features/home/work-counts.service.server.ts';
import { findOpenedSubject } from '#app/platform/notices/notice.ts';
import { markOpened } from '#app/platform/notices/notices.service.server.ts';
import { readMembership } from '#app/platform/settings/store-sections.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { readPageSettings } from '#app/features/vendor-profiles/page/page-settings.service.server.ts';
import { buildAppUrl } from '#app/platform/stores/app-url.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { refuseAsAnswer } from '#app/server/screen.server.ts';
import { deriveBrand } from '#app/ui/brand.ts';
import { readReader } from '#app/ui/shell/last-page/reader.server.ts';
import type { LayoutData, Logo, ShellData } from '#app/ui/shell/shell-data.ts';
import { anonymousCtx } from './ctx.server.ts';

/** What a page needs before anybody is known: the store of the request, its look and words, the visitor's language. */
export async function layoutData(request: Request): Promise<LayoutData> {
  const ctx = await refuseAsAnswer(() => anonymousCtx(readRequestInfo(request), { evenClosed: true }));
  const branding = await ctx.db.fast(scopeOf(ctx.viewer), readBranding);
  const store = await findStoreById(ctx, ctx.viewer.store.id);
  const look = buildLook(ctx, branding, localeOfVisitor(request));
  return store?.uninstalledAt ? { ...look, closed: true } : look;
}

/**
 * What the shell of a signed-in viewer needs: the look, who they are, and what waits for them. What the page of the request is about
 * counts as read from now on.
 */
export async function shellData(ctx: Ctx, request: Request): Promise<ShellData> {
  const { viewer } = ctx;
  const { pathname, searchParams } = new URL(request.url);
  const opened = findOpenedSubject(pathname.replace(/^\/(?:app|admin)(?=\/)/, ''), searchParams);
  if (opened) await markOpened(ctx, opened);
  const { branding, features, display, keepsProducts } = await ctx.db.fast(scopeOf(viewer), async (tx) => {
    const switches = await readSwitches(tx);
    return {
      branding: await readBranding(tx),
      features: {
        ...switches,
        vendorPage: (await readPageSettings(tx)).enabled,
        memberships: (await readMembership(tx)).enabled,
      },
      keepsProducts: (await readMembership(tx)).lapsedProducts === 'keep',
      display: switches.currencies ? await findDisplayCurrency(tx, viewer) : undefined,
    };
  });
  const isAdmin = can(viewer, 'switch_vendor');
  const counts = await readWorkCounts(ctx);
  return {
    ...buildLook(ctx, branding, viewer.locale),
    viewer: {
      name: viewer.actor.name,
      email: viewer.email,
      vendor: viewer.vendorScope === '*' ? null : { id: String(viewer.vendorScope), name: viewer.vendorName },
      isAdmin,
      leads: isAdmin || viewer.actor.role === 'manager',
      permissions: PERMISSIONS.filter((permission) => viewer.permissions.has(permission)),
    },
    counts,
    features,
    ...(viewer.withheld?.size
      ? { membership: { mayFulfill: !viewer.withheld.has('write_orders'), keepsProducts } }
      : {}),
    ...(display ? { displayCurrency: display } : {}),
    ...signedOutUrl(ctx),
    ...(viewer.isEmbedded ? { apiKey: ctx.env.SHOPIFY_API_KEY } : {}),
    ...(isAdmin && !viewer.isEmbedded ? { storeAdminUrl: buildAppUrl(ctx, '') } : {}),
  };
}

/** The own site of a store whose people land there after signing out. */
function signedOutUrl({ env, viewer }: Ctx): Pick<ShellData, 'signedOutUrl'> {
  const site = env.SIGNED_OUT_SITES.find(({ domain }) => domain === viewer.store.domain)?.site;
  return site ? { signedOutUrl: site } : {};
}

function buildLook(ctx: Ctx, branding: Branding, locale: Locale): LayoutData {
  return {
    locale,
    now: ctx.clock.now().toISOString(),
    store: toStore(ctx.viewer.store),
    wordings: ownWordings(branding),
    brand: toBrand(branding),
    support: branding.support,
    logo: chooseLogo(branding, ctx.viewer.store.name),
  };
}

function toBrand({ colors }: Branding): LayoutData['brand'] {
  return deriveBrand(colors.indigo600, colors.indigo800, colors.orange800, colors.green800);
}

const toStore = ({ name, domain, currency, timezone }: StoreView) => ({ name, domain, currency, timezone });

function chooseLogo({ logoText }: Branding, storeName: string): Logo {
  if (logoText.selected === 'src' && logoText.src !== '') return { kind: 'image', src: logoText.src, alt: storeName };
  if (logoText.selected === 'value' && logoText.value !== '') return { kind: 'text', text: logoText.value };
  // Until a store chooses, its name stands there: the portal is the shop's.
  return { kind: 'text', text: storeName };
}

const localeOfVisitor = (request: Request): Locale => readReader(request).locale;
