import { Banner, BlockStack } from '@shopify/polaris';
import { useMemo } from 'react';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { AccessBanner } from '#app/ui/components/access-banner.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import type { CatalogSettingsDto } from '../catalog.contract.ts';

/** The accesses of the store that a catalogue needs, by the platform's names. */
const SCOPES = ['write_metaobject_definitions', 'write_metaobjects'];

export type CatalogSettingsScreenProps = { settings: CatalogSettingsDto; granted: boolean; onGranted: () => void };

/** Whether there is a catalogue, and what binds vendors by it. */
export function CatalogSettingsScreen({ settings, granted, onGranted }: CatalogSettingsScreenProps) {
  const t = useText();
  const { version, ...rest } = settings;
  const { enabled, onlyEntries, showPrices } = rest;
  const initial = useMemo(() => ({ enabled, onlyEntries, showPrices }), [enabled, onlyEntries, showPrices]);
  const form = useForm({
    schema: () => import('../catalog.contract.ts').then(({ catalogSettingsDto }) => catalogSettingsDto),
    initial,
    method: 'put',
    toPayload: (values) => ({ ...values, version }),
    done: t('catalog:settings.saved'),
  });
  // Without the access there is nothing to set, but what is on can still be turned off.
  const isOpen = granted || enabled;
  return (
    <ScreenPage
      title={t('settings:row.catalog.name')}
      secondaryActions={enabled ? [{ label: t('catalog:entries.title'), url: '/catalog-entries' }] : []}
      {...(isOpen ? { saveBar: form.saveBar } : {})}
      kind="form"
    >
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        {granted ? null : (
          <AccessBanner
            scopes={SCOPES}
            texts={{
              title: t('catalog:access.title'),
              body: t('catalog:access.body'),
              external: t('catalog:access.external'),
              action: t('catalog:access.action'),
              declined: t('catalog:access.declined'),
            }}
            onGranted={onGranted}
          />
        )}
        {isOpen ? (
          <SectionCard title={t('catalog:settings.card')}>
            <BlockStack gap="300">
              <CheckboxInput
                {...form.field<unknown>('enabled')}
                label={t('catalog:settings.enabled')}
                helpText={t('catalog:settings.enabledHint')}
              />
              <CheckboxInput
                {...form.field<unknown>('onlyEntries')}
                label={t('catalog:settings.onlyEntries')}
                helpText={t('catalog:settings.onlyEntriesHint')}
              />
              <CheckboxInput
                {...form.field<unknown>('showPrices')}
                label={t('catalog:settings.showPrices')}
                helpText={t('catalog:settings.showPricesHint')}
              />
            </BlockStack>
          </SectionCard>
        ) : null}
      </Stack>
    </ScreenPage>
  );
}
