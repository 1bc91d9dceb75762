import { readGid } from '#sandbox/core/gid.ts';
import type { Order, StoredFile } from '#sandbox/core/state.ts';
import {
  shopView,
  locationView,
  publicationView,
  installationView,
  metafieldView,
  definitionView,
  customerView,
} from './views/views-shop.ts';
import { returnView } from './views/views-return.ts';
import { transactionView, refundView } from './views/views-refund.ts';
import { productView, variantView, inventoryItemView, levelView } from './views/views-product.ts';
import { orderView } from './views/views-order.ts';
import { metaobjectView, metaobjectDefinitionView } from './views/views-metaobject.ts';
import { lineView } from './views/views-line.ts';
import { fulfillmentOrderView, fulfillmentOrderLineView, fulfillmentView } from './views/views-fulfillment.ts';
import { fileView } from './views/views-file.ts';
import { collectionView } from './views/views-collection.ts';
import { findDiscountNode } from './discounts.ts';
import type { Context, View } from './context.ts';
import { findVariantById, findByInventoryItem } from '../store/lookup.ts';
import { findCollection } from '../store/collections.ts';
import { GraphQLError } from 'graphql';

export const FILE_TYPES: Record<StoredFile['kind'], readonly string[]> = {
  IMAGE: ['IMAGE', 'Image'],
  VIDEO: ['VIDEO', 'Video'],
  EXTERNAL_VIDEO: ['EXTERNAL_VIDEO', 'ExternalVideo'],
  FILE: ['FILE', 'GenericFile'],
};

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

export function inOrders(context: Context, find: (order: Order) => View | null): View | null {
  for (const order of Object.values(context.shop.orders)) {
    const found = find(order);
    if (found) return found;
  }
  return null;
}
