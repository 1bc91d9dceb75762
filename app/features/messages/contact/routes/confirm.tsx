import { anonymousCtx, readRequestInfo } from '#app/main/ctx.server.ts';
import { publicLoader } from '#app/main/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { followLink, readLinkPage } from '../link-page.server.ts';
import { LinkScreen } from '../screens/link-screen.tsx';

export const meta = screenMeta((t) => t('contact:page.confirmAction'));

export function loader({ request }: LoaderFunctionArgs) {
  return publicLoader(async () => readLinkPage(await anonymousCtx(readRequestInfo(request)), request, 'confirm'));
}

export function action({ request }: ActionFunctionArgs) {
  return publicLoader(async () => followLink(await anonymousCtx(readRequestInfo(request)), request, 'confirm'));
}

export default function ConfirmRoute() {
  const { purpose, state } = useLoaderData<typeof loader>();
  return <LinkScreen purpose={purpose} state={useActionData<typeof action>()?.state ?? state} />;
}
