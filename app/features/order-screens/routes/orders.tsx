import { AppError } from '#app/core/errors.ts';
import { namedBatch } from '#app/features/batches/batches.contract.ts';
import { controlPastOrdersBody } from '#app/features/orders/past-orders/past-orders.contract.ts';
import { controlPastOrders } from '#app/features/orders/past-orders/past-orders.service.server.ts';
import { ctxWith, loadScreen, requirePermission } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { bulkFulfillBody } from '#app/features/orders/fulfillment/bulk-fulfill.contract.ts';
import { bulkFulfills, startBulkFulfill } from '#app/features/orders/fulfillment/bulk-fulfill.service.server.ts';
import { orderListSchema } from '#app/features/orders/orders.contract.ts';
import { readOrdersPage } from '../orders-page.service.server.ts';
import { ORDER_SORTS } from '#app/features/orders/order-view.ts';
import { keepOrderAddress, ORDER_QUEUES, readOrderAddress } from '../screens/list/order-list-address.ts';
import { OrdersScreen } from '../screens/list/orders-screen.tsx';

export const meta = screenMeta((t) => t('orders:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_orders', async (ctx) => {
    const url = new URL(request.url);
    const { shape } = orderListSchema;
    readListAddress(request, {
      views: ['all', ...ORDER_QUEUES],
      sorts: ORDER_SORTS,
      filters: {
        fulfillment: shape.fulfillment,
        payment: shape.payment,
        period: shape.period,
        from: shape.from,
        to: shape.to,
        seller: shape.vendor,
      },
    });
    const parsed = orderListSchema.safeParse(readOrderAddress(url.searchParams));
    // An address that somebody made up shows the list as it begins.
    const requested = parsed.success ? parsed.data : orderListSchema.parse({});
    try {
      return { ...(await readOrdersPage(ctx, requested)), carried: keepOrderAddress(url.searchParams) };
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'not_found')) throw error;
      // Where the vendor that the address names is not there, it leads to the same list of all vendors.
      url.searchParams.delete('seller');
      // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
      throw redirect(`${url.pathname}${url.search}`);
    }
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'signed_in');
    if (request.method === 'PATCH') {
      requirePermission(ctx, 'switch_vendor');
      return controlPastOrders(ctx, (await readForm(request, controlPastOrdersBody)).to);
    }
    requirePermission(ctx, 'write_orders');
    if (request.method === 'POST') return startBulkFulfill(ctx, await readForm(request, bulkFulfillBody));
    const { batchId } = await readForm(request, namedBatch);
    if (request.method === 'PUT') return bulkFulfills.retry(ctx, batchId);
    if (request.method === 'DELETE') return bulkFulfills.dismiss(ctx, batchId);
    throw new AppError('method_not_allowed', { method: request.method });
  });
}

export default function OrdersRoute() {
  return <OrdersScreen {...useLoaderData<typeof loader>()} />;
}
