import { AppError } from '#app/core/errors.ts';
import { gidOf, idOfGid, refuseUserErrors, type PlatformClient, type PlatformUserError } from './client.server.ts';

/**
 * Entries that a store keeps beside its products. Both accesses are optional: `write_metaobject_definitions` for their kinds
 * and `write_metaobjects` for themselves; whoever calls has seen that the store granted them.
 */
export const METAOBJECT_SCOPES = ['write_metaobject_definitions', 'write_metaobjects'] as const;

export type EntryField = { key: string; name: string; type: string; required: boolean };
/** A kind of entry: `type` is its name at the platform (`$app:…` is the app's own, and spelled out in answers). */
export type EntryKind = { id: bigint; type: string; name: string; fields: EntryField[] };
export type EntryKindWrite = {
  type: string;
  name: string;
  /** The field by whose value an entry is called. */
  nameKey: string;
  /** What the store's own staff may do with the entries; only for the app's own kinds. */
  staff?: 'MERCHANT_READ' | 'MERCHANT_READ_WRITE';
  fields: readonly EntryField[];
};
/** An entry; `values` holds its fields as the platform writes them, null where nothing is written. */
export type Entry = {
  id: bigint;
  type: string;
  handle: string;
  name: string;
  isActive: boolean;
  values: Record<string, string | null>;
  updatedAt: Date;
};

type KindNode = {
  id: string;
  type: string;
  name: string;
  fieldDefinitions: { key: string; name: string; required: boolean; type: { name: string } }[];
};
type EntryNode = {
  id: string;
  type: string;
  handle: string;
  displayName: string;
  updatedAt: string;
  capabilities: { publishable: { status: 'ACTIVE' | 'DRAFT' } | null };
  fields: { key: string; value: string | null }[];
};
type Page<Node> = { nodes: Node[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };

const KINDS = `#graphql
  query EntryKinds($after: String) {
    metaobjectDefinitions(first: 50, after: $after) {
      nodes { id type name fieldDefinitions { key name required type { name } } }
      pageInfo { hasNextPage endCursor }
    }
  }`;

const KIND = `#graphql
  query EntryKind($type: String!) {
    metaobjectDefinitionByType(type: $type) { id type name fieldDefinitions { key name required type { name } } }
  }`;

const CREATE_KIND = `#graphql
  mutation CreateEntryKind($definition: MetaobjectDefinitionCreateInput!) {
    metaobjectDefinitionCreate(definition: $definition) {
      metaobjectDefinition { id }
      userErrors { field message code }
    }
  }`;

const ADD_FIELDS = `#graphql
  mutation AddEntryFields($id: ID!, $definition: MetaobjectDefinitionUpdateInput!) {
    metaobjectDefinitionUpdate(id: $id, definition: $definition) {
      metaobjectDefinition { id }
      userErrors { field message code }
    }
  }`;

const ENTRIES = `#graphql
  query Entries($type: String!, $query: String, $after: String) {
    metaobjects(type: $type, first: 50, after: $after, query: $query, sortKey: "display_name") {
      nodes {
        id type handle displayName updatedAt
        capabilities { publishable { status } }
        fields { key value }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`;

const ENTRIES_BY_ID = `#graphql
  query EntriesById($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on Metaobject {
        id type handle displayName updatedAt
        capabilities { publishable { status } }
        fields { key value }
      }
    }
  }`;

const WRITE_ENTRY = `#graphql
  mutation WriteEntry($handle: MetaobjectHandleInput!, $metaobject: MetaobjectUpsertInput!) {
    metaobjectUpsert(handle: $handle, metaobject: $metaobject) {
      metaobject { id }
      userErrors { field message code }
    }
  }`;

const DELETE_ENTRY = `#graphql
  mutation DeleteEntry($id: ID!) {
    metaobjectDelete(id: $id) { deletedId userErrors { field message code } }
  }`;

const toKind = ({ id, type, name, fieldDefinitions }: KindNode): EntryKind => ({
  id: idOfGid(id),
  type,
  name,
  fields: fieldDefinitions.map((field) => ({ ...field, type: field.type.name })),
});

const toEntry = (node: EntryNode): Entry => ({
  id: idOfGid(node.id),
  type: node.type,
  handle: node.handle,
  name: node.displayName,
  // Without the capability there are no drafts: every entry is in use.
  isActive: node.capabilities.publishable?.status !== 'DRAFT',
  values: Object.fromEntries(node.fields.map(({ key, value }) => [key, value])),
  updatedAt: new Date(node.updatedAt),
});

/** Every kind of entry that the store has, by the platform's order. */
export async function listEntryKinds(platform: PlatformClient): Promise<EntryKind[]> {
  const kinds: EntryKind[] = [];
  for (let after: string | null = null; ;) {
    const answer: { metaobjectDefinitions: Page<KindNode> } = await platform.query(KINDS, { after });
    const { nodes, pageInfo } = answer.metaobjectDefinitions;
    kinds.push(...nodes.map(toKind));
    if (!pageInfo.hasNextPage) return kinds;
    after = pageInfo.endCursor;
  }
}

/** The kind of a type; undefined when the store has none of it. */
export async function findEntryKind(platform: PlatformClient, type: string): Promise<EntryKind | undefined> {
  const { metaobjectDefinitionByType: found } = await platform.query<{ metaobjectDefinitionByType: KindNode | null }>(
    KIND,
    { type },
  );
  return found ? toKind(found) : undefined;
}

/**
 * Makes a kind of entry, or adds the fields that it lacks; what is there already stays. May be repeated. Returns its id.
 * Throws platform_refused (422).
 */
export async function ensureEntryKind(platform: PlatformClient, write: EntryKindWrite): Promise<bigint> {
  const found = await findEntryKind(platform, write.type);
  if (found) {
    const known = new Set(found.fields.map(({ key }) => key));
    await addFields(
      platform,
      found.id,
      write.fields.filter(({ key }) => !known.has(key)),
    );
    return found.id;
  }
  const definition = {
    type: write.type,
    name: write.name,
    displayNameKey: write.nameKey,
    access: { ...(write.staff ? { admin: write.staff } : {}), storefront: 'PUBLIC_READ' },
    capabilities: { publishable: { enabled: true } },
    fieldDefinitions: write.fields,
  };
  const { metaobjectDefinitionCreate } = await platform.mutate<{
    metaobjectDefinitionCreate: { metaobjectDefinition: { id: string } | null; userErrors: PlatformUserError[] };
  }>(CREATE_KIND, { definition });
  // Somebody else made it between the question and this: it is as good as ours.
  if (metaobjectDefinitionCreate.userErrors.some(({ code }) => code === 'TAKEN')) {
    const made = await findEntryKind(platform, write.type);
    if (made) return made.id;
  }
  refuseUserErrors(metaobjectDefinitionCreate.userErrors);
  const { metaobjectDefinition } = metaobjectDefinitionCreate;
  if (!metaobjectDefinition) throw new AppError('platform_failed');
  return idOfGid(metaobjectDefinition.id);
}

async function addFields(platform: PlatformClient, id: bigint, fields: readonly EntryField[]): Promise<void> {
  if (fields.length === 0) return;
  const { metaobjectDefinitionUpdate } = await platform.mutate<{
    metaobjectDefinitionUpdate: { userErrors: PlatformUserError[] };
  }>(ADD_FIELDS, {
    id: gidOf('MetaobjectDefinition', id),
    definition: { fieldDefinitions: fields.map((create) => ({ create })) },
  });
  refuseUserErrors(metaobjectDefinitionUpdate.userErrors.filter(({ code }) => code !== 'OBJECT_FIELD_TAKEN'));
}

/** A page of at most fifty entries of a type by their names, those that words find; `next` goes on. */
export async function listEntries(
  platform: PlatformClient,
  o: { type: string; query?: string; after?: string | null },
): Promise<{ entries: Entry[]; next: string | null }> {
  const { metaobjects } = await platform.query<{ metaobjects: Page<EntryNode> }>(ENTRIES, {
    type: o.type,
    query: o.query ?? null,
    after: o.after ?? null,
  });
  const { nodes, pageInfo } = metaobjects;
  return { entries: nodes.map(toEntry), next: pageInfo.hasNextPage ? pageInfo.endCursor : null };
}

/** Entries of some ids, at most 250; those that the store no longer has are left out. */
export async function readEntries(platform: PlatformClient, ids: readonly bigint[]): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const { nodes } = await platform.query<{ nodes: (EntryNode | Record<string, never> | null)[] }>(ENTRIES_BY_ID, {
    ids: ids.map((id) => gidOf('Metaobject', id)),
  });
  return nodes.flatMap((node) => (node && 'id' in node ? [toEntry(node as EntryNode)] : []));
}

