import { invalidInput } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { sentFields } from '#app/core/text/stored-text.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readAssistantsPage } from '../assistants-page.service.server.ts';
import { authorizationForm, authorizationQuery } from '../grants/authorization.contract.ts';
import { answerAuthorization, readAuthorization } from '../grants/authorize.service.server.ts';
import { AssistantsScreen } from '../screens/assistants-screen.tsx';
import { AuthorizeScreen } from '../screens/authorize-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.assistants.name'));

/** The page of assistants; an assistant that asks to be allowed sends somebody to it with what it asks for. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  return loadScreen({ request, context }, 'read_integrations', async (ctx) => {
    if (!searchParams.has('client_id')) return { page: await readAssistantsPage(ctx), authorization: null };
    const read = authorizationQuery.safeParse(sentFields(searchParams));
    if (!read.success) throw invalidInput(toIssues(read.error));
    return { page: null, authorization: { query: read.data, ...(await readAuthorization(ctx, read.data)) } };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () =>
    answerAuthorization(
      await ctxWith({ request, context }, 'write_integrations'),
      await readForm(request, authorizationForm),
    ),
  );
}

export default function AssistantsRoute() {
  const { page, authorization } = useLoaderData<typeof loader>();
  return authorization ? <AuthorizeScreen {...authorization} /> : <AssistantsScreen {...page} />;
}
