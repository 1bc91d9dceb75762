import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { refusalShape } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { isWebAddress, OTHER_CARRIER } from './carriers.ts';
import { HOLD_CAUSES, SETTABLE_HOLD_CAUSES } from './hold.ts';
import { MAX_FULFILLMENTS } from './bulk-fulfill.ts';

const MAX_LINES = 500;
const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text ? text : null));

/** How a fulfillment is followed, as every request that ships names it. */
export const trackingFields = {
  carrier: optionalText(100),
  tracking: optionalText(200),
  url: optionalText(2000).refine((url) => url === null || isWebAddress(url), rule('valid_url')),
};
const lineItems = z
  .array(
    z.object({
      id: idSchema,
      quantity: z
        .number(rule('whole_number'))
        .int(rule('whole_number'))
        .min(0, rule('min_number', { minimum: 0 }))
        .max(1_000_000),
    }),
  )
  .min(1, rule('one_item'))
  .max(MAX_LINES);
const location = idSchema.nullish().meta({
  description: 'The location that ships, of those that shipping-options names; by default wherever the items are.',
});

const fulfillment = z.object({ ...trackingFields, location, lineItems });
export type FulfillmentInput = z.output<typeof fulfillment>;

type Checked = { carrier: string | null; url: string | null; lineItems: { id: bigint; quantity: number }[] };

function refuseFulfillment(one: Checked, issues: z.RefinementCtx, at: (string | number)[]): void {
  const refuse = (path: (string | number)[], message: string) => {
    issues.addIssue({ code: 'custom', path: [...at, ...path], message });
  };
  if (one.carrier === OTHER_CARRIER && one.url === null) {
    refuse(['url'], rule('tracking_url_needed'));
  }
  const seen = new Set<bigint>();
  one.lineItems.forEach((line, index) => {
    if (seen.has(line.id)) refuse(['lineItems', index, 'id'], rule('listed_twice'));
    seen.add(line.id);
  });
  if (one.lineItems.every((line) => line.quantity === 0)) refuse(['lineItems'], 'Ship at least one item');
}

export const fulfillBodySchema = z
  .object({
    ...trackingFields,
    location,
    lineItems: lineItems.optional(),
    fulfillments: z
      .array(fulfillment)
      .min(1, rule('one_shipment'))
      .max(MAX_FULFILLMENTS)
      .optional()
      .meta({ description: 'Several fulfillments, in place of the one that the other fields describe.' }),
    notify: z.boolean().default(true),
  })
  .superRefine((body, issues) => {
    if (body.fulfillments) {
      body.fulfillments.forEach((one, index) => {
        refuseFulfillment(one, issues, ['fulfillments', index]);
      });
      if (body.lineItems) {
        issues.addIssue({ code: 'custom', path: ['lineItems'], message: rule('beside_shipments') });
      }
    } else if (body.lineItems) {
      refuseFulfillment({ ...body, lineItems: body.lineItems }, issues, []);
    } else {
      issues.addIssue({ code: 'custom', path: ['lineItems'], message: rule('required_field') });
    }
  });
export type FulfillInput = z.output<typeof fulfillBodySchema>;

const orderParams = z.object({ orderId: idSchema });
const nextOrder = z.object({ id: z.string(), name: z.string() }).nullable();
const platformErrors = [
  'not_found',
  'invalid_state',
  'platform_refused',
  'platform_throttled',
  'platform_failed',
  'store_uninstalled',
] as const;

const fulfilled = z.object({
  nextOrder,
  fulfillments: z.array(z.object({ index: z.number().int(), fulfillments: z.array(z.string()) })).meta({
    description: 'The fulfillments that were made, by their place in the request, each with its ids in the store.',
  }),
  failed: z.array(z.object({ index: z.number().int(), ...refusalShape })).meta({
    description:
      'The fulfillments that were not made, or not in full, and why; what is left of them can be sent again.',
  }),
});
export type FulfilledDto = z.input<typeof fulfilled>;

