import { z } from 'zod';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { createEndpoint, listEndpoints } from '../endpoints.service.server.ts';
import { EndpointsScreen } from '../screens/endpoints-screen.tsx';
import { endpointInput } from '../webhook-endpoints.contract.ts';

export const meta = screenMeta((t) => t('settings:row.webhooks.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_integrations', (ctx) => listEndpoints(ctx));
}

const formSchema = endpointInput.extend({ intent: z.literal('create') });

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'write_integrations');
    const { intent: _intent, ...input } = await readForm(request, formSchema);
    return createEndpoint(ctx, input);
  });
}

export default function EndpointsRoute() {
  return <EndpointsScreen {...useLoaderData<typeof loader>()} />;
}
