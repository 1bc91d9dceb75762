import { BlockStack, Checkbox, InlineStack, Text, TextField } from '@shopify/polaris';
import type { KeyboardEvent } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useIsPhone } from '#app/ui/lists/use-is-phone.ts';
import { currencySymbol } from '#app/ui/money/format.ts';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { useDoorData, useFormat } from '#app/ui/shell/shell-context.tsx';
import { variantTitle } from '../variants.ts';
import type { EditedVariant } from './editor-values.ts';

const FIELDS = ['price', 'compareAt', 'stock', 'sku'] as const;
type Field = (typeof FIELDS)[number];

type VariantsFieldProps = {
  variants: readonly EditedVariant[];
  currency: string;
  onChange: (variants: EditedVariant[]) => void;
  errorAt: (path: string) => string | undefined;
  disabled: boolean;
};

/** Price, stock and SKU of each variant: a grid like a spreadsheet, and one block a variant on a phone. */
export function VariantsField(props: VariantsFieldProps) {
  const { variants, onChange, disabled } = props;
  const t = useText();
  const format = useFormat();
  const isPhone = useIsPhone();
  const units = variants.reduce((sum, variant) => sum + (variant.trackStock ? Number(variant.stock) || 0 : 0), 0);
  const setAll = (change: Partial<EditedVariant>): void => {
    onChange(variants.map((variant) => ({ ...variant, ...change })));
  };
  const switches = [
    ['trackStock', 'products:variants.track'],
    ['requiresShipping', 'products:variants.shipping'],
    ['taxable', 'products:variants.taxable'],
  ] as const;
  return (
    <SectionCard
      title={t('products:variants.title')}
      aside={t('products:variants.sum', { count: variants.length, units: format.number(units) })}
      flush
    >
      {isPhone ? <VariantBlocks {...props} /> : <VariantGrid {...props} />}
      <div className="product-grid-foot">
        <BlockStack gap="200">
          {variants.length > 1 && !isPhone ? <Text as="p">{t('products:variants.hint')}</Text> : null}
          <InlineStack gap="400">
            {switches.map(([field, label]) => (
              <Checkbox
                key={field}
                label={t(label)}
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
    </SectionCard>
  );
}

function useFieldLabels(currency: string): Record<Field, string> {
  const t = useText();
  const { locale } = useDoorData();
  const symbol = currencySymbol(currency, locale);
  return {
    price: t('products:variants.price', { symbol }),
    compareAt: t('products:variants.compareAt', { symbol }),
    stock: t('products:variants.stock'),
    sku: t('products:variants.sku'),
  };
}

function withField(variants: readonly EditedVariant[], index: number, field: Field, value: string): EditedVariant[] {
  return variants.map((variant, at) => (at === index ? { ...variant, [field]: value } : variant));
}

function VariantGrid({ variants, currency, onChange, errorAt, disabled }: VariantsFieldProps) {
  const t = useText();
  const labels = useFieldLabels(currency);
  const move = (event: KeyboardEvent<HTMLInputElement>, index: number, field: Field): void => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' || event.key === 'Enter' ? 1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = document.querySelector<HTMLInputElement>(`[name="variants.${index + step}.${field}"]`);
      next?.focus();
      next?.select();
    }
    if (event.key.toLowerCase() === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      const value = variants[index]?.[field] ?? '';
      if (index + 1 < variants.length) onChange(withField(variants, index + 1, field, value));
    }
  };
  return (
    <table className="product-grid">
      <thead>
        <tr>
          <th scope="col">{t('products:variants.variant')}</th>
          {FIELDS.map((field) => (
            <th key={field} scope="col" className={field === 'sku' ? undefined : 'product-grid-end'}>
              {labels[field]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {variants.map((variant, index) => {
          const name = variantTitle(variant.options) || t('products:variants.plain');
          const optionError = errorAt(`variants.${index}.options`);
          return (
            <tr key={`${index} ${name}`}>
              <td>
                {name}
                {optionError ? <span className="product-grid-error">{optionError}</span> : null}
              </td>
              {FIELDS.map((field) => {
                const error = errorAt(`variants.${index}.${field}`);
                const uncounted = field === 'stock' && !variant.trackStock;
                const id = `variant-${index}-${field}`;
                return (
                  <td
                    key={field}
                    className={`product-grid-cell${field === 'sku' ? '' : ' product-grid-end'}${error ? ' product-grid-wrong' : ''}`}
                  >
                    <input
                      name={`variants.${index}.${field}`}
                      aria-label={t('products:variants.cell', { field: labels[field], variant: name })}
                      aria-invalid={error !== undefined}
                      aria-describedby={error ? id : undefined}
                      inputMode={field === 'sku' ? 'text' : field === 'stock' ? 'numeric' : 'decimal'}
                      maxLength={field === 'sku' ? 255 : 20}
                      value={uncounted ? '' : variant[field]}
                      placeholder={uncounted ? t('products:variants.untracked') : undefined}
                      disabled={disabled || uncounted}
                      onChange={(event) => {
                        onChange(withField(variants, index, field, event.target.value));
                      }}
                      onKeyDown={(event) => {
                        move(event, index, field);
                      }}
                    />
                    {error ? (
                      <span id={id} className="product-grid-error">
                        {error}
                      </span>
                    ) : null}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function VariantBlocks({ variants, currency, onChange, errorAt, disabled }: VariantsFieldProps) {
  const t = useText();
  const labels = useFieldLabels(currency);
  return (
    <>
      {variants.map((variant, index) => {
        const name = variantTitle(variant.options);
        return (
          <div key={`${index} ${name}`} className="product-variant">
            <BlockStack gap="200">
              {name ? (
                <Text as="h3" variant="headingSm">
                  {name}
                </Text>
              ) : null}
              <div className="product-variant-fields">
                {FIELDS.map((field) => (
                  <TextField
                    key={field}
                    label={labels[field]}
                    name={`variants.${index}.${field}`}
                    autoComplete="off"
                    inputMode={field === 'sku' ? 'text' : field === 'stock' ? 'numeric' : 'decimal'}
                    value={field === 'stock' && !variant.trackStock ? '' : variant[field]}
                    placeholder={
                      field === 'stock' && !variant.trackStock ? t('products:variants.untracked') : undefined
                    }
                    error={errorAt(`variants.${index}.${field}`)}
                    disabled={disabled || (field === 'stock' && !variant.trackStock)}
                    onChange={(value) => {
                      onChange(withField(variants, index, field, value));
                    }}
                  />
                ))}
              </div>
            </BlockStack>
          </div>
        );
      })}
    </>
  );
}
