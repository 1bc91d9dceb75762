import { idOfGid } from '../../core/gid.ts';
import type { Order, Product, StoredFile, Variant } from '../../core/state.ts';
import { collectionsOf } from '../store/collections.ts';
import { fulfillmentStatusOf } from '../store/order-amounts.ts';
import { resolveNamespace } from '../store/metafields.ts';
import { connection, listConnection } from './connection.ts';
import type { PageArgs, Row } from './connection.ts';
import type { Context, View } from './context.ts';
import { operationView } from './operations.ts';
import { compileSearch } from './search.ts';
import type { SearchFields } from './search.ts';
import { collectionView } from './views/views-collection.ts';
import { fulfillmentOrderView } from './views/views-fulfillment.ts';
import { orderView } from './views/views-order.ts';
import { fileView } from './views/views-file.ts';
import { productView, variantView } from './views/views-product.ts';
import { reasonView, returnableViews, RETURN_REASONS } from './views/views-return.ts';
import {
  definitionView,
  installationView,
  localeViews,
  locationView,
  publicationView,
  shopView,
} from './views/views-shop.ts';
import { FILE_TYPES, findNode } from './find-node.ts';

type ListArgs = PageArgs & { query?: string | null; sortKey?: string | null };
type IdArgs = { id: string };

const PRODUCT_FIELDS: SearchFields<Product> = {
  id: { kind: 'number', read: (product) => product.id },
  title: { kind: 'text', read: (product) => product.title },
  handle: { kind: 'exact', read: (product) => product.handle },
  sku: { kind: 'exact', read: (product) => product.variants.map((variant) => variant.sku) },
  barcode: { kind: 'exact', read: (product) => product.variants.map((variant) => variant.barcode ?? '') },
  vendor: { kind: 'exact', read: (product) => product.vendor },
  status: { kind: 'exact', read: (product) => product.status },
  tag: { kind: 'exact', read: (product) => product.tags },
  product_type: { kind: 'exact', read: (product) => product.productType },
  created_at: { kind: 'time', read: (product) => product.createdAt },
  updated_at: { kind: 'time', read: (product) => product.updatedAt },
};

const ORDER_FIELDS: SearchFields<Order> = {
  id: { kind: 'number', read: (order) => order.id },
  name: { kind: 'exact', read: (order) => [order.name, String(order.number)] },
  email: { kind: 'exact', read: (order) => order.email },
  tag: { kind: 'exact', read: (order) => order.tags },
  financial_status: { kind: 'exact', read: (order) => order.financialStatus },
  fulfillment_status: {
    kind: 'exact',
    read: (order) =>
      fulfillmentStatusOf(order) === 'fulfilled'
        ? ['shipped', 'fulfilled']
        : [fulfillmentStatusOf(order) ?? 'unshipped', 'unfulfilled'],
  },
  status: {
    kind: 'exact',
    read: (order) => ['any', order.cancelledAt ? 'cancelled' : order.closedAt ? 'closed' : 'open'],
  },
  source_identifier: { kind: 'exact', read: (order) => order.sourceIdentifier ?? '' },
  created_at: { kind: 'time', read: (order) => order.createdAt },
  updated_at: { kind: 'time', read: (order) => order.updatedAt },
  processed_at: { kind: 'time', read: (order) => order.processedAt },
};

const FILE_FIELDS: SearchFields<StoredFile> = {
  id: { kind: 'number', read: (file) => file.id },
  filename: { kind: 'text', read: (file) => file.filename },
  media_type: {
    kind: 'exact',
    read: (file) => [...FILE_TYPES[file.kind]],
  },
  status: { kind: 'exact', read: (file) => file.status },
  created_at: { kind: 'time', read: (file) => file.createdAt },
  updated_at: { kind: 'time', read: (file) => file.updatedAt },
};

/** How long an order that an app placed is not found by search. */
const INDEX_LAG_MS = 5_000;

