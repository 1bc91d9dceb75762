import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { followLink, readLinkPage } from '../link-page.server.ts';
import { LinkScreen } from '../screens/link-screen.tsx';

export const meta = screenMeta((t) => t('contact:page.confirmAction'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => readLinkPage(ctx, request, 'confirm'));
}

export function action({ request, context }: ActionFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => followLink(ctx, request, 'confirm'));
}

export default function ConfirmRoute() {
  const { purpose, state } = useLoaderData<typeof loader>();
  return <LinkScreen purpose={purpose} state={useActionData<typeof action>()?.state ?? state} />;
}
