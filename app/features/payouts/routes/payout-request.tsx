import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { requestForm } from '../approval/approvals.contract.ts';
import { approveRequest, declineRequest, readRequest, withdrawRequest } from '../approval/approvals.service.server.ts';
import { readPayouts } from '../payouts.service.server.ts';
import { RequestScreen } from '../screens/request-screen.tsx';

export const meta = screenMeta((t) => t('money:request.title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const found = await readRequest(ctx, parsePathId(params.requestId));
    const ids = found.outcome?.results.flatMap(({ transactionId }) => transactionId ?? []) ?? [];
    return { request: found, made: await readPayouts(ctx, ids.map(BigInt)) };
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const id = parsePathId(params.requestId);
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
