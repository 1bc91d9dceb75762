import { implement, type Implementation } from '#app/server/http/api.server.ts';
import * as contract from './usage.contract.ts';
import { listUsage, trackEvent } from './usage.service.server.ts';

export const usageApi: readonly Implementation[] = [
  implement(contract.trackEndpoint, (ctx, { body }) => trackEvent(ctx, body)),
  implement(contract.listUsageEndpoint, (ctx, { query }) => listUsage(ctx, query)),
];
