import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { replyPdf } from '#app/server/http/file-reply.server.ts';
import * as keys from './shippo-key.contract.ts';
import {
  deleteShippoKeyOf,
  readShippoState,
  saveLabelSettingsOf,
  saveShippoKeyOf,
} from './shippo-key.service.server.ts';
import * as batches from './batch/label-batch.contract.ts';
import {
  labelBatches,
  listLabelServicesOf,
  readLabelBatchFileOf,
  startLabelBatchOf,
} from './batch/label-batches.service.server.ts';
import { buyLabelOf } from './buy-label.service.server.ts';
import * as contract from './labels.contract.ts';
import { listOrderLabelsOf } from './list-labels.service.server.ts';
import { readLabelFileOf } from './packages/read-label-file.service.server.ts';
import { quoteRatesOf, readRateOf } from './quote.service.server.ts';
import { voidLabelOf, voidPackageOf } from './void-label.service.server.ts';

export const labelsApi: readonly Implementation[] = [
  implement(keys.readShippoKeyEndpoint, (ctx) => readShippoState(ctx)),
  implement(keys.saveShippoKeyEndpoint, (ctx, { body }) => saveShippoKeyOf(ctx, body.apiKey)),
  implement(keys.deleteShippoKeyEndpoint, (ctx) => deleteShippoKeyOf(ctx)),
  implement(keys.saveLabelSettingsEndpoint, (ctx, { body }) => saveLabelSettingsOf(ctx, body)),
  implement(contract.quoteRatesEndpoint, (ctx, { body }) => quoteRatesOf(ctx, body)),
  implement(contract.readRateEndpoint, (ctx, { params }) => readRateOf(ctx, params.rateId)),
  implement(contract.buyLabelEndpoint, (ctx, { body }) => buyLabelOf(ctx, body)),
  implement(contract.voidLabelEndpoint, (ctx, { params, body }) => voidLabelOf(ctx, params.labelId, body)),
  implement(contract.voidPackageEndpoint, (ctx, { params }) => voidPackageOf(ctx, params)),
  implement(contract.listOrderLabelsEndpoint, (ctx, { params }) => listOrderLabelsOf(ctx, params.orderId)),
  implement(contract.readLabelFileEndpoint, async (ctx, { params, query }) =>
    replyPdf(await readLabelFileOf(ctx, params.labelId, query.package)),
  ),
  implement(batches.startLabelBatchEndpoint, (ctx, { body }) => startLabelBatchOf(ctx, body)),
  implement(batches.readLabelBatchEndpoint, (ctx, { params }) => labelBatches.read(ctx, params.batchId)),
  implement(batches.retryLabelBatchEndpoint, (ctx, { params }) => labelBatches.retry(ctx, params.batchId)),
  implement(batches.dismissLabelBatchEndpoint, (ctx, { params }) => labelBatches.dismiss(ctx, params.batchId)),
  implement(batches.readLabelBatchFileEndpoint, async (ctx, { params }) =>
    replyPdf(await readLabelBatchFileOf(ctx, params.batchId)),
  ),
  implement(batches.listLabelServicesEndpoint, (ctx) => listLabelServicesOf(ctx)),
];
