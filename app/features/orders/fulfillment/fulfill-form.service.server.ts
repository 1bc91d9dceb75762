import { z } from 'zod';
import { invalidInput } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { toIssues } from '#app/core/issues.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { fulfillBodySchema, holdBodySchema, releaseBodySchema, trackingBodySchema } from './fulfill.contract.ts';
import { fulfillOrder } from './fulfill.service.server.ts';
import { holdOrder, prepareForPickup, releaseOrder } from './hold.service.server.ts';
import { cancelFulfillment, changeTracking } from './change-fulfillment.service.server.ts';

/** What the order's page can send about shipping. */
export const FULFILL_INTENTS = ['fulfill', 'tracking', 'cancel_fulfillment', 'hold', 'release', 'pickup'] as const;
type FulfillIntent = (typeof FULFILL_INTENTS)[number];

const fulfillmentRef = z.object({ fulfillment: idSchema });

/** Does what a form of the order's page asks about shipping. What cannot be read is invalid_input (422). */
export function answerFulfillForm(ctx: Ctx, orderId: bigint, intent: FulfillIntent, sent: unknown): Promise<unknown> {
  switch (intent) {
    case 'fulfill':
      return fulfillOrder(ctx, orderId, parseSent(fulfillBodySchema, sent));
    case 'tracking': {
      const fulfillmentId = parseSent(fulfillmentRef, sent).fulfillment;
      return changeTracking(ctx, { orderId, fulfillmentId }, parseSent(trackingBodySchema, sent));
    }
    case 'cancel_fulfillment':
      return cancelFulfillment(ctx, { orderId, fulfillmentId: parseSent(fulfillmentRef, sent).fulfillment });
    case 'hold':
      return holdOrder(ctx, orderId, parseSent(holdBodySchema, sent));
    case 'release':
      return releaseOrder(ctx, orderId, parseSent(releaseBodySchema, sent).vendor);
    case 'pickup':
      return prepareForPickup(ctx, orderId, parseSent(releaseBodySchema, sent).vendor);
  }
}

/** Reads a part of what a form sent. */
export function parseSent<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw invalidInput(toIssues(parsed.error));
  return parsed.data;
}
