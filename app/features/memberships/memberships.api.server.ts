import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as contract from './memberships.contract.ts';
import { createCheckout, openBilling, returnFromProvider } from './membership-pages.service.server.ts';
import { listPlans, readMembershipView } from './membership-view.service.server.ts';

export const membershipsApi: readonly Implementation[] = [
  implement(contract.listPlansEndpoint, (ctx) => listPlans(ctx)),
  implement(contract.readMembershipEndpoint, (ctx) => readMembershipView(ctx, { isFresh: false })),
  implement(contract.createCheckoutEndpoint, (ctx, { body }) => createCheckout(ctx, body.priceId)),
  implement(contract.openBillingEndpoint, (ctx) => openBilling(ctx)),
  implement(contract.subscriptionChangedEndpoint, async (ctx, _input, info) => {
    const { url } = await returnFromProvider(ctx);
    const isPage = info.headers.get('accept')?.includes('text/html') ?? false;
    return new Reply({ url }, isPage ? { status: 302, headers: [['location', url]] } : {});
  }),
];