export type EntryWrite = {
  type: string;
  /** Names the entry within its type, so that writing it again writes over it. */
  handle: string;
  isActive: boolean;
  /** An empty value clears a field. */
  values: Readonly<Record<string, string>>;
};

/** Writes an entry whole by its handle; the same write again changes nothing. Returns its id. Throws platform_refused (422). */
export async function writeEntry(platform: PlatformClient, write: EntryWrite): Promise<bigint> {
  const { metaobjectUpsert } = await platform.mutate<{
    metaobjectUpsert: { metaobject: { id: string } | null; userErrors: PlatformUserError[] };
  }>(
    WRITE_ENTRY,
    {
      handle: { type: write.type, handle: write.handle },
      metaobject: {
        fields: Object.entries(write.values).map(([key, value]) => ({ key, value })),
        capabilities: { publishable: { status: write.isActive ? 'ACTIVE' : 'DRAFT' } },
      },
    },
    { idempotent: true },
  );
  refuseUserErrors(metaobjectUpsert.userErrors);
  if (!metaobjectUpsert.metaobject) throw new AppError('platform_failed');
  return idOfGid(metaobjectUpsert.metaobject.id);
}

/** Deletes an entry. One that is not there is gone already. */
export async function deleteEntry(platform: PlatformClient, id: bigint): Promise<void> {
  const { metaobjectDelete } = await platform.mutate<{ metaobjectDelete: { userErrors: PlatformUserError[] } }>(
    DELETE_ENTRY,
    { id: gidOf('Metaobject', id) },
    { idempotent: true },
  );
  refuseUserErrors(metaobjectDelete.userErrors.filter(({ code }) => code !== 'RECORD_NOT_FOUND'));
}

/** How a product refers to an entry of a kind: the value of a `metaobject_reference`. */
export const entryReference = (id: bigint): string => gidOf('Metaobject', id);
