import { readTrailingId } from '#app/core/text/markup.ts';
import { z } from 'zod';
import { sentIdSchema } from '#app/core/ids.ts';

const fulfillmentSchema = z.object({
  admin_graphql_api_id: z.string().nullish(),
  id: sentIdSchema.nullish(),
  order_id: sentIdSchema.nullish(),
  status: z.string().nullish(),
  created_at: z.string(),
  updated_at: z.string().nullish(),
  tracking_company: z.string().nullish(),
  tracking_number: z.string().nullish(),
  tracking_url: z.string().nullish(),
  line_items: z
    .array(
      z.object({ id: sentIdSchema, quantity: z.number().int().min(0), admin_graphql_api_id: z.string().nullish() }),
    )
    .max(2000)
    .nullish(),
});

/** A fulfillment of an order as the platform states it; it may hold lines of several vendors. */
export type FulfillmentFacts = {
  id: string;
  orderId: string;
  isCancelled: boolean;
  createdAt: Date;
  updatedAt: Date;
  carrier: string | null;
  tracking: string | null;
  url: string | null;
  lines: { lineId: string; quantity: number }[];
};

const digits = (gid: string | null | undefined, id: number | string | null | undefined): string | undefined =>
  (gid ? readTrailingId(gid) : undefined) ?? (id === null || id === undefined ? undefined : String(id));

/** Whether a fulfillment of this status holds nothing any more. */
export const isCancelledStatus = (status: string | null | undefined): boolean =>
  status === 'cancelled' || status === 'error' || status === 'failure';

/** Reads the body of a `fulfillments/*` webhook, or one fulfillment inside an order. Undefined where it is not one. */
export function parseFulfillment(payload: unknown): FulfillmentFacts | undefined {
  const parsed = fulfillmentSchema.safeParse(payload);
  if (!parsed.success) return undefined;
  const given = parsed.data;
  const id = digits(given.admin_graphql_api_id, given.id);
  if (id === undefined || given.order_id === null || given.order_id === undefined) return undefined;
  return {
    id,
    orderId: String(given.order_id),
    isCancelled: isCancelledStatus(given.status),
    createdAt: new Date(given.created_at),
    updatedAt: new Date(given.updated_at ?? given.created_at),
    carrier: given.tracking_company?.slice(0, 100) ?? null,
    tracking: given.tracking_number?.slice(0, 200) ?? null,
    url: given.tracking_url?.slice(0, 2000) ?? null,
    lines: (given.line_items ?? []).flatMap((line) =>
      line.quantity > 0 ? [{ lineId: String(line.id), quantity: line.quantity }] : [],
    ),
  };
}

const ordersFulfillments = z.object({ fulfillments: z.array(z.unknown()).max(2000).nullish() });

/** The fulfillments that stand inside an order's own payload. */
export function parseFulfillmentsOfOrder(payload: unknown): FulfillmentFacts[] {
  const parsed = ordersFulfillments.safeParse(payload);
  return parsed.success ? (parsed.data.fulfillments ?? []).flatMap((one) => parseFulfillment(one) ?? []) : [];
}
