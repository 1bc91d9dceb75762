import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { readOwnNotices } from '#app/platform/mails/notices/notices.service.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { data, useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { runAccountAction } from '../account-acts.service.server.ts';
import { accountActionSchema } from '../account.contract.ts';
import { readAccount } from '../account.service.server.ts';
import { AccountScreen } from '../screens/account-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.account.name'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'signed_in', async (ctx) => {
    return { account: await readAccount(ctx), ...(await readOwnNotices(ctx)) };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const cookies: [string, string][] = [];
  const answer = await answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'signed_in');
    const { outcome, headers } = await runAccountAction(
      ctx,
      await readForm(request, accountActionSchema),
      readRequestInfo(request),
    );
    cookies.push(...headers);
    return outcome;
  });
  return data(answer.data, { ...answer.init, headers: cookies });
}

export default function AccountRoute() {
  return <AccountScreen {...useLoaderData<typeof loader>()} />;
}
