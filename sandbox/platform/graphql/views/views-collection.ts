import { toGid } from '../../../core/gid.ts';
import type { Collection } from '../../../core/state.ts';
import { productsOf } from '../../store/collections.ts';
import { listConnection } from '../connection.ts';
import type { PageArgs } from '../connection.ts';
import type { Context, View } from '../context.ts';
import { productView } from './views-product.ts';
import { metafieldFields } from './views-shop.ts';

export function collectionView(context: Context, collection: Collection): View {
  const gid = toGid('Collection', collection.id);
  return {
    __typename: 'Collection',
    id: gid,
    legacyResourceId: collection.id,
    title: collection.title,
    handle: collection.handle,
    descriptionHtml: collection.descriptionHtml,
    image: collection.image
      ? { __typename: 'Image', url: collection.image.src, altText: collection.image.alt, id: null }
      : null,
    templateSuffix: collection.templateSuffix,
    sortOrder: collection.sortOrder,
    seo: collection.seo,
    sources: collection.sources.map((source) => ({
      __typename: 'CollectionConditionsSource',
      id: toGid('CollectionConditionsSource', source.id),
      title: source.title,
      description: source.description,
    })),
    updatedAt: collection.updatedAt,
    productsCount: () => ({ count: productsOf(context.shop, collection).length, precision: 'EXACT' }),
    products: (args: PageArgs) =>
      listConnection(productsOf(context.shop, collection), args, (product) => productView(context, product)),
    ...metafieldFields(context, gid),
  };
}
