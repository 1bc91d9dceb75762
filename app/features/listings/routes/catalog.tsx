import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readCatalogScreen } from '../catalog-screen.server.ts';
import { CatalogScreen } from '../screens/catalog-screen.tsx';

export const meta = screenMeta((t) => t('catalog:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const state = readListAddress(request, {});
  return loadScreen({ request, context }, 'read_products', (ctx) => readCatalogScreen(ctx, state));
}

export default function CatalogRoute() {
  return <CatalogScreen {...useLoaderData<typeof loader>()} />;
}
