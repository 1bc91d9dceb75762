import { chargesOf } from '../../store/app-charges.ts';
import { chargeView } from '../app-charges.ts';
import { readGid, toGid } from '../../../core/gid.ts';
import type { Customer, Location, Metafield, MetafieldDefinition, Publication, Shop } from '../../../core/state.ts';
import { digestOf, findMetafield, resolveNamespace } from '../../store/metafields.ts';
import { listConnection } from '../connection.ts';
import type { PageArgs } from '../connection.ts';
import { moneyV2 } from '../context.ts';
import type { Context, View } from '../context.ts';
import { receivedOf, refundedOf } from '../../store/order-amounts.ts';
import { referencesOf } from './views-metaobject.ts';

const LOCALE_NAMES: Record<string, string> = { en: 'English', nl: 'Dutch', de: 'German', fr: 'French', es: 'Spanish' };

/** What every view with metafields carries. */
export function metafieldFields(context: Context, ownerGid: string): View {
  const { shop } = context;
  return {
    metafield: (args: { namespace?: string; key: string }) => {
      const found = findMetafield(shop, ownerGid, resolveNamespace(args.namespace), args.key);
      return found ? metafieldView(context, found) : null;
    },
    metafields: (args: PageArgs & { namespace?: string; keys?: string[] }) => {
      const namespace = args.namespace === undefined ? null : resolveNamespace(args.namespace);
      const wanted = args.keys?.map((key) => (key.includes('.') ? key : `${namespace ?? 'app--1'}.${key}`));
      const own = shop.metafields.filter(
        (metafield) =>
          metafield.ownerGid === ownerGid &&
          (namespace === null || metafield.namespace === namespace) &&
          (!wanted || wanted.includes(`${metafield.namespace}.${metafield.key}`)),
      );
      return listConnection(own, args, (metafield) => metafieldView(context, metafield));
    },
  };
}

export function metafieldView(context: Context, metafield: Metafield): View {
  const owner = readGid(metafield.ownerGid);
  const definition = context.shop.metafieldDefinitions.find(
    (candidate) => candidate.namespace === metafield.namespace && candidate.key === metafield.key,
  );
  return {
    __typename: 'Metafield',
    id: toGid('Metafield', metafield.id),
    legacyResourceId: metafield.id,
    namespace: metafield.namespace,
    key: metafield.key,
    type: metafield.type,
    value: metafield.value,
    jsonValue: () =>
      /^(list\.|json|number_|boolean|dimension|weight|volume|money|rating|link|rich_text)/.test(metafield.type)
        ? (JSON.parse(metafield.value) as unknown)
        : metafield.value,
    compareDigest: digestOf(metafield.value),
    sizeInBytes: Buffer.byteLength(metafield.value),
    createdAt: metafield.createdAt,
    updatedAt: metafield.updatedAt,
    ownerType: ownerTypeOf(owner?.type ?? ''),
    definition: definition ? definitionView(context, definition) : null,
    reference: () => referencesOf(context, metafield)[0] ?? null,
    references: (args: PageArgs) =>
      metafield.type.startsWith('list.')
        ? listConnection(referencesOf(context, metafield), args, (reference) => reference)
        : null,
  };
}

/** `ProductVariant` as `PRODUCTVARIANT`, as the platform's enum spells it. */
export function ownerTypeOf(type: string): string {
  return type.toUpperCase();
}

export function definitionView(context: Context, definition: MetafieldDefinition): View {
  const enabled = { enabled: false, eligible: true, status: 'NOT_FILTERABLE' };
  return {
    __typename: 'MetafieldDefinition',
    id: toGid('MetafieldDefinition', definition.id),
    name: definition.name,
    namespace: definition.namespace,
    key: definition.key,
    description: definition.description,
    ownerType: definition.ownerType,
    type: {
      name: definition.type,
      category: definition.type.replace('list.', '').split('_')[0]?.toUpperCase() ?? 'TEXT',
      supportsDefinitionMigrations: false,
      supportedValidations: [],
    },
    validations: definition.validations.map((validation) => ({ ...validation, type: 'single_line_text_field' })),
    access: { admin: definition.access.admin, storefront: definition.access.storefront, customerAccount: 'NONE' },
    capabilities: { adminFilterable: enabled, smartCollectionCondition: enabled, uniqueValues: enabled },
    pinnedPosition: definition.pinned ? 1 : null,
    validationStatus: 'ALL_VALID',
    useAsCollectionCondition: false,
    metafieldsCount: () =>
      context.shop.metafields.filter(
        (metafield) => metafield.namespace === definition.namespace && metafield.key === definition.key,
      ).length,
  };
}

