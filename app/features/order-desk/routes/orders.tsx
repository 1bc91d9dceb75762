import { AppError } from '#app/core/errors.ts';
import { PAGE_ROW_LIMIT, PAGE_SIZE } from '#app/core/paging.ts';
import { can } from '#app/core/viewer.ts';
import { ctxFor } from '#app/main/ctx.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import { namedBatch } from '#app/features/batches/batches.contract.ts';
import { steerPastOrdersBody } from '#app/features/past-orders/past-orders.contract.ts';
import { readOpenPastOrders, steerPastOrders } from '#app/features/past-orders/past-orders.service.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { loadScreen, requirePermission } from '#app/ui/page/load-screen.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { bulkFulfilBody } from '#app/features/orders/bulk-fulfil.contract.ts';
import { bulkFulfils, startBulkFulfil } from '#app/features/orders/bulk-fulfil.service.server.ts';
import { listOrders } from '#app/features/orders/list.service.server.ts';
import { orderFilterSchema, orderListSchema, type OrderListInput } from '#app/features/orders/orders.contract.ts';
import { carryOrderAddress, readOrderAddress } from '../screens/order-address.ts';
import { OrdersScreen } from '../screens/orders-screen.tsx';

export const meta = screenMeta((t) => t('orders:title'));

export function loader({ request }: LoaderFunctionArgs) {
  return loadScreen(async () => {
    const ctx = await ctxFor(request);
    requirePermission(ctx.viewer, 'read_orders');
    const { searchParams } = new URL(request.url);
    const parsed = orderListSchema.safeParse(readOrderAddress(searchParams));
    // An address that somebody made up shows the list as it begins.
    const asked = parsed.success ? parsed.data : orderListSchema.parse({});
    const { list, input } = await listAsked(ctx, asked, request);
    const reachable = Math.min(list.pageCount, PAGE_ROW_LIMIT / PAGE_SIZE);
    // Past the pages the list goes on by cursor, whose place has no number.
    const place = input.cursor === undefined ? { page: input.page, pageCount: reachable } : { page: 2, pageCount: 2 };
    return {
      orders: list.orders,
      counts: list.counts,
      page: {
        ...place,
        count: list.matching,
        atLeast: !list.pageCountIsExact,
        ...(list.cursor ? { cursor: list.cursor } : {}),
      },
      carried: carryOrderAddress(searchParams),
      narrowed: orderFilterSchema.parse(input),
      checkedAt: ctx.clock.now().toISOString(),
      withVendors: ctx.viewer.vendorScope === '*',
      bulks: await bulkFulfils.listShown(ctx),
      mayShip: can(ctx.viewer, 'write_orders'),
      past: await readOpenPastOrders(ctx),
    };
  });
}

/** What was asked for. Where the vendor that an address names is not there, it leads to the same list of all vendors. */
async function listAsked(ctx: Ctx, asked: OrderListInput, request: Request) {
  try {
    return { list: await listOrders(ctx, asked), input: asked };
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    const url = new URL(request.url);
    url.searchParams.delete('seller');
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- The framework takes a thrown Response as the answer.
    throw redirect(`${url.pathname}${url.search}`);
  }
}

export async function action({ request }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxFor(request);
    if (request.method === 'PATCH') {
      requirePermission(ctx.viewer, 'switch_vendor');
      return steerPastOrders(ctx, (await readForm(request, steerPastOrdersBody)).to);
    }
    requirePermission(ctx.viewer, 'write_orders');
    if (request.method === 'POST') return startBulkFulfil(ctx, await readForm(request, bulkFulfilBody));
    const { batchId } = await readForm(request, namedBatch);
    if (request.method === 'PUT') return bulkFulfils.retry(ctx, batchId);
    if (request.method === 'DELETE') return bulkFulfils.putAway(ctx, batchId);
    throw new AppError('method_not_allowed', { method: request.method });
  });
}

export default function OrdersRoute() {
  return <OrdersScreen {...useLoaderData<typeof loader>()} />;
}
