import { AppError } from '#app/core/errors.ts';
import { idSchema } from '#app/core/ids.ts';
import { ctxWith, loadScreen } from '#app/main/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { removeManualBody } from '../payouts.contract.ts';
import { readPayout, removeManualPayout } from '../payouts.service.server.ts';
import { PayoutScreen } from '../screens/payout-screen.tsx';

export const meta = screenMeta((t) => t('money:payouts.title'));

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadScreen(request, 'read_finance', async (ctx) => {
    const id = idSchema.safeParse(params.payoutId);
    if (!id.success) throw new AppError('not_found');
    return { payout: await readPayout(ctx, id.data) };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith(request, 'switch_vendor');
    const { transactionId } = await readForm(request, removeManualBody);
    return removeManualPayout(ctx, transactionId);
  });
}

export default function PayoutRoute() {
  return <PayoutScreen {...useLoaderData<typeof loader>()} />;
}
