import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { emailAddress } from '#app/core/text/email-schema.ts';
import { rule } from '#app/core/rules.ts';
import { readTypedNumber } from '#app/core/money/typed-number.ts';
import { versionInput } from '#app/core/dto.ts';
import { carrierFields } from './carrier-fields.ts';
import { lacksState, PACKAGE_LENGTH_UNITS, PACKAGE_WEIGHT_UNITS } from './ship-from.ts';

const MAX_TEXT = 120;
const MAX_STREET = 255;
const MAX_ZIP = 20;
const MAX_PHONE = 40;
const MAX_HOURS = 120;
const MAX_MEASURE = 100_000;

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, rule('max_characters', { maximum: max }));
const requiredText = (max: number) => optionalText(max).min(1, { error: rule('required_field'), abort: true });

const addressInput = z
  .strictObject({
    name: requiredText(MAX_TEXT),
    company: optionalText(MAX_TEXT).default(''),
    street1: requiredText(MAX_STREET),
    street2: optionalText(MAX_STREET).default(''),
    city: requiredText(MAX_TEXT),
    state: optionalText(MAX_TEXT).default('').meta({ description: 'Required in US and AU' }),
    zip: requiredText(MAX_ZIP),
    country: requiredText(10)
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, rule('not_a_country')),
    phone: requiredText(MAX_PHONE),
    email: emailAddress,
    ...carrierFields,
  })
  .refine((address) => !lacksState(address), { error: rule('state_required'), path: ['state'] })
  .meta({ id: 'ShipFromAddress' });

const measure = z
  .union([z.number(), z.string().trim().max(20)], rule('number'))
  .transform((value) => (typeof value === 'number' ? value : Number(readTypedNumber(value) ?? 'none')))
  .refine((value) => Number.isFinite(value), { error: rule('number'), abort: true })
  .refine((value) => value > 0, rule('above_zero'))
  .refine((value) => value <= MAX_MEASURE, rule('max_number', { maximum: MAX_MEASURE }));

const packageInput = z
  .strictObject({
    length: measure,
    width: measure,
    height: measure,
    dimUnit: z.enum(PACKAGE_LENGTH_UNITS).default('cm'),
    weight: measure,
    weightUnit: z.enum(PACKAGE_WEIGHT_UNITS).default('kg'),
  })
  .meta({ id: 'DefaultPackage', description: 'Used for products that state no measures of their own' });

export const shipFromBody = z.object({
  shipFromAddress: addressInput,
  defaultPackage: packageInput.nullable().default(null),
  defaultLocalPickup: z
    .object({
      enabled: z.boolean().meta({ description: 'Whether buyers may collect every product, whatever it says itself' }),
      hours: optionalText(MAX_HOURS).default('').meta({ description: 'When, as buyers read it' }),
    })
    .default({ enabled: false, hours: '' }),
  version: versionInput.optional().meta({ description: 'The version that was read; a stale one is 409' }),
});
export type ShipFromInput = z.output<typeof shipFromBody>;

const packageDto = z.object({
  length: z.number(),
  width: z.number(),
  height: z.number(),
  dimUnit: z.enum(PACKAGE_LENGTH_UNITS),
  weight: z.number(),
  weightUnit: z.enum(PACKAGE_WEIGHT_UNITS),
});
const addressDto = z.object({
  name: z.string(),
  company: z.string(),
  street1: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  phone: z.string(),
  email: z.string(),
  ...carrierFields,
});
export const shipFromDto = z
  .object({
    shipFromAddress: addressDto.nullable().meta({ description: 'Null until the vendor has stated one' }),
    defaultPackage: packageDto.nullable(),
    defaultLocalPickup: z.object({ enabled: z.boolean(), hours: z.string() }),
    offersPickup: z.boolean().meta({ description: 'Whether the marketplace lets buyers collect' }),
    version: z.number().int(),
  })
  .meta({ id: 'ShipFrom' });
export type ShipFromDto = z.output<typeof shipFromDto>;

export const getShipFromEndpoint = endpoint({
  name: 'shipping.shipFrom',
  method: 'GET',
  path: '/settings/ship-from-address',
  summary: 'Where the vendor that the caller acts for ships from, and its default package',
  access: { kind: 'vendor', permission: 'read_settings' },
  response: shipFromDto,
  errors: ['feature_disabled', 'missing_permission', 'invalid_state'],
});

export const saveShipFromEndpoint = endpoint({
  name: 'shipping.saveShipFrom',
  method: 'PUT',
  path: '/settings/ship-from-address',
  summary: 'Sets where a vendor ships from, and its default package. For managers and admins.',
  access: { kind: 'vendor', permission: 'read_settings' },
  body: shipFromBody,
  response: shipFromDto,
  errors: ['feature_disabled', 'missing_permission', 'invalid_state', 'invalid_input', 'conflict'],
});
