import { idSchema } from '#app/core/ids.ts';
import { AppError } from '#app/core/errors.ts';
import { ctxFor } from '#app/main/ctx.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { loadScreen, requirePermission } from '#app/ui/page/load-screen.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { editSchema } from '../applications.contract.ts';
import { editApplication, readApplicationForEdit } from '../applications.service.server.ts';
import { EditScreen } from '../screens/edit-screen.tsx';

export const meta = screenMeta((t) => t('applications:edit.title'));

export async function loader({ request, params }: LoaderFunctionArgs) {
  return loadScreen(async () => {
    const ctx = await ctxFor(request);
    requirePermission(ctx.viewer, 'switch_vendor');
    return readApplicationForEdit(ctx, parseId(params.id));
  });
}

export async function action({ request, params }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxFor(request);
    requirePermission(ctx.viewer, 'switch_vendor');
    return editApplication(ctx, parseId(params.id), await readForm(request, editSchema));
  });
}

function parseId(text: string | undefined): bigint {
  const parsed = idSchema.safeParse(text);
  if (!parsed.success) throw new AppError('not_found');
  return parsed.data;
}

export default function EditApplicationRoute() {
  const { application, fields } = useLoaderData<typeof loader>();
  return <EditScreen application={application} fields={fields} backUrl={`/applications?open=${application.id}`} />;
}
