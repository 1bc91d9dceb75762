import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { firstMessageSchema } from '../conversations.contract.ts';
import { readIsOpen } from '../conversations.service.server.ts';
import { chatWithSeller } from '../send-message.service.server.ts';
import { NewConversationScreen } from '../screens/new-conversation-screen.tsx';

export const meta = screenMeta((t) => t('conversations:new.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', readIsOpen);
}

/** What was sent leads to the conversation, behind the same door. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const { conversation } = await chatWithSeller(ctx, await readForm(request, firstMessageSchema));
    const place = new URL(request.url).pathname.replace(/\/new$/, `/${conversation.conversationId}`);
    // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
    throw redirect(place);
  });
}

export default function NewConversationRoute() {
  return <NewConversationScreen />;
}
