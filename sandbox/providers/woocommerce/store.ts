import { createHmac, randomUUID } from 'node:crypto';
import type { Sandbox } from '../../core/kernel.ts';
import type { ProviderDelivery } from '../../core/state.ts';
import type { WooOrder, WooProduct, WooSold, WooStore } from '../../core/state-woocommerce.ts';
import { viewOrder, viewProduct } from './views.ts';

/** A store is a host below this name. */
export const WOO_HOST = /^[a-z0-9-]+\.woo\.test$/;
/** What a webhook sends as it is made, before anything is signed. */
const PING = 'ping';
/** After so many deliveries in a row that were not taken, a webhook is switched off (REST API docs, webhooks). */
const MAX_FAILED = 5;

export const storesOf = (sandbox: Sandbox): Record<string, WooStore> => (sandbox.state.woocommerce ??= {});

/** A store by its host; undefined where there is none. */
export const findStore = (sandbox: Sandbox, host: string): WooStore | undefined => storesOf(sandbox)[host];

/** The next id of anything in a store. */
export function nextWooId(store: WooStore): number {
  store.nextId += 1;
  return store.nextId;
}

/** A new store with keys of its own. */
export function createWooStore(
  sandbox: Sandbox,
  host: string,
  o: Partial<
    Pick<WooStore, 'name' | 'currency' | 'permissions' | 'stripsAuthorization' | 'consumerKey' | 'consumerSecret'>
  > = {},
): WooStore {
  const word = () => randomUUID().replaceAll('-', '') + randomUUID().slice(0, 8);
  const made: WooStore = {
    name: host,
    consumerKey: `ck_${word()}`,
    consumerSecret: `cs_${word()}`,
    permissions: 'read_write',
    stripsAuthorization: false,
    currency: 'USD',
    weightUnit: 'kg',
    nextId: 100,
    products: {},
    orders: {},
    webhooks: {},
    ...o,
  };
  storesOf(sandbox)[host] = made;
  sandbox.save();
  return made;
}

/** The product or variation that an order's line sells. */
export function findSold(store: WooStore, productId: number, variationId: number): WooSold | undefined {
  const product = store.products[String(productId)];
  return variationId === 0 ? product : product?.variations.find(({ id }) => id === variationId);
}

/** Takes units out of stock, or puts them back. As in the store itself, no webhook of the product follows. */
export function moveStock(store: WooStore, order: WooOrder, direction: 1 | -1): void {
  for (const { productId, variationId, quantity } of order.lines) {
    const sold = findSold(store, productId, variationId);
    if (sold?.stock == null) continue;
    sold.stock += direction * quantity;
    sold.stockStatus = sold.stock > 0 ? 'instock' : 'outofstock';
  }
  order.isStockReduced = direction === -1;
}

/** Changes an order's status, with what that does to the stock, and reports it. */
export function changeStatus(sandbox: Sandbox, host: string, order: WooOrder, status: string): void {
  const store = findStore(sandbox, host);
  if (!store || order.status === status) return;
  order.status = status;
  order.modifiedAt = sandbox.clock.iso();
  if (status === 'cancelled' && order.isStockReduced) moveStock(store, order, 1);
  reportOrder(sandbox, host, order, 'updated');
}

/** Reports a change of a product to the webhooks of its topic. */
export function reportProduct(
  sandbox: Sandbox,
  host: string,
  product: WooProduct,
  event: 'created' | 'updated' | 'deleted',
): void {
  queue(sandbox, host, `product.${event}`, event === 'deleted' ? { id: product.id } : viewProduct(product));
}

/** Reports a change of an order. */
export function reportOrder(sandbox: Sandbox, host: string, order: WooOrder, event: 'created' | 'updated'): void {
  queue(sandbox, host, `order.${event}`, viewOrder(order));
}

function queue(sandbox: Sandbox, host: string, topic: string, payload: object): void {
  const body = JSON.stringify(payload);
  for (const hook of Object.values(findStore(sandbox, host)?.webhooks ?? {}))
    if (hook.status === 'active' && hook.topic === topic)
      send(sandbox, { host, hookId: hook.id, topic, url: hook.deliveryUrl, body });
  sandbox.save();
}

/** Sends the first, unsigned message of a webhook to the address that it was made for. */
export function ping(sandbox: Sandbox, host: string, hookId: number): void {
  const hook = findStore(sandbox, host)?.webhooks[String(hookId)];
  if (hook) send(sandbox, { host, hookId, topic: PING, url: hook.deliveryUrl, body: `webhook_id=${hookId}` });
}

function send(sandbox: Sandbox, o: { host: string; hookId: number; topic: string; url: string; body: string }): void {
  const { host, hookId, topic, url, body } = o;
  const endpointId = `${host}/${hookId}`;
  sandbox.providerWebhooks.queue({ provider: 'woocommerce', eventId: randomUUID(), endpointId, topic, url, body });
}

/** The headers of a delivery now; null where its webhook is gone or off. A delivery is not repeated: one that failed is dropped. */
export function signWooDelivery(sandbox: Sandbox, delivery: ProviderDelivery): Record<string, string> | null {
  const { endpointId, topic, body, attempts } = delivery;
  const [host = '', hookId = ''] = endpointId.split('/');
  const hook = findStore(sandbox, host)?.webhooks[hookId];
  if (!hook || attempts.length > 0) return null;
  if (topic === PING) return { 'content-type': 'application/x-www-form-urlencoded' };
  if (hook.status !== 'active') return null;
  const failed = sandbox.providerWebhooks.list().filter((one) => one.endpointId === endpointId && one.topic !== PING);
  const last = failed.filter((one) => one.attempts.length > 0).slice(-MAX_FAILED);
  const isFailing = last.length === MAX_FAILED && last.every((one) => (one.attempts[0]?.status ?? 500) >= 300);
  if (isFailing) {
    hook.status = 'disabled';
    return null;
  }
  return {
    'x-wc-webhook-source': `https://${host}/`,
    'x-wc-webhook-topic': topic,
    'x-wc-webhook-resource': topic.split('.')[0] ?? '',
    'x-wc-webhook-event': topic.split('.')[1] ?? '',
    'x-wc-webhook-signature': createHmac('sha256', hook.secret).update(body).digest('base64'),
    'x-wc-webhook-id': String(hook.id),
    'x-wc-delivery-id': delivery.id,
  };
}
