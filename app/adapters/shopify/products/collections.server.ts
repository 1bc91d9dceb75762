import { AppError } from '#app/core/errors.ts';
import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type {
  CollectionByHandleQuery,
  CreateCollectionMutation,
  DropCollectionValuesMutation,
  PresentCollectionQuery,
  UpdateCollectionMutation,
} from '../operations.generated.ts';

/** A collection of one vendor's products as the storefront shows it. */
export type CollectionWrite = {
  title: string;
  /** Only for a new one: an address that is out stays. */
  handle: string;
  descriptionHtml: string;
  imageUrl: string | null;
  templateSuffix: string | null;
  /** The vendor texts whose products are in it: one, or two while a name is being changed. */
  vendors: readonly string[];
  seo: { title: string; description: string };
  /** Public values by key; the theme reads them below `custom namespace.key`. */
  values: readonly { key: string; type: string; value: string }[];
  /** The whole page for themes, in one value at `souk.page`. By it a theme knows whose page a collection is. */
  page: object;
};

export const VALUES_NAMESPACE = 'souk_vendor';
const PAGE = { namespace: 'souk', key: 'page', type: 'json' } as const;

const CREATE = `#graphql
  mutation CreateCollection($collection: CollectionCreateInput!) {
    collectionCreate(collection: $collection) { collection { id handle } userErrors { field message } }
  }`;

const UPDATE = `#graphql
  mutation UpdateCollection($collection: CollectionUpdateInput!) {
    collectionUpdate(collection: $collection) { collection { id handle } userErrors { field message } }
  }`;

const BY_HANDLE = `#graphql
  query CollectionByHandle($handle: String!) {
    collectionByIdentifier(identifier: { handle: $handle }) { id handle }
  }`;

const PRESENT = `#graphql
  query PresentCollection($id: ID!, $namespace: String!) {
    collection(id: $id) {
      sources { id title description }
      metafields(first: 100, namespace: $namespace) { nodes { key } }
    }
  }`;

const DROP_VALUES = `#graphql
  mutation DropCollectionValues($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) { userErrors { field message } }
  }`;

type Answer = NonNullable<CreateCollectionMutation['collectionCreate']>;
type Present = NonNullable<PresentCollectionQuery['collection']>;
export type WrittenCollection = { id: bigint; handle: string };

/**
 * Makes the collection, or writes over the one that is there. After a lost answer the same handle finds what was made, so
 * that repeating makes no second one. A collection that the merchant deleted is made anew.
 */
export async function writeCollection(
  platform: PlatformClient,
  id: bigint | null,
  write: CollectionWrite,
): Promise<WrittenCollection> {
  const updated = id === null ? undefined : await update(platform, id, write);
  if (updated) return updated;
  const made = await findByHandle(platform, write.handle);
  const taken = made === null ? undefined : await update(platform, made, write);
  if (taken) return taken;
  const { collectionCreate } = await platform.mutate<CreateCollectionMutation>(CREATE, {
    collection: { handle: write.handle, ...toInput(write), sources: [toSource(write)] },
  });
  return read(requireAnswer(collectionCreate));
}

/** Writes over a collection; undefined when the store no longer has it. */
async function update(
  platform: PlatformClient,
  id: bigint,
  write: CollectionWrite,
): Promise<WrittenCollection | undefined> {
  const gid = buildGid('Collection', id);
  const { collection } = await platform.query<PresentCollectionQuery>(PRESENT, {
    id: gid,
    namespace: VALUES_NAMESPACE,
  });
  if (!collection) return undefined;
  const own = collection.sources.filter((source) => source.title === SOURCE_TITLE);
  const isSame = own.length === 1 && own[0]?.description === describeVendors(write);
  const { collectionUpdate } = await platform.mutate<UpdateCollectionMutation>(UPDATE, {
    collection: {
      id: gid,
      ...toInput(write),
      ...(isSame ? {} : { sourcesToDelete: own.map((source) => source.id), sourcesToCreate: [toSource(write)] }),
    },
  });
  const written = read(requireAnswer(collectionUpdate));
  await dropOldValues(platform, gid, collection, write);
  return written;
}

function read({ collection, userErrors }: Answer): WrittenCollection {
  refuseUserErrors(userErrors);
  if (!collection) throw new AppError('platform_failed');
  return { id: idOfGid(collection.id), handle: collection.handle };
}

/** The collection of a handle; null where there is none. */
export async function findByHandle(platform: PlatformClient, handle: string): Promise<bigint | null> {
  const { collectionByIdentifier: found } = await platform.query<CollectionByHandleQuery>(BY_HANDLE, { handle });
  return found ? idOfGid(found.id) : null;
}

function toInput(write: CollectionWrite): object {
  return {
    title: write.title,
    descriptionHtml: write.descriptionHtml,
    image: write.imageUrl === null ? null : { src: write.imageUrl, altText: write.title },
    templateSuffix: write.templateSuffix,
    sortOrder: 'CREATED_DESC',
    seo: write.seo,
    metafields: [
      ...write.values.map((value) => ({ ...value, namespace: VALUES_NAMESPACE })),
      { ...PAGE, value: JSON.stringify(write.page) },
    ],
  };
}

/** By which our own source of products is known among those that a merchant added. */
export const SOURCE_TITLE = 'Souk';
/** By which a source is known to hold the products of these names. */
export const describeVendors = (write: Pick<CollectionWrite, 'vendors'>): string => write.vendors.join(' | ');

/** The source that takes in the products of the names given. */
export function toSource(write: Pick<CollectionWrite, 'vendors'>): object {
  const productVendor = { matchType: 'ANY', relation: 'EQUALS', values: write.vendors };
  const inclusion = { matchType: 'ANY', conditions: [{ productVendor }] };
  return { source: { title: SOURCE_TITLE, description: describeVendors(write), targetType: 'PRODUCTS', inclusion } };
}

/** Takes away values of fields that the page no longer shows. */
async function dropOldValues(
  platform: PlatformClient,
  ownerId: string,
  present: Present,
  write: CollectionWrite,
): Promise<void> {
  const kept = new Set(write.values.map((value) => value.key));
  const old = present.metafields.nodes.filter((node) => !kept.has(node.key));
  if (old.length === 0) return;
  const { metafieldsDelete } = await platform.mutate<DropCollectionValuesMutation>(
    DROP_VALUES,
    { metafields: old.map(({ key }) => ({ ownerId, namespace: VALUES_NAMESPACE, key })) },
    { idempotent: true },
  );
  refuseUserErrors(requireAnswer(metafieldsDelete).userErrors);
}
