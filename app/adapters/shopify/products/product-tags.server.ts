import { buildGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type { AddTagsMutation, RemoveTagsMutation } from '../operations.generated.ts';

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

/** Adds tags to a product or takes them off. Returns all that it has then; undefined when the platform has no such product. */
export async function changeProductTags(
  platform: PlatformClient,
  id: bigint,
  change: 'add' | 'remove',
  tags: readonly string[],
): Promise<{ tags: string[]; updatedAt: Date } | undefined> {
  const variables = { id: buildGid('Product', id), tags };
  const answer =
    change === 'add'
      ? (await platform.mutate<AddTagsMutation>(ADD_TAGS, variables, { idempotent: true })).tagsAdd
      : (await platform.mutate<RemoveTagsMutation>(REMOVE_TAGS, variables, { idempotent: true })).tagsRemove;
  const { node, userErrors } = requireAnswer(answer);
  if (node?.tags) return { tags: node.tags, updatedAt: new Date(node.updatedAt) };
  if (userErrors.some((error) => /not exist|not found/i.test(error.message))) return undefined;
  refuseUserErrors(userErrors);
  return undefined;
}
