import { marketplaceScope } from '#app/core/viewer.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { changeIntegrationEndpoint, readIntegrationEndpoint } from './integration.contract.ts';
import { changeMailService, readMailService } from './integration.service.server.ts';

export const mailServiceApi: readonly Implementation[] = [
  implement(readIntegrationEndpoint, (ctx) => ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readMailService)),
  implement(changeIntegrationEndpoint, (ctx, { body }) => changeMailService(ctx, body)),
];
