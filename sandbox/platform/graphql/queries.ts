import { GraphQLError } from 'graphql';
import { idOfGid, readGid } from '../../core/gid.ts';
import type { Order, Product, StoredFile, Variant } from '../../core/state.ts';
import { collectionsOf, findCollection } from '../store/collections.ts';
import { findByInventoryItem, findVariantById } from '../store/lookup.ts';
import { fulfillmentStatusOf } from '../store/order-amounts.ts';
import { resolveNamespace } from '../store/metafields.ts';
import { connection, listConnection } from './connection.ts';
import { findDiscountNode } from './discounts.ts';
import type { PageArgs, Row } from './connection.ts';
import type { Context, View } from './context.ts';
import { operationView } from './operations.ts';
import { compileSearch } from './search.ts';
import type { SearchFields } from './search.ts';
import { collectionView } from './views-collection.ts';
import { fulfillmentOrderLineView, fulfillmentOrderView, fulfillmentView } from './views-fulfillment.ts';
import { lineView } from './views-line.ts';
import { metaobjectDefinitionView, metaobjectView } from './views-metaobject.ts';
import { orderView } from './views-order.ts';
import { fileView } from './views-file.ts';
import { inventoryItemView, levelView, productView, variantView } from './views-product.ts';
import { reasonView, returnableViews, returnView, RETURN_REASONS } from './views-return.ts';
import { refundView, transactionView } from './views-refund.ts';
import {
  customerView,
  definitionView,
  installationView,
  localeViews,
  locationView,
  metafieldView,
  publicationView,
  shopView,
} from './views-shop.ts';

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
  created_at: { kind: 'time', read: (order) => order.createdAt },
  updated_at: { kind: 'time', read: (order) => order.updatedAt },
  processed_at: { kind: 'time', read: (order) => order.processedAt },
};

const FILE_TYPES: Record<StoredFile['kind'], readonly string[]> = {
  IMAGE: ['IMAGE', 'Image'],
  VIDEO: ['VIDEO', 'Video'],
  EXTERNAL_VIDEO: ['EXTERNAL_VIDEO', 'ExternalVideo'],
  FILE: ['FILE', 'GenericFile'],
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
    return Object.values(shop.orders)
      .filter(matches)
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

/** The record of a gid, of any type the shop holds; null when it does not exist or is of another type than asked for. */
export function findNode(context: Context, gid: string, type?: string): View | null {
  const read = readGid(gid);
  if (!read)
    throw new GraphQLError(`Invalid global id '${gid}'`, { extensions: { code: 'argumentLiteralsIncompatible' } });
  if (type !== undefined && read.type !== type)
    throw new GraphQLError(`Invalid id: ${gid}`, { extensions: { code: 'RESOURCE_NOT_FOUND' } });
  const find = FINDERS[read.type];
  if (!find) throw new GraphQLError(`not implemented in the sandbox: node of type ${read.type}`);
  return find(context, read.id);
}

const FINDERS: Record<string, (context: Context, id: number) => View | null> = {
  Shop: (context, id) => (context.shop.id === id ? shopView(context) : null),
  Location: (context, id) =>
    context.shop.locations
      .filter((location) => location.id === id)
      .map((location) => locationView(context, location))[0] ?? null,
  Publication: (context, id) =>
    context.shop.publications
      .filter((publication) => publication.id === id)
      .map((publication) => publicationView(context, publication))[0] ?? null,
  AppInstallation: (context) => installationView(context),
  Product: (context, id) => mapFound(context.shop.products[String(id)], (product) => productView(context, product)),
  Collection: (context, id) =>
    mapFound(findCollection(context.shop, id), (collection) => collectionView(context, collection)),
  ProductVariant: (context, id) =>
    mapFound(findVariantById(context.shop, id), ({ product, variant }) => variantView(context, product, variant)),
  InventoryItem: (context, id) =>
    mapFound(findByInventoryItem(context.shop, id), ({ product, variant }) =>
      inventoryItemView(context, product, variant),
    ),
  InventoryLevel: (context, id) => {
    for (const product of Object.values(context.shop.products))
      for (const variant of product.variants)
        for (const level of variant.inventory.levels)
          if (level.id === id) return levelView(context, product, variant, level);
    return null;
  },
  DiscountNode: findDiscountNode,
  DiscountCodeNode: findDiscountNode,
  DiscountAutomaticNode: findDiscountNode,
  MediaImage: findFile,
  GenericFile: findFile,
  Video: findFile,
  ExternalVideo: findFile,
  Metafield: (context, id) =>
    mapFound(
      context.shop.metafields.find((metafield) => metafield.id === id),
      (metafield) => metafieldView(context, metafield),
    ),
  MetafieldDefinition: (context, id) =>
    mapFound(
      context.shop.metafieldDefinitions.find((definition) => definition.id === id),
      (definition) => definitionView(context, definition),
    ),
  Metaobject: (context, id) =>
    mapFound(context.shop.metaobjects?.[String(id)], (found) => metaobjectView(context, found)),
  MetaobjectDefinition: (context, id) =>
    mapFound(context.shop.metaobjectDefinitions?.[String(id)], (found) => metaobjectDefinitionView(context, found)),
  Customer: (context, id) => customerView(context, context.shop.customers[String(id)]),
  Return: (context, id) =>
    inOrders(context, (order) =>
      mapFound(
        order.returns.find((one) => one.id === id),
        (one) => returnView(context, order, one),
      ),
    ),
  Order: (context, id) => mapFound(context.shop.orders[String(id)], (order) => orderView(context, order)),
  LineItem: (context, id) =>
    inOrders(context, (order) =>
      mapFound(
        order.lines.find((line) => line.id === id),
        (line) => lineView(context, order, line),
      ),
    ),
  OrderTransaction: (context, id) =>
    inOrders(context, (order) =>
      mapFound(
        order.transactions.find((transaction) => transaction.id === id),
        (transaction) => transactionView(context, order, transaction),
      ),
    ),
  Refund: (context, id) =>
    inOrders(context, (order) =>
      mapFound(
        order.refunds.find((refund) => refund.id === id),
        (refund) => refundView(context, order, refund),
      ),
    ),
  FulfillmentOrder: (context, id) =>
    inOrders(context, (order) =>
      mapFound(
        order.fulfillmentOrders.find((candidate) => candidate.id === id),
        (found) => fulfillmentOrderView(context, order, found),
      ),
    ),
  FulfillmentOrderLineItem: (context, id) =>
    inOrders(context, (order) =>
      mapFound(
        order.fulfillmentOrders.flatMap((candidate) => candidate.lines).find((line) => line.id === id),
        (line) => fulfillmentOrderLineView(context, order, line),
      ),
    ),
  Fulfillment: (context, id) =>
    inOrders(context, (order) =>
      mapFound(
        order.fulfillments.find((candidate) => candidate.id === id),
        (found) => fulfillmentView(context, order, found),
      ),
    ),
};

function findFile(context: Context, id: number): View | null {
  return mapFound(context.shop.files[String(id)], (file) => fileView(context, file));
}

function mapFound<T>(found: T | null | undefined, toView: (item: T) => View | null): View | null {
  return found == null ? null : toView(found);
}

function inOrders(context: Context, find: (order: Order) => View | null): View | null {
  for (const order of Object.values(context.shop.orders)) {
    const found = find(order);
    if (found) return found;
  }
  return null;
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
