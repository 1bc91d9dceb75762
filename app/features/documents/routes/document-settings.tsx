import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { yearIn } from '../document.ts';
import { documentSettingsBody } from '../documents.contract.ts';
import { readSettingsForm, saveSettingsForm } from '../document-settings.service.server.ts';
import { DocumentSettingsScreen } from '../screens/document-settings-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.documents.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    ...(await readSettingsForm(ctx)),
    year: yearIn(ctx.clock.now(), ctx.viewer.store.timezone),
  }));
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return saveSettingsForm(ctx, await readForm(request, documentSettingsBody));
  });
}

export default function DocumentSettingsRoute() {
  const loaded = useLoaderData<typeof loader>();
  // After a save the form begins anew over the version that was saved.
  return <DocumentSettingsScreen key={loaded.version} {...loaded} />;
}
