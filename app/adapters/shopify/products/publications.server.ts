import { buildGid, idOfGid, refuseUserErrors, requireAnswer, type PlatformClient } from '../client.server.ts';
import type { PublicationsQuery, PublishMutation, UnpublishMutation } from '../operations.generated.ts';

const PUBLICATIONS = `#graphql
  query Publications($after: String) {
    publications(first: 100, after: $after) { nodes { id catalog { title } } pageInfo { hasNextPage endCursor } }
  }`;

const PUBLISH = `#graphql
  mutation Publish($id: ID!, $input: [PublicationInput!]!) {
    publishablePublish(id: $id, input: $input) { userErrors { field message } }
  }`;

const UNPUBLISH = `#graphql
  mutation Unpublish($id: ID!, $input: [PublicationInput!]!) {
    publishableUnpublish(id: $id, input: $input) { userErrors { field message } }
  }`;

/** More sales channels than any store has. */
const MAX_PAGES = 10;

/** The store's sales channels: the id as digits, and the name, which may be empty. */
export async function listPublications(platform: PlatformClient): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  let after: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const { publications }: PublicationsQuery = await platform.query<PublicationsQuery>(PUBLICATIONS, { after });
    found.push(
      ...publications.nodes.map(({ id, catalog }) => ({ id: String(idOfGid(id)), name: catalog?.title ?? '' })),
    );
    after = publications.pageInfo.endCursor;
    if (!publications.pageInfo.hasNextPage || after === null) break;
  }
  return found;
}

/** Publishes a product (or another thing that can be) to sales channels (ids as digits), or takes it from them. May be repeated. */
export async function setPublished(
  platform: PlatformClient,
  id: bigint,
  publicationIds: readonly string[],
  wanted: 'on' | 'off',
  type: 'Product' | 'Collection' = 'Product',
): Promise<void> {
  if (publicationIds.length === 0) return;
  const variables = {
    id: buildGid(type, id),
    input: publicationIds.map((publicationId) => ({ publicationId: buildGid('Publication', BigInt(publicationId)) })),
  };
  const answer =
    wanted === 'on'
      ? (await platform.mutate<PublishMutation>(PUBLISH, variables, { idempotent: true })).publishablePublish
      : (await platform.mutate<UnpublishMutation>(UNPUBLISH, variables, { idempotent: true })).publishableUnpublish;
  refuseUserErrors(requireAnswer(answer).userErrors);
}
