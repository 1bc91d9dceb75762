import { Banner, BlockStack, FormLayout } from '@shopify/polaris';
import { CheckboxInput, PercentInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { StatementSettings } from '../statement-settings.ts';
import type { StatementSettingsForm } from '../statements.contract.ts';

/** The fee's tax, who writes whose invoices, and what stands under statements; with the way to addresses and templates. */
export function StatementSettingsScreen({ settings, version }: StatementSettingsForm) {
  const t = useText();
  const form = useForm<StatementSettings>({
    schema: () => import('../statements.contract.ts').then(({ statementSettingsBody }) => statementSettingsBody),
    initial: settings,
    toPayload: (typed) => ({ settings: typed, version }),
    toField: (path) => path.replace(/^settings\./, ''),
    method: 'put',
    done: t('statements:settings.saved'),
  });
  return (
    <ScreenPage
      title={t('settings:row.statements.name')}
      subtitle={t('statements:settings.subtitle')}
      saveBar={form.saveBar}
      kind="form"
    >
      <BlockStack gap="400">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('statements:settings.fee')}>
          <FormLayout>
            <PercentInput
              {...form.field('feeTaxPercent')}
              label={t('statements:settings.feeTax')}
              helpText={t('statements:settings.feeTaxHelp')}
            />
            <CheckboxInput
              {...form.field<unknown>('reverseCharge')}
              label={t('statements:settings.reverseCharge')}
              helpText={t('statements:settings.reverseChargeHelp')}
            />
          </FormLayout>
        </SectionCard>
        <SectionCard title={t('statements:settings.own')}>
          <FormLayout>
            <CheckboxInput
              {...form.field<unknown>('selfBilling')}
              label={t('statements:settings.selfBilling')}
              helpText={t('statements:settings.selfBillingHelp')}
            />
            <PercentInput
              {...form.field('selfBillingTaxPercent')}
              label={t('statements:settings.selfBillingTax')}
              helpText={t('statements:settings.selfBillingTaxHelp')}
            />
          </FormLayout>
        </SectionCard>
        <SectionCard title={t('documents:texts.title')}>
          <TextInput
            {...form.field('footer')}
            label={t('statements:settings.footer')}
            helpText={t('statements:settings.footerHelp')}
            lines={3}
            optional
          />
        </SectionCard>
        <SectionCard title={t('documents:templates.title')} flush>
          <Rows
            label={t('documents:templates.title')}
            hasChevron
            rows={[
              ...(['doc-vendor-statement', 'doc-vendor-invoice'] as const).map((name) => ({
                id: name,
                url: `/orders/documents/${name}`,
                title: t(`documents:kind.${name}`),
              })),
              { id: 'documents', url: '/orders/documents', title: t('documents:address.title') },
            ]}
          />
        </SectionCard>
      </BlockStack>
    </ScreenPage>
  );
}
