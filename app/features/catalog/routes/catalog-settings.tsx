import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { isCatalogGranted, readCatalogSettings, saveCatalogSettings } from '../catalog-settings.service.server.ts';
import { catalogSettingsDto } from '../catalog.contract.ts';
import { CatalogSettingsScreen } from '../screens/catalog-settings-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.catalog.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    settings: await readCatalogSettings(ctx),
    granted: await isCatalogGranted(ctx),
  }));
}

/** PUT saves the settings. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveCatalogSettings(ctx, await readForm(request, catalogSettingsDto));
  });
}

export default function CatalogSettingsRoute() {
  const { revalidate } = useRevalidator();
  return <CatalogSettingsScreen {...useLoaderData<typeof loader>()} onGranted={revalidate} />;
}
