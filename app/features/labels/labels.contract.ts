import { z } from 'zod';
import { moneyDto, timeDto } from '#app/core/dto.ts';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { readTypedNumber } from '#app/core/money/typed-number.ts';
import { rule } from '#app/core/rules.ts';
import { carrierFields } from '#app/features/shipping/ship-from/carrier-fields.ts';
import { PACKAGE_LENGTH_UNITS } from '#app/features/shipping/ship-from/ship-from.ts';
import { FULFILLMENT_STATES, LABEL_STATUSES, LABEL_TRACKING } from './label.ts';
import { MAX_PACKAGES, REFUND_STATES } from './packages/package-states.ts';

const MAX_TEXT = 120;
const MAX_STREET = 255;
const MAX_SHORT = 40;
const MAX_MEASURE = 100_000;
const MAX_GRAMS = 10_000_000;
const MAX_LINES = 500;

const text = (maximum: number) => z.string().trim().max(maximum, rule('max_characters', { maximum }));
const orEmpty = (maximum: number) =>
  text(maximum)
    .nullish()
    .transform((value) => value ?? '');

/** An address as carriers take it. Carriers say themselves what more they need. */
const addressInput = z
  .object({
    name: text(MAX_TEXT).min(1, rule('required_field')),
    company: orEmpty(MAX_TEXT),
    street1: text(MAX_STREET).min(1, rule('required_field')),
    street2: orEmpty(MAX_STREET),
    city: text(MAX_TEXT).min(1, rule('required_field')),
    state: orEmpty(MAX_TEXT),
    zip: text(MAX_SHORT).min(1, rule('required_field')),
    country: text(10)
      .toUpperCase()
      .regex(/^[A-Z]{2}$/, rule('not_a_country')),
    phone: orEmpty(MAX_SHORT),
    email: orEmpty(MAX_STREET),
    ...carrierFields,
  })
  .meta({ id: 'LabelAddress' });

const measure = (maximum: number) =>
  z
    .union([z.number(), z.string().trim().max(20)], rule('number'))
    .transform((value) => (typeof value === 'number' ? value : Number(readTypedNumber(value) ?? 'none')))
    .refine((value) => Number.isFinite(value), { error: rule('number'), abort: true })
    .refine((value) => value > 0, rule('above_zero'))
    .refine((value) => value <= maximum, rule('max_number', { maximum }));

const packageInput = z
  .object({
    grams: measure(MAX_GRAMS),
    width: measure(MAX_MEASURE),
    length: measure(MAX_MEASURE),
    height: measure(MAX_MEASURE),
    distanceUnit: z.enum(PACKAGE_LENGTH_UNITS).default('cm'),
  })
  .meta({ id: 'LabelPackage' });

const vendor = idSchema
  .optional()
  .meta({ description: 'Whose part of the order; needed in the marketplace view where there are several.' });

export const quoteBody = z.object({
  orderId: idSchema.optional().meta({ description: 'The order that is sent; without it, rates are for looking at.' }),
  vendor,
  from: addressInput.optional().meta({ description: 'By default where the vendor ships from' }),
  to: addressInput.optional().meta({ description: 'By default the delivery address of the order' }),
  phone: text(MAX_SHORT)
    .optional()
    .meta({ description: 'The recipient’s number for the carrier, where the delivery address of the order has none' }),
  parcels: z
    .array(packageInput)
    .min(1, rule('one_package'))
    .max(MAX_PACKAGES, rule('max_at_once', { maximum: MAX_PACKAGES })),
  units: z
    .array(z.object({ lineId: idSchema, quantity: z.number().int().min(1).max(1_000_000) }))
    .max(MAX_LINES)
    .optional()
    .meta({ description: 'What is sent of the order; by default everything that is left to ship' }),
  isReturn: z
    .boolean()
    .default(false)
    .meta({ description: 'A label with which the buyer sends goods of the order back; `units` do not count then' }),
});
export type QuoteInput = z.output<typeof quoteBody>;

const providerAmount = z
  .object({ amount: z.string(), currency: z.string() })
  .meta({ description: 'What the provider charges the marketplace, in its currency' });

