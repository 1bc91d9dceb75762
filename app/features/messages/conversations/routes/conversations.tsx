import { CONVERSATION_VIEWS } from '../conversation.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readConversationsScreen } from '../conversations-screen.server.ts';
import { ConversationsScreen } from '../screens/conversations-screen.tsx';

export const meta = screenMeta((t) => t('conversations:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const state = readListAddress(request, { views: CONVERSATION_VIEWS });
  return loadScreen({ request, context }, 'read_orders', (ctx) => readConversationsScreen(ctx, state));
}

export default function ConversationsRoute() {
  return <ConversationsScreen {...useLoaderData<typeof loader>()} />;
}
