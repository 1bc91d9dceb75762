import { implement } from '#app/server/http/api.server.ts';
import { actOnProduct } from './decide-product.service.server.ts';
import {
  actOnProductEndpoint,
  commentEndpoint,
  listProductsEndpoint,
  readProductEndpoint,
  saveProductEndpoint,
} from './products.contract.ts';
import { fileSourceEndpoint } from './media.contract.ts';
import { searchPublishedEndpoint } from './published.contract.ts';
import { searchPublishedProducts } from './published.service.server.ts';
import { readMediaSource } from './media.service.server.ts';
import { decideChange } from './decide-change.service.server.ts';
import { decideChangeEndpoint, listChangesEndpoint, readChangeEndpoint } from './product-changes.contract.ts';
import { listChanges, readChange } from './product-changes.service.server.ts';
import { readProductRulesEndpoint, saveProductRulesEndpoint } from './product-rules.contract.ts';
import { readProductRules, saveProductRules } from './product-rules.service.server.ts';
import { readProductLogEndpoint } from './product-log.contract.ts';
import { readProductLog } from './product-log.service.server.ts';
import { commentOnProduct, listProducts, readProduct } from './products.service.server.ts';
import { saveProduct } from './save-product.service.server.ts';

export const productApi = [
  implement(listChangesEndpoint, (ctx, { query }) => listChanges(ctx, query)),
  implement(readChangeEndpoint, (ctx, { params }) => readChange(ctx, params.changeId)),
  implement(decideChangeEndpoint, (ctx, { params, body }) =>
    decideChange(ctx, params.changeId, { ...body, note: body.note ?? null }),
  ),
  implement(readProductRulesEndpoint, (ctx) => readProductRules(ctx)),
  implement(saveProductRulesEndpoint, (ctx, { body }) => saveProductRules(ctx, body)),
  implement(saveProductEndpoint, (ctx, { body }) => saveProduct(ctx, body.product)),
  implement(commentEndpoint, async (ctx, { params, body }) => {
    await commentOnProduct(ctx, params.productId, body.text);
    return { ok: true as const };
  }),
  implement(readProductLogEndpoint, (ctx, { params }) => readProductLog(ctx, params.productId)),
  implement(listProductsEndpoint, (ctx, { query }) => listProducts(ctx, query)),
  implement(readProductEndpoint, (ctx, { params }) => readProduct(ctx, params.productId)),
  implement(actOnProductEndpoint, (ctx, { params, body }) => actOnProduct(ctx, { ...params, note: body.note ?? null })),
  implement(fileSourceEndpoint, (ctx, { query }) => readMediaSource(ctx, query.ressourceId, query.ticket)),
  implement(searchPublishedEndpoint, (ctx, { query }) => searchPublishedProducts(ctx, query)),
];
