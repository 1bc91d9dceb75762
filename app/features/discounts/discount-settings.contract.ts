import { z } from 'zod';
import { doneDto, versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_AUTOMATIC, MAX_NAME, MAX_RESERVED } from './discount.ts';

const reservedName = z
  .string()
  .trim()
  .max(MAX_NAME, rule('max_characters', { maximum: MAX_NAME }));

export const discountSettingsSchema = z.object({
  vendorQuota: z.coerce
    .number(rule('whole_number'))
    .int(rule('whole_number'))
    .min(0, rule('min_number', { minimum: 0 }))
    .max(MAX_AUTOMATIC, rule('max_number', { maximum: MAX_AUTOMATIC }))
    .meta({ description: 'How many automatic discounts one vendor can have running or planned' }),
  reservedNames: z
    .array(reservedName)
    .max(MAX_RESERVED, rule('max_at_once', { maximum: MAX_RESERVED }))
    .transform((names) => [...new Set(names)].filter((name) => name !== ''))
    .meta({ description: 'Codes and titles that vendors cannot take, whatever their case' }),
  vendorsMayRefuse: z
    .boolean()
    .meta({ description: 'Whether a vendor can leave a discount of the marketplace that it would bear' }),
});
export type DiscountSettings = z.output<typeof discountSettingsSchema>;

export const discountSettingsDto = discountSettingsSchema.extend({ version: versionInput });
export type DiscountSettingsInput = z.output<typeof discountSettingsDto>;

const access = { kind: 'admin' } as const;
const path = '/settings/discounts';

export const getDiscountSettingsEndpoint = endpoint({
  name: 'discounts.settings',
  method: 'GET',
  path,
  summary:
    'What vendors can do with discounts: how many automatic ones, under which names, and whether they can refuse',
  access,
  response: discountSettingsDto,
  errors: ['feature_disabled'],
});

export const saveDiscountSettingsEndpoint = endpoint({
  name: 'discounts.saveSettings',
  method: 'PUT',
  path,
  summary: 'Saves it, over the version that was read; discounts that are there stay as they are',
  access,
  body: discountSettingsDto,
  response: doneDto,
  errors: ['feature_disabled', 'conflict', 'missing_permission'],
  maxBodyBytes: 100_000,
  limit: { perMinute: 30, by: 'viewer' },
});
