import { z } from 'zod';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import {
  useLoaderData,
  useNavigate,
  useRevalidator,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { cancelBodySchema } from '../aftersales.contract.ts';
import { cancelOrder, previewCancel } from '../cancel.service.server.ts';
import { readChangeForm } from '../forms.service.server.ts';
import { CancelScreen } from '../screens/cancel-screen.tsx';

export const meta = screenMeta((t) => t('aftersales:cancel.action'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readChangeForm(ctx, parsePathId(params.orderId)));
}

const intentBody = cancelBodySchema.extend({ intent: z.enum(['preview', 'cancel']) });

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<unknown>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const { intent, ...body } = await readForm(request, intentBody);
    const orderId = parsePathId(params.orderId);
    return intent === 'preview' ? previewCancel(ctx, orderId, body) : cancelOrder(ctx, orderId, body);
  });
}

export default function CancelRoute() {
  const order = useLoaderData<typeof loader>();
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const path = useLayoutPath();
  const { revalidate } = useRevalidator();
  const onDone = (state: 'cancelled' | 'in_work'): void => {
    toast(state === 'cancelled' ? t('aftersales:cancel.done') : t('aftersales:cancel.inWork'));
    navigate(path(`/orders/${order.orderId}`));
  };
  return <CancelScreen order={order} onGranted={revalidate} onDone={onDone} />;
}
