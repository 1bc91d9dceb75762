import { loadScreen } from '#app/main/screen.server.ts';
import { readListState } from '#app/ui/lists/list-url.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readDiscountsScreen } from '../discounts-screen.server.ts';
import { DiscountsScreen } from '../screens/discounts-screen.tsx';

export const meta = screenMeta((t) => t('discounts:title'));

export function loader({ request }: LoaderFunctionArgs) {
  const state = readListState(new URL(request.url).searchParams, []);
  return loadScreen(request, 'read_products', (ctx) => readDiscountsScreen(ctx, state));
}

export default function DiscountsRoute() {
  return <DiscountsScreen {...useLoaderData<typeof loader>()} />;
}
