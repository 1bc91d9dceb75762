import { AppError } from '#app/core/errors.ts';
import { gidOf, idOfGid, refuseUserErrors, type PlatformClient, type PlatformUserError } from './client.server.ts';

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
};

export const VALUES_NAMESPACE = 'souk_vendor';

const CREATE = `#graphql
  mutation CreateCollection($input: CollectionInput!) {
    collectionCreate(input: $input) { collection { id handle } userErrors { field message } }
  }`;

const UPDATE = `#graphql
  mutation UpdateCollection($input: CollectionInput!) {
    collectionUpdate(input: $input) { collection { id handle } userErrors { field message } }
  }`;

const BY_HANDLE = `#graphql
  query CollectionByHandle($handle: String!) {
    collectionByIdentifier(identifier: { handle: $handle }) { id handle }
  }`;

const VALUES = `#graphql
  query CollectionValues($id: ID!, $namespace: String!) {
    collection(id: $id) { metafields(first: 100, namespace: $namespace) { nodes { key } } }
  }`;

const DROP_VALUES = `#graphql
  mutation DropCollectionValues($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) { userErrors { field message } }
  }`;

type Answer = { collection: { id: string; handle: string } | null; userErrors: PlatformUserError[] };
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
  if (id !== null) {
    const updated = await update(platform, id, write);
    if (updated) {
      await dropOldValues(platform, updated.id, write);
      return updated;
    }
  }
  const before = await findByHandle(platform, write.handle);
  if (before) {
    const taken = await update(platform, before.id, write);
    if (taken) return taken;
  }
  const { collectionCreate } = await platform.mutate<{ collectionCreate: Answer }>(CREATE, {
    input: { handle: write.handle, ...inputOf(write) },
  });
  refuseUserErrors(collectionCreate.userErrors);
  return read(collectionCreate);
}

async function update(
  platform: PlatformClient,
  id: bigint,
  write: CollectionWrite,
): Promise<WrittenCollection | undefined> {
  const { collectionUpdate } = await platform.mutate<{ collectionUpdate: Answer }>(
    UPDATE,
    { input: { id: gidOf('Collection', id), ...inputOf(write) } },
    { idempotent: true },
  );
  if (collectionUpdate.userErrors.some((error) => /not exist|not found/i.test(error.message))) return undefined;
  refuseUserErrors(collectionUpdate.userErrors);
  return read(collectionUpdate);
}

function read({ collection }: Answer): WrittenCollection {
  if (!collection) throw new AppError('platform_failed');
  return { id: idOfGid(collection.id), handle: collection.handle };
}

async function findByHandle(platform: PlatformClient, handle: string): Promise<WrittenCollection | undefined> {
  const { collectionByIdentifier: found } = await platform.query<{
    collectionByIdentifier: { id: string; handle: string } | null;
  }>(BY_HANDLE, { handle });
  return found ? { id: idOfGid(found.id), handle: found.handle } : undefined;
}

function inputOf(write: CollectionWrite): object {
  return {
    title: write.title,
    descriptionHtml: write.descriptionHtml,
    image: write.imageUrl === null ? null : { src: write.imageUrl, altText: write.title },
    templateSuffix: write.templateSuffix,
    sortOrder: 'CREATED_DESC',
    seo: write.seo,
    ruleSet: {
      appliedDisjunctively: true,
      rules: write.vendors.map((condition) => ({ column: 'VENDOR', relation: 'EQUALS', condition })),
    },
    metafields: write.values.map((value) => ({ ...value, namespace: VALUES_NAMESPACE })),
  };
}

/** Takes away values of fields that the page no longer shows. */
async function dropOldValues(platform: PlatformClient, id: bigint, write: CollectionWrite): Promise<void> {
  const ownerId = gidOf('Collection', id);
  const { collection } = await platform.query<{ collection: { metafields: { nodes: { key: string }[] } } | null }>(
    VALUES,
    { id: ownerId, namespace: VALUES_NAMESPACE },
  );
  const kept = new Set(write.values.map((value) => value.key));
  const old = (collection?.metafields.nodes ?? []).filter((node) => !kept.has(node.key));
  if (old.length === 0) return;
  const metafields = old.map(({ key }) => ({ ownerId, namespace: VALUES_NAMESPACE, key }));
  const { metafieldsDelete } = await platform.mutate<{ metafieldsDelete: { userErrors: PlatformUserError[] } }>(
    DROP_VALUES,
    { metafields },
    { idempotent: true },
  );
  refuseUserErrors(metafieldsDelete.userErrors);
}
