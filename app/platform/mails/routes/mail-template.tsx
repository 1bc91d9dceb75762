import { AppError } from '#app/core/errors.ts';
import { loadScreen } from '#app/server/screen.server.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { isMailTemplate, MAIL_TEMPLATES } from '../mail.ts';
import { MailTemplateScreen } from '../screens/mail-template-screen.tsx';

export const meta = screenMeta((t) => t('settings:row.notifications.name'));

/** The screen reads and saves the template by the calls of templates; here is only said which one, and to whom. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  return loadScreen({ request, context }, 'switch_vendor', () => {
    const { template = '' } = params;
    if (!Object.hasOwn(MAIL_TEMPLATES, template) || !isMailTemplate(template)) throw new AppError('not_found');
    return Promise.resolve({ template });
  });
}

export default function MailTemplateRoute() {
  const { template } = useLoaderData<typeof loader>();
  return <MailTemplateScreen key={template} template={template} />;
}
