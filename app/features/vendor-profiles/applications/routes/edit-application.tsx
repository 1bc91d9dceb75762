import { parsePathId } from '#app/server/path-id.server.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { editSchema } from '../applications.contract.ts';
import { editApplication, readApplicationForEdit } from '../applications.service.server.ts';
import { EditScreen } from '../screens/edit-screen.tsx';

export const meta = screenMeta((t) => t('applications:edit.title'));

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    return readApplicationForEdit(ctx, parsePathId(params.id));
  });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    return editApplication(ctx, parsePathId(params.id), await readForm(request, editSchema));
  });
}

export default function EditApplicationRoute() {
  const { application, fields } = useLoaderData<typeof loader>();
  return <EditScreen application={application} fields={fields} backUrl={`/applications?open=${application.id}`} />;
}
