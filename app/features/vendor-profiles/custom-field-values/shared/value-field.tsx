import { BlockStack, Link, Scrollable, Text, TextField } from '@shopify/polaris';
import { useEffect, useRef } from 'react';
import { writeMedia } from '#app/core/media.ts';
import { CheckboxInput, ChoiceInput, DateInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { FileInput } from '#app/ui/forms/file-input.tsx';
import { MediaInput } from '#app/ui/forms/media-input.tsx';
import { RichTextInput } from '#app/ui/forms/rich-text-input.tsx';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { VideoEmbed } from '#app/ui/forms/video-embed.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { LINE_MAX, TEXT_MAX } from '#app/features/vendor-profiles/application-form/field-definition.ts';
import { IMAGE_URL_KEY, computeMedia, MAX_MEDIA } from '#app/features/vendor-profiles/application-form/rich-answers.ts';
import type { FormAnswers, FormField } from '../field-form.ts';
import { ProductInput } from './product-input.tsx';
import type { Uploads } from './use-uploads.ts';

type AnswerFieldProps = { field: FormField; help: string; required: boolean; input: FieldProps; uploads: Uploads };

/** One field of the store's own, by its type. */
export function AnswerField(props: AnswerFieldProps) {
  const { field, help, required, input, uploads } = props;
  const t = useText();
  const shared = { ...input, label: field.name, optional: !required, ...(help === '' ? {} : { helpText: help }) };
  const label = required ? field.name : t('common:optionalLabel', { label: field.name });
  const onRunning = (count: number): void => {
    uploads.onRunning(field.key, count);
  };
  switch (field.type) {
    case 'textarea':
      return <TextInput {...shared} lines={4} maxLength={TEXT_MAX} />;
    case 'select':
      return (
        <SelectInput
          {...shared}
          choices={[
            { value: '', label: t('applications:form.choose'), disabled: required },
            ...field.options.map((option) => ({ value: option, label: option })),
          ]}
        />
      );
    case 'checkbox':
      return (
        <BlockStack gap="100">
          {/* More than fits into 220 px scrolls, so that a long list does not push the rest of the form away. */}
          <Scrollable style={{ maxHeight: 220 }} shadow focusable>
            <ChoiceInput
              {...shared}
              multiple
              choices={field.options.map((option) => ({ value: option, label: option }))}
            />
          </Scrollable>
          <Help text={help} />
        </BlockStack>
      );
    case 'terms':
      return (
        <BlockStack gap="100">
          <CheckboxInput {...shared} label={t('applications:form.terms', { name: field.name })} />
          <Link url={field.link} target="_blank">
            {t('applications:form.readTerms')}
          </Link>
        </BlockStack>
      );
    case 'richtext':
      return <RichTextInput {...input} value={parseText(input.value)} label={label} helpText={help} />;
    case 'product':
      return <ProductInput {...input} label={label} helpText={help} />;
    case 'video':
      return (
        <BlockStack gap="100">
          <Text as="p">{field.name}</Text>
          {field.link === '' ? null : <VideoEmbed src={field.link} title={field.name} />}
          <Help text={help} />
        </BlockStack>
      );
    case 'file':
      return (
        <FileInput
          {...input}
          value={parseText(input.value)}
          label={label}
          helpText={help}
          upload={uploads.file}
          openUrl={uploads.openUrl}
          onRunning={onRunning}
        />
      );
    case 'image':
    case 'media':
    case 'list_media':
      return <MediaField {...props} label={label} onRunning={onRunning} />;
    case 'url':
      return <TextInput {...shared} type="url" placeholder="https://" maxLength={2048} autoComplete="url" />;
    case 'date':
      return <DateInput {...shared} />;
    case 'date_time':
      return <MomentInput {...shared} />;
    default:
      return <TextInput {...shared} maxLength={LINE_MAX} />;
  }
}

/** Pictures and films as the form holds them: a list of texts, however many the field takes. */
function MediaField({
  field,
  help,
  input,
  uploads,
  label,
  onRunning,
}: AnswerFieldProps & { label: string; onRunning: (count: number) => void }) {
  const { value, onChange } = input as FieldProps<FormAnswers[string]>;
  const write = field.key === IMAGE_URL_KEY ? ({ src }: { src: string }) => src : writeMedia;
  // Files that arrive together each add to what the one before left, drawn or not.
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return (
    <MediaInput
      name={input.name}
      error={input.error}
      disabled={input.disabled}
      label={label}
      helpText={help}
      items={computeMedia(field.key, value)}
      onChange={(change) => {
        latest.current = change(computeMedia(field.key, latest.current)).map(write);
        onChange(latest.current);
      }}
      most={field.key === IMAGE_URL_KEY ? 1 : MAX_MEDIA}
      upload={uploads.media}
      onRunning={onRunning}
    />
  );
}

function Help({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <Text as="p" tone="subdued">
      {text}
    </Text>
  );
}

const parseText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A day and a time of the store's own zone. */
function MomentInput(props: FieldProps & { label: string; optional: boolean; helpText?: string }) {
  const t = useText();
  const { label, optional, helpText, name, value, onChange, onBlur, error, disabled } = props;
  return (
    <TextField
      label={optional ? t('common:optionalLabel', { label }) : label}
      name={name}
      type="datetime-local"
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      onBlur={onBlur}
      autoComplete="off"
      error={error}
      disabled={disabled}
      {...(helpText ? { helpText } : {})}
    />
  );
}
