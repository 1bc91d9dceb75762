import { BlockStack, Text, TextField } from '@shopify/polaris';
import { ChoiceInput, DateInput, NumberInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { FileInput } from '#app/ui/forms/file-input.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ENTRY_TYPES } from '../entry-value.ts';
import { FILE_TYPES } from '../file-value.ts';
import { isMeasure } from '../measured-value.ts';
import { toChoices, isFillable, type Specification } from '../specification.ts';
import { asChosen, asLines, ofChosen, ofLines } from '../value-forms.ts';
import { readableValue } from '../value-text.ts';
import {
  AmountInput,
  ColourInput,
  FieldGroup,
  innerName,
  MeasureInput,
  MomentInput,
  RatingInput,
  RichInput,
  useLabel,
  type Shared,
} from './compound-inputs.tsx';
import type { DrawField, ProductField, SpecificationInputProps } from './draw-field.ts';
import { EntriesInput } from './entries-input.tsx';
import { openSpecificationFile, sendSpecificationFile } from './send-specification-file.ts';
import { StoreFilesInput } from './store-files-input.tsx';

/** The field of one specification, by its type. What it holds is the platform's own form of the value. */
export function SpecificationField({ specification, input, product, onTicked }: SpecificationInputProps) {
  const t = useText();
  const { name, description, required, type } = specification;
  const value = typeof input.value === 'string' ? input.value : '';
  const help = (own: string): string => [description, own].filter(Boolean).join(' ');
  const shared: Shared = { ...input, value, label: name, optional: !required, ...toHelp(help('')) };
  const choices = toChoices(specification);
  if (!isFillable(type)) return <Fixed specification={specification} value={value} />;
  if (FILE_TYPES.includes(type)) return <StoreFilesInput shared={shared} specification={specification} />;
  if (ENTRY_TYPES.includes(type)) {
    const drawField: DrawField = (one, itsInput) => (
      <SpecificationField key={one.key} specification={one} input={itsInput} product={product} />
    );
    return <EntriesInput shared={shared} specification={specification} drawField={drawField} onTicked={onTicked} />;
  }
  if (type.startsWith('list.')) return <ListInput shared={shared} choices={choices} help={help} />;
  if (choices.length > 0) return <ChoiceOfOne shared={shared} choices={choices} />;
  if (isMeasure(type)) return <MeasureInput shared={shared} measure={type} />;
  switch (type) {
    case 'multi_line_text_field':
      return <TextInput {...shared} lines={4} maxLength={65_000} />;
    case 'rich_text_field':
      return <RichInput shared={shared} />;
    case 'number_integer':
    case 'number_decimal':
      return <NumberInput {...shared} />;
    case 'boolean':
      return <YesOrNo shared={shared} />;
    case 'date':
      return <DateInput {...shared} />;
    case 'date_time':
      return <MomentInput shared={shared} help={help(t('specifications:editor.utc'))} />;
    case 'url':
      return <TextInput {...shared} type="url" placeholder="https://" maxLength={2048} />;
    case 'color':
      return <ColourInput shared={shared} />;
    case 'money':
      return <AmountInput shared={shared} />;
    case 'rating':
      return <RatingInput shared={shared} specification={specification} />;
    case 'product_reference':
      return <ProductChoice shared={shared} field={product} />;
    default:
      return specification.upload ? <Upload shared={shared} /> : <TextInput {...shared} maxLength={5_000} />;
  }
}

const toHelp = (helpText: string): { helpText?: string } => (helpText === '' ? {} : { helpText });

/** A value of a type that has no field here: it is shown, and kept as it is. */
function Fixed({ specification, value }: { specification: Specification; value: string }) {
  const t = useText();
  return (
    <TextField
      label={specification.name}
      value={readableValue(specification.type, value) || t('specifications:editor.none')}
      autoComplete="off"
      readOnly
      disabled
      helpText={t('specifications:editor.external')}
    />
  );
}

function ChoiceOfOne({ shared, choices }: { shared: Shared; choices: readonly string[] }) {
  const t = useText();
  const known = shared.value === '' || choices.includes(String(shared.value));
  const all = known ? choices : [String(shared.value), ...choices];
  return (
    <SelectInput
      {...shared}
      choices={[
        { value: '', label: t('specifications:editor.none') },
        ...all.map((choice) => ({ value: choice, label: choice })),
      ]}
    />
  );
}

function YesOrNo({ shared }: { shared: Shared }) {
  const t = useText();
  return (
    <SelectInput
      {...shared}
      choices={[
        { value: '', label: t('specifications:editor.none') },
        { value: 'true', label: t('specifications:editor.yes') },
        { value: 'false', label: t('specifications:editor.no') },
      ]}
    />
  );
}

type ListProps = { shared: Shared; choices: readonly string[]; help: (own: string) => string };

function ListInput({ shared, choices, help }: ListProps) {
  const t = useText();
  const value = String(shared.value);
  if (choices.length === 0) {
    return (
      <FieldGroup name={shared.name}>
        <TextInput
          {...shared}
          name={innerName(shared.name)}
          {...toHelp(help(t('specifications:editor.oneALine')))}
          value={asLines(value)}
          onChange={(text) => {
            shared.onChange(ofLines(String(text)));
          }}
          lines={3}
        />
      </FieldGroup>
    );
  }
  return (
    <FieldGroup name={shared.name}>
      <BlockStack gap="100">
        <ChoiceInput
          {...shared}
          name={innerName(shared.name)}
          multiple
          value={asChosen(value)}
          onChange={(chosen) => {
            shared.onChange(ofChosen(choices.filter((choice) => (chosen as string[]).includes(choice))));
          }}
          choices={choices.map((choice) => ({ value: choice, label: choice }))}
        />
        {help('') === '' ? null : (
          <Text as="p" tone="subdued">
            {help('')}
          </Text>
        )}
      </BlockStack>
    </FieldGroup>
  );
}

function ProductChoice({ shared, field: Field }: { shared: Shared; field: ProductField }) {
  const label = useLabel(shared);
  const { helpText } = shared;
  return (
    <Field
      {...shared}
      label={label}
      {...toHelp(helpText ?? '')}
      value={/\/(\d+)$/.exec(String(shared.value))?.[1] ?? ''}
      onChange={(id) => {
        shared.onChange(id === '' ? '' : `gid://shopify/Product/${String(id)}`);
      }}
    />
  );
}

function Upload({ shared }: { shared: Shared }) {
  const label = useLabel(shared);
  return (
    <FileInput
      {...shared}
      label={label}
      value={String(shared.value)}
      upload={sendSpecificationFile}
      openUrl={openSpecificationFile}
    />
  );
}
