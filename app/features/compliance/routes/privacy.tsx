import { ctxFor } from '#app/main/ctx.server.ts';
import { loadScreen, requirePermission } from '#app/ui/page/load-screen.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { requestIdParams, requestPage } from '../compliance.contract.ts';
import { completeRequest, listRequests } from '../compliance.service.server.ts';
import { PrivacyScreen } from '../screens/privacy-screen.tsx';

export const meta = screenMeta((t) => t('compliance:title'));

export async function loader({ request }: LoaderFunctionArgs) {
  const asked = requestPage.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const page = asked.success ? asked.data.page : 1;
  return loadScreen(async () => {
    const ctx = await ctxFor(request);
    requirePermission(ctx.viewer, 'switch_vendor');
    return { ...(await listRequests(ctx, { page })), page };
  });
}

export async function action({ request }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxFor(request);
    requirePermission(ctx.viewer, 'switch_vendor');
    const { id } = await readForm(request, requestIdParams);
    return completeRequest(ctx, id);
  });
}

export default function PrivacyRoute() {
  return <PrivacyScreen {...useLoaderData<typeof loader>()} />;
}
