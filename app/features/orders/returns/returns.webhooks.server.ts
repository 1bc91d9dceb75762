import { readTrailingId } from '#app/core/text/markup.ts';
import { z } from 'zod';
import { sentIdSchema } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler, Outcome } from '#app/server/webhook-queue.server.ts';
import { READ_OPEN_RETURNS_JOB, READ_RETURN_JOB } from './returns.service.server.ts';

const TOPICS = ['request', 'approve', 'decline', 'process', 'cancel', 'close', 'reopen', 'update'];

/** What a delivery names of its return: `returns/update` no `id`, and `returns/process` nothing at all. */
const payloadSchema = z.object({
  id: sentIdSchema.nullish(),
  admin_graphql_api_id: z.string().nullish(),
  order: z.object({ id: sentIdSchema }).nullish(),
  order_id: sentIdSchema.nullish(),
});

/** Deliveries about returns say little more than which one it is, so that it is read again. */
export function returnHandlers(services: Services): DeliveryHandler[] {
  return [
    {
      topics: TOPICS.map((what) => `returns/${what}`),
      async handle(tx, store, deliveries) {
        const outcomes: Outcome[] = [];
        for (const { id, payload } of deliveries) {
          const parsed = payloadSchema.safeParse(payload);
          if (!parsed.success) {
            outcomes.push({ id, state: 'dead', note: 'not a return' });
            continue;
          }
          const { data } = parsed;
          const returnId = readTrailingId(data.admin_graphql_api_id ?? '') ?? (data.id ? String(data.id) : undefined);
          await (returnId === undefined
            ? services.jobs.enqueue(tx, READ_OPEN_RETURNS_JOB, { storeId: String(store.id) }, { key: 'open' })
            : services.jobs.enqueue(tx, READ_RETURN_JOB, { storeId: String(store.id), returnId }, { key: returnId }));
          const orderId = data.order?.id ?? data.order_id;
          outcomes.push({ id, state: 'done', ...(orderId ? { subjectId: String(orderId) } : {}) });
        }
        return outcomes;
      },
    },
  ];
}
