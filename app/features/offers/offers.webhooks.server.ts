import { z } from 'zod';
import { readTrailingId } from '#app/core/text/markup.ts';
import { sentIdSchema } from '#app/core/ids.ts';
import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler, Outcome } from '#app/server/webhook-queue.server.ts';
import { planDraftRefresh } from './change-offer.service.server.ts';

/** Either field names the draft order; the platform's published payloads of other topics leave out one or the other. */
const payloadSchema = z
  .object({ id: sentIdSchema.nullish(), admin_graphql_api_id: z.string().max(100).nullish() })
  .transform(({ id, admin_graphql_api_id: gid }) => (id ? String(id) : readTrailingId(gid ?? '')));

/** Deliveries about draft orders: of one that is an offer's the draft is read again; others are no concern of ours. */
export function offerHandlers(services: Services): DeliveryHandler[] {
  return [
    {
      topics: ['draft_orders/update', 'draft_orders/delete'],
      async handle(tx, _store, deliveries) {
        const outcomes: Outcome[] = [];
        for (const { id, payload } of deliveries) {
          const parsed = payloadSchema.safeParse(payload);
          if (!parsed.data) {
            outcomes.push({ id, state: 'dead', note: 'not a draft order' });
            continue;
          }
          await planDraftRefresh(services, tx, BigInt(parsed.data));
          outcomes.push({ id, state: 'done', subjectId: parsed.data });
        }
        return outcomes;
      },
    },
  ];
}
