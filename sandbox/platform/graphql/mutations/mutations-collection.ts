import { idOfGid, toGid } from '../../../core/gid.ts';
import { Refusal } from '../../../core/kernel.ts';
import type { Collection } from '../../../core/state.ts';
import {
  createCollection,
  deleteCollection,
  findCollection,
  updateCollection,
  type CollectionWrite,
  type SourceWrite,
} from '../../store/collections.ts';
import { resolveNamespace, setMetafield } from '../../store/metafields.ts';
import { answerErrors } from '../context.ts';
import type { Context, View } from '../context.ts';
import { collectionView } from '../views/views-collection.ts';
import { shopView } from '../views/views-shop.ts';

type CollectionArgs = {
  id?: string | null;
  title?: string | null;
  handle?: string | null;
  descriptionHtml?: string | null;
  image?: { src?: string | null; altText?: string | null } | null;
  templateSuffix?: string | null;
  sortOrder?: string | null;
  seo?: { title?: string | null; description?: string | null } | null;
  sources?: SourceArgs[] | null;
  sourcesToCreate?: SourceArgs[] | null;
  sourcesToDelete?: string[] | null;
  sourcesToUpdate?: unknown[] | null;
  metafields?: { namespace?: string | null; key?: string | null; type?: string | null; value?: string | null }[] | null;
};

type SourceArgs = {
  source?: {
    title: string;
    description?: string | null;
    targetType?: string | null;
    inclusion?: { conditions?: Record<string, unknown>[] | null; selections?: unknown[] | null } | null;
    exclusion?: unknown;
  } | null;
};

export function collectionMutations(context: Context): View {
  const { sandbox, shop } = context;
  const find = (gid: string | null | undefined): Collection => {
    const collection = findCollection(shop, idOfGid(gid, 'Collection'));
    if (!collection) throw new Refusal('Collection does not exist', ['id'], 'NOT_FOUND');
    return collection;
  };
  return {
    collectionCreate: (args: { collection: CollectionArgs }) =>
      answerErrors(() => {
        const collection = createCollection(sandbox, shop, readWrite(args.collection));
        writeValues(context, collection, args.collection);
        return { collection: collectionView(context, collection) };
      }, 'UserError'),
    collectionUpdate: (args: { collection: CollectionArgs }) =>
      answerErrors(() => {
        const collection = find(args.collection.id);
        updateCollection(sandbox, shop, collection, readWrite(args.collection));
        writeValues(context, collection, args.collection);
        return { collection: collectionView(context, collection), job: null };
      }, 'UserError'),
    collectionDelete: (args: { input: { id: string } }) =>
      answerErrors(() => {
        deleteCollection(sandbox, shop, find(args.input.id));
        return { deletedCollectionId: args.input.id, shop: () => shopView(context) };
      }, 'UserError'),
  };
}

/** The neutral form of an input. A null clears, a missing field stays. */
function readWrite(input: CollectionArgs): CollectionWrite {
  return {
    ...(input.title == null ? {} : { title: input.title }),
    ...(input.handle == null ? {} : { handle: input.handle }),
    ...(input.descriptionHtml === undefined ? {} : { descriptionHtml: input.descriptionHtml ?? '' }),
    ...(input.image === undefined
      ? {}
      : { image: input.image?.src ? { src: input.image.src, alt: input.image.altText ?? '' } : null }),
    ...(input.templateSuffix === undefined ? {} : { templateSuffix: input.templateSuffix }),
    ...(input.sortOrder == null ? {} : { sortOrder: input.sortOrder }),
    ...(input.seo == null
      ? {}
      : { seo: { title: input.seo.title ?? null, description: input.seo.description ?? null } }),
    addSources: [...(input.sources ?? []), ...(input.sourcesToCreate ?? [])].map(readSource),
    dropSources: (input.sourcesToDelete ?? []).map((gid) => idOfGid(gid, 'CollectionConditionsSource') ?? 0),
  };
}

/** A source as far as the sandbox knows them: products by vendors that are named whole. */
function readSource({ source }: SourceArgs, index: number): SourceWrite {
  const field = ['collection', 'sources', String(index)];
  const conditions = source?.inclusion?.conditions ?? [];
  const vendors = conditions.flatMap(({ productVendor }) => {
    const condition = productVendor as { relation: string; values: string[] } | undefined;
    if (condition?.relation !== 'EQUALS')
      throw new Refusal('not implemented in the sandbox: conditions other than productVendor EQUALS', field);
    return condition.values;
  });
  if (!source || vendors.length === 0 || source.exclusion != null)
    throw new Refusal('not implemented in the sandbox: sources other than conditions on vendors', field);
  return { title: source.title, description: source.description ?? null, vendors };
}

function writeValues(context: Context, collection: Collection, input: CollectionArgs): void {
  for (const [index, { namespace, key, type, value }] of (input.metafields ?? []).entries())
    if (key != null && value != null)
      setMetafield(
        context.sandbox,
        context.shop,
        {
          ownerGid: toGid('Collection', collection.id),
          namespace: resolveNamespace(namespace),
          key,
          type: type ?? null,
          value,
        },
        ['collection', 'metafields', String(index)],
      );
}
