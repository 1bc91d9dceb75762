import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readPerformance } from '../performance.service.server.ts';
import { PerformanceScreen } from '../screens/performance-screen.tsx';

export const meta = screenMeta((t) => t('dashboard:performance.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) =>
    readPerformance(ctx, new URL(request.url).searchParams),
  );
}

export default function PerformanceRoute() {
  return <PerformanceScreen {...useLoaderData<typeof loader>()} />;
}
