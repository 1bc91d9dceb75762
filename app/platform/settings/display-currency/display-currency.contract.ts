import { z } from 'zod';
import { timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { displayCurrencyInput, ratesSchema } from './display-currency.ts';

const currencyDto = z
  .object({
    storeCurrency: z.string(),
    displayCurrency: z.string().meta({
      description:
        'The choice of the vendor that the caller acts for, or of the marketplace for its vendors; empty for none',
    }),
    standard: z.string().meta({ description: 'What the marketplace chose for vendors without a choice of their own' }),
    rates: z.array(z.object({ currency: z.string(), rate: z.string() })),
    ratedAt: timeDto.nullable().meta({ description: 'When an admin last changed the rates' }),
    canEdit: z.boolean(),
  })
  .meta({ id: 'CurrencySettings' });
export type CurrencySettings = z.output<typeof currencyDto>;

const access = { kind: 'vendor', permission: 'read_settings' } as const;

export const readCurrencyEndpoint = endpoint({
  name: 'currency.read',
  method: 'GET',
  path: '/settings/currency',
  summary: 'In which currency amounts are also shown, and the rates that an admin typed',
  access,
  response: currencyDto,
  errors: ['feature_disabled'],
});

export const currencyInput = z.strictObject({ displayCurrency: displayCurrencyInput });

export const saveCurrencyEndpoint = endpoint({
  name: 'currency.save',
  method: 'PUT',
  path: '/settings/currency',
  summary:
    'Chooses the currency in which the vendor, or in the marketplace view every vendor without a choice, also reads amounts. For display alone. For managers and admins.',
  access,
  body: currencyInput,
  response: currencyDto,
  errors: ['feature_disabled', 'missing_permission', 'invalid_input'],
});

/** What the screen sends: the choice and, from the marketplace, the rates that it may need. */
export const currencyForm = z.strictObject({ displayCurrency: displayCurrencyInput, rates: ratesSchema.optional() });

export const ratesInput = z.strictObject({ rates: ratesSchema });

export const saveRatesEndpoint = endpoint({
  name: 'currency.saveRates',
  method: 'PUT',
  path: '/settings/currency/rates',
  summary:
    'Replaces the rates: what one unit of the store’s currency costs in another. Without a rate nothing is converted.',
  access: { kind: 'admin' },
  body: ratesInput,
  response: currencyDto,
  errors: ['feature_disabled', 'invalid_input', 'conflict'],
});
