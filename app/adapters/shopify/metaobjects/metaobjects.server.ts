import { AppError } from '#app/core/errors.ts';
import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type {
  AddEntryFieldsMutation,
  CreateEntryKindMutation,
  EntryKindQuery,
  WriteEntryMutation,
} from '../operations.generated.ts';

/**
 * Entries that a store keeps beside its products. Both accesses are optional: `write_metaobject_definitions` for their kinds
 * and `write_metaobjects` for themselves; whoever calls has seen that the store granted them.
 */
export const METAOBJECT_SCOPES = ['write_metaobject_definitions', 'write_metaobjects'] as const;

type EntryField = { key: string; name: string; type: string; required: boolean };
/** A kind of entry: `type` is its name at the platform (`$app:…` is the app's own, and spelled out in answers). */
type EntryKind = { id: bigint; type: string; name: string; fields: EntryField[] };
type EntryKindWrite = {
  type: string;
  name: string;
  /** The field by whose value an entry is called. */
  nameKey: string;
  /** What the store's own staff may do with the entries; only for the app's own kinds. */
  staff?: 'MERCHANT_READ' | 'MERCHANT_READ_WRITE';
  fields: readonly EntryField[];
};
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

const WRITE_ENTRY = `#graphql
  mutation WriteEntry($handle: MetaobjectHandleInput!, $metaobject: MetaobjectUpsertInput!) {
    metaobjectUpsert(handle: $handle, metaobject: $metaobject) {
      metaobject { id }
      userErrors { field message code }
    }
  }`;

type KindNode = NonNullable<EntryKindQuery['metaobjectDefinitionByType']>;

const toKind = ({ id, type, name, fieldDefinitions }: KindNode): EntryKind => ({
  id: idOfGid(id),
  type,
  name,
  fields: fieldDefinitions.map((field) => ({ ...field, type: field.type.name })),
});

/** The kind of a type; undefined when the store has none of it. */
async function findEntryKind(platform: PlatformClient, type: string): Promise<EntryKind | undefined> {
  const { metaobjectDefinitionByType: found } = await platform.query<EntryKindQuery>(KIND, { type });
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
  const { metaobjectDefinitionCreate } = await platform.mutate<CreateEntryKindMutation>(CREATE_KIND, { definition });
  const { metaobjectDefinition, userErrors } = requireAnswer(metaobjectDefinitionCreate);
  // Somebody else made it between the question and this: it is as good as ours.
  if (userErrors.some(({ code }) => code === 'TAKEN')) {
    const made = await findEntryKind(platform, write.type);
    if (made) return made.id;
  }
  refuseUserErrors(userErrors);
  if (!metaobjectDefinition) throw new AppError('platform_failed');
  return idOfGid(metaobjectDefinition.id);
}

async function addFields(platform: PlatformClient, id: bigint, fields: readonly EntryField[]): Promise<void> {
  if (fields.length === 0) return;
  const { metaobjectDefinitionUpdate } = await platform.mutate<AddEntryFieldsMutation>(ADD_FIELDS, {
    id: buildGid('MetaobjectDefinition', id),
    definition: { fieldDefinitions: fields.map((create) => ({ create })) },
  });
  const { userErrors } = requireAnswer(metaobjectDefinitionUpdate);
  refuseUserErrors(userErrors.filter(({ code }) => code !== 'OBJECT_FIELD_TAKEN'));
}

type EntryWrite = {
  type: string;
  /** Names the entry within its type, so that writing it again writes over it. */
  handle: string;
  isActive: boolean;
  /** An empty value clears a field. */
  values: Readonly<Record<string, string>>;
};

/** Writes an entry whole by its handle; the same write again changes nothing. Returns its id. Throws platform_refused (422). */
export async function writeEntry(platform: PlatformClient, write: EntryWrite): Promise<bigint> {
  const { metaobjectUpsert } = await platform.mutate<WriteEntryMutation>(
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
  const { metaobject, userErrors } = requireAnswer(metaobjectUpsert);
  refuseUserErrors(userErrors);
  if (!metaobject) throw new AppError('platform_failed');
  return idOfGid(metaobject.id);
}

/** How a product refers to an entry of a kind: the value of a `metaobject_reference`. */
export const entryReference = (id: bigint): string => buildGid('Metaobject', id);