const rateDto = z
  .object({
    id: z.string(),
    orderId: z.string().nullable(),
    carrier: z.string(),
    service: z.string(),
    amount: providerAmount,
    price: moneyDto
      .nullable()
      .meta({ description: 'The same in the currency of the order; null where the provider does not say' }),
    days: z.number().int().nullable().meta({ description: 'About how many days it takes' }),
    attributes: z.array(z.enum(['BESTVALUE', 'CHEAPEST', 'FASTEST'])),
    packages: z.number().int().meta({ description: 'For how many packages the amount is, all together' }),
    isTest: z.boolean(),
    isReturn: z.boolean(),
    chargesVendor: z.boolean().meta({ description: 'Whether the vendor bears it by the settings of now' }),
    quotedAt: timeDto,
    isBuyable: z.boolean(),
  })
  .meta({ id: 'LabelRate' });
export type LabelRateDto = z.input<typeof rateDto>;

const quoteDto = z.object({
  rates: z.array(rateDto),
  missing: z
    .array(z.enum(['phone']))
    .meta({ description: 'What the delivery address lacks for which a carrier has no rate' }),
  messages: z
    .array(z.object({ source: z.string(), code: z.string(), text: z.string() }))
    .meta({ description: 'What carriers say, such as why one has no rate' }),
});
export type QuoteDto = z.input<typeof quoteDto>;

const labelDto = z
  .object({
    id: z.string(),
    orderId: z.string(),
    vendor: z.object({ id: z.string(), name: z.string() }),
    status: z.enum(LABEL_STATUSES),
    carrier: z.string(),
    service: z.string(),
    amount: providerAmount,
    charged: moneyDto.nullable().meta({ description: 'What the vendor bears of it; null where the marketplace does' }),
    isTest: z.boolean(),
    isReturn: z.boolean().meta({ description: 'Whether the buyer sends goods back with it' }),
    tracking: z.string().nullable(),
    trackingUrl: z.string().nullable(),
    trackingStatus: z.enum(LABEL_TRACKING).meta({ description: 'Where all of its packages are together' }),
    packages: z
      .array(
        z.object({
          position: z.number().int(),
          tracking: z.string().nullable(),
          trackingUrl: z.string().nullable(),
          trackingStatus: z.enum(LABEL_TRACKING),
          refund: z.enum(REFUND_STATES).nullable().meta({ description: 'Of the money that was asked back for it' }),
          charged: moneyDto.nullable().meta({ description: 'Its share of what the vendor bears' }),
          allowedActions: z.array(z.enum(['print', 'void'])),
        }),
      )
      .meta({ description: 'The packages of a label that is for several; none of one that is for a single package' }),
    problem: z.string().nullable().meta({ description: 'What the carrier said when it refused' }),
    fulfillment: z.enum(FULFILLMENT_STATES).meta({ description: 'Whether the items were marked as shipped with it' }),
    shipment: z.string().nullable().meta({ description: 'The shipment that was made with it and is not cancelled' }),
    createdAt: timeDto,
    boughtAt: timeDto.nullable(),
    allowedActions: z.array(z.enum(['print', 'void'])),
  })
  .meta({ id: 'ShippingLabel' });
export type LabelDto = z.input<typeof labelDto>;

const suggested = z.number().nullable();
const labelsDto = z
  .object({
    isOn: z.boolean().meta({ description: 'Whether labels can be bought here: shipping is on and there is a key' }),
    isTest: z.boolean(),
    parts: z.array(
      z.object({
        vendor: z.object({ id: z.string(), name: z.string() }),
        hasShipFrom: z.boolean(),
        hasDestination: z.boolean(),
        package: z
          .object({
            grams: suggested,
            length: suggested,
            width: suggested,
            height: suggested,
            usesDefault: z.boolean(),
          })
          .meta({ description: 'Grams and centimetres of all that is left to ship' }),
        units: z.array(z.object({ lineId: z.string(), title: z.string(), quantity: z.number().int() })),
        canBuy: z.boolean(),
        canBuyReturn: z.boolean().meta({ description: 'Whether something was shipped that can come back' }),
      }),
    ),
    labels: z.array(labelDto),
  })
  .meta({ id: 'OrderLabels' });
export type OrderLabelsDto = z.input<typeof labelsDto>;