/** The root of every query; what is not here answers by name that it is not imitated. */
export function queryRoot(context: Context): View {
  const { shop } = context;
  const products = Object.values(shop.products);
  const searchProducts = (args: ListArgs): Row<Product>[] => {
    const matches = compileSearch(
      args.query,
      PRODUCT_FIELDS,
      (product) => `${product.title} ${product.vendor} ${product.variants.map((variant) => variant.sku).join(' ')}`,
    );
    return products
      .filter(matches)
      .map((product) => ({ key: productKey(product, args.sortKey), id: product.id, item: product }));
  };
  const searchOrders = (args: ListArgs): Row<Order>[] => {
    const matches = compileSearch(args.query, ORDER_FIELDS, (order) => `${order.name} ${order.email}`);
    // Search lags behind what was just made: by seconds, which the platform states nowhere.
    const indexedAt = context.sandbox.clock.now().getTime() - INDEX_LAG_MS;
    const isIndexed = (order: Order): boolean =>
      order.sourceIdentifier == null || Date.parse(order.createdAt) <= indexedAt;
    return Object.values(shop.orders)
      .filter((order) => matches(order) && isIndexed(order))
      .map((order) => ({ key: orderKey(order, args.sortKey), id: order.id, item: order }));
  };
  const count = (rows: readonly unknown[]): View => ({ count: rows.length, precision: 'EXACT' });
  return {
    shop: () => shopView(context),
    shopLocales: (args: { published?: boolean }) => localeViews(shop, args.published === true),
    locations: (args: ListArgs & { includeInactive?: boolean }) =>
      connection(
        shop.locations
          .filter((location) => location.active || args.includeInactive === true)
          .map((location) => ({
            key: args.sortKey === 'ID' ? '' : location.name.toLowerCase(),
            id: location.id,
            item: location,
          })),
        args,
        (location) => locationView(context, location),
      ),
    location: (args: { id?: string }) =>
      args.id
        ? findNode(context, args.id, 'Location')
        : shop.locations.map((location) => locationView(context, location))[0],
    publications: (args: PageArgs) =>
      listConnection(shop.publications, args, (publication) => publicationView(context, publication)),
    product: (args: IdArgs) => findNode(context, args.id, 'Product'),
    productByIdentifier: (args: { identifier: { id?: string; handle?: string } }) => {
      if (args.identifier.id) return findNode(context, args.identifier.id, 'Product');
      const found = products.find((product) => product.handle === args.identifier.handle);
      return found ? productView(context, found) : null;
    },
    productOperation: (args: IdArgs) => operationView(context, args.id),
    products: (args: ListArgs) => connection(searchProducts(args), args, (product) => productView(context, product)),
    productsCount: (args: ListArgs) => count(searchProducts(args)),
    collection: (args: IdArgs) => findNode(context, args.id, 'Collection'),
    collectionByIdentifier: (args: { identifier: { id?: string; handle?: string } }) => {
      if (args.identifier.id) return findNode(context, args.identifier.id, 'Collection');
      const found = collectionsOf(shop).find((collection) => collection.handle === args.identifier.handle);
      return found ? collectionView(context, found) : null;
    },
    productVariant: (args: IdArgs) => findNode(context, args.id, 'ProductVariant'),
    productVariants: (args: ListArgs) => {
      const all = products.flatMap((product) => product.variants.map((variant) => ({ product, variant })));
      const matches = compileSearch(
        args.query,
        VARIANT_FIELDS,
        ({ product, variant }) => `${product.title} ${variant.title} ${variant.sku}`,
      );
      return connection(
        all.filter(matches).map((item) => ({
          key: args.sortKey === 'SKU' ? item.variant.sku : args.sortKey === 'TITLE' ? item.variant.title : '',
          id: item.variant.id,
          item,
        })),
        args,
        ({ product, variant }) => variantView(context, product, variant),
      );
    },
    inventoryItem: (args: IdArgs) => findNode(context, args.id, 'InventoryItem'),
    job: (args: IdArgs) => ({ __typename: 'Job', id: args.id, done: true }),
    order: (args: IdArgs) => findNode(context, args.id, 'Order'),
    orders: (args: ListArgs) => connection(searchOrders(args), args, (order) => orderView(context, order)),
    ordersCount: (args: ListArgs) => count(searchOrders(args)),
    fulfillmentOrder: (args: IdArgs) => findNode(context, args.id, 'FulfillmentOrder'),
    fulfillment: (args: IdArgs) => findNode(context, args.id, 'Fulfillment'),
    fulfillmentOrders: (args: ListArgs & { includeClosed?: boolean }) => {
      const all = Object.values(shop.orders).flatMap((order) =>
        order.fulfillmentOrders.map((item) => ({ key: '', id: item.id, item: { order, item } })),
      );
      return connection(
        all.filter(
          ({ item }) => args.includeClosed === true || ['OPEN', 'IN_PROGRESS', 'ON_HOLD'].includes(item.item.status),
        ),
        args,
        ({ order, item }) => fulfillmentOrderView(context, order, item),
      );
    },
    return: (args: IdArgs) => findNode(context, args.id, 'Return'),
    returnableFulfillments: (args: PageArgs & { orderId: string }) => {
      const order = shop.orders[String(idOfGid(args.orderId, 'Order'))];
      return order ? returnableViews(context, order, args) : listConnection([], args, () => null);
    },
    returnReasonDefinitions: (args: PageArgs & { handles?: string[] | null }) =>
      listConnection(
        RETURN_REASONS.filter((reason) => !args.handles || args.handles.includes(reason.handle)),
        args,
        (reason) => reasonView(reason.handle),
      ),
    refund: (args: IdArgs) => findNode(context, args.id, 'Refund'),
    currentAppInstallation: () => installationView(context),
    files: (args: ListArgs) => {
      const matches = compileSearch(args.query, FILE_FIELDS, (file) => `${file.filename} ${file.alt}`);
      return connection(
        Object.values(shop.files)
          .filter(matches)
          .map((file) => ({
            key: args.sortKey === 'CREATED_AT' ? file.createdAt : args.sortKey === 'UPDATED_AT' ? file.updatedAt : '',
            id: file.id,
            item: file,
          })),
        args,
        (file) => fileView(context, file),
      );
    },
    metafieldDefinitions: (args: PageArgs & { ownerType: string; namespace?: string | null; key?: string | null }) =>
      listConnection(
        shop.metafieldDefinitions.filter(
          (definition) =>
            definition.ownerType === args.ownerType &&
            (args.namespace == null || definition.namespace === resolveNamespace(args.namespace)) &&
            (args.key == null || definition.key === args.key),
        ),
        args,
        (definition) => definitionView(context, definition),
      ),
    node: (args: IdArgs) => findNode(context, args.id),
    nodes: (args: { ids: string[] }) => args.ids.map((id) => findNode(context, id)),
  };
}

