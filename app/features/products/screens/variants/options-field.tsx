import { BlockStack, Button, InlineStack, Text, TextField } from '@shopify/polaris';
import { memo } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { MAX_OPTIONS, MAX_VARIANTS } from '../../product.ts';
import { countVariants } from '../../editing/variants.ts';
import type { EditedOption } from '../editor/editor-values.ts';
import { ValuesField } from './values-field.tsx';

type OptionsFieldProps = {
  options: readonly EditedOption[];
  onChange: (options: EditedOption[]) => void;
  errorAt: (path: string) => string | undefined;
  disabled: boolean;
  /** Options whose values are ticked as specifications, by name. */
  ticked: readonly string[];
};

/** Up to three options with their values; the variants follow from them. */
export const OptionsField = memo(function OptionsField(props: OptionsFieldProps) {
  const { options, onChange, errorAt, ticked } = props;
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
        {options.map((option, index) => {
          const isTicked = ticked.includes(option.name);
          const disabled = props.disabled || isTicked;
          return (
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
                hint={
                  isTicked
                    ? t('specifications:entries.fromList', { name: option.name })
                    : index === 0
                      ? t('products:options.tagHint')
                      : undefined
                }
                name={`options.${index}.values`}
                error={errorAt(`options.${index}.values`) ?? valueError(option, index, errorAt)}
                disabled={disabled}
                onChange={(values) => {
                  change(index, { ...option, values });
                }}
              />
            </div>
          );
        })}
        <InlineStack gap="200">
          {options.length < MAX_OPTIONS && !props.disabled ? (
            <Button
              onClick={() => {
                onChange([...options, { name: '', values: [] }]);
              }}
            >
              {t('products:options.add')}
            </Button>
          ) : null}
          {/* After everything else, so that whoever walks on from the values does not land on what takes them away. */}
          {options.map((option, index) =>
            props.disabled || ticked.includes(option.name) ? null : (
              <Button
                key={index}
                variant="tertiary"
                onClick={() => {
                  onChange(options.filter((_one, at) => at !== index));
                }}
              >
                {t('products:options.remove', { number: index + 1 })}
              </Button>
            ),
          )}
        </InlineStack>
        {countVariants(options) > MAX_VARIANTS ? (
          <Text as="p" tone="critical">
            {t('products:options.tooMany', { count: MAX_VARIANTS })}
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
