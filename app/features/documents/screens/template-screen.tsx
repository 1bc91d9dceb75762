import type { DocumentTemplateName } from '#app/platform/mails/documents.ts';
import { TemplateEditor } from '#app/platform/mails/shared/template-editor.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';

/** The template of one kind of document. */
export function TemplateScreen({ template }: { template: DocumentTemplateName }) {
  const t = useText();
  const back = { label: t('documents:title'), url: '/orders/documents' };
  return <TemplateEditor template={template} title={t(`documents:kind.${template}`)} back={back} />;
}
