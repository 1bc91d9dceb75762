import { idOfGid, type PlatformClient } from './client.server.ts';
import { writeFields } from './metaobjects/metafields.server.ts';
import { listPublications } from './products/publications.server.ts';
import type { ShopIdQuery, ShopPlacesQuery, ShopQuery } from './operations.generated.ts';

const SHOP = `#graphql
  query Shop {
    shop { name email currencyCode ianaTimezone shopAddress { countryCodeV2 } }
    shopLocales(published: true) { locale primary }
  }`;

/** The store's own facts: name, currency, time zone, language. */
export async function readShopFacts(platform: PlatformClient) {
  const { shop, shopLocales } = await platform.query<ShopQuery>(SHOP);
  return {
    name: shop.name,
    email: shop.email,
    currency: shop.currencyCode,
    timezone: shop.ianaTimezone,
    locale: shopLocales.find((locale) => locale.primary)?.locale ?? 'en',
    country: shop.shopAddress.countryCodeV2 ?? null,
  };
}

const SHOP_PLACES = `#graphql
  query ShopPlaces {
    locations(first: 50) { nodes { id name isActive fulfillsOnlineOrders } }
    shopLocales { locale name primary published }
  }`;

/** Where the store keeps stock, where it sells, and in which languages: at most 50 locations. */
export async function readShopPlaces(platform: PlatformClient) {
  const [{ locations, shopLocales }, publications] = await Promise.all([
    platform.query<ShopPlacesQuery>(SHOP_PLACES),
    listPublications(platform),
  ]);
  return {
    locations: locations.nodes.map(({ id, name, isActive, fulfillsOnlineOrders }) => ({
      id: String(idOfGid(id)),
      name,
      isActive,
      fulfillsOnlineOrders,
    })),
    publications,
    locales: shopLocales.map(({ locale, name, primary, published }) => ({ locale, name, primary, published })),
  };
}

const SHOP_ID = `#graphql
  query ShopId { shop { id } }`;

/** Writes a value at the shop itself, where every page of a theme reads it; an empty one is taken away. */
export async function writeShopValue(
  platform: PlatformClient,
  value: { namespace: string; key: string; type: string; value: string },
): Promise<void> {
  const { shop } = await platform.query<ShopIdQuery>(SHOP_ID);
  await writeFields(platform, [{ ownerId: shop.id, ...value }]);
}
