import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { StorefrontScreen } from '../screens/storefront-screen.tsx';
import { listThemeBlocks } from '../theme-pages.service.server.ts';

export const meta = screenMeta((t) => t('settings:row.storefront.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => Promise.resolve({ blocks: listThemeBlocks(ctx) }));
}

export default function StorefrontSettingsRoute() {
  return <StorefrontScreen {...useLoaderData<typeof loader>()} />;
}
