import { Banner, BlockStack, Button, InlineStack } from '@shopify/polaris';
import { CheckboxInput, QuantityInput, SelectInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { VendorDetailDto } from '../vendor-operations.contract.ts';

const CHOICES = ['default', 'on', 'off'] as const;
const READ = { default: null, on: true, off: false } as const;

/** How the marketplace treats a vendor. */
export function SettingsCard({ vendor }: { vendor: VendorDetailDto }) {
  const t = useText();
  const format = useFormat();
  const form = useForm({
    schema: () => import('../vendor-operations.contract.ts').then(({ settingsForm }) => settingsForm),
    initial: {
      autoApprove: vendor.autoApprove === null ? 'default' : vendor.autoApprove ? 'on' : 'off',
      isManagedByMarketplace: vendor.isManagedByMarketplace,
      listingLimit: vendor.ownListingLimit ?? '',
    },
    toPayload: ({ autoApprove, isManagedByMarketplace, listingLimit }) => ({
      settings: {
        autoApprove: READ[autoApprove as (typeof CHOICES)[number]],
        isManagedByMarketplace,
        listingLimit: listingLimit === '' ? null : Number(listingLimit),
      },
    }),
    done: t('vendors:settings.saved'),
    toField: (path) => path.replace(/^settings\./, ''),
  });
  const listed = {
    listed: format.number(vendor.listing?.count ?? 0),
    limit: format.number(vendor.listing?.limit ?? 0),
  };
  return (
    <SectionCard title={t('vendors:settings.title')}>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SelectInput
          {...form.field('autoApprove')}
          label={t('vendors:settings.autoApprove')}
          helpText={t('vendors:settings.autoApproveHelp')}
          choices={CHOICES.map((value) => ({ value, label: t(`vendors:settings.${value}`) }))}
        />
        <CheckboxInput
          {...form.field('isManagedByMarketplace')}
          label={t('vendors:settings.managed')}
          helpText={t('vendors:settings.managedHelp')}
        />
        <QuantityInput
          {...form.field('listingLimit')}
          label={t('vendors:settings.listingLimit')}
          helpText={
            vendor.listing
              ? `${t('vendors:settings.listed', listed)}. ${t('vendors:settings.listingLimitHelp')}`
              : t('vendors:settings.listingLimitHelp')
          }
        />
        <InlineStack align="end">
          <Button onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('common:save')}
          </Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}
