import { BlockStack, Select, Text, TextField } from '@shopify/polaris';
import { useEffect, useRef, useState, type ComponentType } from 'react';
import { ChoiceInput, DateInput, MoneyInput, NumberInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { FileInput } from '#app/ui/forms/file-input.tsx';
import { RichTextInput } from '#app/ui/forms/rich-text-input.tsx';
import type { FieldProps } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import { isMeasure, unitsOf, type Measure } from '../measured-value.ts';
import { htmlOf, richOf } from '../rich-html.ts';
import { checkRichText, readRichText } from '../rich-text-value.ts';
import { choicesOf, isFillable, type Specification } from '../specification.ts';
import { rulesOf } from '../specification-value.ts';
import {
  asAmount,
  asChosen,
  asLines,
  asLocalMoment,
  asMeasured,
  asRating,
  ofAmount,
  ofChosen,
  ofLines,
  ofLocalMoment,
  ofMeasured,
  ofRating,
} from '../value-forms.ts';
import { readableValue } from '../value-text.ts';
import { openSpecificationFile, sendSpecificationFile } from './send-specification-file.ts';

/** A field that chooses a product and holds its id; screens of products bring theirs. */
export type ProductField = ComponentType<FieldProps & { label: string; helpText?: string }>;
type InputProps = { specification: Specification; input: FieldProps; product: ProductField };
type Shared = FieldProps & { label: string; optional: boolean; helpText?: string };

/** The field of one specification, by its type. What it holds is the platform's own form of the value. */
export function SpecificationInput({ specification, input, product }: InputProps) {
  const t = useText();
  const { name, description, required, type } = specification;
  const value = typeof input.value === 'string' ? input.value : '';
  const help = (own: string): string => [description, own].filter(Boolean).join(' ');
  const shared: Shared = { ...input, value, label: name, optional: !required, ...helpOf(help('')) };
  const choices = choicesOf(specification);
  if (!isFillable(type)) return <Fixed specification={specification} value={value} />;
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

const helpOf = (helpText: string): { helpText?: string } => (helpText === '' ? {} : { helpText });

function useLabel({ label, optional }: Shared): string {
  const t = useText();
  return optional ? t('common:optionalLabel', { label }) : label;
}

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
      helpText={t('specifications:editor.elsewhere')}
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
      <TextInput
        {...shared}
        {...helpOf(help(t('specifications:editor.oneALine')))}
        value={asLines(value)}
        onChange={(text) => {
          shared.onChange(ofLines(String(text)));
        }}
        lines={3}
      />
    );
  }
  return (
    <BlockStack gap="100">
      <ChoiceInput
        {...shared}
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
  );
}

function MeasureInput({ shared, measure }: { shared: Shared; measure: Measure }) {
  const t = useText();
  const units = unitsOf(measure);
  const held = asMeasured(String(shared.value));
  // The unit is chosen before there is a number, too.
  const [unit, setUnit] = useState(held.unit === '' ? (units[0] ?? '') : held.unit);
  const present = held.unit === '' ? unit : held.unit;
  return (
    <div className="specification-measure">
      <NumberInput
        {...shared}
        value={held.value}
        onChange={(amount) => {
          shared.onChange(ofMeasured(String(amount), present));
        }}
      />
      <Select
        label={t('specifications:editor.unitOf', { name: shared.label })}
        labelHidden
        options={units.map((one) => ({ value: one, label: one.replaceAll('_', ' ') }))}
        value={present}
        disabled={shared.disabled}
        onChange={(next) => {
          setUnit(next);
          shared.onChange(ofMeasured(held.value, next));
        }}
      />
    </div>
  );
}

function AmountInput({ shared }: { shared: Shared }) {
  const { store } = useShell();
  return (
    <MoneyInput
      {...shared}
      value={asAmount(String(shared.value))}
      onChange={(amount) => {
        shared.onChange(ofAmount(String(amount), store.currency));
      }}
    />
  );
}

function RatingInput({ shared, specification }: { shared: Shared; specification: Specification }) {
  const t = useText();
  const rules = rulesOf(specification.validations);
  const scale = { min: rules.get('scale_min') ?? '1', max: rules.get('scale_max') ?? '5' };
  return (
    <NumberInput
      {...shared}
      suffix={t('specifications:editor.scale', { most: scale.max })}
      value={asRating(String(shared.value))}
      onChange={(rating) => {
        shared.onChange(ofRating(String(rating), scale));
      }}
    />
  );
}

function ColourInput({ shared }: { shared: Shared }) {
  const t = useText();
  const value = String(shared.value);
  return (
    <TextInput
      {...shared}
      placeholder="#4f46e5"
      maxLength={7}
      connectedRight={
        <input
          type="color"
          className="specification-colour"
          aria-label={t('specifications:editor.colour', { name: shared.label })}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#ffffff'}
          disabled={shared.disabled}
          onChange={(event) => {
            shared.onChange(event.target.value);
          }}
        />
      }
    />
  );
}

function MomentInput({ shared, help }: { shared: Shared; help: string }) {
  const label = useLabel(shared);
  return (
    <TextField
      label={label}
      name={shared.name}
      type="datetime-local"
      value={asLocalMoment(String(shared.value))}
      onChange={(text) => {
        shared.onChange(ofLocalMoment(text));
      }}
      onBlur={shared.onBlur}
      autoComplete="off"
      error={shared.error}
      disabled={shared.disabled}
      helpText={help}
    />
  );
}

function ProductChoice({ shared, field: Field }: { shared: Shared; field: ProductField }) {
  const label = useLabel(shared);
  const { helpText } = shared;
  return (
    <Field
      {...shared}
      label={label}
      {...helpOf(helpText ?? '')}
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

/** The editor writes HTML, the store keeps a tree: what comes from outside is drawn anew, what is typed here is not. */
function RichInput({ shared }: { shared: Shared }) {
  const label = useLabel(shared);
  const value = String(shared.value);
  const [html, setHtml] = useState(() => shownHtml(value));
  const own = useRef(value);
  useEffect(() => {
    if (own.current === value) return;
    own.current = value;
    setHtml(shownHtml(value));
  }, [value]);
  return (
    <RichTextInput
      {...shared}
      label={label}
      value={html}
      onChange={(next) => {
        setHtml(next);
        own.current = writtenValue(next);
        shared.onChange(own.current);
      }}
    />
  );
}

function shownHtml(value: string): string {
  const root = value === '' ? undefined : readRichText(value);
  return root ? htmlOf(root) : '';
}

function writtenValue(html: string): string {
  const tree = richOf(new DOMParser().parseFromString(html, 'text/html').body);
  const checked = checkRichText(JSON.stringify(tree));
  return checked.ok ? checked.value : JSON.stringify(tree);
}
