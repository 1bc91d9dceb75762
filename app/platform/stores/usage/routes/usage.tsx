import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { UsageScreen } from '../screens/usage-screen.tsx';
import { readUsageScreen } from '../usage-screen.server.ts';

export const meta = screenMeta((t) => t('settings:row.usage.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const state = readListAddress(request, {});
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readUsageScreen(ctx, state));
}

export default function UsageRoute() {
  return <UsageScreen {...useLoaderData<typeof loader>()} />;
}
