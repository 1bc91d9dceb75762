import { refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type {
  CreateDefinitionMutation,
  DeleteDefinitionMutation,
  DropFieldsMutation,
  FindDefinitionQuery,
  ListDefinitionsQuery,
  SetFieldsMutation,
  UpdateDefinitionMutation,
} from '../operations.generated.ts';

export type DefinitionOwner = 'PRODUCT' | 'PRODUCTVARIANT';
/** A definition of the store, whoever made it. `validations` are the platform's rules by name. */
export type PlatformDefinition = {
  owner: DefinitionOwner;
  namespace: string;
  key: string;
  name: string;
  description: string;
  type: string;
  validations: { name: string; value: string }[];
};
/** A value to write on its owner; an empty one is taken away. */
export type FieldWrite = { ownerId: string; namespace: string; key: string; type: string; value: string };

type DefinitionNode = ListDefinitionsQuery['metafieldDefinitions']['nodes'][number];

const LIST = `#graphql
  query ListDefinitions($owner: MetafieldOwnerType!, $after: String) {
    metafieldDefinitions(first: 100, after: $after, ownerType: $owner) {
      nodes { namespace key name description type { name } validations { name value } }
      pageInfo { hasNextPage endCursor }
    }
  }`;

const FIND = `#graphql
  query FindDefinition($owner: MetafieldOwnerType!, $namespace: String!, $key: String!) {
    metafieldDefinitions(first: 1, ownerType: $owner, namespace: $namespace, key: $key) {
      nodes { namespace key name description type { name } validations { name value } }
    }
  }`;

const CREATE = `#graphql
  mutation CreateDefinition($definition: MetafieldDefinitionInput!) {
    metafieldDefinitionCreate(definition: $definition) { createdDefinition { id } userErrors { field message code } }
  }`;

const UPDATE = `#graphql
  mutation UpdateDefinition($definition: MetafieldDefinitionUpdateInput!) {
    metafieldDefinitionUpdate(definition: $definition) { updatedDefinition { id } userErrors { field message code } }
  }`;

const DELETE = `#graphql
  mutation DeleteDefinition($identifier: MetafieldDefinitionIdentifierInput!) {
    metafieldDefinitionDelete(identifier: $identifier, deleteAllAssociatedMetafields: false) {
      deletedDefinitionId
      userErrors { field message code }
    }
  }`;

const SET = `#graphql
  mutation SetFields($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) { userErrors { field message code } }
  }`;

const DROP = `#graphql
  mutation DropFields($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) { userErrors { field message } }
  }`;

/** More definitions than a store can have of one owner; a store that says it has more is read no further. */
const MAX_PAGES = 10;
/** What the platform takes in one call. */
const TOGETHER = 25;

/** Every definition of the store for an owner. */
export async function listDefinitions(platform: PlatformClient, owner: DefinitionOwner): Promise<PlatformDefinition[]> {
  const found: PlatformDefinition[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { metafieldDefinitions }: ListDefinitionsQuery = await platform.query<ListDefinitionsQuery>(LIST, {
      owner,
      after,
    });
    found.push(...metafieldDefinitions.nodes.map((node) => toDefinition(owner, node)));
    if (!metafieldDefinitions.pageInfo.hasNextPage) break;
    after = metafieldDefinitions.pageInfo.endCursor;
  }
  return found;
}

/** One definition by its name; undefined when the store has none of it. */
export async function findDefinition(
  platform: PlatformClient,
  { owner, namespace, key }: Pick<PlatformDefinition, 'owner' | 'namespace' | 'key'>,
): Promise<PlatformDefinition | undefined> {
  const { metafieldDefinitions } = await platform.query<FindDefinitionQuery>(FIND, { owner, namespace, key });
  const [node] = metafieldDefinitions.nodes;
  return node && toDefinition(owner, node);
}

/**
 * Makes a definition that themes may read. One of the same name that is there by now is taken for ours, so that a lost answer
 * does no harm. Throws platform_refused (422) with the platform's own words.
 */
export async function createDefinition(platform: PlatformClient, definition: PlatformDefinition): Promise<void> {
  const { owner, ...rest } = definition;
  const { metafieldDefinitionCreate } = await platform.mutate<CreateDefinitionMutation>(
    CREATE,
    { definition: { ...rest, ownerType: owner, access: { storefront: 'PUBLIC_READ' } } },
    { idempotent: true },
  );
  const errors = requireAnswer(metafieldDefinitionCreate).userErrors.filter((error) => error.code !== 'TAKEN');
  refuseUserErrors(errors);
}

/** Writes name, description and rules over those of a definition. Throws platform_refused (422). */
export async function updateDefinition(platform: PlatformClient, definition: PlatformDefinition): Promise<void> {
  const { owner, type: _type, ...rest } = definition;
  const { metafieldDefinitionUpdate } = await platform.mutate<UpdateDefinitionMutation>(
    UPDATE,
    { definition: { ...rest, ownerType: owner } },
    { idempotent: true },
  );
  refuseUserErrors(requireAnswer(metafieldDefinitionUpdate).userErrors);
}

/** Deletes a definition and leaves the values of products; one that is gone counts as deleted. Throws platform_refused (422). */
export async function deleteDefinition(
  platform: PlatformClient,
  { owner, namespace, key }: Pick<PlatformDefinition, 'owner' | 'namespace' | 'key'>,
): Promise<void> {
  const { metafieldDefinitionDelete } = await platform.mutate<DeleteDefinitionMutation>(
    DELETE,
    { identifier: { ownerType: owner, namespace, key } },
    { idempotent: true },
  );
  const { userErrors } = requireAnswer(metafieldDefinitionDelete);
  refuseUserErrors(userErrors.filter((error) => error.code !== 'NOT_FOUND'));
}

/**
 * Writes values and leaves every other one of their owners alone. Writing the same again does no harm. Each call to the
 * platform is taken in whole or not at all; `onWritten` hears of each that was. Throws platform_refused (422).
 */
export async function writeFields<One extends FieldWrite>(
  platform: PlatformClient,
  fields: readonly One[],
  onWritten: (written: readonly One[]) => void = () => undefined,
): Promise<void> {
  const filled = fields.filter((field) => field.value !== '');
  for (let at = 0; at < filled.length; at += TOGETHER) {
    const part = filled.slice(at, at + TOGETHER);
    const metafields = part.map(({ ownerId, namespace, key, type, value }) => ({
      ownerId,
      namespace,
      key,
      type,
      value,
    }));
    const { metafieldsSet } = await platform.mutate<SetFieldsMutation>(SET, { metafields }, { idempotent: true });
    refuseUserErrors(requireAnswer(metafieldsSet).userErrors);
    onWritten(part);
  }
  const emptied = fields.filter((field) => field.value === '');
  for (let at = 0; at < emptied.length; at += TOGETHER) {
    const part = emptied.slice(at, at + TOGETHER);
    const metafields = part.map(({ ownerId, namespace, key }) => ({ ownerId, namespace, key }));
    const { metafieldsDelete } = await platform.mutate<DropFieldsMutation>(DROP, { metafields }, { idempotent: true });
    refuseUserErrors(requireAnswer(metafieldsDelete).userErrors);
    onWritten(part);
  }
}

function toDefinition(owner: DefinitionOwner, node: DefinitionNode): PlatformDefinition {
  const { namespace, key, name, description, type, validations } = node;
  return {
    owner,
    namespace,
    key,
    name,
    description: description ?? '',
    type: type.name,
    validations: validations.flatMap((one) => (one.value === null ? [] : [{ name: one.name, value: one.value }])),
  };
}
