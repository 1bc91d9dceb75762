import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { requestIdParams, requestPage } from '../compliance.contract.ts';
import { completeRequest, listRequests } from '../compliance.service.server.ts';
import { PrivacyScreen } from '../screens/privacy-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.privacy.name'));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const parsed = requestPage.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const page = parsed.success ? parsed.data.page : 1;
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    return { ...(await listRequests(ctx, { page })), page };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    const { id } = await readForm(request, requestIdParams);
    return completeRequest(ctx, id);
  });
}

export default function PrivacyRoute() {
  return <PrivacyScreen {...useLoaderData<typeof loader>()} />;
}
