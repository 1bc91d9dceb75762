import { Banner, BlockStack, Button, InlineStack } from '@shopify/polaris';
import { z } from 'zod';
import { CheckboxInput, SelectInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { settingsSchema, type VendorDetailWire } from '../vendor-acts.contract.ts';

const CHOICES = ['default', 'on', 'off'] as const;
const READ = { default: null, on: true, off: false } as const;

/** How the marketplace treats a vendor. */
export function SettingsCard({ vendor }: { vendor: VendorDetailWire }) {
  const t = useText();
  const form = useForm({
    schema: z.object({ settings: settingsSchema }),
    initial: {
      autoApprove: vendor.autoApprove === null ? 'default' : vendor.autoApprove ? 'on' : 'off',
      isManagedByMarketplace: vendor.isManagedByMarketplace,
    },
    toPayload: ({ autoApprove, isManagedByMarketplace }) => ({
      settings: { autoApprove: READ[autoApprove as (typeof CHOICES)[number]], isManagedByMarketplace },
    }),
    done: t('vendors:settings.saved'),
  });
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
        <InlineStack align="end">
          <Button onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('common:save')}
          </Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}
