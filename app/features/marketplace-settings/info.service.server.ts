import { createHmac } from 'node:crypto';
import { readShopPlaces } from '#app/adapters/shopify/shop.server.ts';
import { marketplaceScope, PERMISSIONS, scopeOf } from '#app/core/viewer.ts';
import { fillWordings } from '#app/platform/settings/branding/branding.ts';
import { countMissedMessages } from '#app/features/messages/conversations/conversations.service.server.ts';
import {
  countOrdersByVendor,
  countUnpaidOrders,
} from '#app/features/orders/read-models/order-counts.service.server.ts';
import { readPayments } from '#app/features/payment-providers/provider-access.service.server.ts';
import { readOwnListing } from '#app/features/products/listing/listing-limit.service.server.ts';
import { countProductsByVendor } from '#app/features/products/listing/product-counts.service.server.ts';
import { readDisplay } from '#app/core/text/field-display.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { SWITCH_NAMES, type SwitchName, type Switches } from '#app/platform/settings/switches.ts';
import { listInstalledStores } from '#app/platform/stores/stores.service.server.ts';
import { hasAccount } from '#app/platform/identity/users/accounts.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import packageFile from '../../../package.json' with { type: 'json' };
import { readAdminSettings, readStoreSettings } from './store-settings.service.server.ts';

const asDto = (switches: Switches) =>
  Object.fromEntries(SWITCH_NAMES.map((name) => [name, { enabled: switches[name] }])) as Record<
    SwitchName,
    { enabled: boolean }
  >;

/** Who asks, their store, and its settings; what only admins see is shown to admins only. */
export async function readAppInfo(ctx: Ctx) {
  const { viewer } = ctx;
  const mayAll = viewer.permissions.has('switch_vendor');
  const parts = await ctx.db.fast(scopeOf(viewer), (tx) => readStoreSettings(tx));
  const own: Partial<Awaited<ReturnType<typeof readAdminSettings>>> = mayAll
    ? await ctx.db.fast(scopeOf(viewer), (tx) => readAdminSettings(tx, viewer.store))
    : {};
  const { branding, registration, switches, translations, productForm, rules, ...others } = parts;
  const { domain, name, currency, timezone } = viewer.store;
  const payments = await readPayments(ctx, viewer.store.id);
  return {
    viewer: {
      email: viewer.email,
      name: viewer.actor.name,
      role: viewer.actor.role,
      store: domain,
      vendor: viewer.vendorName,
      isAdmin: viewer.isAdmin,
      isEmbedded: viewer.isEmbedded,
      marketplaceView: viewer.vendorScope === '*',
      locale: viewer.locale,
    },
    store: { domain, name, currency, timezone },
    permissions: PERMISSIONS.filter((permission) => viewer.permissions.has(permission)),
    features: { ...asDto(switches), translations: { enabled: switches.translations, ...translations } },
    wordings: fillWordings(branding.wordings),
    settings: {
      colors: branding.colors,
      logoRegistration: branding.logoRegistration,
      logoText: branding.logoText,
      support: branding.support,
      ...productForm,
      ...others,
      autoApprove: rules.autoApprove,
      templateSuffix: rules.templateSuffix,
      payments: { ...payments, ...(own.schedule ? { schedule: own.schedule } : {}) },
      ...own,
      registration: {
        enableApproval: registration.enableApproval,
        fields: registration.fields
          .filter((field) => mayAll || readDisplay(field.description).show)
          .map(({ showOnVendorPage: _shown, registration: _requested, ...field }) => field),
      },
    },
  };
}

/** Where the store keeps stock, on which channels it sells, and in which languages: read from the platform at this moment. */
export async function readShopInfo(ctx: Ctx) {
  return readShopPlaces(await ctx.adapters.platform(ctx.viewer.store.domain));
}

/** Counts within the viewer's scope, and whether the client that names its version is out of date. */
export async function readAppStatus(ctx: Ctx, version: string | undefined) {
  const { viewer } = ctx;
  const { products, orders, unpaid, switches, missedMessages } = await ctx.db.fast(scopeOf(viewer), async (tx) => ({
    products: [...(await countProductsByVendor(tx)).values()],
    orders: [...(await countOrdersByVendor(tx)).values()],
    unpaid: await countUnpaidOrders(tx),
    switches: await readSwitches(tx),
    missedMessages: await countMissedMessages(tx),
  }));
  const listing = await readOwnListing(ctx);
  const who = [viewer.store.domain, viewer.vendorName, viewer.email].join('|');
  return {
    activeProducts: products.reduce((sum, one) => sum + one.active, 0),
    draftProducts: products.reduce((sum, one) => sum + one.draft, 0),
    orders: orders.reduce((sum, one) => sum + one.orders, 0),
    draftOrders: unpaid,
    shouldUpdate: version !== undefined && version !== packageFile.version,
    listingLimit: listing?.limit ?? null,
    missedMessages,
    signature: createHmac('sha256', ctx.env.SESSION_SECRET).update(`support|${who}`).digest('hex'),
    features: asDto(switches),
  };
}

const MAX_STORES = 100;

/** The stores in which the person has an account: the present one, then others where the same address may sign in. */
export async function listStoresOfViewer(ctx: Ctx): Promise<{ domain: string; name: string }[]> {
  const { store, actor, email } = ctx.viewer;
  const found = [{ domain: store.domain, name: store.name }];
  if (actor.kind !== 'person') return found;
  for (const other of await listInstalledStores(ctx, MAX_STORES)) {
    if (other.id === store.id) continue;
    const known = await ctx.db.fast(marketplaceScope(other.id), (tx) => hasAccount(tx, email));
    if (known) found.push({ domain: other.domain, name: other.name });
  }
  return found;
}
