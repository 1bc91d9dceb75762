import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler, Outcome } from '#app/server/webhook-queue.server.ts';
import { planAfterEvent } from './membership-work.service.server.ts';

/** Subscriptions and checkouts name their customer; an event about a customer is about that. */
const event = z.object({
  data: z.object({
    object: z.object({ object: z.string(), id: z.string().max(255), customer: z.string().max(255).nullish() }),
  }),
});

/** What Stripe tells of memberships. Nothing it says is taken over: the membership is read, so twice, late and out of order are the same. */
export function membershipHandlers(services: Services): readonly DeliveryHandler[] {
  return [
    {
      topics: [
        'stripe/checkout.session.completed',
        'stripe/customer.deleted',
        'stripe/customer.subscription.created',
        'stripe/customer.subscription.updated',
        'stripe/customer.subscription.deleted',
        'stripe/customer.subscription.paused',
        'stripe/customer.subscription.resumed',
      ],
      async handle(tx, _store, deliveries) {
        const outcomes: Outcome[] = [];
        for (const { id, payload } of deliveries) {
          const about = event.safeParse(payload).data?.data.object;
          const customerId = about?.object === 'customer' ? about.id : about?.customer;
          if (customerId) await planAfterEvent(tx, services, customerId);
          outcomes.push({ id, state: 'done', ...(customerId ? { subjectId: customerId } : { note: 'no customer' }) });
        }
        return outcomes;
      },
    },
  ];
}
