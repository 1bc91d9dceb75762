import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { logWire } from './products.contract.ts';

export const readProductLogEndpoint = endpoint({
  name: 'logs.product',
  method: 'GET',
  path: '/logs/product/{productId}',
  summary: 'What happened to a product: who, when, what from what to what, and why; newest first, at most 200',
  access: { kind: 'vendor', permission: 'read_products' },
  params: z.object({ productId: idSchema }),
  response: z.object({ logs: z.array(logWire) }),
  errors: ['not_found', 'feature_off'],
});
