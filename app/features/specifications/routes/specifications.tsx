import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, useRevalidator, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readKinds } from '../entries.service.server.ts';
import { SpecificationsScreen } from '../screens/specifications-screen.tsx';
import { deleteQuery, settingsSchema, specificationInput } from '../specifications.contract.ts';
import {
  deleteSpecification,
  readSpecificationsScreen,
  saveSpecification,
  saveSpecificationSettings,
} from '../specifications.service.server.ts';

export const meta = screenMeta((t) => t('settings:row.specifications.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => {
    const [screen, entries] = await Promise.all([readSpecificationsScreen(ctx), readKinds(ctx)]);
    return { ...screen, entries };
  });
}

/** PUT saves switch and sections, POST one specification, DELETE takes one away. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm<object>(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    if (request.method === 'PUT') return saveSpecificationSettings(ctx, await readForm(request, settingsSchema));
    if (request.method === 'DELETE') return deleteSpecification(ctx, await readForm(request, deleteQuery));
    return saveSpecification(ctx, await readForm(request, specificationInput));
  });
}

export default function SpecificationsRoute() {
  const loaded = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return <SpecificationsScreen {...loaded} onSaved={revalidate} />;
}
