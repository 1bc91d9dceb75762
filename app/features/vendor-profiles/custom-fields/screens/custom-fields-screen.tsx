import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { MAX_FIELDS } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import type { FieldDefinition } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import type { PageSettings } from '#app/features/vendor-profiles/page/vendor-page.contract.ts';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Columns, Stack } from '#app/ui/components/layout.tsx';
import { moved, toEdited, toSaved, type EditedField } from '../field-editor.ts';
import './custom-fields.css';
import { FieldCard } from './field-card.tsx';
import { PagesCard } from './pages-card.tsx';

export type DefinitionsScreenProps = {
  definitions: { enableApproval: boolean; fields: FieldDefinition[]; version: number };
  pages: PageSettings;
};

/** The fields that the store asks of its vendors: in the application, on their pages, or for the admins alone. */
export function DefinitionsScreen({ definitions, pages }: DefinitionsScreenProps) {
  const t = useText();
  const form = useForm({
    schema: () =>
      import('#app/features/vendor-profiles/application-form/application-form.contract.ts').then(
        ({ saveFieldsSchema }) => saveFieldsSchema,
      ),
    initial: { enableApproval: definitions.enableApproval, fields: definitions.fields.map(toEdited) },
    method: 'put',
    toPayload: ({ enableApproval, fields }) => ({
      enableApproval,
      fields: toSaved(fields),
      version: definitions.version,
    }),
    // The editor types choices in one field, the contract names each.
    toField: (path) => path.replace(/^(fields\.\d+)\.options.*/, '$1.choices'),
    done: t('definitions:saved'),
  });
  const { fields } = form.values;
  const [dragged, setDragged] = useState<number>();
  const set = (next: EditedField[]): void => {
    form.set('fields', next);
  };
  const move = (from: number, to: number): void => {
    set(moved(fields, from, to));
  };
  return (
    <ScreenPage title={t('settings:row.fields.name')} saveBar={form.saveBar} kind="form">
      <Columns
        shape="editor"
        main={
          <Stack>
            {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
            <ol className="definition-list" aria-label={t('definitions:title')}>
              {fields.map((field, index) => (
                <FieldCard
                  // A new field has no key yet; its place tells it apart until it is saved.
                  key={field.isNew ? `new-${index}` : field.key}
                  form={form}
                  index={index}
                  count={fields.length}
                  isDragged={dragged === index}
                  onMove={move}
                  onDrag={setDragged}
                  onDrop={() => {
                    if (dragged !== undefined) move(dragged, index);
                    setDragged(undefined);
                  }}
                  onRemove={() => {
                    set(fields.filter((_one, at) => at !== index));
                  }}
                />
              ))}
            </ol>
            {fields.length === 0 ? (
              <Text as="p" tone="subdued">
                {t('definitions:empty')}
              </Text>
            ) : null}
            <InlineStack>
              <Button
                variant="primary"
                disabled={fields.length >= MAX_FIELDS}
                onClick={() => {
                  set([...fields, newField()]);
                }}
              >
                {t('definitions:add')}
              </Button>
            </InlineStack>
          </Stack>
        }
        side={
          <Stack>
            <SectionCard title={t('definitions:form.title')}>
              <BlockStack gap="200">
                <CheckboxInput
                  {...form.field('enableApproval')}
                  label={t('definitions:form.open')}
                  helpText={t('definitions:form.openHelp')}
                />
              </BlockStack>
            </SectionCard>
            <PagesCard pages={pages} />
            <SectionCard title={t('definitions:rules.title')}>
              <Text as="p" tone="subdued">
                {t('definitions:rules.body')}
              </Text>
            </SectionCard>
          </Stack>
        }
      />
    </ScreenPage>
  );
}

function newField(): EditedField {
  return {
    key: '',
    name: '',
    type: 'text',
    required: false,
    description: '',
    options: [],
    link: '',
    showOnVendorPage: false,
    registration: true,
    isNew: true,
    choices: '',
  };
}
