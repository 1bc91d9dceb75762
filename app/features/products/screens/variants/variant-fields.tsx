import { BlockStack, Checkbox, Select, TextField, type TextFieldProps } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useLayoutData } from '#app/ui/shell/shell-context.tsx';
import { LENGTH_UNITS, WEIGHT_UNITS } from '../../product.ts';
import type { EditedMedium, EditedVariant } from '../editor/editor-values.ts';
import { useCellText } from './cell-input.tsx';
import { isWord, maxLengthOf, type GridField } from './grid-block.ts';
import { VariantSpecifications } from './variant-specifications.tsx';
import type { FieldSwitches } from './variant-switches.ts';

/** What is edited in a variant's own form, beside the columns of the grid. */
export const MORE_FIELDS = [
  ...(['barcode', 'weight', 'weightUnit', 'width', 'height', 'length', 'dimUnit', 'taxable', 'trackStock'] as const),
  ...(['requiresShipping', 'localPickup', 'media', 'metafields'] as const),
] as const;

export type VariantFieldsProps = {
  variant: EditedVariant;
  index: number;
  /** The columns that are edited as words and numbers. */
  fields: readonly GridField[];
  labels: Record<GridField, string>;
  switches: FieldSwitches;
  media: readonly EditedMedium[];
  errorAt: (path: string) => string | undefined;
  disabled: boolean;
  onChange: (field: keyof EditedVariant, value: unknown) => void;
};

/** Everything of one variant. */
export function VariantFields(props: VariantFieldsProps) {
  const { variant, index, fields, labels, errorAt, disabled, onChange } = props;
  const t = useText();
  return (
    <BlockStack gap="400">
      <div className="product-variant-fields">
        {fields.map((field) => {
          const uncounted = field === 'stock' && !variant.trackStock;
          return (
            <NumberField
              key={field}
              field={field}
              label={labels[field]}
              name={`variants.${index}.${field}`}
              value={uncounted ? '' : variant[field]}
              placeholder={uncounted ? t('products:variants.untracked') : undefined}
              error={errorAt(`variants.${index}.${field}`)}
              disabled={disabled || uncounted}
              onChange={(value) => {
                onChange(field, value);
              }}
              {...(field === 'weight' ? { connectedRight: <UnitSelect {...props} field="weightUnit" /> } : {})}
            />
          );
        })}
        <MediumSelect {...props} />
      </div>
      {props.switches.shipping && variant.requiresShipping ? <Dimensions {...props} /> : null}
      <VariantSpecifications {...props} />
      <Switches {...props} />
    </BlockStack>
  );
}

type NumberFieldProps = Pick<TextFieldProps, 'label' | 'name' | 'error' | 'disabled'> & {
  field: GridField;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  connectedRight?: ReactNode;
};

/** A cell of the variant as a field of its own, with the same reading of what is typed. */
function NumberField({ field, value, onChange, ...rest }: NumberFieldProps) {
  const { locale } = useLayoutData();
  const { shown, type, leave } = useCellText({ field, value, locale, onChange });
  return (
    <TextField
      {...rest}
      autoComplete="off"
      inputMode={isWord(field) ? 'text' : field === 'stock' ? 'numeric' : 'decimal'}
      maxLength={maxLengthOf(field)}
      value={shown}
      onChange={type}
      onBlur={leave}
    />
  );
}

function UnitSelect({ variant, disabled, onChange, field }: VariantFieldsProps & { field: 'weightUnit' | 'dimUnit' }) {
  const t = useText();
  const options =
    field === 'weightUnit'
      ? WEIGHT_UNITS.map((unit) => ({ value: unit, label: t(`products:units.${unit}`) }))
      : LENGTH_UNITS.map((unit) => ({ value: unit, label: unit }));
  return (
    <Select
      label={t(field === 'weightUnit' ? 'products:units.weight' : 'products:units.length')}
      labelHidden
      options={options}
      value={variant[field]}
      disabled={disabled}
      onChange={(unit) => {
        onChange(field, unit);
      }}
    />
  );
}

function Dimensions(props: VariantFieldsProps) {
  const { variant, index, errorAt, disabled, onChange } = props;
  const t = useText();
  return (
    <fieldset className="product-dimensions">
      <legend>{t('products:variants.dimensions')}</legend>
      {(['width', 'height', 'length'] as const).map((field) => (
        <NumberField
          key={field}
          field="weight"
          label={t(`products:variants.${field}`)}
          name={`variants.${index}.${field}`}
          value={variant[field]}
          error={errorAt(`variants.${index}.${field}`)}
          disabled={disabled}
          onChange={(value) => {
            onChange(field, value);
          }}
        />
      ))}
      <div className="product-dimensions-unit">
        <UnitSelect {...props} field="dimUnit" />
      </div>
      <p>{t('products:variants.dimensionsHint')}</p>
    </fieldset>
  );
}

/** The pictures of the product, by their numbers and what they show. */
function MediumSelect({ variant, index, media, errorAt, disabled, onChange }: VariantFieldsProps) {
  const t = useText();
  const pictures = media.filter((medium) => medium.contentType === 'IMAGE');
  if (pictures.length === 0) return null;
  const options = pictures.map((medium) => ({
    value: medium.id ?? medium.src ?? '',
    label: [t('products:media.number', { number: media.indexOf(medium) + 1 }), medium.alt].filter(Boolean).join(' – '),
  }));
  return (
    <Select
      label={t('products:variants.media')}
      name={`variants.${index}.media`}
      options={[{ value: '', label: t('products:variants.noMedia') }, ...options]}
      value={options.some((option) => option.value === variant.media) ? variant.media : ''}
      error={errorAt(`variants.${index}.media`)}
      disabled={disabled}
      onChange={(value) => {
        onChange('media', value);
      }}
    />
  );
}

const LABELS = {
  trackStock: 'products:variants.track',
  requiresShipping: 'products:variants.shipping',
  taxable: 'products:variants.taxable',
  localPickup: 'products:variants.pickup',
} as const;

/** The switches of a variant that the store offers, as fields and labels. */
export function toSwitches({ untracked, taxable, shipping }: FieldSwitches): (keyof typeof LABELS)[] {
  return [
    ...(untracked ? ['trackStock' as const] : []),
    ...(shipping ? ['requiresShipping' as const, 'localPickup' as const] : []),
    ...(taxable ? ['taxable' as const] : []),
  ];
}

/** The label of a switch. */
export const switchLabel = (field: keyof typeof LABELS) => LABELS[field];

function Switches({ variant, index, switches, errorAt, disabled, onChange }: VariantFieldsProps) {
  const t = useText();
  return (
    <BlockStack>
      {toSwitches(switches).map((field) => (
        <Checkbox
          key={field}
          label={t(LABELS[field])}
          name={`variants.${index}.${field}`}
          checked={variant[field]}
          error={errorAt(`variants.${index}.${field}`)}
          disabled={disabled}
          onChange={(on) => {
            onChange(field, on);
          }}
        />
      ))}
    </BlockStack>
  );
}
