import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler, Outcome } from '#app/server/webhook-queue.server.ts';
import { planRefresh } from './refresh-discounts.service.server.ts';

const payloadSchema = z.object({
  admin_graphql_api_id: z
    .string()
    .max(100)
    .regex(/\/\d{1,19}$/),
});

/** Deliveries about discounts: one that was made here is read again; others are no concern of ours. */
export function discountHandlers(services: Services): DeliveryHandler[] {
  return [
    {
      topics: ['discounts/update', 'discounts/delete'],
      async handle(tx, _store, deliveries) {
        const outcomes: Outcome[] = [];
        for (const { id, payload } of deliveries) {
          const parsed = payloadSchema.safeParse(payload);
          const digits = parsed.success ? parsed.data.admin_graphql_api_id.split('/').at(-1) : undefined;
          if (digits === undefined) {
            outcomes.push({ id, state: 'dead', note: 'not a discount' });
            continue;
          }
          await planRefresh(services, tx, BigInt(digits));
          outcomes.push({ id, state: 'done', subjectId: digits });
        }
        return outcomes;
      },
    },
  ];
}
