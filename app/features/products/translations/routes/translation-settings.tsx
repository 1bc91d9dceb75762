import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { SettingsScreen } from '../screens/settings-screen.tsx';
import { readTranslationSettingsScreen, saveTranslationSettings } from '../translation-settings.service.server.ts';
import { saveSettingsSchema } from '../translations.contract.ts';

export const meta = screenMeta((t) => t('settings:row.translations.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', readTranslationSettingsScreen);
}

/** PUT saves switch, languages and dictionary. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveTranslationSettings(ctx, await readForm(request, saveSettingsSchema));
  });
}

export default function TranslationSettingsRoute() {
  const { revalidate } = useRevalidator();
  return <SettingsScreen {...useLoaderData<typeof loader>()} onGranted={revalidate} />;
}
