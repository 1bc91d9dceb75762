import { AppError } from '#app/core/errors.ts';
import { buildGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type {
  AddEntryMutation,
  EntryByHandleQuery,
  ReadEntriesQuery,
  SearchEntriesQuery,
  StoreKindQuery,
  StoreKindsQuery,
} from '../operations.generated.ts';

/** A field that the entries of a kind have. `validations` are the platform's rules by name. */
export type KindField = {
  key: string;
  name: string;
  description: string;
  type: string;
  required: boolean;
  validations: { name: string; value: string }[];
};
/** A kind of entries that the store keeps. Entries of a publishable kind are drafts until somebody makes them active. */
export type StoreKind = { id: string; type: string; name: string; isPublishable: boolean; fields: KindField[] };
/** An entry of the store; `image` is the address of its picture. */
export type StoreEntry = {
  id: string;
  type: string;
  handle: string;
  name: string;
  image: string | null;
  isActive: boolean;
};
export type EntryPage = { entries: (StoreEntry & { cursor: string })[]; hasMore: boolean };

type KindNode = StoreKindsQuery['metaobjectDefinitions']['nodes'][number];
type EntryNode = SearchEntriesQuery['metaobjects']['edges'][number]['node'];

const KINDS = `#graphql
  query StoreKinds($after: String) {
    metaobjectDefinitions(first: 50, after: $after) {
      nodes {
        id type name
        capabilities { publishable { enabled } }
        fieldDefinitions { key name description required type { name } validations { name value } }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`;

const KIND = `#graphql
  query StoreKind($id: ID!) {
    metaobjectDefinition(id: $id) {
      id type name
      capabilities { publishable { enabled } }
      fieldDefinitions { key name description required type { name } validations { name value } }
    }
  }`;

const SEARCH = `#graphql
  query SearchEntries($type: String!, $first: Int!, $after: String, $query: String) {
    metaobjects(type: $type, first: $first, after: $after, query: $query, sortKey: "display_name") {
      edges {
        cursor
        node {
          id type handle displayName
          capabilities { publishable { status } }
          thumbnailField { thumbnail { file { preview { image { url } } } } }
        }
      }
      pageInfo { hasNextPage }
    }
  }`;

const READ = `#graphql
  query ReadEntries($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Metaobject {
        id type handle displayName
        capabilities { publishable { status } }
        thumbnailField { thumbnail { file { preview { image { url } } } } }
      }
    }
  }`;

const BY_HANDLE = `#graphql
  query EntryByHandle($handle: MetaobjectHandleInput!) {
    metaobjectByHandle(handle: $handle) {
      id type handle displayName
      capabilities { publishable { status } }
      thumbnailField { thumbnail { file { preview { image { url } } } } }
    }
  }`;

const ADD = `#graphql
  mutation AddEntry($handle: MetaobjectHandleInput!, $metaobject: MetaobjectUpsertInput!) {
    metaobjectUpsert(handle: $handle, metaobject: $metaobject) {
      metaobject {
        id type handle displayName
        capabilities { publishable { status } }
        thumbnailField { thumbnail { file { preview { image { url } } } } }
      }
      userErrors { field message code elementKey }
    }
  }`;

/** A store has at most 128 kinds of its own, and those of apps; one that says it has more is read no further. */
const MAX_PAGES = 10;
/** The platform answers for at most so many ids in one question. */
const TOGETHER = 100;

const covers = (granted: ReadonlySet<string>, what: string): boolean =>
  granted.has(`read_${what}`) || granted.has(`write_${what}`);

/** Whether the accesses that a store granted let its entries and their kinds be read. */
export const mayReadEntries = (granted: ReadonlySet<string>): boolean =>
  covers(granted, 'metaobjects') && covers(granted, 'metaobject_definitions');

/** Whether they also let entries be added. */
export const mayAddEntries = (granted: ReadonlySet<string>): boolean =>
  mayReadEntries(granted) && granted.has('write_metaobjects');

/** Every kind of entries that the store has and that an app may read. */
export async function listStoreKinds(platform: PlatformClient): Promise<StoreKind[]> {
  const found: StoreKind[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { metaobjectDefinitions }: StoreKindsQuery = await platform.query<StoreKindsQuery>(KINDS, { after });
    found.push(...metaobjectDefinitions.nodes.map(toKind));
    if (!metaobjectDefinitions.pageInfo.hasNextPage) break;
    after = metaobjectDefinitions.pageInfo.endCursor;
  }
  return found;
}

/** The kind of an id; undefined when the store no longer has it. */
export async function findStoreKind(platform: PlatformClient, id: string): Promise<StoreKind | undefined> {
  const { metaobjectDefinition } = await platform.query<StoreKindQuery>(KIND, { id });
  return metaobjectDefinition ? toKind(metaobjectDefinition) : undefined;
}

/** A page of the entries of a kind by their names, `q` being how a word of them begins; those that are drafts too. */
export async function searchStoreEntries(
  platform: PlatformClient,
  o: { type: string; q: string; after: string | undefined; first: number },
): Promise<EntryPage> {
  const words = o.q.normalize('NFC').match(/[\p{L}\p{N}]+/gu) ?? [];
  const query = words.map((word) => `display_name:${word}*`).join(' AND ');
  const { metaobjects } = await platform.query<SearchEntriesQuery>(SEARCH, {
    type: o.type,
    first: o.first,
    after: o.after ?? null,
    query: query === '' ? null : query,
  });
  const entries = metaobjects.edges.map(({ cursor, node }) => ({ ...toEntry(node), cursor }));
  return { entries, hasMore: metaobjects.pageInfo.hasNextPage };
}

/** Entries by their ids, in no order; those that are gone are left out. */
export async function readStoreEntries(platform: PlatformClient, ids: readonly string[]): Promise<StoreEntry[]> {
  const found: StoreEntry[] = [];
  for (let at = 0; at < ids.length; at += TOGETHER) {
    const { nodes } = await platform.query<ReadEntriesQuery>(READ, { ids: ids.slice(at, at + TOGETHER) });
    for (const node of nodes) if (node?.id !== undefined) found.push(toEntry(node));
  }
  return found;
}

/** The entry of a type under a handle. */
export async function findStoreEntry(
  platform: PlatformClient,
  handle: { type: string; handle: string },
): Promise<StoreEntry | undefined> {
  const { metaobjectByHandle } = await platform.query<EntryByHandleQuery>(BY_HANDLE, { handle });
  return metaobjectByHandle ? toEntry(metaobjectByHandle) : undefined;
}

/**
 * Adds an active entry under a handle; one that is there by now is written over, so that a lost answer does no harm. What the
 * platform refuses comes back by field of the entry, undefined for what belongs to none.
 */
export async function addStoreEntry(
  platform: PlatformClient,
  kind: StoreKind,
  o: { handle: string; values: Readonly<Record<string, string>> },
): Promise<{ entry: StoreEntry } | { refused: { key: string | undefined; message: string }[] }> {
  const { metaobjectUpsert } = await platform.mutate<AddEntryMutation>(
    ADD,
    {
      handle: { type: kind.type, handle: o.handle },
      metaobject: {
        fields: Object.entries(o.values).map(([key, value]) => ({ key, value })),
        ...(kind.isPublishable ? { capabilities: { publishable: { status: 'ACTIVE' } } } : {}),
      },
    },
    { idempotent: true },
  );
  const { metaobject, userErrors } = requireAnswer(metaobjectUpsert);
  const refused = userErrors.map(({ elementKey, field, message }) => ({
    key: kind.fields.find(({ key }) => key === (elementKey ?? field?.at(-1)))?.key,
    message,
  }));
  if (refused.some(({ key }) => key !== undefined)) return { refused };
  refuseUserErrors(userErrors);
  if (!metaobject) throw new AppError('platform_failed');
  return { entry: toEntry(metaobject) };
}

/** The reference of an entry by its number, as values hold it. */
export const entryGid = (id: bigint): string => buildGid('Metaobject', id);

function toKind({ id, type, name, capabilities, fieldDefinitions }: KindNode): StoreKind {
  const fields = fieldDefinitions.map(({ type: fieldType, description, validations, ...field }) => ({
    ...field,
    description: description ?? '',
    type: fieldType.name,
    validations: validations.flatMap((one) => (one.value === null ? [] : [{ name: one.name, value: one.value }])),
  }));
  return { id, type, name, isPublishable: capabilities.publishable.enabled, fields };
}

function toEntry({ id, type, handle, displayName, capabilities, thumbnailField }: EntryNode): StoreEntry {
  return {
    id,
    type,
    handle,
    name: displayName,
    image: thumbnailField?.thumbnail?.file?.preview?.image?.url ?? null,
    isActive: capabilities.publishable === null || capabilities.publishable.status === 'ACTIVE',
  };
}
