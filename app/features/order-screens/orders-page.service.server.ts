import { PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import { can } from '#app/core/viewer.ts';
import { bulkFulfills } from '#app/features/orders/fulfillment/bulk-fulfill.service.server.ts';
import { readStoreOrders } from '#app/features/orders/read-models/order-counts.service.server.ts';
import { listOrders } from '#app/features/orders/read-models/list-orders.service.server.ts';
import { orderFilterSchema, type OrderListInput } from '#app/features/orders/orders.contract.ts';
import { readLabelBatches } from '#app/features/labels/batch/label-batches.service.server.ts';
import { readOpenPastOrders } from '#app/features/orders/past-orders/past-orders.service.server.ts';
import { readListChoices } from '#app/platform/saved-views/saved-views.service.server.ts';
import { readVendorChoices } from '#app/platform/vendors/vendors.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';

/** Whether nothing narrows the list: then its vendor orders are those of all orders. */
const isWholeList = ({ q, period, payment, vendor, from, to }: OrderListInput): boolean =>
  q === '' && period === 'all' && payment === 'all' && vendor === undefined && from === undefined && to === undefined;

/** What the list's screen shows. Throws not_found (404) for a vendor that the scope does not have. */
export async function readOrdersPage(ctx: Ctx, requested: OrderListInput) {
  const withVendors = ctx.viewer.vendorScope === '*';
  const list = await listOrders(ctx, requested, { isWhole: withVendors });
  const reachable = Math.min(list.pageCount, PAGE_ROW_LIMIT / PAGE_SIZE);
  // Past the pages the list goes on by cursor, whose place has no number.
  const place =
    requested.cursor === undefined ? { page: requested.page, pageCount: reachable } : { page: 2, pageCount: 2 };
  return {
    orders: list.orders,
    counts: list.counts,
    totals: list.totals,
    page: {
      ...place,
      count: list.matching,
      atLeast: !list.pageCountIsExact,
      ...(list.cursor ? { cursor: list.cursor } : {}),
    },
    narrowed: orderFilterSchema.parse(requested),
    checkedAt: ctx.clock.now().toISOString(),
    withVendors,
    vendorNames: await readVendorChoices(ctx),
    storeOrders: withVendors && isWholeList(requested) ? await readStoreOrders(ctx) : null,
    bulks: await bulkFulfills.listShown(ctx),
    labels: await readLabelBatches(ctx),
    mayShip: can(ctx.viewer, 'write_orders'),
    past: await readOpenPastOrders(ctx),
    choices: await readListChoices(ctx, 'orders'),
  };
}
