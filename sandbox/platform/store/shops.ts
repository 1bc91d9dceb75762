import { nextId, Refusal } from '../../core/kernel.ts';
import type { Sandbox } from '../../core/kernel.ts';
import type { CustomerDataLevel, Shop } from '../../core/state.ts';
import { compliancePayload, scopesPayload, shopPayload } from '../payloads/shop.ts';
import { isInstalled } from './lookup.ts';

export type ShopInput = { domain: string; name: string; currency?: string; timezone?: string; taxesIncluded?: boolean };

/** Opens a shop with two staff members, one location and the usual sales channels. It has no app yet. */
export function createShop(sandbox: Sandbox, input: ShopInput): Shop {
  if (!/^[a-z0-9][a-z0-9-]{0,59}\.myshopify\.com$/.test(input.domain))
    throw new Refusal('domain must look like name.myshopify.com.', ['domain']);
  if (sandbox.state.shops[input.domain]) throw new Refusal(`${input.domain} exists already.`, ['domain'], 'TAKEN');
  const at = sandbox.clock.iso();
  const handle = input.domain.replace('.myshopify.com', '');
  const shop: Shop = {
    id: nextId(sandbox),
    domain: input.domain,
    handle,
    name: input.name,
    email: `owner@${handle}.test`,
    currency: input.currency ?? 'USD',
    timezone: input.timezone ?? 'Europe/Amsterdam',
    countryCode: 'NL',
    taxesIncluded: input.taxesIncluded ?? false,
    createdAt: at,
    updatedAt: at,
    customerDataLevel: 2,
    locales: ['en', 'nl', 'de', 'fr', 'es'].map((locale, index) => ({ locale, primary: index === 0, published: true })),
    staff: [
      {
        id: nextId(sandbox),
        firstName: 'Ingrid',
        lastName: 'Dahl',
        email: `owner@${handle}.test`,
        accountOwner: true,
        locale: 'en',
      },
      {
        id: nextId(sandbox),
        firstName: 'Tomas',
        lastName: 'Berg',
        email: `tomas@${handle}.test`,
        accountOwner: false,
        locale: 'en',
      },
    ],
    locations: [
      {
        id: nextId(sandbox),
        name: 'Main warehouse',
        active: true,
        fulfillsOnlineOrders: true,
        address: { address1: 'Havenstraat 12', city: 'Amsterdam', zip: '1011 AB', countryCode: 'NL' },
      },
    ],
    publications: ['Online Store', 'Point of Sale', 'Shop'].map((name) => ({
      id: nextId(sandbox),
      name,
      channelId: nextId(sandbox),
      autoPublish: false,
    })),
    products: {},
    files: {},
    metafields: [],
    metafieldDefinitions: [],
    customers: {},
    orders: {},
    nextOrderNumber: 1001,
    discountCodes: [
      { code: 'WELCOME10', kind: 'percentage', percent: 10 },
      { code: 'FIVE', kind: 'fixed', amountMinor: 500 },
    ],
    shippingMethods: [
      { code: 'standard', title: 'Standard', priceMinor: 595 },
      { code: 'express', title: 'Express', priceMinor: 1295 },
      { code: 'free', title: 'Pick up', priceMinor: 0 },
    ],
    installation: null,
    idempotent: {},
  };
  sandbox.state.shops[shop.domain] = shop;
  sandbox.save();
  return shop;
}

/** The merchant installs the app (again) and grants the scopes of shopify.app.toml, plus the optional ones named. */
export function installApp(sandbox: Sandbox, shop: Shop, optionalScopes: readonly string[] = []): void {
  if (isInstalled(shop)) return;
  shop.installation = {
    id: nextId(sandbox),
    installedAt: sandbox.clock.iso(),
    uninstalledAt: null,
    scopes: [...sandbox.app.scopes, ...optionalScopes.filter((scope) => sandbox.app.optionalScopes.includes(scope))],
    tokens: [],
    rotated: [],
  };
  sandbox.save();
}

