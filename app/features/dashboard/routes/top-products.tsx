import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readTopProducts } from '../dashboard.service.server.ts';
import { TopProductsScreen } from '../screens/top-products-screen.tsx';

export const meta = screenMeta((t) => t('dashboard:products.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_finance', async (ctx) => {
    const { range, topProducts } = await readTopProducts(ctx, new URL(request.url).searchParams);
    return { range, products: topProducts };
  });
}

export default function TopProductsRoute() {
  return <TopProductsScreen {...useLoaderData<typeof loader>()} />;
}
