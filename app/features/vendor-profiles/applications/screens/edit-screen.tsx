import { Banner, BlockStack } from '@shopify/polaris';
import { useMemo } from 'react';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import {
  answersToSend,
  startAnswers,
  findFieldIssues,
  type FormAnswers,
  type FormField,
} from '#app/features/vendor-profiles/custom-field-values/field-form.ts';
import type { ApplicationDto } from '../applications.contract.ts';
import { AnswerFields } from '#app/features/vendor-profiles/custom-field-values/shared/value-fields.tsx';
import { useUploads } from '#app/features/vendor-profiles/custom-field-values/shared/use-uploads.ts';

export type EditScreenProps = { application: ApplicationDto; fields: readonly FormField[]; backUrl: string };
type Values = { email: string; vendorName: string; fields: FormAnswers };

/** Corrects an application before an account is made from it. Answers to fields that are gone are kept and shown. */
export function EditScreen({ application, fields: requested, backUrl }: EditScreenProps) {
  const t = useText();
  const fields = useMemo(
    () => withGoneFields(requested, application, t('applications:edit.gone')),
    [requested, application, t],
  );
  const initial = useMemo<Values>(
    () => ({
      email: application.email,
      vendorName: application.vendorName,
      fields: startAnswers(fields, application.fields),
    }),
    [application, fields],
  );
  const opened = useMemo(() => openedFiles(application), [application]);
  const uploads = useUploads({ opened });
  const form = useForm<Values>({
    schema: () => import('../applications.contract.ts').then(({ editSchema }) => editSchema),
    check: (payload) => findFieldIssues(payload, fields, { lenient: true }),
    initial,
    method: 'put',
    toPayload: (values) => ({
      email: values.email,
      vendorName: values.vendorName,
      fields: answersToSend(fields, values.fields, { forAdmin: true }),
      version: application.version,
    }),
    done: t('applications:edit.saved'),
  });
  return (
    <ScreenPage
      title={t('applications:edit.title')}
      subtitle={application.vendorName}
      back={{ label: t('applications:preview.back'), url: backUrl }}
      saveBar={form.saveBar}
      kind="form"
    >
      <Stack>
        {application.editable ? null : <Banner tone="info">{t('applications:edit.locked')}</Banner>}
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('applications:edit.contact')}>
          <TextInput
            {...form.field('vendorName')}
            disabled={!application.editable}
            label={t('applications:form.vendorName')}
            maxLength={255}
          />
          <TextInput
            {...form.field('email')}
            disabled={!application.editable}
            label={t('applications:form.email')}
            type="email"
            maxLength={254}
          />
        </SectionCard>
        {fields.length > 0 ? (
          <SectionCard title={t('applications:edit.answers')}>
            <BlockStack gap="300">
              <AnswerFields
                fields={fields}
                answers={form.values.fields}
                input={(path) => ({ ...form.field<unknown>(path), disabled: !application.editable })}
                uploads={uploads}
                forAdmin
              />
            </BlockStack>
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}

/** Where the files of the answers can be opened, by where they lie. */
function openedFiles({ shown }: ApplicationDto): Map<string, string> {
  return new Map(
    shown.flatMap(({ type, value, items }) =>
      type === 'file' && typeof value === 'string' && items[0] ? [[value, items[0].src] as const] : [],
    ),
  );
}

/** The fields of now, and behind them those that the applicant answered and that are not asked any more. */
function withGoneFields(fields: readonly FormField[], application: ApplicationDto, gone: string): FormField[] {
  const known = new Set(fields.map((field) => field.key));
  const left = application.fields.filter((answer) => !known.has(answer.key));
  return [
    ...fields,
    ...left.map(({ key, name, value }): FormField => {
      const list = Array.isArray(value);
      return {
        key,
        name: name === '' ? key : name,
        type: list ? 'checkbox' : value === true ? 'terms' : 'textarea',
        required: false,
        description: gone,
        options: list ? value : [],
        link: '',
      };
    }),
  ];
}
