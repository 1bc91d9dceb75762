import { z } from 'zod';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { redirect, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { changeSchema } from '../contact-messages.contract.ts';
import { changeMessage, readMessage, removeMessage } from '../contact-messages.service.server.ts';
import { MessageScreen } from '../screens/message-screen.tsx';

export const meta = screenMeta((t) => t('contact:title'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_orders', async (ctx) => ({
    message: await readMessage(ctx, parsePathId(params.messageId)),
  }));
}

const changeForm = changeSchema.extend({ leave: z.boolean().optional() });

/** PATCH marks it, POST archives or restores it, DELETE deletes it. Whoever is done with it is sent back to the inbox behind the same layout. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const list = new URL(request.url).pathname.replace(/\/messages\/[^/]+$/, '/inbox');
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_orders');
    const id = parsePathId(params.messageId);
    if (request.method === 'DELETE') {
      await removeMessage(ctx, id);
      // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
      throw redirect(list);
    }
    const { leave, ...change } = await readForm(request, changeForm);
    const message = await changeMessage(ctx, id, change);
    // oxlint-disable-next-line typescript/only-throw-error -- The framework takes a thrown Response as the answer.
    if (leave) throw redirect(list);
    return message;
  });
}

export default function MessageRoute() {
  const { message } = useLoaderData<typeof loader>();
  return <MessageScreen key={message.id} message={message} />;
}
