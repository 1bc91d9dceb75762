import { z } from 'zod';
import { endpoint } from '#app/core/endpoint.ts';
import { idSchema } from '#app/core/ids.ts';
import { timeDto } from '#app/core/dto.ts';
import { rule } from '#app/core/rules.ts';
import { MAX_COMMENT } from './order-comment.ts';

const commentDto = z
  .object({
    id: z.string(),
    /** Whose part of the order it is about. */
    vendor: z.object({ id: z.string(), name: z.string() }),
    text: z.string(),
    by: z.string(),
    role: z.string(),
    at: timeDto,
  })
  .meta({ id: 'OrderComment' });
export type OrderCommentDto = z.output<typeof commentDto>;

const params = z.object({ orderId: idSchema });
const comments = z.object({ comments: z.array(commentDto) });

export const listCommentsEndpoint = endpoint({
  name: 'orders.comments',
  method: 'GET',
  path: '/orders/{orderId}/comments',
  summary: 'What a vendor and the marketplace wrote to each other about the vendor’s part of an order, newest first',
  access: { kind: 'vendor', permission: 'read_orders' },
  params,
  response: comments,
  errors: ['not_found', 'feature_disabled', 'missing_permission'],
});

export const addCommentEndpoint = endpoint({
  name: 'orders.comment',
  method: 'POST',
  path: '/orders/{orderId}/comments',
  summary: 'Writes a comment on a part of an order; the marketplace view names whose part where there are several',
  access: { kind: 'vendor', permission: 'write_orders' },
  params,
  body: z.object({
    text: z.string().trim().min(1, rule('required_field')).max(MAX_COMMENT),
    vendor: z.string().trim().max(255).optional(),
  }),
  response: comments,
  creates: true,
  errors: ['not_found', 'feature_disabled', 'missing_permission', 'invalid_input'],
  limit: { perMinute: 30, by: 'viewer' },
});
