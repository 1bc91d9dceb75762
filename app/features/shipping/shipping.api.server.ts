import { implement } from '#app/server/http/api.server.ts';
import { getRateChoiceEndpoint, saveRateChoiceEndpoint } from './live/rate-choice.contract.ts';
import { readRateChoice, saveRateChoice } from './live/rate-choice.service.server.ts';
import { getShipFromEndpoint, saveShipFromEndpoint } from './ship-from/ship-from.contract.ts';
import { readShipFrom, saveShipFrom } from './ship-from/ship-from.service.server.ts';
import { saveShippingSettings } from './zones/shipping-settings.service.server.ts';
import { testRates } from './zones/test-rates.service.server.ts';
import {
  deleteZoneEndpoint,
  listZonesEndpoint,
  saveSettingsEndpoint,
  saveZoneEndpoint,
  testRatesEndpoint,
} from './zones/zones.contract.ts';
import { deleteZone, readZones, saveZone } from './zones/zones.service.server.ts';

export const shippingApi = [
  implement(listZonesEndpoint, (ctx, { query }) => readZones(ctx, { defaults: query.defaults === 'true' })),
  implement(saveZoneEndpoint, (ctx, { body }) => saveZone(ctx, body.zone, body)),
  implement(deleteZoneEndpoint, (ctx, { params, query }) =>
    deleteZone(ctx, params.zoneId, { defaults: query.defaults === 'true' }),
  ),
  implement(saveSettingsEndpoint, (ctx, { body }) => saveShippingSettings(ctx, body)),
  implement(getShipFromEndpoint, (ctx) => readShipFrom(ctx)),
  implement(saveShipFromEndpoint, (ctx, { body }) => saveShipFrom(ctx, body)),
  implement(getRateChoiceEndpoint, (ctx) => readRateChoice(ctx)),
  implement(saveRateChoiceEndpoint, (ctx, { body }) => saveRateChoice(ctx, body)),
  implement(testRatesEndpoint, (ctx, { body }) => testRates(ctx, body)),
];
