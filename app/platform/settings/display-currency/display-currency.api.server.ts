import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readCurrencyEndpoint, saveCurrencyEndpoint, saveRatesEndpoint } from './display-currency.contract.ts';
import { readCurrencySettings, saveCurrencyRates, saveDisplayCurrency } from './display-currency.service.server.ts';

export const displayCurrencyApi: readonly Implementation[] = [
  implement(readCurrencyEndpoint, (ctx) => readCurrencySettings(ctx)),
  implement(saveCurrencyEndpoint, (ctx, { body }) => saveDisplayCurrency(ctx, body.displayCurrency)),
  implement(saveRatesEndpoint, (ctx, { body }) => saveCurrencyRates(ctx, body.rates)),
];
