import type { PlatformClient } from './client.server.ts';

const SHOP = `#graphql
  query Shop {
    shop { name email currencyCode ianaTimezone shopAddress { countryCodeV2 } }
    shopLocales(published: true) { locale primary }
  }`;

type ShopAnswer = {
  shop: {
    name: string;
    email: string;
    currencyCode: string;
    ianaTimezone: string;
    shopAddress: { countryCodeV2: string | null };
  };
  shopLocales: { locale: string; primary: boolean }[];
};

/** The store's own facts: name, currency, time zone, language. */
export async function readShopFacts(platform: PlatformClient) {
  const { shop, shopLocales } = await platform.query<ShopAnswer>(SHOP);
  return {
    name: shop.name,
    email: shop.email,
    currency: shop.currencyCode,
    timezone: shop.ianaTimezone,
    locale: shopLocales.find((locale) => locale.primary)?.locale ?? 'en',
    country: shop.shopAddress.countryCodeV2 ?? null,
  };
}
