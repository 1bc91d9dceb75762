import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as contract from './storefront.contract.ts';
import {
  listStorefrontVendors,
  populateStorefront,
  readStorefrontCss,
  readStorefrontVendor,
} from './storefront.service.server.ts';
import { flatVendor, vendorScript } from './storefront.ts';

/** Browsers and the platform's edge may keep the answers for a minute; an approval shows after that. */
const KEPT: readonly [string, string][] = [['cache-control', 'public, max-age=60, stale-while-revalidate=300']];

export const storefrontApi: readonly Implementation[] = [
  implement(contract.populateEndpoint, async (ctx) => new Reply(await populateStorefront(ctx), { headers: KEPT })),
  implement(contract.populateV2Endpoint, async (ctx) => new Reply(await listStorefrontVendors(ctx), { headers: KEPT })),
  implement(contract.populateVendorEndpoint, async (ctx, { query }) => {
    const vendor = await readStorefrontVendor(ctx, query.vendor);
    return query.json === 'true'
      ? new Reply(flatVendor(vendor), { headers: KEPT })
      : new Reply(vendorScript(vendor), { headers: KEPT, type: 'text/javascript' });
  }),
  implement(contract.stylesEndpoint, async (ctx) => {
    return new Reply(await readStorefrontCss(ctx), { headers: KEPT, type: 'text/css' });
  }),
];
