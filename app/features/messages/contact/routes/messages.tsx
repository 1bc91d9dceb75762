import { loadScreen } from '#app/server/screen.server.ts';
import { readListState } from '#app/ui/lists/list-url.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readInboxScreen } from '../inbox-screens.server.ts';
import { MessagesScreen } from '../screens/messages-screen.tsx';

export const meta = screenMeta((t) => t('contact:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const state = readListState(new URL(request.url).searchParams, ['for']);
  return loadScreen({ request, context }, 'read_orders', (ctx) => readInboxScreen(ctx, state));
}

export default function MessagesRoute() {
  return <MessagesScreen {...useLoaderData<typeof loader>()} />;
}
