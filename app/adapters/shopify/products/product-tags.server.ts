import { buildGid, refuseUserErrors, type PlatformClient, type PlatformUserError } from '../client.server.ts';

const ADD_TAGS = `#graphql
  mutation AddTags($id: ID!, $tags: [String!]!) {
    tagsAdd(id: $id, tags: $tags) {
      node { ... on Product { tags updatedAt } }
      userErrors { field message }
    }
  }`;

const REMOVE_TAGS = `#graphql
  mutation RemoveTags($id: ID!, $tags: [String!]!) {
    tagsRemove(id: $id, tags: $tags) {
      node { ... on Product { tags updatedAt } }
      userErrors { field message }
    }
  }`;

type Answer = { node: { tags: string[]; updatedAt: string } | null; userErrors: PlatformUserError[] };

/** Adds tags to a product or takes them off. Returns all that it has then; undefined when the platform has no such product. */
export async function changeProductTags(
  platform: PlatformClient,
  id: bigint,
  change: 'add' | 'remove',
  tags: readonly string[],
): Promise<{ tags: string[]; updatedAt: Date } | undefined> {
  const answer = await platform.mutate<{ tagsAdd?: Answer; tagsRemove?: Answer }>(
    change === 'add' ? ADD_TAGS : REMOVE_TAGS,
    { id: buildGid('Product', id), tags },
    { idempotent: true },
  );
  const { node, userErrors } = answer.tagsAdd ?? answer.tagsRemove ?? { node: null, userErrors: [] };
  if (node) return { tags: node.tags, updatedAt: new Date(node.updatedAt) };
  if (userErrors.some((error) => /not exist|not found/i.test(error.message))) return undefined;
  refuseUserErrors(userErrors);
  return undefined;
}
