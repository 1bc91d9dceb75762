import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { answerConversation, conversationForm } from '../conversation-form.server.ts';
import { listSavedReplies } from '../saved-replies.service.server.ts';
import { readMarketplaceChat } from '../send-message.service.server.ts';
import { MarketplaceConversationScreen } from '../screens/marketplace-conversation-screen.tsx';

export const meta = screenMeta((t) => t('conversations:toMarketplace.title'));

/** A vendor whose conversation with the marketplace has begun is led to it, in the same layout. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { chat, saved } = await loadScreen({ request, context }, 'write_orders', async (ctx) => ({
    chat: await readMarketplaceChat(ctx),
    saved: (await listSavedReplies(ctx)).replies,
  }));
  if (chat.conversationId === null) return { saved };
  // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
  throw redirect(new URL(request.url).pathname.replace(/\/marketplace$/, `/${chat.conversationId}`));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_orders');
    return answerConversation(ctx, await readForm(request, conversationForm));
  });
}

export default function MarketplaceConversationRoute() {
  return <MarketplaceConversationScreen saved={useLoaderData<typeof loader>().saved} />;
}
