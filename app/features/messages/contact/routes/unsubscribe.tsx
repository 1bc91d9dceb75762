import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { followLink, readLinkPage } from '../link-page.server.ts';
import { LinkScreen } from '../screens/link-screen.tsx';

export const meta = screenMeta((t) => t('contact:page.unsubscribeAction'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => readLinkPage(ctx, request, 'unsubscribe'));
}

export function action({ request, context }: ActionFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => followLink(ctx, request, 'unsubscribe'));
}

export default function UnsubscribeRoute() {
  const { purpose, state } = useLoaderData<typeof loader>();
  return <LinkScreen purpose={purpose} state={useActionData<typeof action>()?.state ?? state} />;
}
