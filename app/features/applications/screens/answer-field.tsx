import { BlockStack, Link, Scrollable, TextField } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { CheckboxInput, ChoiceInput, DateInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { LINE_MAX, TEXT_MAX } from '#app/features/registration/registration.ts';
import type { FormField } from '../application-form.ts';

type AnswerFieldProps = { field: FormField; help: string; required: boolean; input: FieldProps };

/** More choices than this scroll, so that a long list does not push the rest of the form away. */
const CHOICES_IN_VIEW = 6;

/** One field of the store's own, by its type. */
export function AnswerField({ field, help, required, input }: AnswerFieldProps) {
  const t = useText();
  const shared = { ...input, label: field.name, optional: !required, ...(help === '' ? {} : { helpText: help }) };
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
          <LongList isLong={field.options.length > CHOICES_IN_VIEW}>
            <ChoiceInput
              {...shared}
              multiple
              choices={field.options.map((option) => ({ value: option, label: option }))}
            />
          </LongList>
          {help}
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

function LongList({ isLong, children }: { isLong: boolean; children: ReactNode }) {
  if (!isLong) return children;
  return (
    <Scrollable style={{ maxHeight: 220 }} shadow focusable>
      {children}
    </Scrollable>
  );
}

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
