import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { answerConversation, conversationForm } from '../conversation-form.server.ts';
import { listSavedReplies } from '../saved-replies.service.server.ts';
import { readOrderChat } from '../send-message.service.server.ts';
import { OrderConversationScreen } from '../screens/order-conversation-screen.tsx';

export const meta = screenMeta((t) => t('conversations:title'));

/** An order whose conversation has begun leads to it, behind the same door. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const vendor = url.searchParams.get('vendor')?.slice(0, 255);
  const orderId = parsePathId(params.orderId);
  const { chat, saved } = await loadScreen({ request, context }, 'read_orders', async (ctx) => ({
    chat: await readOrderChat(ctx, { orderId, vendor }),
    saved: (await listSavedReplies(ctx)).replies,
  }));
  if (chat.conversationId === null) return { chat, saved };
  // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
  throw redirect(url.pathname.replace(/\/orders\/[^/]+$/, `/${chat.conversationId}`));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_orders');
    return answerConversation(ctx, await readForm(request, conversationForm));
  });
}

export default function OrderConversationRoute() {
  const { chat, saved } = useLoaderData<typeof loader>();
  return <OrderConversationScreen key={`${chat.order.id}/${chat.vendor ?? ''}`} chat={chat} saved={saved} />;
}
