import { loadScreen } from '#app/server/screen.server.ts';
import { readRequestInfo } from '#app/server/http/request-info.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readApplicationForm } from '#app/features/vendor-profiles/application-form/application-form.service.server.ts';
import { submitEndpoint, submitSchema } from '../applications.contract.ts';
import { submitApplication } from '../submit-application.service.server.ts';
import { RegisterScreen } from '../screens/register-screen.tsx';

export const meta = screenMeta((t, data) => {
  const form = data as { requireApproval: boolean } | undefined;
  return form?.requireApproval === false ? t('applications:form.closedTitle') : t('applications:form.title');
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'visitor', (ctx) => readApplicationForm(ctx));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const info = readRequestInfo(request);
    const ctx = await context.anonymousCtx(info);
    // The same window as that of the call, so that page and API together stay within it.
    await ctx.limits.hit(`${submitEndpoint.name}|${info.address}`, submitEndpoint.limit?.perMinute ?? 10, 60);
    return submitApplication(ctx, await readForm(request, submitSchema));
  });
}

export default function RegisterRoute() {
  return <RegisterScreen {...useLoaderData<typeof loader>()} />;
}
