import type { Sandbox } from '../core/kernel.ts';
import { Refusal } from '../core/kernel.ts';
import { json, route } from '../core/router.ts';
import type { Route } from '../core/router.ts';
import type { WooProduct, WooSold, WooStore } from '../core/state-woocommerce.ts';
import {
  changeStatus,
  createWooStore,
  findStore,
  nextWooId,
  reportProduct,
  WOO_HOST,
} from '../providers/woocommerce/store.ts';
import { controlBody } from './guard.ts';
import { readFlag, readList, readNumber, readObject, readOneOf, readText, requireText, type Body } from './input.ts';

const TYPES = ['simple', 'variable', 'grouped', 'external'] as const;
const STATUSES = ['publish', 'draft', 'pending', 'private', 'trash'] as const;

/** What the merchant of a store of WooCommerce does there: makes keys and products, changes stock and prices, ships orders. */
export function wooControlRoutes(sandbox: Sandbox): Route[] {
  const storeOf = (host: string | undefined): WooStore => {
    const found = findStore(sandbox, host ?? '');
    if (!found) throw new Refusal('There is no such store.', ['host'], 'NOT_FOUND');
    return found;
  };
  return [
    route('POST', '/control/woo-stores', (request) => {
      const body = controlBody(request);
      const host = requireText(body, 'host');
      if (!WOO_HOST.test(host)) throw new Refusal('A store is a host of woo.test.', ['host']);
      const store = findStore(sandbox, host) ?? createWooStore(sandbox, host);
      store.currency = readText(body, 'currency') ?? store.currency;
      store.weightUnit = readText(body, 'weightUnit') ?? store.weightUnit;
      store.permissions = readOneOf(body, 'permissions', ['read', 'read_write']) ?? store.permissions;
      store.stripsAuthorization = readFlag(body, 'stripsAuthorization') ?? store.stripsAuthorization;
      store.consumerKey = readText(body, 'consumerKey') ?? store.consumerKey;
      sandbox.save();
      return json(200, store);
    }),
    route('GET', '/control/woo-stores/{host}', (request) => json(200, storeOf(request.params['host']))),
    route('POST', '/control/woo-stores/{host}/products', (request) => {
      const { host = '' } = request.params;
      const store = storeOf(host);
      const body = controlBody(request);
      const product: WooProduct = {
        ...readSold(body, emptySold(nextWooId(store))),
        name: requireText(body, 'name'),
        type: readOneOf(body, 'type', TYPES) ?? 'simple',
        status: readOneOf(body, 'status', STATUSES) ?? 'publish',
        description: readText(body, 'description') ?? '',
        images: (readList(body, 'images') ?? []).map(String),
        variations: (readList(body, 'variations') ?? []).map((entry) => {
          const variation = readObject(entry, 'variations');
          const attributes = Object.entries(readObject(variation['attributes'] ?? {}, 'attributes'));
          return {
            ...readSold(variation, emptySold(nextWooId(store))),
            attributes: attributes.map(([name, option]) => ({ name, option: String(option) })),
          };
        }),
      };
      store.products[String(product.id)] = product;
      reportProduct(sandbox, host, product, 'created');
      return json(201, { id: String(product.id) });
    }),
    route('POST', '/control/woo-stores/{host}/products/{id}', (request) => {
      const { host = '', id = '' } = request.params;
      const store = storeOf(host);
      const product = store.products[id];
      if (!product) throw new Refusal('There is no such product.', ['id'], 'NOT_FOUND');
      const body = controlBody(request);
      if (readFlag(body, 'deleted') === true) {
        store.products = Object.fromEntries(Object.entries(store.products).filter(([key]) => key !== id));
        reportProduct(sandbox, host, product, 'deleted');
        return json(200, { id });
      }
      const sku = readText(body, 'variation');
      const sold = sku === undefined ? product : product.variations.find((one) => one.sku === sku);
      if (!sold) throw new Refusal('There is no such variation.', ['variation']);
      Object.assign(sold, readSold(body, sold));
      product.name = readText(body, 'name') ?? product.name;
      product.description = readText(body, 'description') ?? product.description;
      product.status = readOneOf(body, 'status', STATUSES) ?? product.status;
      reportProduct(sandbox, host, product, product.status === 'trash' ? 'deleted' : 'updated');
      return json(200, { id });
    }),
    route('POST', '/control/woo-stores/{host}/orders/{id}', (request) => {
      const { host = '', id = '' } = request.params;
      const order = storeOf(host).orders[id];
      if (!order) throw new Refusal('There is no such order.', ['id'], 'NOT_FOUND');
      const body = controlBody(request);
      const tracking = readText(body, 'tracking');
      if (tracking !== undefined) {
        const item = {
          tracking_provider: '',
          custom_tracking_provider: readText(body, 'carrier') ?? '',
          custom_tracking_link: readText(body, 'url') ?? '',
          tracking_number: tracking,
        };
        order.meta = [...order.meta, { key: '_wc_shipment_tracking_items', value: [item] }];
      }
      changeStatus(sandbox, host, order, readText(body, 'status') ?? order.status);
      sandbox.save();
      return json(200, { id });
    }),
  ];
}

const emptySold = (id: number): WooSold => ({
  id,
  sku: '',
  regularPrice: '',
  salePrice: '',
  stock: null,
  stockStatus: 'instock',
  weight: '',
  barcode: '',
});

function readSold(body: Body, before: WooSold): WooSold {
  const stock = readNumber(body, 'stock') ?? before.stock;
  return {
    id: before.id,
    sku: readText(body, 'sku') ?? before.sku,
    regularPrice: readText(body, 'price') ?? before.regularPrice,
    salePrice: readText(body, 'salePrice') ?? before.salePrice,
    stock,
    stockStatus: stock === null || stock > 0 ? 'instock' : 'outofstock',
    weight: readText(body, 'weight') ?? before.weight,
    barcode: readText(body, 'barcode') ?? before.barcode,
  };
}
