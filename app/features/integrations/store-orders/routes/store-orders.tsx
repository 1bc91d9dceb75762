import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { StoreOrdersScreen } from '../screens/store-orders-screen.tsx';
import { retryForm } from '../store-orders.contract.ts';
import { listStoreOrders, retryStoreOrder } from '../store-orders.service.server.ts';

export const meta = screenMeta((t) => t('integrations:orders.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_orders', async (ctx) => ({
    orders: await listStoreOrders(ctx),
    isWhole: ctx.viewer.vendorScope === '*',
  }));
}

/** POST has an order seen to once more. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_orders');
    return retryStoreOrder(ctx, (await readForm(request, retryForm)).orderId);
  });
}

export default function StoreOrdersRoute() {
  return <StoreOrdersScreen {...useLoaderData<typeof loader>()} />;
}
