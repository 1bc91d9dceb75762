import { Banner } from '@shopify/polaris';
import { QuantityInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { AccessBanner } from '#app/ui/components/access-banner.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import type { OfferSettingsDto } from '../offers.contract.ts';

type Props = OfferSettingsDto & { granted: boolean; onGranted: () => void };

/** The lowest share of the listed price that offers are taken at, and the access that their invoices need. */
export function OfferSettingsScreen({ minPercent, version, granted, onGranted }: Props) {
  const t = useText();
  const form = useForm({
    schema: () => import('../offers.contract.ts').then(({ offerSettingsDto }) => offerSettingsDto),
    initial: { minPercent },
    toPayload: (values) => ({ ...values, version }),
    method: 'put',
    done: t('offers:settings.saved'),
  });
  return (
    <ScreenPage title={t('settings:row.offers.name')} {...(granted ? { saveBar: form.saveBar } : {})} kind="form">
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {granted ? null : (
          <AccessBanner
            scopes={['write_draft_orders']}
            texts={{
              title: t('offers:access.title'),
              body: t('offers:access.body'),
              external: t('offers:access.external'),
              action: t('offers:access.action'),
              declined: t('offers:access.declined'),
            }}
            onGranted={onGranted}
          />
        )}
        {granted ? (
          <SectionCard title={t('offers:settings.limits')}>
            <QuantityInput
              {...form.field<unknown>('minPercent')}
              label={t('offers:settings.minPercent')}
              helpText={t('offers:settings.minPercentHelp')}
              min={1}
              max={100}
            />
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}
