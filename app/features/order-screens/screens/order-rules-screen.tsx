import { Banner, BlockStack } from '@shopify/polaris';
import { CheckboxInput, ChoiceInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { OrderSettingsForm, WholeOrderSettings } from '#app/features/orders/order-settings.ts';
import { HIDEABLE_FIELDS } from '#app/features/orders/order-view.ts';

const NAMES = {
  'customer.email': 'customerEmail',
  'customer.phone': 'customerPhone',
  'billing.email': 'billingEmail',
  'billing.phone': 'billingPhone',
} as const;

/** What the marketplace hides of buyers from its vendors, what is shipped without anybody, and whether tests count. */
export function OrderRulesScreen({ settings, autoFulfillDigital, version }: OrderSettingsForm) {
  const t = useText();
  const form = useForm<WholeOrderSettings & { autoFulfillDigital: boolean }>({
    schema: () => import('#app/features/orders/order-settings.ts').then(({ orderSettingsBody }) => orderSettingsBody),
    initial: { ...settings, autoFulfillDigital },
    toPayload: ({ autoFulfillDigital: isOn, ...typed }) => ({
      settings: typed,
      // What nobody touched here is not said: a form that stood open would turn back what was switched elsewhere.
      ...(isOn === autoFulfillDigital ? {} : { autoFulfillDigital: isOn }),
      version,
    }),
    toField: (path) => path.replace(/^settings\./, ''),
    method: 'put',
    done: t('orders:rules.saved'),
  });
  return (
    <ScreenPage
      title={t('settings:row.orderRules.name')}
      subtitle={t('orders:rules.subtitle')}
      saveBar={form.saveBar}
      secondaryActions={[{ label: t('orders:rules.documents'), url: '/orders/documents' }]}
      kind="form"
    >
      <BlockStack gap="400">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('orders:rules.hidden')}>
          <ChoiceInput
            {...form.field<unknown>('hiddenFields')}
            multiple
            label={t('orders:rules.hidden')}
            labelHidden
            helpText={t('orders:rules.hiddenHelp')}
            choices={HIDEABLE_FIELDS.map((value) => ({ value, label: t(`orders:rules.${NAMES[value]}`) }))}
          />
        </SectionCard>
        <SectionCard title={t('orders:rules.tests')}>
          <CheckboxInput
            {...form.field<unknown>('countTests')}
            label={t('orders:rules.countTests')}
            helpText={t('orders:rules.countTestsHelp')}
          />
        </SectionCard>
        <SectionCard title={t('orders:rules.digital')}>
          <CheckboxInput
            {...form.field<unknown>('autoFulfillDigital')}
            label={t('orders:rules.shipDigital')}
            helpText={t('orders:rules.shipDigitalHelp')}
          />
        </SectionCard>
      </BlockStack>
    </ScreenPage>
  );
}