const limit = { perMinute: 60, by: 'viewer' } as const;
const canWrite = { kind: 'vendor', permission: 'write_orders', scope: 'labels:buy' } as const;
const canRead = { kind: 'vendor', permission: 'read_orders' } as const;

export const quoteRatesEndpoint = endpoint({
  name: 'shippo.quote',
  method: 'POST',
  path: '/shippo/rates',
  summary: 'Asks carriers what a package costs; with an order, by its addresses and with its customs declaration',
  access: canWrite,
  body: quoteBody,
  response: quoteDto,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state', 'provider_failed', 'rate_limited'],
  limit,
});

export const readRateEndpoint = endpoint({
  name: 'shippo.readRate',
  method: 'GET',
  path: '/shippo/rates/{rateId}',
  summary: 'A rate that was quoted to the vendor',
  access: canRead,
  params: z.object({ rateId: z.string().trim().min(1).max(100) }),
  response: rateDto,
  errors: ['feature_disabled', 'not_found'],
});

export const buyLabelBody = z.object({
  rateId: z.string().trim().min(1, rule('required_field')).max(100),
  orderId: idSchema,
  notify: z.boolean().default(true).meta({ description: 'Whether the store tells the buyer that it was shipped' }),
});
export type BuyLabelInput = z.output<typeof buyLabelBody>;

export const buyLabelEndpoint = endpoint({
  name: 'shippo.buyLabel',
  method: 'POST',
  path: '/shippo/label',
  summary:
    'Buys the label of a quoted rate once and marks the items as shipped with it. The same rate again answers the same label',
  access: canWrite,
  body: buyLabelBody,
  response: labelDto,
  creates: true,
  errors: ['feature_disabled', 'not_found', 'invalid_input', 'invalid_state', 'provider_failed', 'rate_limited'],
  limit,
});

const labelParams = z.object({ labelId: idSchema });

const voidBody = z.object({
  cancelShipment: z
    .boolean()
    .default(false)
    .meta({ description: 'Also cancels the shipment that was made with it, so that its items are left to ship again' }),
});

export const voidLabelEndpoint = endpoint({
  name: 'shippo.voidLabel',
  method: 'POST',
  path: '/shippo/label/{labelId}/void',
  summary: 'Asks the money of an unused label back; what a vendor was charged comes back once the provider confirms',
  access: canWrite,
  params: labelParams,
  body: voidBody,
  response: labelDto,
  errors: ['feature_disabled', 'not_found', 'invalid_state', 'provider_failed', 'rate_limited'],
  limit,
});

export const voidPackageEndpoint = endpoint({
  name: 'shippo.voidPackage',
  method: 'POST',
  path: '/shippo/label/{labelId}/packages/{position}/void',
  summary:
    'Asks the money of one package of a label for several back; its share of what a vendor was charged comes back once the provider confirms',
  access: canWrite,
  params: labelParams.extend({ position: z.coerce.number().int().min(1).max(MAX_PACKAGES) }),
  response: labelDto,
  errors: ['feature_disabled', 'not_found', 'invalid_state', 'provider_failed', 'rate_limited'],
  limit,
});

export const readLabelFileEndpoint = endpoint({
  name: 'shippo.labelFile',
  method: 'GET',
  path: '/shippo/label/{labelId}/file',
  summary: 'The label to print, as PDF',
  access: canRead,
  params: labelParams,
  query: z.object({
    package: z.coerce
      .number()
      .int()
      .min(1)
      .max(MAX_PACKAGES)
      .optional()
      .meta({ description: 'One package of a label that is for several; all of them without it' }),
  }),
  response: z.string().meta({ description: 'application/pdf' }),
  answers: ['application/pdf'],
  errors: ['feature_disabled', 'not_found', 'invalid_state', 'provider_failed', 'rate_limited'],
  limit,
});

export const listOrderLabelsEndpoint = endpoint({
  name: 'shippo.orderLabels',
  method: 'GET',
  path: '/orders/{orderId}/labels',
  summary: 'The labels of an order, and what a package of what is left to ship weighs and measures',
  access: canRead,
  params: z.object({ orderId: idSchema }),
  response: labelsDto,
  errors: ['not_found'],
});
