import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { holdPayoutsEndpoint, releasePayoutsEndpoint } from './payout-holds.contract.ts';
import { holdPayouts, releasePayouts } from './payout-holds.service.server.ts';

export const payoutHoldsApi: readonly Implementation[] = [
  implement(holdPayoutsEndpoint, async (ctx, { params, body }) => ({
    hold: await holdPayouts(ctx, { vendor: params.vendor, reason: body.reason }),
  })),
  implement(releasePayoutsEndpoint, (ctx, { params }) => releasePayouts(ctx, params)),
];
