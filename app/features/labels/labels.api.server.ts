import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { Reply } from '#app/server/http/reply.server.ts';
import * as keys from './shippo-key.contract.ts';
import {
  deleteShippoKeyOf,
  readShippoState,
  saveLabelSettingsOf,
  saveShippoKeyOf,
} from './shippo-key.service.server.ts';
import { buyLabelOf } from './buy-label.service.server.ts';
import * as contract from './labels.contract.ts';
import { listOrderLabelsOf, readLabelFileOf } from './list-labels.service.server.ts';
import { quoteRatesOf, readRateOf } from './quote.service.server.ts';
import { voidLabelOf } from './void-label.service.server.ts';

export const labelsApi: readonly Implementation[] = [
  implement(keys.readShippoKey, (ctx) => readShippoState(ctx)),
  implement(keys.saveShippoKey, (ctx, { body }) => saveShippoKeyOf(ctx, body.apiKey)),
  implement(keys.deleteShippoKey, (ctx) => deleteShippoKeyOf(ctx)),
  implement(keys.saveLabelSettings, (ctx, { body }) => saveLabelSettingsOf(ctx, body)),
  implement(contract.quoteRates, (ctx, { body }) => quoteRatesOf(ctx, body)),
  implement(contract.readRate, (ctx, { params }) => readRateOf(ctx, params.rateId)),
  implement(contract.buyLabel, (ctx, { body }) => buyLabelOf(ctx, body)),
  implement(contract.voidLabel, (ctx, { params }) => voidLabelOf(ctx, params.labelId)),
  implement(contract.listOrderLabels, (ctx, { params }) => listOrderLabelsOf(ctx, params.orderId)),
  implement(contract.readLabelFile, async (ctx, { params }) => {
    const { bytes, filename } = await readLabelFileOf(ctx, params.labelId);
    return new Reply('', {
      stream: new Blob([new Uint8Array(bytes)]).stream(),
      headers: [
        ['content-type', 'application/pdf'],
        ['content-length', String(bytes.length)],
        ['content-disposition', `inline; filename="${filename}"`],
        ['content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox"],
        ['referrer-policy', 'no-referrer'],
        ['cache-control', 'no-store'],
      ],
    });
  }),
];
