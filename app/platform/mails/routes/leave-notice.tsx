import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useActionData, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { followNoticeLink, readNoticePage } from '../notices/notice-page.server.ts';
import { LeaveNoticeScreen } from '../screens/leave-notice-screen.tsx';

export const meta = screenMeta((t) => t('contact:notice.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => readNoticePage(ctx, request));
}

export function action({ request, context }: ActionFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => followNoticeLink(ctx, request));
}

export default function LeaveNoticeRoute() {
  const shown = useLoaderData<typeof loader>();
  return <LeaveNoticeScreen {...(useActionData<typeof action>() ?? shown)} />;
}
