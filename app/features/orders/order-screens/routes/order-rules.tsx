import { ctxWith, loadScreen } from '#app/main/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { orderSettingsBody } from '#app/features/orders/order-settings.ts';
import { readOrderSettingsForm, saveOrderSettingsForm } from '#app/features/orders/order-settings.service.server.ts';
import { OrderRulesScreen } from '../screens/order-rules-screen.tsx';

export const meta = screenMeta((t) => t('orders:rules.title'));

export function loader({ request }: LoaderFunctionArgs) {
  return loadScreen(request, 'switch_vendor', (ctx) => readOrderSettingsForm(ctx));
}

export async function action({ request }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith(request, 'switch_vendor');
    return saveOrderSettingsForm(ctx, await readForm(request, orderSettingsBody));
  });
}

export default function OrderRulesRoute() {
  const loaded = useLoaderData<typeof loader>();
  // After a save, here or elsewhere, the form begins anew over what was saved.
  return (
    <OrderRulesScreen
      key={`${loaded.version}/${String(loaded.autoFulfillDigital)}/${String(loaded.useFinanceV2)}`}
      {...loaded}
    />
  );
}
