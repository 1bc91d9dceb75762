import { BlockStack, Link } from '@shopify/polaris';
import { LINE_MAX, TEXT_MAX } from '#app/features/registration/registration.ts';
import { CheckboxInput, ChoiceInput, DateInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { PageWire } from '../vendor-page.contract.ts';

type PageFieldProps = { field: PageWire['fields'][number]; help: string; required: boolean; input: FieldProps };

/** One field of the page, by its type. Files are named by their addresses. */
export function PageField({ field, help, required, input }: PageFieldProps) {
  const t = useText();
  const shared = { ...input, label: field.name, optional: !required, ...(help === '' ? {} : { helpText: help }) };
  const choices = field.options.map((option) => ({ value: option, label: option }));
  switch (field.type) {
    case 'textarea':
    case 'richtext':
      return <TextInput {...shared} lines={4} maxLength={TEXT_MAX} />;
    case 'select':
      return (
        <SelectInput
          {...shared}
          choices={[{ value: '', label: t('vendorPage:choose'), disabled: required }, ...choices]}
        />
      );
    case 'checkbox':
      return <ChoiceInput {...shared} multiple choices={choices} />;
    case 'terms':
      return (
        <BlockStack gap="100">
          <CheckboxInput {...shared} />
          <Link url={field.link} target="_blank">
            {field.link}
          </Link>
        </BlockStack>
      );
    case 'video':
      return (
        <Link url={field.link} target="_blank">
          {field.name}
        </Link>
      );
    case 'date':
      return <DateInput {...shared} />;
    case 'url':
      return <TextInput {...shared} type="url" maxLength={2048} />;
    default:
      return <TextInput {...shared} maxLength={LINE_MAX} />;
  }
}
