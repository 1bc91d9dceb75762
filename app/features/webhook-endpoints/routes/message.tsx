import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { listEndpoints, readEndpoint, replayMessages } from '../endpoints.service.server.ts';
import { readMessage } from '../message-log.service.server.ts';
import { MessageScreen } from '../screens/message-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.webhooks.name'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_integrations', async (ctx) => {
    const id = parsePathId(params.endpointId);
    const { canEdit } = await listEndpoints(ctx);
    return {
      endpoint: await readEndpoint(ctx, id),
      canEdit,
      ...(await readMessage(ctx, id, parsePathId(params.messageId))),
    };
  });
}

const formSchema = z.object({ intent: z.literal('replay'), messageIds: z.array(idSchema).min(1).max(1) });

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_integrations');
    const { messageIds } = await readForm(request, formSchema);
    return replayMessages(ctx, parsePathId(params.endpointId), { messageIds });
  });
}

export default function MessageRoute() {
  return <MessageScreen {...useLoaderData<typeof loader>()} />;
}
