import { readVendorChoices } from '#app/platform/vendors/vendors.service.server.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readAnalytics } from '../dashboard.service.server.ts';
import { AnalyticsScreen } from '../screens/analytics-screen.tsx';

export const meta = screenMeta((t) => t('dashboard:analytics.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_finance', async (ctx) => ({
    dashboard: await readAnalytics(ctx, new URL(request.url).searchParams),
    vendorNames: await readVendorChoices(ctx),
  }));
}

export default function AnalyticsRoute() {
  return <AnalyticsScreen {...useLoaderData<typeof loader>()} />;
}
