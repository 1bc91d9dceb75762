import { z } from 'zod';
import { AppError, invalidInput } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { issuesOf } from '#app/core/issues.ts';
import { ctxFor } from '#app/main/ctx.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { loadScreen, requirePermission } from '#app/ui/page/load-screen.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useToast } from '#app/ui/page/toast.tsx';
import { useLoaderData, useNavigate, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { useDoorPath } from '#app/ui/shell/shell-context.tsx';
import { getOrder } from '#app/features/orders/detail.service.server.ts';
import { fulfillOrder } from '#app/features/orders/fulfil.service.server.ts';
import { fulfillBodySchema, orderFilterSchema, type OrderDetailWire } from '#app/features/orders/orders.contract.ts';
import { overrideBody } from '#app/features/orders/override.contract.ts';
import { overrideCommission } from '#app/features/orders/override.service.server.ts';
import { carryOrderAddress, readOrderAddress } from '../screens/order-address.ts';
import { OrderScreen } from '../screens/order-screen.tsx';

export const meta = screenMeta((t, loaded) => (loaded as OrderDetailWire | undefined)?.order.name ?? t('orders:title'));

export function loader({ request, params }: LoaderFunctionArgs) {
  return loadScreen(async () => {
    const ctx = await ctxFor(request);
    requirePermission(ctx.viewer, 'read_orders');
    const { searchParams } = new URL(request.url);
    const filter = orderFilterSchema.safeParse(readOrderAddress(searchParams));
    const detail = await getOrder(ctx, readOrderId(params), filter.data ?? orderFilterSchema.parse({}));
    return { ...detail, carried: carryOrderAddress(searchParams) };
  });
}

const intentSchema = z.looseObject({ intent: z.enum(['fulfill', 'override']) });

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await ctxFor(request);
  return answerForm<unknown>(async () => {
    const sent = await readForm(request, intentSchema);
    if (sent.intent === 'fulfill') {
      requirePermission(ctx.viewer, 'write_orders');
      return fulfillOrder(ctx, readOrderId(params), parseSent(fulfillBodySchema, sent));
    }
    requirePermission(ctx.viewer, 'switch_vendor');
    await overrideCommission(ctx, { ...parseSent(overrideBody, sent), orderId: readOrderId(params) });
    return null;
  });
}

function readOrderId(params: { orderId?: string | undefined }): bigint {
  const id = idSchema.safeParse(params.orderId);
  if (!id.success) throw new AppError('not_found');
  return id.data;
}

function parseSent<Schema extends z.ZodType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw invalidInput(issuesOf(parsed.error));
  return parsed.data;
}

export default function OrderRoute() {
  const loaded = useLoaderData<typeof loader>();
  const t = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const path = useDoorPath();
  return (
    // Another order is another page: what was typed for the last one must not stay.
    <OrderScreen
      key={loaded.order.id}
      {...loaded}
      onFulfilled={(next) => {
        if (!next) {
          toast(t('orders:fulfil.allDone'));
          return;
        }
        const onAction = () => {
          navigate(path(`/orders/${next.id}${loaded.carried}`));
        };
        toast(t('orders:fulfil.done'), { action: { label: t('orders:fulfil.next', { name: next.name }), onAction } });
      }}
    />
  );
}
