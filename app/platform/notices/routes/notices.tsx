import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { noticesActionSchema, noticesQuery } from '../notices.contract.ts';
import { changeTopic, listNotices, markRead, readTopics } from '../notices.service.server.ts';
import { NoticesScreen } from '../screens/notices-screen.tsx';

export const meta = screenMeta((t) => t('notices:title'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'signed_in', async (ctx) => {
    // A place that cannot be read shows the newest.
    const parsed = noticesQuery.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    return { ...(await listNotices(ctx, parsed.data ?? {})), ...(await readTopics(ctx)) };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'signed_in');
    const run = await readForm(request, noticesActionSchema);
    if (run.intent === 'read') await markRead(ctx, run);
    else await changeTopic(ctx, run);
  });
}

export default function NoticesRoute() {
  return <NoticesScreen {...useLoaderData<typeof loader>()} />;
}
