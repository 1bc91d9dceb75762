import { loadScreen } from '#app/server/screen.server.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readBuyerPage, takeMessage } from '../buyer-page.server.ts';
import { BuyerConversationScreen } from '../screens/buyer-conversation-screen.tsx';

export const meta = screenMeta((t) => t('conversations:page.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => readBuyerPage(ctx, request));
}

export function action({ request, context }: ActionFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) =>
    takeMessage(ctx, request, readRequestInfo(request).address),
  );
}

export default function BuyerConversationRoute() {
  const { thread } = useLoaderData<typeof loader>();
  return <BuyerConversationScreen thread={thread} refused={useActionData<typeof action>()?.refused ?? null} />;
}