const VARIANT_FIELDS: SearchFields<{ product: Product; variant: Variant }> = {
  id: { kind: 'number', read: ({ variant }) => variant.id },
  sku: { kind: 'exact', read: ({ variant }) => variant.sku },
  barcode: { kind: 'exact', read: ({ variant }) => variant.barcode ?? '' },
  title: { kind: 'text', read: ({ variant }) => variant.title },
  product_id: { kind: 'number', read: ({ product }) => product.id },
  vendor: { kind: 'exact', read: ({ product }) => product.vendor },
  product_status: { kind: 'exact', read: ({ product }) => product.status },
  updated_at: { kind: 'time', read: ({ variant }) => variant.updatedAt },
};

function productKey(product: Product, sortKey: string | null | undefined): string {
  if (sortKey === 'TITLE') return product.title.toLowerCase();
  if (sortKey === 'VENDOR') return product.vendor.toLowerCase();
  if (sortKey === 'PRODUCT_TYPE') return product.productType.toLowerCase();
  return sortKey === 'UPDATED_AT' ? product.updatedAt : sortKey === 'CREATED_AT' ? product.createdAt : '';
}

function orderKey(order: Order, sortKey: string | null | undefined): string {
  if (sortKey === 'UPDATED_AT') return order.updatedAt;
  if (sortKey === 'CREATED_AT') return order.createdAt;
  return sortKey === 'ID' || sortKey === 'ORDER_NUMBER' ? '' : order.processedAt;
}

/** The order that holds a record, for mutations that name only the record. */
export function orderHolding(context: Context, holds: (order: Order) => boolean): Order | null {
  return Object.values(context.shop.orders).find(holds) ?? null;
}

/** A product of a gid; null for another. */
export function productOfGid(context: Context, gid: string | null | undefined): Product | null {
  const id = idOfGid(gid, 'Product');
  return id === null ? null : (context.shop.products[String(id)] ?? null);
}
