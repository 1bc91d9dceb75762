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
  implement(keys.readShippoKey, (ctx) => readShippoState(ctx)),
  implement(keys.saveShippoKey, (ctx, { body }) => saveShippoKeyOf(ctx, body.apiKey)),
  implement(keys.deleteShippoKey, (ctx) => deleteShippoKeyOf(ctx)),
  implement(keys.saveLabelSettings, (ctx, { body }) => saveLabelSettingsOf(ctx, body)),
  implement(contract.quoteRates, (ctx, { body }) => quoteRatesOf(ctx, body)),
  implement(contract.readRate, (ctx, { params }) => readRateOf(ctx, params.rateId)),
  implement(contract.buyLabel, (ctx, { body }) => buyLabelOf(ctx, body)),
  implement(contract.voidLabel, (ctx, { params, body }) => voidLabelOf(ctx, params.labelId, body)),
  implement(contract.voidPackage, (ctx, { params }) => voidPackageOf(ctx, params)),
  implement(contract.listOrderLabels, (ctx, { params }) => listOrderLabelsOf(ctx, params.orderId)),
  implement(contract.readLabelFile, async (ctx, { params, query }) =>
    replyPdf(await readLabelFileOf(ctx, params.labelId, query.package)),
  ),
  implement(batches.startLabelBatch, (ctx, { body }) => startLabelBatchOf(ctx, body)),
  implement(batches.readLabelBatch, (ctx, { params }) => labelBatches.read(ctx, params.batchId)),
  implement(batches.retryLabelBatch, (ctx, { params }) => labelBatches.retry(ctx, params.batchId)),
  implement(batches.dismissLabelBatch, (ctx, { params }) => labelBatches.dismiss(ctx, params.batchId)),
  implement(batches.readLabelBatchFile, async (ctx, { params }) =>
    replyPdf(await readLabelBatchFileOf(ctx, params.batchId)),
  ),
  implement(batches.listLabelServices, (ctx) => listLabelServicesOf(ctx)),
];
