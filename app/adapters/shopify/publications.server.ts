import { gidOf, refuseUserErrors, type PlatformClient, type PlatformUserError } from './client.server.ts';

const PUBLICATIONS = `#graphql
  query Publications {
    publications(first: 25) { nodes { id } }
  }`;

const PUBLISH = `#graphql
  mutation Publish($id: ID!, $input: [PublicationInput!]!) {
    publishablePublish(id: $id, input: $input) { userErrors { field message } }
  }`;

const UNPUBLISH = `#graphql
  mutation Unpublish($id: ID!, $input: [PublicationInput!]!) {
    publishableUnpublish(id: $id, input: $input) { userErrors { field message } }
  }`;

/** The ids of the store's sales channels, as the platform writes them. */
export async function listPublications(platform: PlatformClient): Promise<string[]> {
  const { publications } = await platform.query<{ publications: { nodes: { id: string }[] } }>(PUBLICATIONS);
  return publications.nodes.map((node) => node.id);
}

/** Publishes a product (or another thing that can be) to sales channels, or takes it from them. May be repeated. */
export async function setPublished(
  platform: PlatformClient,
  id: bigint,
  publicationIds: readonly string[],
  wanted: 'on' | 'off',
  type: 'Product' | 'Collection' = 'Product',
): Promise<void> {
  if (publicationIds.length === 0) return;
  const variables = {
    id: gidOf(type, id),
    input: publicationIds.map((publicationId) => ({ publicationId })),
  };
  type Answer = {
    publishablePublish?: { userErrors: PlatformUserError[] };
    publishableUnpublish?: { userErrors: PlatformUserError[] };
  };
  const answer = await platform.mutate<Answer>(wanted === 'on' ? PUBLISH : UNPUBLISH, variables, { idempotent: true });
  refuseUserErrors((answer.publishablePublish ?? answer.publishableUnpublish)?.userErrors);
}
