import { nextId } from '../../../core/kernel.ts';
import { answerErrors } from '../context.ts';
import type { Context, View } from '../context.ts';
import { fulfillmentEventView } from '../views/views-fulfillment-event.ts';
import { requireFulfillment } from './mutations-order.ts';

type EventArgs = { fulfillmentEvent: { fulfillmentId: string; status: string; happenedAt?: string | null } };

/** What apps say of where a fulfillment is. The same word again is one more event, as at the platform. */
export function fulfillmentEventMutations(context: Context): View {
  return {
    fulfillmentEventCreate: ({ fulfillmentEvent: sent }: EventArgs) =>
      answerErrors(() => {
        const { fulfillment } = requireFulfillment(context, sent.fulfillmentId, 'fulfillmentId');
        const at = context.sandbox.clock.iso();
        const event = {
          id: nextId(context.sandbox),
          status: sent.status,
          happenedAt: sent.happenedAt ?? at,
          createdAt: at,
        };
        (fulfillment.events ??= []).push(event);
        return { fulfillmentEvent: fulfillmentEventView(event) };
      }, 'UserError'),
  };
}
