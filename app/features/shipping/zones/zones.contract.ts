import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { doneDto, moneyDto, optionalTypedAmount, typedAmount, versionInput } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';
import { LIVE_STATUSES } from '../live/live-rate.ts';
import { RATE_FIELDS } from './zone.ts';

const MAX_RATES = 20;
const MAX_COUNTRIES = 250;
const MAX_PROVINCES = 100;
export const MAX_ZONES = 50;
const MAX_NAME = 100;
const MAX_DESCRIPTION = 250;
const MAX_TESTED_VENDORS = 20;

const name = z.string().trim().min(1, rule('required_field')).max(MAX_NAME);
const countryCode = z
  .string()
  .trim()
  .max(10)
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, rule('not_a_country'));
const provinceCode = z
  .string()
  .trim()
  .max(20)
  .toUpperCase()
  .regex(/^[A-Z0-9-]{1,6}$/, rule('province_code'));

const rateInput = z.object({
  name: name.meta({ description: 'One of the marketplace’s names of rates' }),
  description: z.string().trim().max(MAX_DESCRIPTION).default(''),
  price: typedAmount,
  field: z.enum(RATE_FIELDS),
  min: optionalTypedAmount.meta({ description: 'From, inclusive: kilograms or an amount; 0 where left out' }),
  max: optionalTypedAmount.meta({ description: 'To, exclusive; no end where left out' }),
});

const countryInput = z.object({
  code: countryCode,
  provinces: z.array(provinceCode).max(MAX_PROVINCES).default([]).meta({ description: 'None: the whole country' }),
});

export const zoneInput = z.object({
  id: idSchema.optional().meta({ description: 'The zone to change; a new one without it' }),
  version: versionInput.optional().meta({ description: 'The version that was read; a stale one is 409' }),
  zoneName: name,
  rates: z.array(rateInput).min(1, rule('one_rate')).max(MAX_RATES),
  countries: z.array(countryInput).min(1, rule('one_country')).max(MAX_COUNTRIES),
});
export type ZoneInput = z.output<typeof zoneInput>;

const rateNames = z
  .array(name, rule('rate_names'))
  .min(1, rule('rate_names'))
  .max(5, rule('rate_names'))
  .refine((names) => new Set(names).size === names.length, rule('name_repeated'));

/** What the marketplace has set for shipping, as it is stored. */
export const shippingSettings = z.object({
  enableRateNames: z.boolean(),
  rateNames,
  useDefaults: z.boolean(),
  enableLocalPickup: z.boolean().default(false),
  enableFlatRates: z.boolean().default(true),
  enableLiveRates: z.boolean().default(false),
});

export const saveSettingsBody = z.object({
  enabled: z.boolean(),
  enableRateNames: z.boolean().meta({ description: 'Whether `rateNames` are used in place of Standard and Express' }),
  rateNames: rateNames.meta({ description: 'From the slowest to the fastest' }),
  defaultShipping: z.object({ enabled: z.boolean() }),
  enableLocalPickup: z
    .boolean()
    .optional()
    .meta({ description: 'Whether buyers may collect from vendors that offer it; as it was where left out' }),
  enableFlatRates: z.boolean().optional().meta({
    description: 'Whether vendors that chose nothing offer the rates of their zones; as it was where left out',
  }),
  enableLiveRates: z
    .boolean()
    .optional()
    .meta({ description: 'Whether they offer live rates of carriers; one of both at least' }),
  version: versionInput,
});
export type SaveSettingsInput = z.output<typeof saveSettingsBody>;
/** The same as the screen sends it, beside what else it does. */
export const settingsForm = z.object({ settings: saveSettingsBody });

const interval = z
  .object({ from: z.string(), to: z.string().nullable() })
  .meta({ id: 'RateInterval', description: 'From inclusive, to exclusive; kilograms or an amount.' });
const range = z.object({ weight: interval.nullable(), price: interval.nullable() });
const rateDto = z
  .object({
    name: z.string(),
    description: z.string(),
    price: moneyDto,
    field: z.enum(RATE_FIELDS),
    min: z.string(),
    max: z.string().nullable(),
  })
  .meta({ id: 'ShippingRate' });
const zoneDto = z
  .object({
    id: z.string(),
    version: z.number().int(),
    zoneName: z.string(),
    rates: z.array(rateDto),
    countries: z.array(z.object({ code: z.string(), provinces: z.array(z.string()) })),
    gaps: z.array(range).meta({ description: 'Carts for which the zone has no rate: nobody can buy them there' }),
    overlaps: z.array(range.extend({ name: z.string() })).meta({
      description: 'Carts for which two rates of one name hold: the cheaper one is offered',
    }),
  })
  .meta({ id: 'ShippingZone' });
export type ZoneDto = z.output<typeof zoneDto>;

const zonesDto = z.object({
  zones: z.array(zoneDto),
  settings: z.object({
    enabled: z.boolean(),
    enableRateNames: z.boolean(),
    rateNames: z.array(z.string()),
    defaultShipping: z.object({ enabled: z.boolean(), zones: z.array(zoneDto) }),
    enableLocalPickup: z.boolean(),
    enableFlatRates: z.boolean(),
    enableLiveRates: z.boolean(),
    shippo: z.object({ enabled: z.boolean().meta({ description: 'Whether the marketplace has a key of Shippo' }) }),
    names: z.array(z.string()).meta({ description: 'The names that rates may have now' }),
    version: z.number().int(),
  }),
  currency: z.string(),
  allowedActions: z
    .array(z.enum(['edit', 'set']))
    .meta({ description: 'edit: the zones; set: the marketplace’s settings' }),
});
export type ZonesDto = z.output<typeof zonesDto>;

