import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import type { BuyerAddress } from '../buyer.ts';
import { readHiddenFields } from '../order-settings.service.server.ts';
import { listBuyersOf } from './export-orders.repo.server.ts';
import * as repo from './sold-lines.repo.server.ts';

export type { SoldLine } from './sold-lines.repo.server.ts';
export type ShippedTo = { address: BuyerAddress | null; phone: string; note: string };

/** The newest lines of orders of the viewer since a moment, the oldest first. */
export const listSoldLines = (ctx: Ctx, o: { since: Date; limit: number }): Promise<repo.SoldLine[]> =>
  ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listLinesSince(tx, o.since, o.limit));

/** Lines of the viewer's orders by the orders' names, as somebody types them: in small letters and without the sign. */
export const findSoldLines = (ctx: Ctx, orderNames: readonly string[]): Promise<repo.SoldLine[]> =>
  ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.listLinesOfNames(tx, orderNames));

/** How many units of each vendor's line of orders are still ordered, within the transaction's scope. */
export const listOwnUnits = (tx: SqlTx, orderIds: readonly bigint[]): ReturnType<typeof repo.listUnits> =>
  repo.listUnits(tx, orderIds);

/** Where orders of the viewer go, by order, with what the marketplace shows to vendors. */
export function listShippedTo(ctx: Ctx, orderIds: readonly bigint[]): Promise<Map<bigint, ShippedTo>> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const hidden = await readHiddenFields(tx);
    const buyers = await listBuyersOf(tx, orderIds);
    return new Map(
      buyers.map(({ orderId, shippingAddress, phone, note }) => [
        orderId,
        {
          address: shippingAddress,
          phone: hidden.includes('customer.phone') ? '' : (phone ?? shippingAddress?.phone ?? ''),
          note: note ?? '',
        },
      ]),
    );
  });
}
