import { Banner, BlockStack, Text } from '@shopify/polaris';
import { CheckboxInput, QuantityInput, SelectInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { KeyState } from '#app/features/products/background-removal/background-removal.contract.ts';
import { RemovalKeyCard } from '#app/features/products/background-removal/shared/removal-key-card.tsx';
import type { ProductForm } from '../form/product-form.ts';
import { LENGTH_UNITS, MAX_VARIANTS, WEIGHT_UNITS } from '../product.ts';
import './products.css';

const SWITCHES = [
  ...(['comparePrice', 'sku', 'barcode', 'taxable', 'seo', 'untrackedStock', 'plainDescription'] as const),
  'digitalOnly',
] as const;
const BOUNDS = [
  ['title', 100_000],
  ['description', 100_000],
  ['images', 100],
] as const;

/** What the marketplace asks of vendors in the form of a product, its limits and its units. */
export function ProductFormScreen({ form: initial, removal }: { form: ProductForm; removal: KeyState }) {
  const t = useText();
  const form = useForm({
    schema: () => import('../form/product-form.contract.ts').then(({ productFormSchema }) => productFormSchema),
    initial,
    method: 'put',
    done: t('products:form.saved'),
  });
  return (
    <ScreenPage title={t('settings:row.productForm.name')} saveBar={form.saveBar} kind="form">
      <BlockStack gap="400">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('products:form.what')}>
          <BlockStack gap="200">
            <Text as="p" tone="subdued">
              {t('products:form.whatHint')}
            </Text>
            <CheckboxInput {...form.field('variants.enabled')} label={t('products:form.enabled')} />
            <QuantityInput
              {...form.field('variants.limit')}
              label={t('products:form.limit')}
              min={1}
              max={MAX_VARIANTS}
              disabled={!form.values.variants.enabled}
            />
            {SWITCHES.map((name) => (
              <CheckboxInput key={name} {...form.field(`variants.${name}`)} label={t(`products:form.${name}`)} />
            ))}
          </BlockStack>
        </SectionCard>
        <SectionCard title={t('products:form.limits')}>
          <BlockStack gap="300">
            <Text as="p" tone="subdued">
              {t('products:form.limitsHint')}
            </Text>
            {BOUNDS.map(([name, max]) => (
              <div key={name} className="product-variant-fields">
                <QuantityInput
                  {...form.field(`inputLimit.${name}.min`)}
                  label={t(`products:form.bound.${name}Min`)}
                  max={max}
                />
                <QuantityInput
                  {...form.field(`inputLimit.${name}.max`)}
                  label={t(`products:form.bound.${name}Max`)}
                  max={max}
                />
              </div>
            ))}
          </BlockStack>
        </SectionCard>
        <SectionCard title={t('products:form.units')}>
          <div className="product-variant-fields">
            <SelectInput
              {...form.field('defaultUnits.weight')}
              label={t('products:units.weight')}
              choices={WEIGHT_UNITS.map((unit) => ({ value: unit, label: t(`products:units.${unit}`) }))}
            />
            <SelectInput
              {...form.field('defaultUnits.length')}
              label={t('products:units.length')}
              choices={LENGTH_UNITS.map((unit) => ({ value: unit, label: unit }))}
            />
          </div>
        </SectionCard>
        <RemovalKeyCard removal={removal} />
      </BlockStack>
    </ScreenPage>
  );
}
