import { invalidInput } from '#app/core/errors.ts';
import { toIssues } from '#app/core/issues.ts';
import { sentFields } from '#app/core/text/stored-text.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { authorizationForm, authorizationQuery } from '../grants/authorization.contract.ts';
import { answerAuthorization, readAuthorization } from '../grants/authorize.service.server.ts';
import { AuthorizeScreen } from '../screens/authorize-screen.tsx';

export const meta = screenMeta((t) => t('assistants:authorize.title'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'read_integrations', async (ctx) => {
    const read = authorizationQuery.safeParse(sentFields(new URL(request.url).searchParams));
    if (!read.success) throw invalidInput(toIssues(read.error));
    return { query: read.data, ...(await readAuthorization(ctx, read.data)) };
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

export default function AuthorizeRoute() {
  return <AuthorizeScreen {...useLoaderData<typeof loader>()} />;
}
