import { z } from 'zod';
import { versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_PERCENT } from './automatic-decision.ts';

const percent = z
  .union([z.literal(''), z.null(), z.number(), z.string().trim().max(10)])
  .optional()
  .transform((value) => (value === '' || value == null ? null : Number(value)))
  .refine((value) => value === null || Number.isSafeInteger(value), { error: rule('whole_number'), abort: true })
  .refine((value) => value === null || value >= 1, rule('at_least_one'))
  .refine((value) => value === null || value <= MAX_PERCENT, rule('max_number', { maximum: MAX_PERCENT }));

export const offerRulesInput = z.object({
  acceptPercent: percent.meta({
    description: 'Prices of at least this share of the listed price are accepted at once, in percent; null is off',
  }),
  declinePercent: percent.meta({
    description: 'Prices below this share of the listed price are declined at once, in percent; null is off',
  }),
  version: versionInput.optional().meta({ description: 'The version that was read; a stale one is 409' }),
});
export type OfferRulesInput = z.output<typeof offerRulesInput>;

const offerRulesDto = z
  .object({
    acceptPercent: z.number().int().nullable(),
    declinePercent: z.number().int().nullable(),
    minPercent: z.number().int().meta({ description: 'The lowest share that the store takes offers at, in percent' }),
    canEdit: z.boolean(),
    version: z.number().int(),
  })
  .meta({ id: 'OfferRules' });
export type OfferRulesDto = z.output<typeof offerRulesDto>;

export const readOfferRulesEndpoint = endpoint({
  name: 'offers.rules',
  method: 'GET',
  path: '/settings/offer-rules',
  summary: 'Which prices of buyers the vendor that the caller acts for accepts and declines automatically',
  access: { kind: 'vendor', permission: 'read_orders' },
  response: offerRulesDto,
  errors: ['feature_disabled', 'invalid_state'],
});

export const saveOfferRulesEndpoint = endpoint({
  name: 'offers.saveRules',
  method: 'PUT',
  path: '/settings/offer-rules',
  summary: 'Sets them, for prices that buyers name from now on. For managers and admins',
  access: { kind: 'vendor', permission: 'write_orders', scope: 'offers:answer' },
  body: offerRulesInput,
  response: offerRulesDto,
  errors: ['feature_disabled', 'missing_permission', 'invalid_state', 'invalid_input', 'conflict'],
});
