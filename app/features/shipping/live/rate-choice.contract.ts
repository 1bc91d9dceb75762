import { z } from 'zod';
import { versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { RATE_MODES } from './live-rate.ts';

const MAX_SERVICES = 200;
const MAX_TOKEN = 100;

const mode = z
  .enum(RATE_MODES)
  .nullable()
  .meta({ description: 'flat: the rates of zones; live: those of carriers; both; null: as the marketplace has it' });

export const rateChoiceBody = z.object({
  mode,
  services: z
    .array(z.string().trim().min(1).max(MAX_TOKEN))
    .max(MAX_SERVICES)
    .meta({ description: 'The services of carriers that live rates may be of, by the provider’s tokens; none: all' }),
  version: versionInput,
});
export type RateChoiceInput = z.output<typeof rateChoiceBody>;

export const rateChoiceDto = z
  .object({
    mode,
    services: z.array(z.string()),
    marketplaceMode: z.enum(RATE_MODES).meta({ description: 'What applies where the vendor chose nothing' }),
    lacks: z
      .array(z.enum(['key', 'address', 'package']))
      .meta({ description: 'What is missing before carriers can be asked' }),
    offered: z
      .array(z.object({ token: z.string(), name: z.string(), carrier: z.string() }))
      .nullable()
      .meta({ description: 'The services of the marketplace’s carriers; null where they cannot be listed now' }),
    mayWrite: z.boolean(),
    version: z.number().int(),
  })
  .meta({ id: 'RateChoice' });
export type RateChoiceDto = z.output<typeof rateChoiceDto>;

const access = { kind: 'vendor', permission: 'read_settings' } as const;
const limit = { perMinute: 60, by: 'viewer' } as const;

export const getRateChoiceEndpoint = endpoint({
  name: 'shipping.rateChoice',
  method: 'GET',
  path: '/settings/delivery/rates',
  summary: 'Whether the vendor that the caller acts for offers flat rates, live rates or both, and by which services',
  access,
  response: rateChoiceDto,
  errors: ['feature_disabled', 'missing_permission', 'invalid_state'],
  limit,
});

export const saveRateChoiceEndpoint = endpoint({
  name: 'shipping.saveRateChoice',
  method: 'PUT',
  path: '/settings/delivery/rates',
  summary:
    'Sets whether a vendor offers flat rates, live rates or both, and by which services. For managers and admins.',
  access,
  body: rateChoiceBody,
  response: rateChoiceDto,
  errors: ['feature_disabled', 'missing_permission', 'invalid_state', 'invalid_input', 'conflict'],
  limit,
});
