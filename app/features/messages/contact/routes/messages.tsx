import { messagesQuery } from '../contact-messages.contract.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { readListAddress } from '#app/ui/lists/read-list-address.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readInboxScreen } from '../contact-screens.server.ts';
import { MessagesScreen } from '../screens/messages-screen.tsx';

export const meta = screenMeta((t) => t('contact:title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  const state = readListAddress(request, {
    views: messagesQuery.shape.view.unwrap().options,
    filters: { for: messagesQuery.shape.for },
  });
  return loadScreen({ request, context }, 'read_orders', (ctx) => readInboxScreen(ctx, state));
}

export default function MessagesRoute() {
  return <MessagesScreen {...useLoaderData<typeof loader>()} />;
}
