import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { logDto } from '../products.contract.ts';

export const readProductLogEndpoint = endpoint({
  name: 'logs.product',
  method: 'GET',
  path: '/logs/product/{productId}',
  summary: 'What happened to a product: who, when, what from what to what, and why; newest first, 50 at a time',
  access: { kind: 'vendor', permission: 'read_products' },
  params: z.object({ productId: idSchema }),
  query: z.object({
    cursor: idSchema.optional().meta({ description: '`next` of the answer before: what is older than it' }),
  }),
  response: z.object({
    logs: z.array(logDto),
    next: z.string().nullable().meta({ description: 'The cursor of what is older; null where nothing is' }),
  }),
  errors: ['not_found', 'feature_disabled'],
});
