import { implement } from '#app/server/http/api.server.ts';
import { replyCsv } from '#app/server/http/file-reply.server.ts';
import {
  dismissBatchEndpoint,
  readBatchEndpoint,
  retryBatchEndpoint,
  startBatchEndpoint,
} from './listing/batches.contract.ts';
import { productBatches, startBatch } from './listing/batches.service.server.ts';
import { runProductAction } from './review/decide-product.service.server.ts';
import {
  runProductActionEndpoint,
  commentEndpoint,
  readProductEndpoint,
  saveProductEndpoint,
} from './products.contract.ts';
import { exportProducts } from './listing/export-products.service.server.ts';
import { exportProductsEndpoint, listProductsEndpoint } from './listing/product-list.contract.ts';
import { listProducts } from './listing/product-list.service.server.ts';
import { fileSourceEndpoint } from './media/media.contract.ts';
import { searchPublishedEndpoint } from './listing/published.contract.ts';
import { searchPublishedProducts } from './listing/published.service.server.ts';
import { readMediaSource } from './media/media.service.server.ts';
import { readProductReviewEndpoint } from './review/product-review.contract.ts';
import { readProductReview } from './review/product-review.service.server.ts';
import { decideChange } from './review/decide-change.service.server.ts';
import { decideChangeEndpoint, listChangesEndpoint, readChangeEndpoint } from './review/product-changes.contract.ts';
import { listChanges, readChange } from './review/product-changes.service.server.ts';
import { readProductRulesEndpoint, saveProductRulesEndpoint } from './form/product-rules.contract.ts';
import { readProductRules, saveProductRules } from './form/product-rules.service.server.ts';
import { readProductLogEndpoint } from './log/product-log.contract.ts';
import { readProductLog } from './log/product-log.service.server.ts';
import { setStockAndPrices } from './stock-and-prices/set-stock-and-prices.service.server.ts';
import { setStockAndPricesEndpoint } from './stock-and-prices/stock-and-prices.contract.ts';
import { commentOnProduct, readProduct } from './products.service.server.ts';
import { saveProduct } from './editing/save-product.service.server.ts';

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
  implement(readProductLogEndpoint, (ctx, { params, query }) => readProductLog(ctx, params.productId, query.cursor)),
  implement(listProductsEndpoint, (ctx, { query }) => listProducts(ctx, query)),
  implement(exportProductsEndpoint, async (ctx, { body }) => replyCsv(await exportProducts(ctx, body), 'products.csv')),
  implement(setStockAndPricesEndpoint, (ctx, { body }) => setStockAndPrices(ctx, body)),
  implement(startBatchEndpoint, (ctx, { body }) => startBatch(ctx, body)),
  implement(readBatchEndpoint, (ctx, { params }) => productBatches.read(ctx, params.batchId)),
  implement(retryBatchEndpoint, (ctx, { params }) => productBatches.retry(ctx, params.batchId)),
  implement(dismissBatchEndpoint, (ctx, { params }) => productBatches.dismiss(ctx, params.batchId)),
  implement(readProductReviewEndpoint, (ctx, { params }) => readProductReview(ctx, params.productId)),
  implement(readProductEndpoint, (ctx, { params }) => readProduct(ctx, params.productId)),
  implement(runProductActionEndpoint, (ctx, { params, body }) =>
    runProductAction(ctx, { ...params, note: body.note ?? null }),
  ),
  implement(fileSourceEndpoint, (ctx, { query }) => readMediaSource(ctx, query.ressourceId, query.ticket)),
  implement(searchPublishedEndpoint, (ctx, { query }) => searchPublishedProducts(ctx, query)),
];