/** The merchant grants optional scopes that the app asks for again. Tokens of before keep what they had. */
export function grantOptional(sandbox: Sandbox, shop: Shop, wanted: readonly string[]): void {
  if (!shop.installation) return;
  const { scopes } = shop.installation;
  const added = wanted.filter((scope) => sandbox.app.optionalScopes.includes(scope) && !scopes.includes(scope));
  if (added.length === 0) return;
  shop.installation.scopes = [...scopes, ...added];
  sandbox.save();
}

/** The merchant removes the app: every token stops working at once, and the app is told. */
export function uninstallApp(sandbox: Sandbox, shop: Shop): void {
  if (!shop.installation || !isInstalled(shop))
    throw new Refusal(`The app is not installed in ${shop.domain}.`, ['shop']);
  shop.installation.uninstalledAt = sandbox.clock.iso();
  shop.installation.tokens = [];
  shop.installation.rotated = [];
  sandbox.webhooks.emit(shop, 'app/uninstalled', shopPayload(shop));
  sandbox.save();
}

/** Grants or revokes scopes of the installed app and tells it. Existing tokens follow at once. */
export function changeScopes(sandbox: Sandbox, shop: Shop, scopes: readonly string[]): void {
  if (!shop.installation || !isInstalled(shop))
    throw new Refusal(`The app is not installed in ${shop.domain}.`, ['shop']);
  const unknown = scopes.filter(
    (scope) => !sandbox.app.scopes.includes(scope) && !sandbox.app.optionalScopes.includes(scope),
  );
  if (unknown.length > 0) throw new Refusal(`Not in shopify.app.toml: ${unknown.join(', ')}.`, ['scopes']);
  const previous = shop.installation.scopes;
  shop.installation.scopes = [...scopes];
  for (const token of shop.installation.tokens) token.scopes = [...scopes];
  sandbox.webhooks.emit(shop, 'app/scopes_update', scopesPayload(shop, previous, scopes, sandbox.clock.iso()));
  sandbox.save();
}

/** Changes name, e-mail or other settings of the shop and tells the app. */
export function updateShop(
  sandbox: Sandbox,
  shop: Shop,
  change: Partial<Pick<Shop, 'name' | 'email' | 'currency' | 'timezone' | 'taxesIncluded'>>,
): void {
  Object.assign(shop, change);
  shop.updatedAt = sandbox.clock.iso();
  sandbox.webhooks.emit(shop, 'shop/update', shopPayload(shop));
  sandbox.save();
}

/** Sets how much of its customers the app may see. */
export function setCustomerDataLevel(sandbox: Sandbox, shop: Shop, level: CustomerDataLevel): void {
  shop.customerDataLevel = level;
  sandbox.save();
}

export const COMPLIANCE_TOPICS = ['customers/data_request', 'customers/redact', 'shop/redact'] as const;
export type ComplianceTopic = (typeof COMPLIANCE_TOPICS)[number];

/** Sends one of the compliance topics; the customers' ones need the e-mail of a customer of the shop. */
export function requestCompliance(sandbox: Sandbox, shop: Shop, topic: ComplianceTopic, customerEmail?: string): void {
  const customer =
    customerEmail === undefined
      ? null
      : (Object.values(shop.customers).find(
          (candidate) => candidate.email.toLowerCase() === customerEmail.toLowerCase(),
        ) ?? null);
  if (topic !== 'shop/redact' && !customer)
    throw new Refusal('customerEmail must be that of a customer of the shop.', ['customerEmail'], 'NOT_FOUND');
  if (!shop.installation) throw new Refusal(`The app was never installed in ${shop.domain}.`, ['shop']);
  const orderIds = customer
    ? Object.values(shop.orders)
        .filter((order) => order.customerId === customer.id)
        .map((order) => order.id)
    : [];
  sandbox.webhooks.emit(shop, topic, compliancePayload(shop, topic, customer, orderIds, nextId(sandbox)));
}
