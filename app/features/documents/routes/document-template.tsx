import { AppError } from '#app/core/errors.ts';
import { isDocumentTemplate } from '#app/platform/mails/documents.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { TemplateScreen } from '../screens/template-screen.tsx';

export const meta = screenMeta((t) => t('documents:title'));

/** The screen reads and saves the template by the calls of templates; here is only said which one, and to whom. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', () => {
    const { template = '' } = params;
    if (!isDocumentTemplate(template)) throw new AppError('not_found');
    return Promise.resolve({ template });
  });
}

export default function DocumentTemplateRoute() {
  const { template } = useLoaderData<typeof loader>();
  return <TemplateScreen key={template} template={template} />;
}
