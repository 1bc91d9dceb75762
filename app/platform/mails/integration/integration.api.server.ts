import { marketplaceScope } from '#app/core/viewer.ts';
import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { changeIntegration, readIntegration } from './integration.contract.ts';
import { changeMailService, readMailService } from './integration.service.server.ts';

export const mailServiceApi: readonly Implementation[] = [
  implement(readIntegration, (ctx) => ctx.db.fast(marketplaceScope(ctx.viewer.store.id), readMailService)),
  implement(changeIntegration, (ctx, { body }) => changeMailService(ctx, body)),
];