const defaults = z
  .boolean()
  .optional()
  .meta({ description: 'The marketplace’s own zones, which vendors without any use. Only for admins.' });
const defaultsQuery = z.object({
  defaults: z.enum(['true', 'false']).optional().meta({ description: 'As in the body of a save' }),
});

export const listZonesEndpoint = endpoint({
  name: 'shipping.zones',
  method: 'GET',
  path: '/settings/delivery/zones',
  summary: 'The shipping zones of the vendor that the caller acts for, or the defaults, with the settings of shipping',
  access: { kind: 'vendor', permission: 'read_settings' },
  query: defaultsQuery,
  response: zonesDto,
  errors: ['feature_disabled', 'missing_permission'],
});

const saveZoneBody = z.object({ zone: zoneInput, defaults });

export const saveZoneEndpoint = endpoint({
  name: 'shipping.saveZone',
  method: 'POST',
  path: '/settings/delivery/zone',
  summary: 'Makes a shipping zone or changes it. A country or province is in one zone only. For managers and admins.',
  access: { kind: 'vendor', permission: 'read_settings' },
  body: saveZoneBody,
  response: z.object({ zone: zoneDto }),
  errors: ['feature_disabled', 'missing_permission', 'not_found', 'invalid_input', 'conflict', 'invalid_state'],
  creates: true,
});

export const deleteZoneEndpoint = endpoint({
  name: 'shipping.deleteZone',
  method: 'DELETE',
  path: '/settings/delivery/zone/{zoneId}',
  summary: 'Deletes a shipping zone. For managers and admins.',
  access: { kind: 'vendor', permission: 'read_settings' },
  params: z.object({ zoneId: idSchema }),
  query: defaultsQuery,
  response: doneDto,
  errors: ['feature_disabled', 'missing_permission', 'not_found'],
});

export const saveSettingsEndpoint = endpoint({
  name: 'shipping.saveSettings',
  method: 'PUT',
  path: '/settings/delivery',
  summary: 'Whether vendors set shipping zones, how rates may be called, and whether the defaults apply',
  access: { kind: 'admin' },
  body: saveSettingsBody,
  response: doneDto,
  errors: ['invalid_input', 'conflict'],
});

export const testRatesBody = z.object({
  country: countryCode,
  province: z.union([z.literal(''), provinceCode]).default(''),
  zip: z.string().trim().max(20).default('').meta({ description: 'Live rates depend on it' }),
  city: z.string().trim().max(120).default(''),
  carts: z
    .array(
      z.object({
        vendor: z.string().trim().min(1, rule('required_field')).max(VENDOR_NAME_MAX),
        weight: typedAmount.meta({ description: 'Kilograms of what is shipped' }),
        price: typedAmount.meta({ description: 'Before discounts, in the currency of the store' }),
      }),
    )
    .min(1, rule('one_vendor'))
    .max(MAX_TESTED_VENDORS),
});
export type TestRatesInput = z.output<typeof testRatesBody>;
/** The same as the screen sends it, beside what else it does. */
export const testRatesForm = z.object({ test: testRatesBody });

const RATE_REASONS = ['found', 'no_zone', 'no_rate', 'no_defaults', 'no_live_rate'] as const;
const ROW_KINDS = ['only', 'cheapest', 'fastest', 'pickup', 'pickupCheapest', 'pickupFastest'] as const;
const days = z
  .object({ min: z.number().int(), max: z.number().int() })
  .nullable()
  .meta({ description: 'In how many days the goods arrive; null where a rate does not say' });
const offered = z.object({ name: z.string(), price: moneyDto, days, isLive: z.boolean() });
const testedDto = z.object({
  offered: z
    .array(z.object({ kind: z.enum(ROW_KINDS), price: moneyDto, days }))
    .meta({ description: 'What the buyer would be shown; none where one vendor has no rate' }),
  vendors: z.array(
    z.object({
      vendor: z.string(),
      usesDefaults: z.boolean(),
      reason: z.enum(RATE_REASONS),
      zone: z.string().nullable(),
      cheapest: offered.nullable(),
      fastest: offered.nullable(),
      live: z
        .object({ status: z.enum(LIVE_STATUSES), usesFlat: z.boolean() })
        .nullable()
        .meta({ description: 'What carriers answered; null for a vendor that offers flat rates only' }),
      pickup: z.string().nullable().meta({ description: 'Where the buyer may collect; null where it may not' }),
    }),
  ),
});
export type TestedDto = z.output<typeof testedDto>;

export const testRatesEndpoint = endpoint({
  name: 'shipping.testRates',
  method: 'POST',
  path: '/settings/delivery/test',
  summary: 'What a buyer would be shown for a cart and an address, with the zone and rates of each vendor',
  access: { kind: 'vendor', permission: 'read_settings' },
  body: testRatesBody,
  response: testedDto,
  errors: ['feature_disabled', 'not_found', 'invalid_input'],
  limit: { perMinute: 60, by: 'viewer' },
});
