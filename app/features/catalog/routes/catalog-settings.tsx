import { ctxWith, loadScreen } from '#app/main/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { isCatalogGranted, readCatalogSettings, saveCatalogSettings } from '../catalog-settings.service.server.ts';
import { catalogSettingsDto } from '../catalog.contract.ts';
import { CatalogSettingsScreen } from '../screens/catalog-settings-screen.tsx';

export const meta = screenMeta((t) => t('catalog:settings.title'));

export function loader({ request }: LoaderFunctionArgs) {
  return loadScreen(request, 'switch_vendor', async (ctx) => ({
    settings: await readCatalogSettings(ctx),
    granted: await isCatalogGranted(ctx),
  }));
}

/** PUT saves the settings. */
export async function action({ request }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith(request, 'switch_vendor');
    return saveCatalogSettings(ctx, await readForm(request, catalogSettingsDto));
  });
}

export default function CatalogSettingsRoute() {
  const { revalidate } = useRevalidator();
  return <CatalogSettingsScreen {...useLoaderData<typeof loader>()} onGranted={revalidate} />;
}
