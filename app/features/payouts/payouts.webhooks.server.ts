import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler, Outcome } from '#app/server/webhook-queue.server.ts';
import { planLookAt } from './provider-news.service.server.ts';

const STRIPE = ['created', 'updated', 'reversed'].map((what) => `stripe/transfer.${what}`);
const PAYPAL = [
  ...['DENIED', 'PROCESSING', 'SUCCESS'].map((what) => `paypal/PAYMENT.PAYOUTSBATCH.${what}`),
  ...['BLOCKED', 'CANCELED', 'DENIED', 'FAILED', 'HELD', 'REFUNDED', 'RETURNED', 'SUCCEEDED', 'UNCLAIMED'].map(
    (what) => `paypal/PAYMENT.PAYOUTS-ITEM.${what}`,
  ),
];

const transferNews = z.object({ data: z.object({ object: z.object({ transfer_group: z.string().nullish() }) }) });
const batchNews = z.object({
  resource: z.object({
    sender_batch_id: z.string().nullish(),
    batch_header: z
      .object({ sender_batch_header: z.object({ sender_batch_id: z.string().nullish() }).nullish() })
      .nullish(),
  }),
});

/** The reference that a provider's word is about. */
function referenceIn(payload: unknown): string | undefined {
  const transfer = transferNews.safeParse(payload);
  if (transfer.success) return transfer.data.data.object.transfer_group ?? undefined;
  const batch = batchNews.safeParse(payload);
  if (!batch.success) return undefined;
  const { sender_batch_id: ofItem, batch_header: header } = batch.data.resource;
  return ofItem ?? header?.sender_batch_header?.sender_batch_id ?? undefined;
}

/** What providers tell of payouts. Nothing that is said is taken over: the payout is looked up, so twice and late are the same. */
export function payoutHandlers(services: Services): readonly DeliveryHandler[] {
  return [
    {
      topics: [...STRIPE, ...PAYPAL],
      async handle(tx, _store, deliveries) {
        const outcomes: Outcome[] = [];
        for (const { id, webhookId, payload } of deliveries) {
          const reference = referenceIn(payload);
          const isKnown = await planLookAt(tx, reference, webhookId, services.clock.now());
          outcomes.push({
            id,
            state: 'done',
            ...(isKnown && reference ? { subjectId: reference } : { note: 'no payout of ours' }),
          });
        }
        tx.afterCommit(() => {
          services.jobs.wake('due');
        });
        return outcomes;
      },
    },
  ];
}
