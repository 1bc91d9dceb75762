import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { parseSent } from '#app/features/orders/fulfillment/fulfill-form.service.server.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { adjustBody, undoBody } from '../adjustments.contract.ts';
import { adjustOrder, readAdjustments, undoAdjustment } from '../adjustments.service.server.ts';
import { AdjustmentsScreen } from '../screens/adjustments-screen.tsx';

export const meta = screenMeta((t) => t('adjustments:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readAdjustments(ctx, parsePathId(params.orderId)));
}

const intentSchema = z.looseObject({ intent: z.enum(['adjust', 'undo']) });
const undoSchema = undoBody.extend({ id: idSchema });

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<unknown>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const orderId = parsePathId(params.orderId);
    const sent = await readForm(request, intentSchema);
    if (sent.intent === 'adjust') return adjustOrder(ctx, orderId, parseSent(adjustBody, sent));
    const { id, note } = parseSent(undoSchema, sent);
    return undoAdjustment(ctx, orderId, id, { note });
  });
}

export default function AdjustmentsRoute() {
  const found = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return <AdjustmentsScreen key={found.order.id} found={found} onStale={revalidate} />;
}
