import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { StatementSettingsScreen } from '../screens/statement-settings-screen.tsx';
import { readSettingsForm, saveSettingsForm } from '../statement-settings.service.server.ts';
import { statementSettingsBody } from '../statements.contract.ts';

export const meta = screenMeta((t) => t('settings:row.statements.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', (ctx) => readSettingsForm(ctx));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveSettingsForm(ctx, await readForm(request, statementSettingsBody));
  });
}

export default function StatementSettingsRoute() {
  const loaded = useLoaderData<typeof loader>();
  // After a save the form begins anew over the version that was saved.
  return <StatementSettingsScreen key={loaded.version} {...loaded} />;
}
