import { Banner, BlockStack, Button, InlineStack, Select, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import type { ImportDto } from '../product-import.contract.ts';
import { fitTemplate, MAX_TEMPLATE_NAME } from '../templates/import-template.ts';
import type { ImportTemplateDto } from '../templates/import-templates.contract.ts';
import type { CheckInput } from './use-check.ts';
import { useTemplates } from './use-templates.ts';

type Props = {
  found: ImportDto;
  saved: readonly ImportTemplateDto[];
  input: CheckInput;
  /** Takes the choices of a template, or with null those of the headers alone. */
  onChoose: (template: ImportTemplateDto | null) => void;
};

/** The template that a file is mapped by, others to choose, and what is chosen now to save under a name. */
export function TemplateCard({ found, saved, input, onChoose }: Props) {
  const t = useText();
  const confirm = useConfirm();
  const { templates, busy, save, remove } = useTemplates(saved);
  const [chosen, setChosen] = useState(found.template ?? '');
  const [name, setName] = useState(found.template ?? '');
  if (found.format !== 'other') {
    return (
      <SectionCard title={t('productImport:template.title')}>
        <Text as="p" tone="subdued">
          {t('productImport:template.needless')}
        </Text>
      </SectionCard>
    );
  }
  const template = templates.find((one) => one.name === chosen);
  const choose = (next: string): void => {
    setChosen(next);
    setName(next);
    onChoose(templates.find((one) => one.name === next) ?? null);
  };
  const submit = async (): Promise<void> => {
    const title = name.trim();
    const isTaken = templates.some((one) => one.name === title);
    const question = {
      title: t('productImport:template.replace', { name: title }),
      body: t('productImport:template.replaceBody'),
      action: t('productImport:template.replaceYes'),
    };
    if (isTaken && !(await confirm(question))) return;
    if (await save({ ...input, name: title, importId: found.id, replaces: isTaken })) setChosen(title);
  };
  const drop = async ({ id, name: title }: ImportTemplateDto): Promise<void> => {
    const question = {
      title: t('productImport:template.ask', { name: title }),
      body: t('productImport:template.askBody'),
      action: t('productImport:template.deleteYes'),
    };
    if ((await confirm(question)) && (await remove(id))) setChosen('');
  };
  return (
    <SectionCard title={t('productImport:template.title')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('productImport:template.about')}
        </Text>
        {template ? (
          <Applied
            template={template}
            found={found}
            onBack={() => {
              choose('');
            }}
          />
        ) : null}
        {templates.length > 0 ? (
          <Select
            label={t('productImport:template.choose')}
            options={[
              { value: '', label: t('productImport:template.automatic') },
              ...templates.map((one) => ({ value: one.name, label: one.name })),
            ]}
            value={template ? chosen : ''}
            onChange={choose}
          />
        ) : null}
        <TextField
          label={t('productImport:template.name')}
          value={name}
          maxLength={MAX_TEMPLATE_NAME}
          autoComplete="off"
          onChange={setName}
        />
        <InlineStack gap="200">
          <Button disabled={name.trim() === ''} loading={busy} onClick={() => void submit()}>
            {t('productImport:template.save')}
          </Button>
          {template ? (
            <Button tone="critical" variant="plain" disabled={busy} onClick={() => void drop(template)}>
              {t('productImport:template.delete')}
            </Button>
          ) : null}
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}

/** Which template is used, what it has and the file lacks, and the way back. */
function Applied({ template, found, onBack }: { template: ImportTemplateDto; found: ImportDto; onBack: () => void }) {
  const t = useText();
  const { name } = template;
  const { missing } = fitTemplate(template, found.headers);
  return (
    <Banner
      tone={missing.length > 0 ? 'warning' : 'info'}
      action={{ content: t('productImport:template.back'), onAction: onBack }}
    >
      <p>{t(name === found.template ? 'productImport:template.matched' : 'productImport:template.chosen', { name })}</p>
      {missing.length > 0 ? (
        <p>{t('productImport:template.missing', { count: missing.length, columns: missing.join(', ') })}</p>
      ) : null}
    </Banner>
  );
}
