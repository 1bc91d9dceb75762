import { z } from 'zod';
import type { Services } from '#app/server/context.server.ts';
import type { DeliveryHandler, Outcome } from '#app/server/webhook-queue.server.ts';
import { scheduleRefresh } from './execute/provider-events.service.server.ts';

const STRIPE = ['created', 'updated', 'reversed'].map((what) => `stripe/transfer.${what}`);
const PAYPAL = [
  ...['DENIED', 'PROCESSING', 'SUCCESS'].map((what) => `paypal/PAYMENT.PAYOUTSBATCH.${what}`),
  ...['BLOCKED', 'CANCELED', 'DENIED', 'FAILED', 'HELD', 'REFUNDED', 'RETURNED', 'SUCCEEDED', 'UNCLAIMED'].map(
    (what) => `paypal/PAYMENT.PAYOUTS-ITEM.${what}`,
  ),
];

const MAX_NAME = 100;

const transferEvent = z.object({ data: z.object({ object: z.object({ transfer_group: z.string().nullish() }) }) });
const batchEvent = z.object({
  resource: z.object({
    sender_batch_id: z.string().nullish(),
    payout_batch_id: z.string().max(MAX_NAME).nullish(),
    batch_header: z
      .object({
        payout_batch_id: z.string().max(MAX_NAME).nullish(),
        sender_batch_header: z.object({ sender_batch_id: z.string().nullish() }).nullish(),
      })
      .nullish(),
  }),
});

/** What a provider's word is about: the reference, and what PayPal calls the batch. */
function subjectIn(payload: unknown): { reference?: string | undefined; batchRef?: string | undefined } {
  const transfer = transferEvent.safeParse(payload);
  if (transfer.success) return { reference: transfer.data.data.object.transfer_group ?? undefined };
  const batch = batchEvent.safeParse(payload);
  if (!batch.success) return {};
  const { sender_batch_id: ofItem, payout_batch_id: own, batch_header: header } = batch.data.resource;
  return {
    reference: ofItem ?? header?.sender_batch_header?.sender_batch_id ?? undefined,
    batchRef: own ?? header?.payout_batch_id ?? undefined,
  };
}

/** What providers tell of payouts. Nothing that is said is taken over: the payout is looked up, so twice and late are the same. */
export function payoutHandlers(services: Services): readonly DeliveryHandler[] {
  return [
    {
      topics: [...STRIPE, ...PAYPAL],
      async handle(tx, _store, deliveries) {
        const outcomes: Outcome[] = [];
        for (const { id, webhookId, payload } of deliveries) {
          const { reference, batchRef } = subjectIn(payload);
          const isKnown = await scheduleRefresh(tx, reference, { word: webhookId, at: services.clock.now(), batchRef });
          outcomes.push({
            id,
            state: 'done',
            ...(isKnown && reference ? { subjectId: reference } : { note: 'no payout of ours' }),
          });
        }
        services.jobs.wakeAfterCommit(tx, 'due');
        return outcomes;
      },
    },
  ];
}
