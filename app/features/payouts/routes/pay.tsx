import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  useLoaderData,
  useRevalidator,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { listBankAccounts } from '#app/features/payouts/methods/bank-account/bank-account.service.server.ts';
import { pay } from '../prepare/pay.service.server.ts';
import { payBody } from '../payouts.contract.ts';
import { readPayouts } from '../payouts.service.server.ts';
import { readNothing, readReview } from '../prepare/review.service.server.ts';
import { PayScreen } from '../screens/pay-screen.tsx';
import { readSelection, withMade, withShipped, withVendor } from '../prepare/selection.ts';

export const meta = screenMeta((t) => t('money:pay.title'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const selection = readSelection(new URL(request.url).searchParams);
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    if (selection.made !== null)
      return { ...(await readNothing(ctx)), made: await readPayouts(ctx, selection.made), bankAccounts: {} };
    const review = await readReview(ctx, selection);
    const vendorIds = review.allocations.map(({ vendorId }) => vendorId);
    return { ...review, made: [], bankAccounts: await listBankAccounts(ctx, vendorIds) };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return pay(ctx, await readForm(request, payBody));
  });
}

export default function PayRoute() {
  const review = useLoaderData<typeof loader>();
  const [, setParams] = useSearchParams();
  const revalidator = useRevalidator();
  return (
    <PayScreen
      {...review}
      onInclude={(vendorId, included) => {
        setParams((before) => withVendor(before, vendorId, included), { replace: true, preventScrollReset: true });
      }}
      onShipped={(onlyShipped) => {
        setParams((before) => withShipped(before, onlyShipped), { replace: true, preventScrollReset: true });
      }}
      onMade={(ids) => {
        if (ids.length > 0) setParams((before) => withMade(before, ids), { replace: true, preventScrollReset: true });
      }}
      onReload={() => {
        revalidator.revalidate();
      }}
    />
  );
}
