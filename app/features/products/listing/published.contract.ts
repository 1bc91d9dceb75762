import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';

export const searchPublishedEndpoint = endpoint({
  name: 'products.published',
  method: 'GET',
  path: '/store/products',
  summary: 'Published products of a store by words of their titles, at most ten: what a form’s product field offers.',
  access: { kind: 'public' },
  query: z.object({
    q: z.string().trim().max(100).default(''),
    id: idSchema.optional().meta({ description: 'The one product of this id instead' }),
    store: z.string().max(100).optional().meta({ description: 'Where the host does not name the store' }),
  }),
  response: z.object({
    products: z.array(z.object({ id: z.string(), title: z.string(), imageUrl: z.string().nullable() })),
  }),
  errors: ['rate_limited'],
  limit: { perMinute: 60, by: 'address' },
});
