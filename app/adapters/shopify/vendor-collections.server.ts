import { AppError } from '#app/core/errors.ts';
import {
  describeVendors,
  findByHandle,
  SOURCE_TITLE,
  toSource,
  type WrittenCollection,
} from './products/collections.server.ts';
import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from './client.server.ts';
import type {
  CreateVendorCollectionMutation,
  PresentVendorCollectionQuery,
  UpdateVendorCollectionMutation,
} from './operations.generated.ts';

/** A vendor's collection as discounts need it: nothing of a page, and in no sales channel. */
export type VendorCollection = { title: string; handle: string; vendors: readonly string[] };

const CREATE = `#graphql
  mutation CreateVendorCollection($collection: CollectionCreateInput!) {
    collectionCreate(collection: $collection) { collection { id handle } userErrors { field message } }
  }`;
const UPDATE = `#graphql
  mutation UpdateVendorCollection($collection: CollectionUpdateInput!) {
    collectionUpdate(collection: $collection) { collection { id handle } userErrors { field message } }
  }`;
const PRESENT = `#graphql
  query PresentVendorCollection($id: ID!) { collection(id: $id) { id handle sources { id title description } } }`;

type Answer = NonNullable<CreateVendorCollectionMutation['collectionCreate']>;

/**
 * The collection of a vendor's products: the known one, the one of the handle (after a lost answer, or of the vendor's page), or a
 * new one. Its products follow the names given. Repeating makes no second one. Throws platform_refused (422).
 */
export async function ensureVendorCollection(
  platform: PlatformClient,
  knownId: bigint | null,
  write: VendorCollection,
): Promise<WrittenCollection> {
  const known = knownId === null ? undefined : await follow(platform, knownId, write);
  if (known) return known;
  const sameHandle = await findByHandle(platform, write.handle);
  const found = sameHandle === null ? undefined : await follow(platform, sameHandle, write);
  if (found) return found;
  const { collectionCreate } = await platform.mutate<CreateVendorCollectionMutation>(CREATE, {
    collection: { title: write.title, handle: write.handle, sources: [toSource(write)] },
  });
  return read(requireAnswer(collectionCreate));
}

/** Makes a collection hold the products of the names given; undefined where the store no longer has it. */
async function follow(
  platform: PlatformClient,
  id: bigint,
  write: VendorCollection,
): Promise<WrittenCollection | undefined> {
  const gid = buildGid('Collection', id);
  const { collection } = await platform.query<PresentVendorCollectionQuery>(PRESENT, { id: gid });
  if (!collection) return undefined;
  const own = collection.sources.filter((source) => source.title === SOURCE_TITLE);
  const isSame = own.length === 1 && own[0]?.description === describeVendors(write);
  if (isSame) return { id: idOfGid(collection.id), handle: collection.handle };
  const { collectionUpdate } = await platform.mutate<UpdateVendorCollectionMutation>(UPDATE, {
    collection: {
      id: gid,
      title: write.title,
      sourcesToDelete: own.map((source) => source.id),
      sourcesToCreate: [toSource(write)],
    },
  });
  return read(requireAnswer(collectionUpdate));
}

function read({ collection, userErrors }: Answer): WrittenCollection {
  refuseUserErrors(userErrors);
  if (!collection) throw new AppError('platform_failed');
  return { id: idOfGid(collection.id), handle: collection.handle };
}
