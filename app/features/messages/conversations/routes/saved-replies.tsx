import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { saveReplySchema } from '../saved-replies.contract.ts';
import { deleteReply, listSavedReplies, saveReply } from '../saved-replies.service.server.ts';
import { SavedRepliesScreen } from '../screens/saved-replies-screen.tsx';

export const meta = screenMeta((t) => t('conversations:replies.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'write_orders', listSavedReplies);
}

const formSchema = z.discriminatedUnion('intent', [
  saveReplySchema.extend({ intent: z.literal('save') }),
  z.object({ intent: z.literal('delete'), id: idSchema }),
]);

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'write_orders');
    const sent = await readForm(request, formSchema);
    return sent.intent === 'save' ? saveReply(ctx, sent) : deleteReply(ctx, sent.id);
  });
}

export default function SavedRepliesRoute() {
  return <SavedRepliesScreen {...useLoaderData<typeof loader>()} />;
}
