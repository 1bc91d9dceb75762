import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { doneDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { batchDtoOf, namedBatch } from '#app/features/batches/batches.contract.ts';
import { MAX_AT_ONCE } from './bulk-fulfill.ts';
import { OTHER_CARRIER } from './carriers.ts';
import { trackingFields } from './fulfill.contract.ts';
import { orderFilterSchema } from '../orders.contract.ts';

const chosenOrder = z
  .object({
    id: idSchema,
    vendor: idSchema.optional().meta({
      description: 'Whose part; in the marketplace view, where an order has several. All of them by default.',
    }),
    ...trackingFields,
  })
  .refine((order) => order.carrier !== OTHER_CARRIER || order.url !== null, {
    path: ['url'],
    message: rule('tracking_url_needed'),
  });

export const bulkFulfillBody = z
  .object({
    orders: z.array(chosenOrder).min(1, rule('required')).max(MAX_AT_ONCE).optional(),
    matching: orderFilterSchema.optional().meta({
      description: 'The newest 250 orders with something left to ship that a list finds, instead of `orders`.',
    }),
    notify: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the store tells the buyers of their fulfillments.' }),
    unpaid: z.boolean().default(false).meta({ description: 'Ships also what the buyer has not paid.' }),
  })
  .refine((body) => body.orders !== undefined || body.matching !== undefined, {
    error: rule('required'),
    path: ['orders'],
  })
  .refine((body) => body.orders === undefined || body.matching === undefined, {
    error: rule('orders_or_matching'),
    path: ['matching'],
  });
export type BulkFulfillInput = z.output<typeof bulkFulfillBody>;

const onHold = z.string().nullable().meta({ description: 'What holds it up at the moment; it goes on by itself.' });
const bulkFulfill = batchDtoOf(
  { trouble: onHold },
  { orderId: z.string(), vendorId: z.string(), name: z.string() },
).meta({
  id: 'BulkFulfill',
  description: 'Orders that are shipped at once, how far it came, and what was refused.',
});
export type BulkFulfillDto = z.infer<typeof bulkFulfill>;

export const startBulkFulfillEndpoint = endpoint({
  name: 'orders.startBulkFulfill',
  method: 'POST',
  path: '/orders/bulk-fulfill',
  summary:
    'Ships everything that is left of up to 250 orders, each part in a fulfillment of its own. It goes on by itself; the answer names it, and a foreign id refuses it whole.',
  access: { kind: 'vendor', permission: 'write_orders' },
  body: bulkFulfillBody,
  response: bulkFulfill,
  status: 202,
  errors: ['invalid_input', 'not_found', 'missing_permission', 'invalid_state'],
  creates: true,
  limit: { perMinute: 30, by: 'viewer' },
});

export const readBulkFulfillEndpoint = endpoint({
  name: 'orders.readBulkFulfill',
  method: 'GET',
  path: '/orders/bulk-fulfill/{batchId}',
  summary: 'How far the shipping of several orders came, and why single ones were refused',
  access: { kind: 'vendor', permission: 'read_orders' },
  params: namedBatch,
  response: bulkFulfill,
  errors: ['not_found'],
});

export const retryBulkFulfillEndpoint = endpoint({
  name: 'orders.retryBulkFulfill',
  method: 'POST',
  path: '/orders/bulk-fulfill/{batchId}/retry',
  summary: 'Tries the orders again that were refused. Without any, nothing happens.',
  access: { kind: 'vendor', permission: 'write_orders' },
  params: namedBatch,
  response: bulkFulfill,
  status: 202,
  errors: ['not_found', 'missing_permission', 'invalid_state'],
  limit: { perMinute: 30, by: 'viewer' },
});

export const dismissBulkFulfillEndpoint = endpoint({
  name: 'orders.dismissBulkFulfill',
  method: 'DELETE',
  path: '/orders/bulk-fulfill/{batchId}',
  summary: 'Puts the report of a shipping of several orders away that has ended',
  access: { kind: 'vendor', permission: 'write_orders' },
  params: namedBatch,
  response: doneDto,
  errors: ['not_found', 'invalid_state'],
});
