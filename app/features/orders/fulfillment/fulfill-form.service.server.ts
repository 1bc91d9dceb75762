import { z } from 'zod';
import { invalidInput } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { issuesOf } from '#app/core/issues.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { fulfillBodySchema, holdBodySchema, releaseBodySchema, trackingBodySchema } from './fulfill.contract.ts';
import { fulfillOrder } from './fulfill.service.server.ts';
import { holdOrder, prepareForPickup, releaseOrder } from './hold.service.server.ts';
import { cancelParcel, changeTracking } from './change-fulfillment.service.server.ts';

/** What the order's page can send about shipping. */
export const FULFIL_INTENTS = ['fulfill', 'tracking', 'cancel_parcel', 'hold', 'release', 'pickup'] as const;
type FulfilIntent = (typeof FULFIL_INTENTS)[number];

const parcelRef = z.object({ parcel: idSchema });

/** Does what a form of the order's page asks about shipping. What cannot be read is invalid_input (422). */
export function answerFulfilForm(ctx: Ctx, orderId: bigint, intent: FulfilIntent, sent: unknown): Promise<unknown> {
  switch (intent) {
    case 'fulfill':
      return fulfillOrder(ctx, orderId, parseSent(fulfillBodySchema, sent));
    case 'tracking': {
      const fulfilmentId = parseSent(parcelRef, sent).parcel;
      return changeTracking(ctx, { orderId, fulfilmentId }, parseSent(trackingBodySchema, sent));
    }
    case 'cancel_parcel':
      return cancelParcel(ctx, { orderId, fulfilmentId: parseSent(parcelRef, sent).parcel });
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
  if (!parsed.success) throw invalidInput(issuesOf(parsed.error));
  return parsed.data;
}
