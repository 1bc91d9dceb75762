import { loadScreen } from '#app/server/screen.server.ts';
import { readListState } from '#app/ui/lists/list-url.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readOffersScreen } from '../offers-screen.server.ts';
import { OffersScreen } from '../screens/offers-screen.tsx';

export const meta = screenMeta((t) => t('offers:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const state = readListState(new URL(request.url).searchParams, []);
  return loadScreen({ request, context }, 'read_orders', (ctx) => readOffersScreen(ctx, state));
}

export default function OffersRoute() {
  return <OffersScreen {...useLoaderData<typeof loader>()} />;
}
