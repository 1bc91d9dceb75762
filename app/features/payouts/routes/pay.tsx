import { ctxWith, loadScreen } from '#app/main/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import {
  useLoaderData,
  useRevalidator,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from '#app/ui/router.ts';
import { pay } from '../pay.service.server.ts';
import { payBody } from '../payouts.contract.ts';
import { readReview } from '../review.service.server.ts';
import { PayScreen } from '../screens/pay-screen.tsx';
import { readSelection, withVendor } from '../selection.ts';

export const meta = screenMeta((t) => t('money:pay.title'));

export async function loader({ request }: LoaderFunctionArgs) {
  const selection = readSelection(new URL(request.url).searchParams);
  return loadScreen(request, 'switch_vendor', (ctx) => readReview(ctx, selection));
}

export async function action({ request }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith(request, 'switch_vendor');
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
      onReload={() => {
        revalidator.revalidate();
      }}
    />
  );
}
