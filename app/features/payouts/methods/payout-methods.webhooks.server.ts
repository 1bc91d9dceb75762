import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler, Outcome } from '#app/server/webhook-queue.server.ts';
import { scheduleRefreshAfterEvent } from './refresh-account.service.server.ts';

/** Snapshots name the account that they happened in; thin events the object that they are about. */
const eventSchema = z.object({
  account: z.string().nullish(),
  related_object: z.object({ id: z.string() }).nullish(),
});

/** What Stripe tells of vendors' accounts. Nothing it says is taken over: the account is read, so twice and late are the same. */
export function payoutMethodHandlers(services: Services): readonly DeliveryHandler[] {
  return [
    {
      topics: [
        'stripe/account.updated',
        'stripe/payout.failed',
        'stripe/v2.core.account[requirements].updated',
        'stripe/v2.core.account[configuration.recipient].capability_status_updated',
      ],
      async handle(tx, _store, deliveries) {
        const outcomes: Outcome[] = [];
        for (const { id, webhookId, payload } of deliveries) {
          const { data } = eventSchema.safeParse(payload);
          const accountId = data?.account ?? data?.related_object?.id;
          const isKnown =
            accountId !== undefined &&
            (await scheduleRefreshAfterEvent(tx, { accountId, occasion: webhookId, dueAt: services.clock.now() }));
          outcomes.push({
            id,
            state: 'done',
            ...(isKnown ? { subjectId: accountId } : { note: 'no account of a vendor' }),
          });
        }
        services.jobs.wakeAfterCommit(tx, 'due');
        return outcomes;
      },
    },
  ];
}
