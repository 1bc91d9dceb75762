import { z } from 'zod';
import { doneDto, timeDto, versionInput } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_REPORT_SECRET } from './label.ts';

const MIN_KEY = 40;
const MAX_KEY = 255;

export const shippoKeySchema = z.object({
  apiKey: z
    .string()
    .trim()
    .max(MAX_KEY)
    .regex(/^[\w-]*$/, rule('key_malformed'))
    .regex(/^shippo_/, rule('starts_with_shippo'))
    .min(MIN_KEY),
});

export const SHIPPO_PROBLEMS = ['key', 'busy', 'lost'] as const;

/** What an admin sees of the key of Shippo: never the key itself. */
export const shippoStateDto = z
  .object({
    isSet: z.boolean(),
    hint: z.string().meta({ description: 'The last four signs of the key' }),
    isTestKey: z.boolean().meta({ description: 'Labels of a test key are samples and cost nothing' }),
    savedAt: timeDto.nullable(),
    problem: z
      .enum(SHIPPO_PROBLEMS)
      .nullable()
      .meta({ description: 'What Shippo answers to the key at this moment; null where all is well' }),
    reportsTracking: z
      .boolean()
      .meta({ description: 'Whether Shippo reports packages that move; else it is asked every few hours' }),
    checksSignatures: z
      .boolean()
      .meta({ description: 'Whether reports have to be signed with the secret that was saved' }),
    chargeVendor: z
      .boolean()
      .meta({ description: 'Whether vendors bear what their labels cost; else the marketplace does' }),
    limits: z.object({
      maxPricePercent: z.number().int().nullable().meta({
        description: 'What a label of a vendor may cost at most, in percent of what its items cost; null for no limit',
      }),
      minPrice: z.string().meta({ description: 'What it may cost in any case; empty for ten of the currency' }),
      extraGrams: z.number().int().nullable().meta({
        description: 'How much more than its items the packages of a vendor may weigh; null for no limit',
      }),
    }),
    version: z.number().int(),
  })
  .meta({ id: 'ShippoState' });
export type ShippoState = z.output<typeof shippoStateDto>;

const MAX_PERCENT = 10_000;
const MAX_EXTRA_GRAMS = 1_000_000;
const wholeOrNone = (minimum: number, maximum: number) =>
  z
    .union([z.literal('').transform(() => null), z.null(), z.coerce.number(rule('whole_number'))])
    .refine((value) => value === null || Number.isInteger(value), { error: rule('whole_number'), abort: true })
    .refine((value) => value === null || value >= minimum, rule('min_number', { minimum }))
    .refine((value) => value === null || value <= maximum, rule('max_number', { maximum }));

/** What vendors may spend on the labels of an order; what is left out stays as it is. */
const limitsInput = z.object({
  maxPricePercent: wholeOrNone(1, MAX_PERCENT).optional(),
  minPrice: z.string().trim().max(20).optional(),
  extraGrams: wholeOrNone(0, MAX_EXTRA_GRAMS).optional(),
});

export const labelSettingsBody = z.object({
  limits: limitsInput.optional().meta({ description: 'What vendors may spend on labels; as it is without it' }),
  chargeVendor: z.boolean(),
  reportSecret: z
    .string()
    .trim()
    .max(MAX_REPORT_SECRET, rule('max_characters', { maximum: MAX_REPORT_SECRET }))
    .optional()
    .meta({ description: 'What Shippo signs its reports with; empty for none, and as it is without it' }),
  version: versionInput,
});
export type LabelSettingsInput = z.output<typeof labelSettingsBody>;

const access = { kind: 'admin' } as const;
const limit = { perMinute: 30, by: 'viewer' } as const;
const path = '/shippo/api-key';

export const readShippoKeyEndpoint = endpoint({
  name: 'shippo.readKey',
  method: 'GET',
  path,
  summary: 'Whether the marketplace has a key of Shippo, whether it is a test key, and who bears what labels cost',
  access,
  response: shippoStateDto,
  limit,
});

export const saveShippoKeyEndpoint = endpoint({
  name: 'shippo.saveKey',
  method: 'PUT',
  path,
  summary: 'Keeps a key of Shippo, sealed, once Shippo has taken it',
  access,
  body: shippoKeySchema,
  response: shippoStateDto,
  errors: ['missing_permission', 'invalid_input', 'invalid_state', 'conflict', 'provider_failed'],
  limit,
});

export const deleteShippoKeyEndpoint = endpoint({
  name: 'shippo.deleteKey',
  method: 'DELETE',
  path,
  summary: 'Forgets the key of Shippo. Labels that were bought stay',
  access,
  response: doneDto,
  errors: ['missing_permission', 'invalid_state', 'conflict'],
  limit,
});

export const saveLabelSettingsEndpoint = endpoint({
  name: 'shippo.saveSettings',
  method: 'PUT',
  path: '/shippo/settings',
  summary:
    'Who bears what labels cost that are bought from now on, what vendors may spend on them, and with what Shippo signs its reports',
  access,
  body: labelSettingsBody,
  response: shippoStateDto,
  errors: ['missing_permission', 'invalid_input', 'conflict'],
  limit,
});
