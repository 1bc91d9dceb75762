import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { answerConversation, conversationForm } from '../conversation-form.server.ts';
import { getConversation } from '../conversations.service.server.ts';
import { listSavedReplies } from '../saved-replies.service.server.ts';
import { ConversationScreen } from '../screens/conversation-screen.tsx';

export const meta = screenMeta((t) => t('conversations:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_orders', async (ctx) => ({
    opened: await getConversation(ctx, parsePathId(params.conversationId)),
    saved: (await listSavedReplies(ctx)).replies,
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'read_orders');
    return answerConversation(ctx, await readForm(request, conversationForm));
  });
}

export default function ConversationRoute() {
  const loaded = useLoaderData<typeof loader>();
  return <ConversationScreen key={loaded.opened.conversation.conversationId} {...loaded} />;
}
