import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readTranslationsEndpoint, saveTranslationsEndpoint } from './translations.contract.ts';
import { readTranslations, saveTranslations } from './translations.service.server.ts';

export const translationsApi: readonly Implementation[] = [
  implement(readTranslationsEndpoint, (ctx, { params, query }) =>
    readTranslations(ctx, params.productId, query.locale),
  ),
  implement(saveTranslationsEndpoint, (ctx, { params, body }) => saveTranslations(ctx, params.productId, body)),
];
