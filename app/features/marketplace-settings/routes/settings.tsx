import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readSettingsPage } from '../settings-page.service.server.ts';
import { SettingsScreen } from '../screens/settings-screen.tsx';

export const meta = screenMeta((t) => t('settings:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_settings', (ctx) => readSettingsPage(ctx));
}

export default function SettingsRoute() {
  return <SettingsScreen {...useLoaderData<typeof loader>()} />;
}
