import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { orderSettingsBody } from '#app/features/orders/order-settings.ts';
import { readOrderSettingsForm, saveOrderSettingsForm } from '#app/features/orders/order-settings.service.server.ts';
import { OrderRulesScreen } from '../screens/order-rules-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.orderRules.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readOrderSettingsForm(ctx));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
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
