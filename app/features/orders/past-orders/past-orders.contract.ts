import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { LOAD_PHASES, LOAD_STATES } from './past-orders.ts';

const progressDto = z
  .object({
    state: z.enum(LOAD_STATES),
    phase: z.enum(LOAD_PHASES).meta({ description: 'Orders are read first, then their fulfillments' }),
    loaded: z.number().int().meta({ description: 'Orders read so far' }),
    found: z.number().int().meta({ description: 'Entries that the platform has put together so far' }),
    total: z.number().int().nullable().meta({ description: 'How many orders there are, where that is known' }),
  })
  .meta({ id: 'PastOrders' });
export type PastOrdersDto = z.output<typeof progressDto>;

export const readPastOrdersEndpoint = endpoint({
  name: 'pastOrders.read',
  method: 'GET',
  path: '/past-orders',
  summary: 'How far the reading of the orders from before the installation came',
  access: { kind: 'admin' },
  response: progressDto,
});

export const controlPastOrdersBody = z.object({ to: z.enum(['stop', 'resume']) });

export const controlPastOrdersEndpoint = endpoint({
  name: 'pastOrders.control',
  method: 'PATCH',
  path: '/past-orders',
  summary: 'Stops the reading of past orders, or lets it go on where it stood',
  access: { kind: 'admin' },
  body: controlPastOrdersBody,
  response: progressDto,
  errors: ['invalid_state'],
});
