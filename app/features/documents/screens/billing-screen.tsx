import { Banner, BlockStack, Text } from '@shopify/polaris';
import { ChoiceInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { BILLED_AS } from '../document.ts';
import type { Billing } from '../document-settings.ts';
import type { BillingForm } from '../documents.contract.ts';
import { PartyFields } from './party-fields.tsx';

/** Who the vendor is on invoices in its name; who does not lead it reads only. */
export function BillingScreen({ billing, version, mayWrite }: BillingForm & { mayWrite: boolean }) {
  const t = useText();
  const form = useForm<Billing>({
    schema: () => import('../documents.contract.ts').then(({ billingBody }) => billingBody),
    initial: billing,
    toPayload: (typed) => ({ billing: typed, version }),
    toField: (path) => path.replace(/^billing\./, ''),
    method: 'put',
    done: t('documents:billing.saved'),
  });
  const isPerson = form.values.kind === 'person';
  return (
    <ScreenPage
      title={t('settings:row.billing.name')}
      subtitle={t('documents:billing.subtitle')}
      {...(mayWrite ? { saveBar: form.saveBar } : {})}
      kind="form"
    >
      <BlockStack gap="400">
        {mayWrite ? null : <Banner tone="info">{t('documents:billing.readOnly')}</Banner>}
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('documents:billing.section')}>
          <Text as="p" tone="subdued">
            {t('documents:billing.hint')}
          </Text>
          <ChoiceInput
            {...form.field<unknown>('kind')}
            disabled={!mayWrite}
            label={t('documents:billing.kind')}
            choices={BILLED_AS.map((value) => ({ value, label: t(`documents:billing.${value}`) }))}
          />
          <PartyFields
            field={(name) => ({ ...form.field(name), disabled: !mayWrite })}
            nameLabel={isPerson ? t('documents:billing.namePerson') : t('documents:billing.nameCompany')}
          />
        </SectionCard>
      </BlockStack>
    </ScreenPage>
  );
}
