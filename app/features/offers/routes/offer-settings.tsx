import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { changeOfferSettings, readOfferSettings } from '../offer-settings.service.server.ts';
import { offerSettingsDto } from '../offers.contract.ts';
import { OfferSettingsScreen } from '../screens/offer-settings-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.offers.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', readOfferSettings);
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return changeOfferSettings(ctx, await readForm(request, offerSettingsDto));
  });
}

export default function OfferSettingsRoute() {
  const loaded = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return <OfferSettingsScreen key={loaded.version} {...loaded} onGranted={revalidate} />;
}
