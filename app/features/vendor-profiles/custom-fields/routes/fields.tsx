import { z } from 'zod';
import { saveFieldsSchema } from '#app/features/vendor-profiles/application-form/application-form.contract.ts';
import {
  readPageSettingsOf,
  savePageSettings,
} from '#app/features/vendor-profiles/page/change-pages.service.server.ts';
import { pageSettingsForm } from '#app/features/vendor-profiles/page/vendor-page.contract.ts';
import { ctxWith, loadScreen } from '#app/server/screen.server.ts';
import { answerForm, readForm } from '#app/ui/forms/answer.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type ActionFunctionArgs, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { readDefinitions, saveDefinitions } from '../custom-fields.service.server.ts';
import { DefinitionsScreen } from '../screens/custom-fields-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.fields.name'));

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', async (ctx) => ({
    definitions: await readDefinitions(ctx),
    pages: await readPageSettingsOf(ctx),
  }));
}

const forms = z.union([pageSettingsForm, saveFieldsSchema]);

/** PATCH sets how pages are handled, PUT saves the fields. */
export async function action({ request, context }: ActionFunctionArgs) {
  return answerForm(async () => {
    const ctx = await ctxWith({ request, context }, 'switch_vendor');
    if (request.method === 'PUT') return saveDefinitions(ctx, await readForm(request, saveFieldsSchema));
    const form = await readForm(request, forms);
    return 'pages' in form ? savePageSettings(ctx, form.pages) : saveDefinitions(ctx, form);
  });
}

export default function FieldsRoute() {
  return <DefinitionsScreen {...useLoaderData<typeof loader>()} />;
}
