import { Banner, Text } from '@shopify/polaris';
import { QuantityInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import type { OfferRulesDto } from '../automatic/offer-rules.contract.ts';

/** Which prices of buyers a vendor has accepted and declined automatically; an empty field is off. */
export function OfferRulesScreen({ acceptPercent, declinePercent, minPercent, canEdit, version }: OfferRulesDto) {
  const t = useText();
  const form = useForm({
    schema: () => import('../automatic/offer-rules.contract.ts').then(({ offerRulesInput }) => offerRulesInput),
    initial: { acceptPercent: acceptPercent ?? '', declinePercent: declinePercent ?? '' },
    toPayload: (values) => ({ ...values, version }),
    method: 'put',
    done: t('offers:rules.saved'),
  });
  const bounds = { min: minPercent, max: 100 };
  return (
    <ScreenPage
      title={t('offers:rules.title')}
      back={{ label: t('shell:places.inbox'), url: '/inbox' }}
      {...(canEdit ? { saveBar: form.saveBar } : {})}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {canEdit ? null : <Banner tone="info">{t('offers:rules.readOnly')}</Banner>}
        <SectionCard title={t('offers:rules.card')}>
          <Text as="p" tone="subdued">
            {t('offers:rules.about', { minimum: minPercent })}
          </Text>
          <QuantityInput
            {...form.field<unknown>('acceptPercent')}
            label={t('offers:rules.accept')}
            helpText={t('offers:rules.acceptHelp')}
            disabled={!canEdit}
            {...bounds}
          />
          <QuantityInput
            {...form.field<unknown>('declinePercent')}
            label={t('offers:rules.decline')}
            helpText={t('offers:rules.declineHelp')}
            disabled={!canEdit}
            {...bounds}
          />
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}
