import { asCurrency } from '#app/core/money/money.ts';
import { can, marketplaceScope, PERMISSIONS, scopeOf, type Locale, type StoreView } from '#app/core/viewer.ts';
import { countPendingApplications } from '#app/features/vendor-profiles/applications/applications.service.server.ts';
import { ownWordings } from '#app/platform/settings/branding/branding.ts';
import type { Branding } from '#app/platform/settings/branding/branding.contract.ts';
import { readBranding } from '#app/platform/settings/branding/branding.service.server.ts';
import { countWaitingConversations } from '#app/features/messages/conversations/conversations.service.server.ts';
import { findDisplayCurrency } from '#app/platform/settings/display-currency/display-currency.service.server.ts';
import { listSwitchableVendors } from '#app/features/vendor-admin/vendor-admin.service.server.ts';
import { countPendingOffers } from '#app/features/offers/offers.service.server.ts';
import { countOrdersToShip } from '#app/features/orders/read-models/order-counts.service.server.ts';
import { countDueVendors } from '#app/features/orders/read-models/order-figures.service.server.ts';
import { countWaitingProducts } from '#app/features/products/listing/pending-products.service.server.ts';
import { countOpenChanges } from '#app/features/products/review/product-changes.service.server.ts';
import { countUnreadMessages } from '#app/features/messages/contact/contact-messages.service.server.ts';
import { countDeadLetters } from '#app/features/system/system.service.server.ts';
import { countUnreadNotices } from '#app/platform/notices/notices.service.server.ts';
import { readAppearance } from '#app/platform/settings/store-sections.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { readPageSettings } from '#app/features/vendor-profiles/page/page-settings.service.server.ts';
import { askTogether } from '#app/server/ask-together.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { refuseAsAnswer } from '#app/server/screen.server.ts';
import { deriveBrand } from '#app/ui/brand.ts';
import { readReader } from '#app/ui/shell/last-page/reader.server.ts';
import type { LayoutData, Logo, ShellData } from '#app/ui/shell/shell-data.ts';
import { anonymousCtx } from './ctx.server.ts';

const SWITCHER_SHOWN = 500;

/** What a page needs before anybody is known: the store of the request, its look and words, the visitor's language. */
export async function layoutData(request: Request): Promise<LayoutData> {
  const ctx = await refuseAsAnswer(() => anonymousCtx(readRequestInfo(request), { evenClosed: true }));
  const branding = await ctx.db.fast(scopeOf(ctx.viewer), readBranding);
  const store = await findStoreById(ctx, ctx.viewer.store.id);
  const look = buildLook(ctx, branding, localeOfVisitor(request));
  return store?.uninstalledAt ? { ...look, closed: true } : look;
}

/** What the shell of a signed-in viewer needs: the look, who they are, and what waits for them. */
export async function shellData(ctx: Ctx): Promise<ShellData> {
  const { viewer } = ctx;
  const { branding, features, counts, display } = await ctx.db.fast(scopeOf(viewer), async (tx) => {
    const switches = await readSwitches(tx);
    return {
      branding: await readBranding(tx),
      features: {
        ...switches,
        vendorPage: (await readPageSettings(tx)).enabled,
        classicMenu: (await readAppearance(tx)).useNextMenu === 'classic',
      },
      counts: await countWork(ctx, tx),
      display: switches.currencies ? await findDisplayCurrency(tx, viewer) : undefined,
    };
  });
  const isAdmin = can(viewer, 'switch_vendor');
  const admin = isAdmin ? await readAdminPart(ctx) : undefined;
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
    counts: { ...counts, ...admin?.work },
    features,
    ...(viewer.withheld?.size ? { membership: { mayFulfill: !viewer.withheld.has('write_orders') } } : {}),
    ...(display ? { displayCurrency: display } : {}),
    ...signedOutUrl(ctx),
    ...admin?.switchable,
    ...(viewer.isEmbedded ? { apiKey: ctx.env.SHOPIFY_API_KEY } : {}),
    ...(isAdmin && !viewer.isEmbedded ? { storeAdminUrl: storeAdminUrl(ctx) } : {}),
  };
}

/** The platform opens an app in its admin by its client id, and leads on to the path behind it. */
const storeAdminUrl = ({ env, viewer }: Ctx): string =>
  `https://${viewer.store.domain}/admin/apps/${env.SHOPIFY_API_KEY}`;

/** The own site of a store whose people land there after signing out. */
function signedOutUrl({ env, viewer }: Ctx): Pick<ShellData, 'signedOutUrl'> {
  const site = env.SIGNED_OUT_SITES.find(({ domain }) => domain === viewer.store.domain)?.site;
  return site ? { signedOutUrl: site } : {};
}

const countWork = (ctx: Ctx, tx: SqlTx): Promise<ShellData['counts']> =>
  askTogether(tx, {
    ordersToShip: countOrdersToShip,
    messagesUnread: countUnreadMessages,
    offersPending: countPendingOffers,
    conversationsUnread: countWaitingConversations,
    noticesUnread: (tx) => countUnreadNotices(ctx, tx),
  });

/** What only admins see: what waits for them, and the vendors that they switch between. */
function readAdminPart(ctx: Ctx) {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => ({
    work: await askTogether(tx, {
      applicationsPending: countPendingApplications,
      productsToApprove: countWaitingProducts,
      changesToReview: countOpenChanges,
      payoutsDue: countDueVendors,
      deadLetters: (tx) => countDeadLetters(tx, ctx.viewer.store.domain),
    }),
    switchable: toSwitchable(await listSwitchableVendors(tx, SWITCHER_SHOWN)),
  }));
}

function toSwitchable({
  rows,
  count,
}: Awaited<ReturnType<typeof listSwitchableVendors>>): Pick<ShellData, 'vendors' | 'vendorCount'> {
  const vendors = rows.map(({ id, vendor, orders, products, unpaid }) => {
    const due = unpaid[0];
    return {
      id,
      name: vendor,
      orders,
      products,
      ...(due ? { due: { ...due, currency: asCurrency(due.currency) } } : {}),
    };
  });
  return { vendors, vendorCount: count };
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
  return { kind: 'default' };
}

const localeOfVisitor = (request: Request): Locale => readReader(request).locale;
