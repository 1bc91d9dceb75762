import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readAssistantsPage } from '../assistants-page.service.server.ts';
import { AssistantsScreen } from '../screens/assistants-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.assistants.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_integrations', readAssistantsPage);
}

export default function AssistantsRoute() {
  return <AssistantsScreen {...useLoaderData<typeof loader>()} />;
}
