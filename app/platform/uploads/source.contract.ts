import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { storedText } from '#app/core/text/stored-text.ts';
import { rule } from '#app/core/rules.ts';
import { uploadTokenQuery } from './uploads.contract.ts';

export const fileSourceEndpoint = endpoint({
  name: 'uploads.source',
  method: 'GET',
  path: '/cdn/shopify/file',
  summary: "The address of a file of the store: by the platform's reference, or by the resourceUrl of a staged upload.",
  access: { kind: 'vendor', permission: 'read_products', orToken: true },
  query: uploadTokenQuery.extend({
    ressourceId: z.string(rule('required')).trim().min(1, rule('required')).max(2048).transform(storedText),
  }),
  response: z.object({ src: z.string() }),
  errors: ['not_found', 'invalid_input', 'invalid_state', 'platform_refused', 'platform_failed'],
});
