import { mayPayOut } from '#app/platform/payout-rights/payout-rights.service.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { discountSettingsDto } from '../discount-settings.contract.ts';
import { changeDiscountSettings, readDiscountSettings } from '../discount-settings.service.server.ts';
import { DiscountSettingsScreen } from '../screens/discount-settings-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.discounts.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    ...(await readDiscountSettings(ctx)),
    mayPayOut: await mayPayOut(ctx),
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return changeDiscountSettings(ctx, await readForm(request, discountSettingsDto));
  });
}

export default function DiscountSettingsRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <DiscountSettingsScreen key={loaded.version} {...loaded} />;
}
