import { BlockStack, Box, Checkbox, InlineStack, Modal, Text } from '@shopify/polaris';
import { memo, useCallback, useMemo, useState } from 'react';
import type { Form } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useIsPhone } from '#app/ui/page/use-is-phone.ts';
import { currencySymbol } from '#app/ui/money/format.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useLayoutData, useFormat } from '#app/ui/shell/shell-context.tsx';
import { variantTitle } from '../../editing/variants.ts';
import type { Edited, EditedMedium, EditedVariant } from '../editor/editor-values.ts';
import type { GridField } from './grid-block.ts';
import { SetAll } from './set-all.tsx';
import { toSwitches, switchLabel, VariantFields, type VariantFieldsProps } from './variant-fields.tsx';
import { VariantGrid } from './variant-grid.tsx';
import { VariantList } from './variant-list.tsx';
import { toFields, type FieldSwitches } from './variant-switches.ts';

export type VariantsFieldProps = {
  variants: readonly EditedVariant[];
  media: readonly EditedMedium[];
  currency: string;
  switches: FieldSwitches;
  form: Pick<Form<Edited>, 'set'>;
  errorAt: (path: string) => string | undefined;
  disabled: boolean;
};

/** Price, stock and all else of the variants: one form for a single one, a grid for several, a list on a phone. */
export const VariantsField = memo(function VariantsField(props: VariantsFieldProps) {
  const { variants, media, currency, switches, form, errorAt, disabled } = props;
  const t = useText();
  const format = useFormat();
  const isPhone = useIsPhone();
  const labels = useFieldLabels(currency);
  const fields = useMemo(() => toFields(switches), [switches]);
  const [opened, setOpened] = useState<number>();
  const onOpen = useCallback((index: number) => {
    setOpened(index);
  }, []);
  const units = variants.reduce((sum, variant) => sum + (variant.trackStock ? Number(variant.stock) || 0 : 0), 0);
  const [only] = variants;
  const isSingle = variants.length === 1 && only?.options.length === 0;
  const parts = { labels, fields, errorAt, disabled };
  const one = (variant: EditedVariant, index: number): VariantFieldsProps => ({
    ...parts,
    variant,
    index,
    media,
    switches,
    onChange: (field, value) => {
      form.set(`variants.${index}.${field}`, value);
    },
  });
  const shown = opened === undefined ? undefined : variants[opened];
  return (
    <SectionCard
      title={t('products:variants.title')}
      aside={t('products:variants.sum', { count: variants.length, units: format.number(units) })}
      flush
    >
      {isSingle ? (
        <Box padding="400" paddingBlockStart="200">
          <VariantFields {...one(only, 0)} />
        </Box>
      ) : (
        <>
          {isPhone ? (
            <VariantList {...parts} variants={variants} form={form} onOpen={onOpen} />
          ) : (
            <VariantGrid {...parts} variants={variants} form={form} onOpen={onOpen} />
          )}
          <Foot {...props} fields={fields} labels={labels} isPhone={isPhone === true} />
        </>
      )}
      {opened !== undefined && shown ? (
        <Modal
          open
          title={variantTitle(shown.options)}
          onClose={() => {
            setOpened(undefined);
          }}
          primaryAction={{
            content: t('products:variants.done'),
            onAction: () => {
              setOpened(undefined);
            },
          }}
        >
          <Modal.Section>
            <VariantFields {...one(shown, opened)} />
          </Modal.Section>
        </Modal>
      ) : null}
    </SectionCard>
  );
});

type FootProps = VariantsFieldProps & {
  fields: readonly GridField[];
  labels: Record<GridField, string>;
  isPhone: boolean;
};

/** What is said of all variants at once. */
function Foot({ variants, switches, form, disabled, fields, labels, isPhone }: FootProps) {
  const t = useText();
  const setAll = (change: Partial<EditedVariant>): void => {
    form.set(
      'variants',
      variants.map((variant) => ({ ...variant, ...change })),
    );
  };
  return (
    <div className="product-grid-foot">
      <BlockStack gap="300">
        {isPhone ? null : <Text as="p">{t('products:variants.hint')}</Text>}
        {disabled ? null : <SetAll count={variants.length} fields={fields} labels={labels} onSet={setAll} />}
        <InlineStack gap="400">
          {toSwitches(switches).map((field) => (
            <Checkbox
              key={field}
              label={t(switchLabel(field))}
              checked={variants.every((variant) => variant[field])}
              disabled={disabled}
              onChange={(on) => {
                setAll({ [field]: on });
              }}
            />
          ))}
        </InlineStack>
      </BlockStack>
    </div>
  );
}

function useFieldLabels(currency: string): Record<GridField, string> {
  const t = useText();
  const { locale } = useLayoutData();
  return useMemo(() => {
    const symbol = currencySymbol(currency, locale);
    return {
      price: t('products:variants.price', { symbol }),
      compareAt: t('products:variants.compareAt', { symbol }),
      stock: t('products:variants.stock'),
      sku: t('products:variants.sku'),
      barcode: t('products:variants.barcode'),
      weight: t('products:variants.weight'),
    };
  }, [currency, locale, t]);
}
