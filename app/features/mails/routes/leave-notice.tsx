import { anonymousCtx, readRequestInfo } from '#app/main/ctx.server.ts';
import { publicLoader } from '#app/main/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { followNoticeLink, readNoticePage } from '../notices/notice-page.server.ts';
import { LeaveNoticeScreen } from '../screens/leave-notice-screen.tsx';

export const meta = screenMeta((t) => t('contact:notice.title'));

export function loader({ request }: LoaderFunctionArgs) {
  return publicLoader(async () => readNoticePage(await anonymousCtx(readRequestInfo(request)), request));
}

export function action({ request }: ActionFunctionArgs) {
  return publicLoader(async () => followNoticeLink(await anonymousCtx(readRequestInfo(request)), request));
}

export default function LeaveNoticeRoute() {
  const shown = useLoaderData<typeof loader>();
  return <LeaveNoticeScreen {...(useActionData<typeof action>() ?? shown)} />;
}
