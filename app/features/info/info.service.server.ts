import { createHmac } from 'node:crypto';
import { readShopPlaces } from '#app/adapters/shopify/shop.server.ts';
import { marketplaceScope, PERMISSIONS, scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { recordAudit } from '#app/features/audit/audit.service.server.ts';
import { fillWordings } from '#app/features/branding/branding.ts';
import type { Branding } from '#app/features/branding/branding.contract.ts';
import { readBranding, saveBranding } from '#app/features/branding/branding.service.server.ts';
import { countOrdersByVendor, countUnpaidOrders } from '#app/features/orders/order-counts.service.server.ts';
import type { OrderSettings } from '#app/features/orders/order-settings.ts';
import { readOrderSettings, saveOrderSettings } from '#app/features/orders/order-settings.service.server.ts';
import type { ProductForm } from '#app/features/products/product-form.ts';
import { readProductForm, saveProductForm } from '#app/features/products/product-form.service.server.ts';
import { readPayments } from '#app/features/payment-providers/provider-access.service.server.ts';
import { readOwnListing } from '#app/features/products/listing-limit.service.server.ts';
import { countProductsByVendor } from '#app/features/products/product-counts.service.server.ts';
import type { ProductRules } from '#app/features/products/product-rules.contract.ts';
import { changeRules, readRules } from '#app/features/products/product-rules.service.server.ts';
import { readDisplay } from '#app/features/registration/field-display.ts';
import { readRegistration } from '#app/features/registration/registration.service.server.ts';
import { planUnshown } from '#app/features/catalog/plan-showing.service.server.ts';
import { readSwitches, saveSwitches } from '#app/features/settings/switches.service.server.ts';
import { SWITCH_NAMES, type SwitchName, type Switches } from '#app/features/settings/switches.ts';
import type { Section } from '#app/features/specifications/specification.ts';
import { changeSections, readSections } from '#app/features/specifications/specifications.service.server.ts';
import { listInstalledStores } from '#app/features/stores/stores.service.server.ts';
import type { TranslationSettings } from '#app/features/translations/translations.contract.ts';
import {
  changeTranslationSettings,
  readTranslationSettings,
} from '#app/features/translations/translation-settings.service.server.ts';
import { hasAccount } from '#app/features/users/accounts.service.server.ts';
import packageFile from '../../../package.json' with { type: 'json' };

const asWire = (switches: Switches) =>
  Object.fromEntries(SWITCH_NAMES.map((name) => [name, { enabled: switches[name] }])) as Record<
    SwitchName,
    { enabled: boolean }
  >;

/** Who asks, their store, and its settings; fields that only admins see are shown to admins only. */
export async function readAppInfo(ctx: Ctx) {
  const { viewer } = ctx;
  const { branding, registration, switches, translations, productForm, sections, orders, rules } = await ctx.db.fast(
    scopeOf(viewer),
    async (tx) => ({
      branding: await readBranding(tx),
      registration: await readRegistration(tx),
      switches: await readSwitches(tx),
      translations: await readTranslationSettings(tx),
      productForm: await readProductForm(tx),
      sections: await readSections(tx),
      orders: await readOrderSettings(tx),
      rules: await readRules(tx),
    }),
  );
  const { domain, name, currency, timezone } = viewer.store;
  const payments = await readPayments(ctx, viewer.store.id);
  const mayAll = viewer.permissions.has('switch_vendor');
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
    features: { ...asWire(switches), translations: { enabled: switches.translations, ...translations } },
    wordings: fillWordings(branding.wordings),
    settings: {
      colors: branding.colors,
      logoRegistration: branding.logoRegistration,
      logoText: branding.logoText,
      support: branding.support,
      ...productForm,
      sections,
      orders,
      autoApprove: rules.autoApprove,
      templateSuffix: rules.templateSuffix,
      payments,
      registration: {
        enableApproval: registration.enableApproval,
        fields: registration.fields
          .filter((field) => mayAll || readDisplay(field.description).show)
          .map(({ showOnVendorPage: _shown, registration: _asked, ...field }) => field),
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
  const { products, orders, unpaid, switches } = await ctx.db.fast(scopeOf(viewer), async (tx) => ({
    products: [...(await countProductsByVendor(tx)).values()],
    orders: [...(await countOrdersByVendor(tx)).values()],
    unpaid: await countUnpaidOrders(tx),
    switches: await readSwitches(tx),
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
    missedMessages: 0,
    signature: createHmac('sha256', ctx.env.SESSION_SECRET).update(`support|${who}`).digest('hex'),
    features: asWire(switches),
  };
}

const MOST_STORES = 100;

/** The stores in which the person has an account: the present one, then others where the same address may sign in. */
export async function listStoresOfViewer(ctx: Ctx): Promise<{ domain: string; name: string }[]> {
  const { store, actor, email } = ctx.viewer;
  const found = [{ domain: store.domain, name: store.name }];
  if (actor.kind !== 'person') return found;
  for (const other of await listInstalledStores(ctx, MOST_STORES)) {
    if (other.id === store.id) continue;
    const known = await ctx.db.fast(marketplaceScope(other.id), (tx) => hasAccount(tx, email));
    if (known) found.push({ domain: other.domain, name: other.name });
  }
  return found;
}

type Changes = Partial<Branding> &
  Partial<ProductForm> &
  Partial<Record<Exclude<SwitchName, 'translations'>, { enabled: boolean }>> & {
    translations?: Partial<TranslationSettings> & { enabled?: boolean };
    sections?: Section[];
    orders?: OrderSettings;
    autoApprove?: ProductRules['autoApprove'];
    templateSuffix?: string;
  };

/** Saves switches and looks together, or neither. */
export async function saveFeatureChanges(ctx: Ctx, changes: Changes): Promise<{ ok: true }> {
  const at = ctx.clock.now();
  const { actor, store } = ctx.viewer;
  const { colors, logoRegistration, logoText, wordings, support, translations, sections, orders, ...others } = changes;
  const { variants, inputLimit, defaultUnits, autoApprove, templateSuffix, ...switches } = others;
  const rules = given({ autoApprove, templateSuffix }) as Partial<Pick<ProductRules, 'autoApprove' | 'templateSuffix'>>;
  const form = given({ variants, inputLimit, defaultUnits }) as Partial<ProductForm>;
  const looks = given({ colors, logoRegistration, logoText, wordings, support }) as Partial<Branding>;
  await ctx.db.unit(marketplaceScope(store.id), async (tx) => {
    const flipped = await saveSwitches(tx, { changes: switches, at, actor });
    if (flipped['catalog']?.[1] === true) await planUnshown(tx, ctx);
    const switched = {
      ...flipped,
      ...(translations ? await changeTranslationSettings(tx, ctx, { changes: translations, at }) : {}),
    };
    const changed = [
      ...(await saveBranding(tx, { changes: looks, at, actor })),
      ...(await saveProductForm(tx, { changes: form, at, actor })),
      ...(await changeRules(tx, { changes: rules, at, actor })),
      ...(sections && (await changeSections(tx, { sections, at, actor })) ? ['sections'] : []),
      ...(orders && (await saveOrderSettings(tx, { settings: orders, at, actor })) ? ['orders'] : []),
    ];
    if (changed.length === 0 && Object.keys(switched).length === 0) return;
    await recordAudit(tx, [
      {
        subject: 'settings',
        subjectId: 'features',
        vendorId: null,
        action: 'settings.saved',
        actor,
        detail: { ...switched, ...(changed.length > 0 ? { changed } : {}) },
        at,
      },
    ]);
  });
  return { ok: true };
}

/** The parts that were sent. */
const given = (parts: object): object =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
