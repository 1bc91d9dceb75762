import { z } from 'zod';
import { endOfDay } from '#app/core/calendar.ts';
import { rule } from '#app/core/rules.ts';
import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { WEBHOOK_TOPICS } from '#app/platform/webhook-messages/webhook-topic.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import {
  changeEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  replaceSecret,
  replayMessages,
  testEndpoint,
} from '../endpoints.service.server.ts';
import { listMessages } from '../message-log.service.server.ts';
import { EndpointScreen } from '../screens/endpoint-screen.tsx';
import { ENDPOINT_STATES } from '../webhook-endpoint.ts';
import { endpointInput, messagesQuery } from '../webhook-endpoints.contract.ts';

export const meta = screenMeta((t) => t('settings:row.webhooks.name'));

export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_integrations', async (ctx) => {
    const id = parsePathId(params.endpointId);
    const search = new URL(request.url).searchParams;
    const parsed = messagesQuery.safeParse({
      state: toState(search.get('view')),
      before: search.get('cursor') ?? undefined,
    });
    const { allowedTopics, canEdit } = await listEndpoints(ctx);
    return {
      endpoint: await readEndpoint(ctx, id),
      allowedTopics,
      canEdit,
      log: await listMessages(ctx, id, parsed.success ? parsed.data : {}),
    };
  });
}

/** The tab `all` is no state. */
const toState = (view: string | null): string | undefined => (view === null || view === 'all' ? undefined : view);

const day = z.iso.date(rule('date'));
const formSchema = z.discriminatedUnion('intent', [
  endpointInput.extend({ intent: z.literal('change') }),
  z.object({ intent: z.literal('turn'), state: z.enum(ENDPOINT_STATES) }),
  z.object({ intent: z.literal('secret') }),
  z.object({ intent: z.literal('delete') }),
  z.object({ intent: z.literal('test'), topic: z.enum(WEBHOOK_TOPICS) }),
  z.object({ intent: z.literal('replayDays'), from: day, to: day }),
]);

/** Whole days by the store's clocks, both named ones among them. */
function readSpan({ from, to }: { from: string; to: string }, timezone: string): { from: string; to: string } {
  return {
    from: endOfDay(from, timezone, -1).toISOString(),
    to: endOfDay(to, timezone).toISOString(),
  };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_integrations');
    const id = parsePathId(params.endpointId);
    const sent = await readForm(request, formSchema);
    switch (sent.intent) {
      case 'change':
        return changeEndpoint(ctx, id, { url: sent.url, description: sent.description, topics: sent.topics });
      case 'turn':
        return changeEndpoint(ctx, id, { state: sent.state });
      case 'secret':
        return replaceSecret(ctx, id);
      case 'delete':
        return deleteEndpoint(ctx, id);
      case 'test':
        return testEndpoint(ctx, id, sent.topic);
      case 'replayDays':
        return replayMessages(ctx, id, readSpan(sent, ctx.viewer.store.timezone));
    }
  });
}

export default function EndpointRoute() {
  return <EndpointScreen {...useLoaderData<typeof loader>()} />;
}
