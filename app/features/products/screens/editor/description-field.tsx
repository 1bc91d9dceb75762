import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { RichTextInput } from '#app/ui/forms/rich-text-input.tsx';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { keepsFormatting, plainText, textOfDescription } from '../../editing/description.ts';
import type { Bounds } from '../../form/product-form.ts';
import type { Edited } from './editor-values.ts';

const MAX_CHARACTERS = 100_000;

type DescriptionProps = {
  form: Form<Edited>;
  disabled: boolean;
  /** The store's descriptions are plain text. */
  isPlain: boolean;
  /** The description as it is stored. */
  stored: string;
  /** Characters of its text; undefined for those whom no limits bind. */
  bounds: Bounds | undefined;
};

/** The description of a product: formatted with a toolbar, as HTML where it holds more than that, or as plain text. */
export function DescriptionField(props: DescriptionProps) {
  const { form, disabled, isPlain, stored } = props;
  const t = useText();
  const field = { ...form.field<unknown>('description'), disabled };
  const label = t('products:editor.description');
  if (isPlain) {
    const isHtml = textOfDescription(stored) === undefined;
    return (
      <BlockStack gap="100">
        <TextInput
          {...field}
          label={label}
          lines={6}
          maxLength={MAX_CHARACTERS}
          helpText={t(isHtml ? 'products:editor.descriptionHtml' : 'products:editor.descriptionHint')}
        />
        <Count {...props} />
      </BlockStack>
    );
  }
  return (
    <BlockStack gap="100">
      <Formatted {...props} field={field} label={label} />
      <Count {...props} />
    </BlockStack>
  );
}

type FormattedProps = DescriptionProps & { label: string; field: ReturnType<Form<Edited>['field']> };

function Formatted({ form, disabled, field, label }: FormattedProps) {
  const t = useText();
  const confirm = useConfirm();
  const { description } = form.values;
  const isWhole = keepsFormatting(description);
  const [input, setPrintRequest] = useState<'html' | 'formatted'>();
  const isHtml = input === 'html' || (!isWhole && input !== 'formatted');
  const turn = async (): Promise<void> => {
    if (!isHtml) {
      setPrintRequest('html');
      return;
    }
    const sure =
      isWhole ||
      (await confirm({
        title: t('products:editor.formattedTitle'),
        body: t('products:editor.formattedBody'),
        action: t('products:editor.formatted'),
      }));
    if (sure) setPrintRequest('formatted');
  };
  return (
    <>
      {isHtml ? (
        <TextInput
          {...field}
          label={label}
          lines={10}
          maxLength={MAX_CHARACTERS}
          helpText={t('products:editor.descriptionHtml')}
        />
      ) : (
        <RichTextInput {...field} value={description} label={label} />
      )}
      {disabled ? null : (
        <InlineStack>
          <Button variant="plain" onClick={() => void turn()}>
            {t(isHtml ? 'products:editor.formatted' : 'products:editor.asHtml')}
          </Button>
        </InlineStack>
      )}
    </>
  );
}

/** How many characters a reader sees, where the marketplace bounds them. */
function Count({ form, isPlain, stored, bounds }: DescriptionProps) {
  const t = useText();
  const { number } = useFormat();
  if (!bounds || (bounds.min === 0 && bounds.max === 0)) return null;
  const { description } = form.values;
  const isText = isPlain && textOfDescription(stored) !== undefined;
  const count = number(Array.from(isText ? description.trim() : plainText(description)).length);
  return (
    <Text as="p" tone="subdued" variant="bodySm">
      {bounds.max > 0
        ? t('products:editor.countOf', { count, max: number(bounds.max) })
        : t('products:editor.countFrom', { count, min: number(bounds.min) })}
    </Text>
  );
}
