import { Banner, BlockStack, FormLayout, Text } from '@shopify/polaris';
import { DOCUMENT_TEMPLATE_NAMES } from '#app/platform/mails/documents.ts';
import { ChoiceInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { SELLERS_OF_RECORD } from '#app/features/orders/printing/printed.ts';
import { formatNumber } from '../document.ts';
import type { DocumentSettings } from '../document-settings.ts';
import type { DocumentSettingsForm } from '../documents.contract.ts';
import { PartyFields } from './party-fields.tsx';

/** Who sells on invoices, their numbers and texts, and the way to their templates. */
export function DocumentSettingsScreen({ settings, version, year }: DocumentSettingsForm & { year: number }) {
  const t = useText();
  const form = useForm<DocumentSettings>({
    schema: () => import('../documents.contract.ts').then(({ documentSettingsBody }) => documentSettingsBody),
    initial: settings,
    toPayload: (typed) => ({ settings: typed, version }),
    toField: (path) => path.replace(/^settings\./, ''),
    method: 'put',
    done: t('documents:saved'),
  });
  const example = formatNumber(form.values.prefixes.invoice, year, 1);
  return (
    <ScreenPage
      title={t('settings:row.documents.name')}
      subtitle={t('documents:subtitle')}
      saveBar={form.saveBar}
      kind="form"
    >
      <BlockStack gap="400">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('documents:seller.title')}>
          <ChoiceInput
            {...form.field<unknown>('sellerOfRecord')}
            label={t('documents:seller.label')}
            helpText={t('documents:seller.help')}
            choices={SELLERS_OF_RECORD.map((value) => ({ value, label: t(`documents:seller.${value}`) }))}
          />
        </SectionCard>
        <SectionCard title={t('documents:address.title')}>
          <Text as="p" tone="subdued">
            {t('documents:address.hint')}
          </Text>
          <PartyFields field={(name) => form.field(`marketplace.${name}`)} />
        </SectionCard>
        <SectionCard title={t('documents:numbers.title')}>
          <FormLayout>
            <FormLayout.Group>
              <TextInput {...form.field('prefixes.invoice')} label={t('documents:numbers.invoice')} maxLength={12} />
              <TextInput
                {...form.field('prefixes.creditNote')}
                label={t('documents:numbers.creditNote')}
                maxLength={12}
              />
            </FormLayout.Group>
          </FormLayout>
          <Text as="p" variant="bodySm" tone="subdued">
            {t('documents:numbers.help', { example })}
          </Text>
        </SectionCard>
        <SectionCard title={t('documents:texts.title')}>
          <FormLayout>
            <TextInput
              {...form.field('footers.customerInvoices')}
              label={t('documents:texts.customerInvoices')}
              helpText={t('documents:texts.customerHelp')}
              lines={4}
              optional
            />
            <TextInput
              {...form.field('footers.vendorInvoices')}
              label={t('documents:texts.vendorInvoices')}
              helpText={t('documents:texts.vendorHelp')}
              lines={4}
              optional
            />
          </FormLayout>
        </SectionCard>
        <SectionCard title={t('documents:templates.title')} flush>
          <Rows
            label={t('documents:templates.title')}
            hasChevron
            rows={DOCUMENT_TEMPLATE_NAMES.map((name) => ({
              id: name,
              url: `/orders/documents/${name}`,
              title: t(`documents:kind.${name}`),
            }))}
          />
        </SectionCard>
      </BlockStack>
    </ScreenPage>
  );
}
