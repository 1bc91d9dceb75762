import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { requestForm } from '../approval/approvals.contract.ts';
import { approveRequest, declineRequest, readRequest, withdrawRequest } from '../approval/approvals.service.server.ts';
import { readPayouts } from '../payouts.service.server.ts';
import { RequestScreen } from '../screens/request-screen.tsx';

export const meta = screenMeta((t) => t('money:request.title'));

const parseId = (text: string | undefined): bigint => {
  const id = idSchema.safeParse(text);
  if (!id.success) throw new AppError('not_found');
  return id.data;
};

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const found = await readRequest(ctx, parseId(params.requestId));
    const ids = found.outcome?.results.flatMap(({ transactionId }) => transactionId ?? []) ?? [];
    return { request: found, made: await readPayouts(ctx, ids.map(BigInt)) };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const id = parseId(params.requestId);
    const input = await readForm(request, requestForm);
    if (input.act === 'approve') await approveRequest(ctx, id);
    if (input.act === 'decline') await declineRequest(ctx, id, input.note);
    if (input.act === 'withdraw') await withdrawRequest(ctx, id);
    return { act: input.act };
  });
}

export default function PayoutRequestRoute() {
  return <RequestScreen {...useLoaderData<typeof loader>()} />;
}
