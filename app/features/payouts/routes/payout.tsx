import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { endPayout } from '../resolve/manual-resolution.service.server.ts';
import { queryNow, remindOfClaim } from '../resolve/payout-issues.service.server.ts';
import { payoutForm } from '../payouts.contract.ts';
import { readPayout, removeManualPayout } from '../payouts.service.server.ts';
import { PayoutScreen } from '../screens/payout-screen.tsx';

export const meta = screenMeta((t) => t('money:payouts.title'));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_finance', async (ctx) => ({
    payout: await readPayout(ctx, parsePathId(params.payoutId)),
  }));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const input = await readForm(request, payoutForm);
    if ('transactionId' in input) return removeManualPayout(ctx, input.transactionId);
    if (input.act === 'end') return endPayout(ctx, parsePathId(params.payoutId), input);
    const run = input.act === 'look' ? queryNow : remindOfClaim;
    return run(ctx, parsePathId(params.payoutId));
  });
}

export default function PayoutRoute() {
  return <PayoutScreen {...useLoaderData<typeof loader>()} />;
}
