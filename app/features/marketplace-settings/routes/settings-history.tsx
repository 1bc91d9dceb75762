import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { historyQuery } from '../history.contract.ts';
import { readHistoryPage } from '../history.service.server.ts';
import { HistoryScreen } from '../screens/history-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.history.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const parsed = historyQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  return loadScreen({ request, context }, 'switch_vendor', (ctx) =>
    readHistoryPage(ctx, parsed.success ? parsed.data : {}),
  );
}

export default function HistoryRoute() {
  return <HistoryScreen {...useLoaderData<typeof loader>()} />;
}
