import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as contract from './catalog-offers.contract.ts';
import { browseCatalog, refreshEntry, offerEntry } from './catalog-offers.service.server.ts';
import { listPublicOffers } from './public-offers.service.server.ts';

/** Browsers and the platform's edge may keep the answer for a minute; a price shows after that. */
const KEPT: readonly [string, string][] = [['cache-control', 'public, max-age=60, stale-while-revalidate=300']];

export const catalogOffersApi: readonly Implementation[] = [
  implement(contract.browseEndpoint, (ctx, { query }) => browseCatalog(ctx, query)),
  implement(contract.lookEndpoint, (ctx, { params }) => refreshEntry(ctx, params.entryId)),
  implement(contract.offerEndpoint, (ctx, { params, body }) => offerEntry(ctx, params.entryId, body)),
  implement(
    contract.publicCatalogEndpoint,
    async (ctx, { query }) => new Reply({ products: await listPublicOffers(ctx, query.id) }, { headers: KEPT }),
  ),
];
