import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { STORE_ORDER_PROBLEMS, STORE_ORDER_STATES } from './store-order.ts';

const count = z.number().int();

const storeOrderDto = z
  .object({
    orderId: z.string(),
    orderName: z.string(),
    vendorId: z.string(),
    vendor: z.string(),
    shop: z.string(),
    state: z.enum(STORE_ORDER_STATES),
    problem: z.enum(STORE_ORDER_PROBLEMS).nullable().meta({
      description: 'Why it waits, was refused or dropped, or how it differs from the order there',
    }),
    detail: z.string().nullable().meta({ description: 'The field and the code that the store named as it refused' }),
    name: z.string().nullable().meta({ description: 'The number of the order in the own store' }),
    url: z.string().nullable().meta({ description: 'The order in the admin of the own store' }),
    beyond: count.meta({ description: 'Units that were shipped there and were not left to ship here' }),
    refusedShipments: count.meta({ description: 'Shipments of the own store that could not be taken over' }),
    takenBack: count.meta({ description: 'Units that were taken out of the order here since; the store keeps them' }),
    canRetry: z.boolean(),
  })
  .meta({ id: 'StoreOrder' });
export type StoreOrderDto = z.infer<typeof storeOrderDto>;

const orderParams = z.object({ orderId: idSchema });
/** What a screen sends to have an order seen to once more. */
export const retryForm = z.object({ orderId: idSchema });

export const listStoreOrdersEndpoint = endpoint({
  name: 'integrations.listStoreOrders',
  method: 'GET',
  path: '/integrations/shopify/orders',
  summary: 'Orders that are not in the vendor’s own store as they should be, the newest 100, each with the reason.',
  access: { kind: 'vendor', permission: 'read_orders' },
  response: z.object({ orders: z.array(storeOrderDto) }),
  errors: ['feature_disabled'],
  limit: { perMinute: 60, by: 'viewer' },
});

export const readStoreOrderEndpoint = endpoint({
  name: 'integrations.readStoreOrder',
  method: 'GET',
  path: '/integrations/shopify/orders/{orderId}',
  summary: 'What became of an order in the own stores of its vendors; empty where it went to none.',
  access: { kind: 'vendor', permission: 'read_orders' },
  params: orderParams,
  response: z.object({ orders: z.array(storeOrderDto) }),
  errors: ['feature_disabled', 'not_found'],
  limit: { perMinute: 240, by: 'viewer' },
});

export const retryStoreOrderEndpoint = endpoint({
  name: 'integrations.retryStoreOrder',
  method: 'POST',
  path: '/integrations/shopify/orders/{orderId}/retry',
  summary:
    'Places an order in the vendor’s own store that it refused, and takes over shipments that were refused here.',
  access: { kind: 'vendor', permission: 'write_orders' },
  params: orderParams,
  response: z.object({ orders: z.array(storeOrderDto) }),
  status: 202,
  errors: ['feature_disabled', 'invalid_state', 'not_found'],
  limit: { perMinute: 60, by: 'viewer' },
});
