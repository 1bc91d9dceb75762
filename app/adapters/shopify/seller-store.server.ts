import { Session } from '@shopify/shopify-api';
import { MINUTE_MS } from '#app/core/durations.ts';
import { AppError, invalidInput } from '#app/core/errors.ts';
import type { StoreProduct } from '#app/core/own-store.ts';
import { rule } from '#app/core/rule.ts';
import { isRefusal } from './access.server.ts';
import type { Shopify } from './app.server.ts';
import { idOfGid, openPlatform, type PlatformClient } from './client.server.ts';
import type { ShopAccess } from './oauth.server.ts';
import type { StoreProductsQuery, StoreSkusQuery } from './operations.generated.ts';

export type SellerTokens = Pick<ShopAccess, 'token' | 'expiresAt' | 'refreshToken'>;

/** A vendor's own store, and where its access is kept. */
export type SellerStore = {
  shop: string;
  tokens: SellerTokens;
  /**
   * Has a refused or old access replaced, one caller at a time: `ask` is not called where somebody else has done it since. What it
   * brings is kept in the place of the old one.
   */
  renew(old: SellerTokens, ask: (refreshToken: string) => Promise<ShopAccess>): Promise<SellerTokens>;
};

const RENEW_BEFORE_MS = 5 * MINUTE_MS;

/** Opens the Admin API of a vendor's own store with the access that it gave. Throws shop_access_revoked where that is gone. */
export async function openSellerStore(
  { api }: Pick<Shopify, 'api'>,
  store: SellerStore,
  now: () => Date,
): Promise<PlatformClient> {
  let { tokens } = store;
  const ask = async (refreshToken: string): Promise<ShopAccess> => {
    try {
      const { session } = await api.auth.refreshToken({ shop: store.shop, refreshToken });
      return {
        token: session.accessToken ?? '',
        expiresAt: session.expires ?? null,
        refreshToken: session.refreshToken ?? null,
        refreshExpires: session.refreshTokenExpires ?? null,
        scopes: (session.scope ?? '').split(',').filter(Boolean),
      };
    } catch (error) {
      throw Object.assign(new AppError(isRefusal(error) ? 'shop_access_revoked' : 'platform_failed'), { cause: error });
    }
  };
  const renew = async (): Promise<Session> => {
    tokens = await store.renew(tokens, ask);
    return toSession(store.shop, tokens);
  };
  const isOld = ({ expiresAt }: SellerTokens): boolean =>
    expiresAt !== null && expiresAt.getTime() - RENEW_BEFORE_MS < now().getTime();
  const access = {
    open: async () => (isOld(tokens) ? renew() : toSession(store.shop, tokens)),
    replace: renew,
    giveUp: () => Promise.reject(new AppError('shop_access_revoked')),
  };
  return openPlatform({ api, access }, store.shop);
}

const toSession = (shop: string, { token }: SellerTokens): Session =>
  new Session({ id: `seller_${shop}`, shop, state: '', isOnline: false, accessToken: token });

const STORE_PRODUCTS = `#graphql
  query StoreProducts($first: Int!, $after: String, $query: String) {
    products(first: $first, after: $after, query: $query, sortKey: TITLE) {
      nodes {
        id title status
        variantsCount { count }
        priceRangeV2 { minVariantPrice { amount currencyCode } }
        featuredMedia { preview { image { url } } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`;

/**
 * A page of a store's products by title, those with a text in them; `next` is where the next page begins. Throws invalid_input
 * (422) for a cursor that is not the store's.
 */
export async function listStoreProducts(
  platform: PlatformClient,
  o: { q: string; after: string | null; limit: number },
): Promise<{ products: StoreProduct[]; next: string | null }> {
  const requested = { first: o.limit, after: o.after, query: toSearch(o.q) };
  const { products } = await platform.query<StoreProductsQuery>(STORE_PRODUCTS, requested).catch((error: unknown) => {
    // Only the store knows its cursors.
    const isOfCursor = o.after !== null && error instanceof Error && error.message.includes('cursor');
    throw isOfCursor ? invalidInput([{ path: 'after', rule: 'cursor', message: rule('cursor') }]) : error;
  });
  const { nodes, pageInfo } = products;
  return {
    products: nodes.map(({ id, title, status, variantsCount, priceRangeV2: { minVariantPrice }, featuredMedia }) => ({
      id: idOfGid(id),
      title,
      status,
      variants: variantsCount?.count ?? 1,
      image: featuredMedia?.preview?.image?.url ?? null,
      price: { amount: minVariantPrice.amount, currency: minVariantPrice.currencyCode },
    })),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

const STORE_SKUS = `#graphql
  query StoreSkus($after: String) {
    productVariants(first: 250, after: $after, sortKey: ID) {
      nodes { id sku }
      pageInfo { hasNextPage endCursor }
    }
  }`;

/** A page of 250 variants of a store, whatever their products; `next` is where the next page begins. */
export async function listStoreVariants(
  platform: PlatformClient,
  after: string | null,
): Promise<{ variants: { id: bigint; sku: string }[]; next: string | null }> {
  const { productVariants } = await platform.query<StoreSkusQuery>(STORE_SKUS, { after });
  const { nodes, pageInfo } = productVariants;
  return {
    variants: nodes.map(({ id, sku }) => ({ id: idOfGid(id), sku: sku ?? '' })),
    next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

/** Words alone: what has a meaning in the platform's search is left out. */
function toSearch(q: string): string | null {
  const words = q.replace(/[^\p{L}\p{N}-]+/gu, ' ').trim();
  return words === '' ? null : words;
}
