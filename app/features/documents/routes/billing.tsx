import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { mayWriteBilling, readBillingForm, saveBillingForm } from '../billing.service.server.ts';
import { billingBody } from '../documents.contract.ts';
import { BillingScreen } from '../screens/billing-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.billing.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', async (ctx) => ({
    ...(await readBillingForm(ctx)),
    mayWrite: mayWriteBilling(ctx),
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'read_settings');
    return saveBillingForm(ctx, await readForm(request, billingBody));
  });
}

export default function BillingRoute() {
  const loaded = useLoaderData<typeof loader>();
  // After a save the form begins anew over the version that was saved.
  return <BillingScreen key={loaded.version} {...loaded} />;
}
