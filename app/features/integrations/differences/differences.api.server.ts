import { implement } from '#app/server/http/api.server.ts';
import { keepDifferencesEndpoint, listDifferencesEndpoint } from './differences.contract.ts';
import { keepDifferences, listDifferingProducts } from './differences.service.server.ts';

export const differencesApi = [
  implement(listDifferencesEndpoint, (ctx, { query }) => listDifferingProducts(ctx, query)),
  implement(keepDifferencesEndpoint, (ctx, { params }) => keepDifferences(ctx, params.productId)),
];