export const fulfillOrderEndpoint = endpoint({
  name: 'orders.fulfill',
  method: 'POST',
  path: '/orders/{orderId}/fulfill',
  summary: 'Ship units of the own lines of an order, in one fulfillment or several; answers which order to ship next',
  access: { kind: 'vendor', permission: 'write_orders' },
  params: orderParams,
  body: fulfillBodySchema,
  response: fulfilled,
  creates: true,
  errors: [...platformErrors, 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

const shippingOptions = z.object({
  locations: z.array(z.object({ id: z.string(), name: z.string() })),
  lines: z.array(
    z.object({
      id: z.string(),
      left: z.number().int().meta({ description: 'Units that can be shipped now.' }),
      held: z.number().int().meta({ description: 'Units that are on hold.' }),
      pickup: z.number().int().meta({ description: 'Those of the units left that the buyer collects.' }),
      at: z.array(z.object({ location: z.string(), quantity: z.number().int() })),
    }),
  ),
});
export type ShippingOptionsDto = z.input<typeof shippingOptions>;

export const shippingOptionsEndpoint = endpoint({
  name: 'orders.shippingOptions',
  method: 'GET',
  path: '/orders/{orderId}/shipping-options',
  summary: 'Which locations can ship how many units of the own lines of an order, as the store says now',
  access: { kind: 'vendor', permission: 'read_orders' },
  params: orderParams,
  response: shippingOptions,
  errors: ['not_found', 'platform_throttled', 'platform_failed', 'store_uninstalled', 'rate_limited'],
  limit: { perMinute: 240, by: 'viewer' },
});

const fulfillmentParams = orderParams.extend({ fulfillmentId: idSchema });

export const trackingBodySchema = z
  .object({ ...trackingFields, notify: z.boolean().default(true) })
  .refine((body) => body.carrier !== OTHER_CARRIER || body.url !== null, {
    path: ['url'],
    message: rule('tracking_url_needed'),
  });
export type TrackingInput = z.output<typeof trackingBodySchema>;

export const changeTrackingEndpoint = endpoint({
  name: 'orders.changeTracking',
  method: 'PUT',
  path: '/orders/{orderId}/fulfillments/{fulfillmentId}',
  summary: 'Replace carrier and tracking of an own fulfillment',
  access: { kind: 'vendor', permission: 'write_orders' },
  params: fulfillmentParams,
  body: trackingBodySchema,
  response: z.object({ ok: z.literal(true) }),
  errors: [...platformErrors, 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const cancelFulfillmentEndpoint = endpoint({
  name: 'orders.cancelFulfillment',
  method: 'POST',
  path: '/orders/{orderId}/fulfillments/{fulfillmentId}/cancel',
  summary: 'Take an own fulfillment back: its items are left to ship again',
  access: { kind: 'vendor', permission: 'write_orders' },
  params: fulfillmentParams,
  response: z.object({ ok: z.literal(true) }),
  errors: [...platformErrors, 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const holdBodySchema = z.object({
  reason: z.enum(SETTABLE_HOLD_CAUSES),
  note: z.string().trim().max(500).default(''),
  vendor: idSchema
    .optional()
    .meta({ description: 'Whose part; needed in the marketplace view where there are several.' }),
});
export type HoldInput = z.output<typeof holdBodySchema>;

export const releaseBodySchema = z.object({ vendor: idSchema.optional() });

export const holdOrderEndpoint = endpoint({
  name: 'orders.hold',
  method: 'POST',
  path: '/orders/{orderId}/hold',
  summary: 'Put what is left of the own lines on hold: it cannot be shipped until it is released',
  access: { kind: 'vendor', permission: 'write_orders' },
  params: orderParams,
  body: holdBodySchema,
  response: z.object({ ok: z.literal(true) }),
  errors: [...platformErrors, 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const releaseOrderEndpoint = endpoint({
  name: 'orders.release',
  method: 'POST',
  path: '/orders/{orderId}/release',
  summary: 'Release the hold that was put on the own lines',
  access: { kind: 'vendor', permission: 'write_orders' },
  params: orderParams,
  body: releaseBodySchema,
  response: z.object({ ok: z.literal(true) }),
  errors: [...platformErrors, 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

export const preparePickupEndpoint = endpoint({
  name: 'orders.preparePickup',
  method: 'POST',
  path: '/orders/{orderId}/ready-for-pickup',
  summary: 'Tell the buyer that the own items that are collected at a location lie ready',
  access: { kind: 'vendor', permission: 'write_orders' },
  params: orderParams,
  body: releaseBodySchema,
  response: z.object({ ok: z.literal(true) }),
  errors: [...platformErrors, 'rate_limited'],
  limit: { perMinute: 120, by: 'viewer' },
});

/** What of a part is on hold, as it is shown with the order. */
export const onHoldDto = z
  .object({
    reason: z.enum(HOLD_CAUSES),
    note: z.string().nullable(),
    byVendor: z.boolean().meta({ description: 'Put on by the vendor, who may release it; else the store did.' }),
    canRelease: z.boolean(),
    lines: z.array(z.object({ lineId: z.string(), quantity: z.number().int() })),
  })
  .nullable()
  .meta({ description: 'What of the items left must not be shipped for now, and why.' });
