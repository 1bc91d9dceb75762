import type { KeyScope } from '#app/core/viewer.ts';
import { invariant } from '#app/core/invariant.ts';
import type {
  IntegrationKeysDto,
  StoreProductDto,
  StoreProductsDto,
} from '#app/features/integrations/connections/connections.contract.ts';
import type { StoreOrderDto } from '#app/features/integrations/store-orders/store-orders.contract.ts';
import type { Order } from '#sandbox/core/state.ts';
import { api, program } from '#tests/support/program.ts';
import { startOAuthFlow } from './oauth-flows.ts';
import type { BuiltUser } from './people.ts';
import { nextNumber, type BuiltStore } from './stores.ts';

const control = <T>(path: string, body: object): Promise<T> => {
  const { sandbox } = program();
  invariant(sandbox, 'the program was started with the sandbox');
  return sandbox.control<T>('POST', path, body);
};

/** A shop of a seller's own at the platform, which is not connected yet. */
export async function buildShop(o: { currency?: string } = {}): Promise<string> {
  const domain = `own-${nextNumber()}.myshopify.com`;
  await control('/shops', { domain, name: 'A shop of one’s own', ...o });
  return domain;
}

type Variant = { sku?: string; price?: string; stock?: number; value?: string };
export type ShopProduct = {
  title?: string;
  description?: string;
  status?: string;
  option?: string;
  image?: string;
  variants?: Variant[];
};

/** A product that the merchant of a shop makes there; its id there. */
export async function makeShopProduct(shop: string, product: ShopProduct): Promise<string> {
  return (await control<{ id: string }>('/shop-products', { shop, ...product })).id;
}

/** What the merchant changes of a product there; variants are named by their SKU. */
export const changeShopProduct = (
  shop: string,
  id: string,
  change: ShopProduct & { deleted?: true },
): Promise<unknown> => control(`/shop-products/${id}`, { shop, ...change });

export async function switchIntegrations(admin: BuiltUser, enabled: boolean): Promise<void> {
  const answer = await api(admin).patch('/app/info/features', { features: { integrations: { enabled } } });
  invariant(answer.status === 200, `the feature was switched: ${JSON.stringify(answer.body)}`);
}

/** Connects a shop to a vendor, the way over the platform. */
export async function connectOwnStore(store: BuiltStore, member: BuiltUser, shop: string): Promise<void> {
  const { token } = (await api(member).get('/auth/request-token-seller')).as<{ token: string }>();
  const { query, cookie } = await startOAuthFlow(store, 'seller', { shop, token }, member.cookie);
  const answer = await api({ cookie }).get('/auth/seller/confirm', { query });
  invariant(answer.status === 200, `the shop was connected: ${JSON.stringify(answer.body)}`);
}

export async function readIntegration(who: BuiltUser): Promise<IntegrationKeysDto> {
  return (await api(who).get('/integrations/keys')).as<IntegrationKeysDto>();
}

/** Makes a key; the key itself. */
export async function makeApiKey(who: BuiltUser, name = 'Warehouse', scopes?: readonly KeyScope[]): Promise<string> {
  const { key } = (
    await api(who).put('/integrations/keys', { name, ...(scopes ? { scopes } : {}) })
  ).as<IntegrationKeysDto>();
  invariant(key, 'the answer holds the key');
  return key;
}

/** Asks for a sync of a product there. */
export async function askSync(who: BuiltUser, productId: string, action?: string): Promise<StoreProductDto['sync']> {
  const answer = await api(who).post('/integrations/products/sync', { productId, ...(action ? { action } : {}) });
  invariant(answer.status === 202, `the sync was taken: ${JSON.stringify(answer.body)}`);
  return answer.as<{ sync: StoreProductDto['sync'] }>().sync;
}

/** The products of the vendor's own store by their ids there. */
export async function listShop(who: BuiltUser): Promise<Map<string, StoreProductDto>> {
  const { products } = (await api(who).get('/integrations/shopify/products')).as<StoreProductsDto>();
  return new Map(products.map((product) => [product.id, product]));
}

/** An order in a shop of one's own, as that shop has it. */
export function listShopOrders(shop: string): Order[] {
  const found = program().sandbox?.sandbox.state.shops[shop];
  invariant(found, `the sandbox has the shop ${shop}`);
  return Object.values(found.orders);
}

/** Something that the merchant of a shop of one's own does with an order there: `fulfill`, `track`, `cancel`, `cancel-fulfillments`. */
export const changeShopOrder = (shop: string, name: string, what: string, body: object = {}): Promise<unknown> =>
  control(`/orders/${encodeURIComponent(name)}/${what}`, { shop, ...body });

/** What became of an order in the vendors' own stores, as somebody sees it. */
export async function readStoreOrders(who: BuiltUser, orderId: string): Promise<StoreOrderDto[]> {
  const answer = await api(who).get(`/integrations/shopify/orders/${orderId}`);
  return answer.as<{ orders: StoreOrderDto[] }>().orders;
}
