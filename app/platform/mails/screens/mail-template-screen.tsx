import { useText } from '#app/ui/i18n/use-text.ts';
import type { MailTemplateName } from '../mail.ts';
import { TemplateEditor } from '../shared/template-editor.tsx';

/** The template of one kind of mail. */
export function MailTemplateScreen({ template }: { template: MailTemplateName }) {
  const t = useText();
  const back = { label: t('settings:row.notifications.name'), url: '/settings/notifications' };
  return <TemplateEditor template={template} title={t(`mailSettings:template.${template}`)} back={back} />;
}
