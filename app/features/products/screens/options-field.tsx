import { BlockStack, Button, Text, TextField } from '@shopify/polaris';
import { memo, useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { MOST_OPTIONS, MOST_VARIANTS } from '../product.ts';
import { countVariants } from '../variants.ts';
import { readValues, writeValues } from './option-values.ts';
import type { EditedOption } from './editor-values.ts';

type OptionsFieldProps = {
  options: readonly EditedOption[];
  onChange: (options: EditedOption[]) => void;
  errorAt: (path: string) => string | undefined;
  disabled: boolean;
};

/** Up to three options with their values; the variants follow from them. */
export const OptionsField = memo(function OptionsField({ options, onChange, errorAt, disabled }: OptionsFieldProps) {
  const t = useText();
  const change = (index: number, option: EditedOption): void => {
    onChange(options.map((one, at) => (at === index ? option : one)));
  };
  return (
    <SectionCard title={t('products:options.title')}>
      <BlockStack gap="400">
        {options.length === 0 ? (
          <Text as="p" tone="subdued">
            {t('products:options.none')}
          </Text>
        ) : null}
        {options.map((option, index) => (
          <div key={index} className="product-option">
            <TextField
              label={t('products:options.name', { number: index + 1 })}
              name={`options.${index}.name`}
              placeholder={t('products:options.placeholder')}
              autoComplete="off"
              maxLength={255}
              value={option.name}
              error={errorAt(`options.${index}.name`)}
              disabled={disabled}
              onChange={(name) => {
                change(index, { ...option, name });
              }}
            />
            <ValuesField
              values={option.values}
              isFirst={index === 0}
              name={`options.${index}.values`}
              error={errorAt(`options.${index}.values`) ?? valueError(option, index, errorAt)}
              disabled={disabled}
              onChange={(values) => {
                change(index, { ...option, values });
              }}
            />
            {disabled ? null : (
              <span className="product-option-remove">
                <Button
                  accessibilityLabel={t('products:options.remove', { number: index + 1 })}
                  onClick={() => {
                    onChange(options.filter((_one, at) => at !== index));
                  }}
                >
                  {t('products:delete.action')}
                </Button>
              </span>
            )}
          </div>
        ))}
        {options.length < MOST_OPTIONS && !disabled ? (
          <span>
            <Button
              onClick={() => {
                onChange([...options, { name: '', values: [] }]);
              }}
            >
              {t('products:options.add')}
            </Button>
          </span>
        ) : null}
        {countVariants(options) > MOST_VARIANTS ? (
          <Text as="p" tone="critical">
            {t('products:options.tooMany', { count: MOST_VARIANTS })}
          </Text>
        ) : null}
      </BlockStack>
    </SectionCard>
  );
});

function valueError(option: EditedOption, index: number, errorAt: OptionsFieldProps['errorAt']): string | undefined {
  const at = option.values.findIndex((_value, place) => errorAt(`options.${index}.values.${place}`) !== undefined);
  return at === -1 ? undefined : errorAt(`options.${index}.values.${at}`);
}

/** Values with commas between. They are taken over when the field is left, so that typing does not shake the variants. */
function ValuesField(props: {
  values: readonly string[];
  /** Says once for all options how values are typed. */
  isFirst: boolean;
  name: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (values: string[]) => void;
}) {
  const { values, name, error, disabled, onChange } = props;
  const t = useText();
  const [typed, setTyped] = useState<string>();
  const take = (): void => {
    if (typed === undefined) return;
    onChange(readValues(typed));
    setTyped(undefined);
  };
  return (
    <TextField
      label={t('products:options.values')}
      name={name}
      autoComplete="off"
      value={typed ?? writeValues(values)}
      helpText={props.isFirst && values.length > 0 ? t('products:options.renameHint') : undefined}
      error={error}
      disabled={disabled}
      onChange={setTyped}
      onBlur={take}
    />
  );
}