export function shopView(context: Context): View {
  const { shop } = context;
  const gid = toGid('Shop', shop.id);
  return {
    __typename: 'Shop',
    id: gid,
    name: shop.name,
    email: shop.email,
    contactEmail: shop.email,
    description: null,
    myshopifyDomain: shop.domain,
    url: `https://${shop.domain}`,
    currencyCode: shop.currency,
    enabledPresentmentCurrencies: [shop.currency],
    ianaTimezone: shop.timezone,
    timezoneAbbreviation: 'CET',
    weightUnit: 'KILOGRAMS',
    unitSystem: 'METRIC_SYSTEM',
    taxesIncluded: shop.taxesIncluded,
    taxShipping: true,
    setupRequired: false,
    createdAt: shop.createdAt,
    updatedAt: shop.updatedAt,
    orderNumberFormatPrefix: '#',
    orderNumberFormatSuffix: '',
    primaryDomain: {
      __typename: 'Domain',
      id: toGid('Domain', shop.id),
      host: shop.domain,
      url: `https://${shop.domain}`,
      sslEnabled: true,
    },
    features: { marketDrivenShipping: shop.isMarketDriven === true },
    plan: {
      publicDisplayName: shop.plan ?? 'Development',
      partnerDevelopment: shop.plan === undefined,
      shopifyPlus: shop.plan === 'Plus',
    },
    shopOwnerName:
      shop.staff.filter((user) => user.accountOwner).map((user) => `${user.firstName} ${user.lastName}`)[0] ??
      shop.name,
    currencyFormats: {
      moneyFormat: '${{amount}}',
      moneyInEmailsFormat: '${{amount}}',
      moneyWithCurrencyFormat: `\${{amount}} ${shop.currency}`,
      moneyWithCurrencyInEmailsFormat: `\${{amount}} ${shop.currency}`,
    },
    shopAddress: {
      __typename: 'ShopAddress',
      id: toGid('ShopAddress', shop.id),
      address1: 'Havenstraat 12',
      address2: null,
      city: 'Amsterdam',
      company: shop.name,
      country: 'Netherlands',
      countryCodeV2: shop.countryCode,
      zip: '1011 AB',
      phone: null,
      province: null,
      provinceCode: null,
    },
    ...metafieldFields(context, gid),
  };
}

export function localeViews(shop: Shop, onlyPublished: boolean): View[] {
  return shop.locales
    .filter((locale) => !onlyPublished || locale.published)
    .map((locale) => ({ ...locale, name: LOCALE_NAMES[locale.locale] ?? locale.locale }));
}

export function locationView(context: Context, location: Location): View {
  const gid = toGid('Location', location.id);
  return {
    __typename: 'Location',
    id: gid,
    legacyResourceId: location.id,
    name: location.name,
    isActive: location.active,
    fulfillsOnlineOrders: location.fulfillsOnlineOrders,
    shipsInventory: true,
    isFulfillmentService: false,
    hasActiveInventory: true,
    address: {
      ...location.address,
      address2: null,
      country: location.address.countryCode,
      province: null,
      provinceCode: null,
      phone: null,
      formatted: [location.address.address1, `${location.address.zip} ${location.address.city}`],
    },
    createdAt: context.shop.createdAt,
    updatedAt: context.shop.updatedAt,
    deactivatable: true,
    activatable: !location.active,
    ...metafieldFields(context, gid),
  };
}

export function publicationView(context: Context, publication: Publication): View {
  return {
    __typename: 'Publication',
    id: toGid('Publication', publication.id),
    autoPublish: publication.autoPublish,
    supportsFuturePublishing: false,
    catalog: {
      __typename: 'AppCatalog',
      id: toGid('AppCatalog', publication.channelId),
      title: publication.name,
      status: 'ACTIVE',
    },
    channels: (args: PageArgs) =>
      listConnection([publication], args, () => ({
        __typename: 'Channel',
        id: toGid('Channel', publication.channelId),
        name: publication.name,
        handle: publication.name.toLowerCase().replaceAll(' ', '_'),
        supportsFuturePublishing: false,
      })),
  };
}

export function installationView(context: Context): View {
  const { sandbox, shop } = context;
  const gid = toGid('AppInstallation', shop.installation?.id ?? 0);
  const scopes = (handles: readonly string[]): View[] => handles.map((handle) => ({ handle, description: handle }));
  return {
    __typename: 'AppInstallation',
    id: gid,
    accessScopes: scopes(context.token.scopes),
    activeSubscriptions: () =>
      chargesOf(shop)
        .filter(({ status }) => status === 'ACTIVE' || status === 'FROZEN')
        .map(chargeView),
    launchUrl: `https://${shop.domain}/admin/apps/${sandbox.app.handle}`,
    uninstallUrl: null,
    app: {
      __typename: 'App',
      id: toGid('App', 1),
      apiKey: sandbox.config.apiKey,
      handle: sandbox.app.handle,
      title: sandbox.app.name,
      embedded: true,
      requestedAccessScopes: scopes(sandbox.app.scopes),
      optionalAccessScopes: scopes(sandbox.app.optionalScopes),
      webhookApiVersion: sandbox.app.apiVersion,
    },
    ...metafieldFields(context, gid),
  };
}

/** A customer as far as the shop's level of customer data allows; nothing at all at level 0. */
export function customerView(context: Context, customer: Customer | undefined): View | null {
  const { shop } = context;
  if (!customer || shop.customerDataLevel === 0) return null;
  const named = shop.customerDataLevel === 2;
  const orders = Object.values(shop.orders).filter((order) => order.customerId === customer.id);
  const gid = toGid('Customer', customer.id);
  return {
    __typename: 'Customer',
    id: gid,
    legacyResourceId: customer.id,
    firstName: named ? customer.firstName : null,
    lastName: named ? customer.lastName : null,
    displayName: named ? `${customer.firstName} ${customer.lastName}`.trim() || customer.email : '',
    locale: 'en',
    tags: customer.tags,
    note: null,
    state: 'DISABLED',
    verifiedEmail: true,
    taxExempt: false,
    defaultEmailAddress: named
      ? { emailAddress: customer.email, validFormat: true, marketingState: 'NOT_SUBSCRIBED' }
      : null,
    defaultPhoneNumber: named && customer.phone ? { phoneNumber: customer.phone } : null,
    numberOfOrders: orders.length,
    createdAt: customer.createdAt,
    updatedAt: customer.updatedAt,
    amountSpent: () =>
      moneyV2(
        orders
          .filter((order) => order.currency === shop.currency)
          .reduce((sum, order) => sum + receivedOf(order) - refundedOf(order), 0),
        shop.currency,
      ),
    ...metafieldFields(context, gid),
  };
}
