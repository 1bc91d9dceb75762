import { implement, type Implementation } from '#app/server/http/api.server.ts';
import { readCurrency, saveCurrency, saveRates } from './display-currency.contract.ts';
import { readCurrencySettings, saveCurrencyRates, saveDisplayCurrency } from './display-currency.service.server.ts';

export const displayCurrencyApi: readonly Implementation[] = [
  implement(readCurrency, (ctx) => readCurrencySettings(ctx)),
  implement(saveCurrency, (ctx, { body }) => saveDisplayCurrency(ctx, body.displayCurrency)),
  implement(saveRates, (ctx, { body }) => saveCurrencyRates(ctx, body.rates)),
];
