import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { rule } from '#app/core/rules.ts';
import { orderRow } from '../orders.contract.ts';
import { decodePlace, MAX_CHANGES, MAX_CHANGES_CURSOR } from './order-changes.ts';

export const orderChangesSchema = z.object({
  cursor: z
    .string()
    .max(MAX_CHANGES_CURSOR, { abort: true })
    .refine((text) => decodePlace(text) !== undefined, rule('cursor_of_list'))
    .optional()
    .meta({ description: 'That of the answer before; without one the answer begins with what changed longest ago' }),
  vendor: z.string().trim().max(255).optional().meta({ description: 'Whose, in the marketplace view' }),
});
export type OrderChangesInput = z.output<typeof orderChangesSchema>;

export const orderChangesDto = z.object({
  orders: z
    .array(orderRow)
    .meta({ description: `At most ${MAX_CHANGES}, in the order of their last change, as they stand now` }),
  cursor: z.string().meta({ description: 'Where the next call goes on, also where nothing changed' }),
  hasMore: z.boolean().meta({ description: 'Whether the next call answers with more at once' }),
});
export type OrderChangesDto = z.input<typeof orderChangesDto>;

export const listOrderChangesEndpoint = endpoint({
  name: 'orders.listChanges',
  method: 'GET',
  path: '/orders/changes',
  summary:
    'The orders of a vendor that changed since a cursor, each once: whoever goes on from cursor to cursor misses no change, whatever is written meanwhile',
  access: { kind: 'vendor', permission: 'read_orders' },
  query: orderChangesSchema,
  response: orderChangesDto,
  errors: ['invalid_input', 'invalid_state', 'missing_permission', 'not_found'],
});
