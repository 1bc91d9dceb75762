import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as contract from './listings.contract.ts';
import { browseCatalog, refreshEntry, listEntry } from './listings.service.server.ts';
import { listPublicListings } from './public-listings.service.server.ts';

/** Browsers and the platform's edge may keep the answer for a minute; a price shows after that. */
const KEPT: readonly [string, string][] = [['cache-control', 'public, max-age=60, stale-while-revalidate=300']];

export const listingsApi: readonly Implementation[] = [
  implement(contract.browseEndpoint, (ctx, { query }) => browseCatalog(ctx, query)),
  implement(contract.getEndpoint, (ctx, { params }) => refreshEntry(ctx, params.entryId)),
  implement(contract.listEndpoint, (ctx, { params, body }) => listEntry(ctx, params.entryId, body)),
  implement(
    contract.publicCatalogEndpoint,
    async (ctx, { query }) => new Reply({ products: await listPublicListings(ctx, query.id) }, { headers: KEPT }),
  ),
];
