import { z } from 'zod';
import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { rule } from '#app/core/rules.ts';
import { orderFilterSchema, orderListSchema } from '#app/features/orders/orders.contract.ts';
import { listOrders } from '#app/features/orders/read-models/list-orders.service.server.ts';
import { getOrder } from '#app/features/orders/read-models/order-detail.service.server.ts';
import { computeShipBy } from '#app/features/orders/ship-by.ts';
import type { Ctx } from '#app/server/context.server.ts';

const MAX_NUMBER = 100;

export const orderInput = z
  .string(rule('required_field'))
  .trim()
  .min(1, rule('required_field'))
  .max(MAX_NUMBER, rule('max_characters', { maximum: MAX_NUMBER }))
  .meta({ description: 'The number of the order as people say it, such as #1042, or its id' });

const withoutSign = (name: string): string => name.replace(/^#/, '').toLowerCase();

/** The id of an order of the scope by its number, else by its id. One that is not there is not_found (404). */
export async function findOrderId(ctx: Ctx, order: string): Promise<bigint> {
  const { orders } = await listOrders(ctx, orderListSchema.parse({ q: order }));
  const named = orders.find(({ name }) => withoutSign(name) === withoutSign(order));
  if (named) return BigInt(named.id);
  const id = idSchema.safeParse(order);
  if (!id.success) throw new AppError('not_found');
  return id.data;
}

/** An order of the scope as the API answers it. Throws not_found (404). */
export const readOrder = async (ctx: Ctx, order: string) =>
  (await getOrder(ctx, await findOrderId(ctx, order), orderFilterSchema.parse({}))).order;

type Shippable = { orderedAt: string; fulfillment: string; payout: string | null };

/** Until when an order is to leave, and whether it is late: paid, not wholly shipped, and past that moment, as Home says it. */
export function describeShipping({ orderedAt, fulfillment, payout }: Shippable, now: Date) {
  const until = computeShipBy(new Date(orderedAt));
  const isOpen = fulfillment === 'unfulfilled' || fulfillment === 'partially_fulfilled';
  return { shipBy: until.toISOString(), isLate: isOpen && payout !== 'unpaid' && until.getTime() < now.getTime() };
}
