import { z } from 'zod';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { refundBodySchema } from '../aftersales.contract.ts';
import { readChangeForm } from '../forms.service.server.ts';
import { previewRefund, refundOrder } from '../refund.service.server.ts';
import { RefundScreen } from '../screens/refund-screen.tsx';

export const meta = screenMeta((t) => t('aftersales:refund.action'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readChangeForm(ctx, parsePathId(params.orderId)));
}

const intent = z.object({ intent: z.enum(['preview', 'refund']) });

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<unknown>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const { intent: what, ...body } = await readForm(request, z.intersection(intent, refundBodySchema));
    return what === 'preview'
      ? previewRefund(ctx, parsePathId(params.orderId), body)
      : refundOrder(ctx, parsePathId(params.orderId), body);
  });
}

export default function RefundRoute() {
  const order = useLoaderData<typeof loader>();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const { revalidate } = useRevalidator();
  return (
    <RefundScreen
      order={order}
      onGranted={revalidate}
      onDone={() => {
        navigate(path(`/orders/${order.orderId}`));
      }}
    />
  );
}
