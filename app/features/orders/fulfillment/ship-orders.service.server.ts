import { z } from 'zod';
import { AppError, stateRefuses } from '#app/core/errors.ts';
import { marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import type { BatchKind, ItemAbout } from '#app/features/batches/kind.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { listHolds } from './hold.repo.server.ts';
import * as orders from '../orders.repo.server.ts';
import { sendFulfillments } from './send-fulfillments.service.server.ts';

const shippingSchema = z.object({ notify: z.boolean(), unpaid: z.boolean() });
export type Shipping = z.output<typeof shippingSchema>;
const text = z.string().nullable().default(null);
// A redaction of the buyer takes these away.
const fulfillmentSchema = z.object({ carrier: text, tracking: text, url: text });
export type Fulfillment = z.output<typeof fulfillmentSchema>;

/** The shipping of many orders, each vendor's part by itself: everything that is left of it. */
export const shipOrders: BatchKind<Shipping, Fulfillment> = {
  name: 'orders.ship',
  input: shippingSchema,
  item: fulfillmentSchema,
  whileRunning: 'orders_shipping',
  permissions: () => ['write_orders'],
  run: shipVendorOrder,
  waitsForTurn: (error) => error.reason === 'fulfillment_in_progress',
};

/** Ships everything that is left of a part in one fulfillment for each location. A part that was begun may be shipped already. */
async function shipVendorOrder(
  ctx: Ctx,
  shipping: Shipping,
  { subjectId: orderId, partId: vendorId, input, wasStarted }: ItemAbout<Fulfillment> & { wasStarted: boolean },
): Promise<void> {
  const { store, actor } = ctx.viewer;
  const lines = await findLeft(ctx, { orderId, vendorId, unpaid: shipping.unpaid });
  if (lines.length === 0 && !wasStarted) throw stateRefuses('part_shipped');
  // With nothing left, what a request that was cut off has made is still looked for, so that it counts as this vendor's.
  const fulfillments = lines.length === 0 ? [] : [{ ...input, location: null, lines }];
  const sent = await sendFulfillments(
    ctx,
    {
      domain: store.domain,
      part: { storeId: store.id, orderId, vendorId, actor },
      // The quantities were read a moment ago; the store has the last word on them.
      checkLeft: () => Promise.resolve(),
    },
    { fulfillments, notify: shipping.notify },
  );
  const [failed] = sent.failed;
  if (failed) throw failed.error;
}

/** What can be shipped of a part. What must not be shipped now is invalid_state (409), and nothing of it is. */
async function findLeft(
  ctx: Ctx,
  { orderId, vendorId, unpaid }: { orderId: bigint; vendorId: bigint; unpaid: boolean },
): Promise<{ lineId: string; quantity: number }[]> {
  const { lines, isHeld: isOnHold } = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const vendorOrder = (await orders.findVendorOrders(tx, orderId)).find((one) => one.vendorId === vendorId);
    if (!vendorOrder) throw new AppError('not_found');
    if (vendorOrder.fulfillment === 'cancelled') throw stateRefuses('part_cancelled');
    const holds = await listHolds(tx, orderId);
    return {
      lines: await orders.listLines(tx, orderId),
      isHeld: holds.some((one) => one.vendorId === vendorId),
    };
  });
  const left = lines.flatMap(({ id, vendorId: of, left: quantity }) =>
    of === vendorId && quantity > 0 ? [{ lineId: String(id), quantity }] : [],
  );
  if (left.length === 0) return left;
  if (isOnHold) throw stateRefuses('on_hold');
  const paid = unpaid || (await isPaid(ctx, orderId));
  if (!paid) throw stateRefuses('part_unpaid');
  return left;
}

async function isPaid(ctx: Ctx, orderId: bigint): Promise<boolean> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  return (await ctx.db.fast(scope, (tx) => orders.findPaidTimes(tx, [orderId]))).has(orderId);
}
