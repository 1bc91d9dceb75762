import { AppError } from '#app/core/errors.ts';
import { loadScreen } from '#app/main/screen.server.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { screenMeta } from '#app/ui/page/title.ts';
import { useLoaderData, type LoaderFunctionArgs } from '#app/ui/router.ts';
import { isMailTemplate, MAIL_TEMPLATES } from '../mail.ts';
import { TemplateEditor } from '../shared/template-editor.tsx';

export const meta = screenMeta((t) => t('settings:row.notifications.name'));

/** The screen reads and saves the template by the calls of templates; here is only said which one, and to whom. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return loadScreen(request, 'switch_vendor', () => {
    const { template = '' } = params;
    if (!Object.hasOwn(MAIL_TEMPLATES, template) || !isMailTemplate(template)) throw new AppError('not_found');
    return Promise.resolve({ template });
  });
}

export default function MailTemplateRoute() {
  const t = useText();
  const { template } = useLoaderData<typeof loader>();
  const back = { label: t('settings:row.notifications.name'), url: '/settings/notifications' };
  return (
    <TemplateEditor key={template} template={template} title={t(`settings:mail.template.${template}`)} back={back} />
  );
}
