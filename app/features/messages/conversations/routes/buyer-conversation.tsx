import { anonymousCtx, readRequestInfo } from '#app/main/ctx.server.ts';
import { publicLoader } from '#app/main/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readBuyerPage, takeMessage } from '../buyer-page.server.ts';
import { BuyerConversationScreen } from '../screens/buyer-conversation-screen.tsx';

export const meta = screenMeta((t) => t('conversations:page.title'));

export function loader({ request }: LoaderFunctionArgs) {
  return publicLoader(async () => readBuyerPage(await anonymousCtx(readRequestInfo(request)), request));
}

export function action({ request }: ActionFunctionArgs) {
  const info = readRequestInfo(request);
  return publicLoader(async () => takeMessage(await anonymousCtx(info), request, info.address));
}

export default function BuyerConversationRoute() {
  const { thread } = useLoaderData<typeof loader>();
  return <BuyerConversationScreen thread={thread} refused={useActionData<typeof action>()?.refused ?? null} />;
}
