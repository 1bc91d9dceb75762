import { z } from 'zod';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen, requirePermission } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { findOfferOfOrder } from '#app/features/offers/offers.service.server.ts';
import { getOrder } from '#app/features/orders/read-models/order-detail.service.server.ts';
import {
  answerFulfillForm,
  FULFILL_INTENTS,
  parseSent,
} from '#app/features/orders/fulfillment/fulfill-form.service.server.ts';
import { orderFilterSchema, type ShownOrderDetailDto } from '#app/features/orders/orders.contract.ts';
import { overrideBody } from '#app/features/orders/money/override.contract.ts';
import { overrideCommission } from '#app/features/orders/money/override.service.server.ts';
import { releaseBodySchema } from '#app/features/orders/fulfillment/fulfill.contract.ts';
import { remindVendor } from '#app/features/orders/reminders/remind-now.service.server.ts';
import { keepOrderAddress, readOrderAddress } from '../screens/list/order-list-address.ts';
import { OrderScreen } from '../screens/order/order-screen.tsx';
import { useOrderStack } from '../screens/order/use-next-order.ts';

export const meta = screenMeta(
  (t, loaded) => (loaded as ShownOrderDetailDto | undefined)?.order.name ?? t('orders:title'),
);

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_orders', async (ctx) => {
    const { searchParams } = new URL(request.url);
    const filter = orderFilterSchema.safeParse(readOrderAddress(searchParams));
    const detail = await getOrder(ctx, parsePathId(params.orderId), filter.data ?? orderFilterSchema.parse({}));
    const offerId = await findOfferOfOrder(ctx, parsePathId(params.orderId));
    return { ...detail, offerId, carried: keepOrderAddress(searchParams) };
  });
}

const intentSchema = z.looseObject({ intent: z.enum([...FULFILL_INTENTS, 'override', 'remind']) });

export async function action({ request, context, params }: ActionFunctionArgs) {
  const ctx = await ctxWith({ request, context }, 'signed_in');
  return answerForm<unknown>(async () => {
    const sent = await readForm(request, intentSchema);
    const orderId = parsePathId(params.orderId);
    if (sent.intent !== 'override' && sent.intent !== 'remind') {
      requirePermission(ctx, 'write_orders');
      return answerFulfillForm(ctx, orderId, sent.intent, sent);
    }
    requirePermission(ctx, 'switch_vendor');
    if (sent.intent === 'remind') {
      await remindVendor(ctx, orderId, parseSent(releaseBodySchema, sent).vendor);
      return null;
    }
    await overrideCommission(ctx, { ...parseSent(overrideBody, sent), orderId });
    return null;
  });
}

export default function OrderRoute() {
  const loaded = useLoaderData<typeof loader>();
  // Another order is another page: what was typed for the last one must not stay.
  return <OrderPage key={loaded.order.id} loaded={loaded} />;
}

function OrderPage({ loaded }: { loaded: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const work = useOrderStack(loaded.carried);
  return <OrderScreen {...loaded} {...work} />;
}
