import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useMemo } from 'react';
import { CheckboxInput, SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { EmptyBody, SectionCard } from '#app/ui/components/cards.tsx';
import { EndRow, Stack } from '#app/ui/components/layout.tsx';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import { RATE_MODES, toMode } from '../live/live-rate.ts';
import type { ZoneDto, ZonesDto } from '../zones/zones.contract.ts';
import type { NamedCountry } from './countries.ts';
import { TesterCard } from './tester-card.tsx';

type ScreenProps = { found: ZonesDto; vendor: string; isOfDefaults: boolean; countries: readonly NamedCountry[] };

/** Where a vendor ships to and at what rates; for the marketplace, its defaults and what it sets for all. */
export function ShippingScreen({ found, vendor, isOfDefaults, countries }: ScreenProps) {
  const t = useText();
  const { settings, zones } = found;
  const base = isOfDefaults ? '/settings/shipping/defaults' : '/settings/shipping';
  const mayEdit = found.allowedActions.includes('edit');
  const { defaultShipping } = settings;
  const fallback = isOfDefaults || zones.length > 0 ? undefined : defaultShipping;
  return (
    <ScreenPage
      title={t(isOfDefaults ? 'settings:row.shippingDefaults.name' : 'settings:row.shipping.name')}
      {...(mayEdit ? { primaryAction: { label: t('shipping:add'), url: `${base}/zones/new` } } : {})}
      kind="form"
    >
      <Stack>
        {found.allowedActions.includes('set') ? <SettingsCard settings={settings} /> : null}
        {found.allowedActions.includes('set') && settings.enabled ? <CheckoutCard /> : null}
        {found.allowedActions.includes('set') && settings.enabled ? <LabelsCard /> : null}
        {vendor === '' ? null : <ShipFromCard />}
        {vendor !== '' && settings.enabled ? <LiveRatesCard /> : null}
        {settings.enabled ? (
          <SectionCard title={t('shipping:zones')}>
            {zones.length === 0 ? (
              <EmptyBody
                title={t('shipping:empty.title')}
                body={t(
                  isOfDefaults
                    ? 'shipping:empty.defaults'
                    : fallback?.enabled
                      ? 'shipping:empty.own'
                      : 'shipping:empty.none',
                )}
              />
            ) : (
              <BlockStack gap="400">
                {zones.map((zone) => (
                  <ZoneRow key={zone.id} zone={zone} base={base} mayEdit={mayEdit} />
                ))}
              </BlockStack>
            )}
          </SectionCard>
        ) : null}
        {settings.enabled ? <TesterCard currency={found.currency} vendor={vendor} countries={countries} /> : null}
      </Stack>
    </ScreenPage>
  );
}

/** Leads to where the vendor ships from. */
function ShipFromCard() {
  const t = useText();
  return (
    <SectionCard title={t('shipping:from.title')}>
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p" tone="subdued">
          {t('shipping:from.subtitle')}
        </Text>
        <Button url="/settings/shipping/from" accessibilityLabel={t('shipping:from.edit')}>
          {t('shipping:edit')}
        </Button>
      </BlockStack>
    </SectionCard>
  );
}

/** Leads to whether the vendor offers flat rates, live rates or both. */
function LiveRatesCard() {
  const t = useText();
  return (
    <SectionCard title={t('shipping:live.title')}>
      <BlockStack gap="200" inlineAlign="start">
        <Text as="p" tone="subdued">
          {t('shipping:live.subtitle')}
        </Text>
        <Button url="/settings/shipping/rates">{t('shipping:live.edit')}</Button>
      </BlockStack>
    </SectionCard>
  );
}

/** Leads to the key by which labels are bought. */
function LabelsCard() {
  const t = useText();
  return (
    <SectionCard title={t('labels:settings.title')}>
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <Text as="p" tone="subdued">
          {t('labels:settings.subtitle')}
        </Text>
        <Button url="/settings/shipping/labels">{t('labels:settings.open')}</Button>
      </InlineStack>
    </SectionCard>
  );
}

/** Where it is seen whether the store's checkout asks for the rates. */
function CheckoutCard() {
  const t = useText();
  return (
    <SectionCard title={t('shipping:checkout.title')}>
      <InlineStack align="space-between" blockAlign="center" gap="300">
        <Text as="p" tone="subdued">
          {t('shipping:checkout.subtitle')}
        </Text>
        <Button url="/settings/shipping/checkout">{t('shipping:checkout.open')}</Button>
      </InlineStack>
    </SectionCard>
  );
}

function ZoneRow({ zone, base, mayEdit }: { zone: ZoneDto; base: string; mayEdit: boolean }) {
  const t = useText();
  const format = useFormat();
  const form = useForm({
    initial: { deleted: zone.id },
    done: t('shipping:deleted'),
  });
  const places = zone.countries.map(({ code, provinces }) =>
    provinces.length === 0 ? format.country(code) : `${format.country(code)} (${provinces.join(', ')})`,
  );
  return (
    <BlockStack gap="150">
      <Text as="h3" fontWeight="semibold">
        {zone.zoneName}
      </Text>
      <Text as="p" tone="subdued">
        {places.join(', ')}
      </Text>
      {zone.rates.map((rate, index) => (
        <Text as="p" key={index}>
          {`${rate.name}: ${format.money(rate.price)}`}
        </Text>
      ))}
      {zone.gaps.length === 0 ? null : <Banner tone="warning">{t('shipping:hasGaps')}</Banner>}
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      {mayEdit ? (
        <InlineStack gap="200">
          <Button url={`${base}/zones/${zone.id}`} accessibilityLabel={t('shipping:editZone', { name: zone.zoneName })}>
            {t('shipping:edit')}
          </Button>
          <Button
            tone="critical"
            variant="tertiary"
            onClick={form.submit}
            loading={form.saving}
            accessibilityLabel={t('shipping:deleteZone', { name: zone.zoneName })}
          >
            {t('shipping:delete')}
          </Button>
        </InlineStack>
      ) : null}
    </BlockStack>
  );
}

type Values = {
  enabled: boolean;
  useDefaults: boolean;
  enableLocalPickup: boolean;
  enableRateNames: boolean;
  rateNames: string;
  mode: string;
};

function SettingsCard({ settings }: { settings: ZonesDto['settings'] }) {
  const t = useText();
  const { enabled, enableRateNames, enableLocalPickup, rateNames, defaultShipping, version } = settings;
  const mode = toMode(settings);
  const names = rateNames.join(', ');
  const initial = useMemo(
    () => ({
      enabled,
      enableRateNames,
      enableLocalPickup,
      rateNames: names,
      mode,
      useDefaults: defaultShipping.enabled,
    }),
    [enabled, enableRateNames, enableLocalPickup, names, mode, defaultShipping.enabled],
  );
  const form = useForm<Values>({
    schema: () => import('../zones/zones.contract.ts').then(({ settingsForm }) => settingsForm),
    initial,
    toPayload: (values) => ({
      settings: {
        enabled: values.enabled,
        enableRateNames: values.enableRateNames,
        version,
        enableLocalPickup: values.enableLocalPickup,
        enableFlatRates: values.mode !== 'live',
        enableLiveRates: values.mode !== 'flat',
        rateNames: values.rateNames.split(',').map((name) => name.trim()),
        defaultShipping: { enabled: values.useDefaults },
      },
    }),
    toField: (path) => (path.startsWith('settings.rateNames') ? 'rateNames' : path.replace(/^settings\./, '')),
    done: t('shipping:settings.saved'),
  });
  return (
    <SectionCard title={t('shipping:settings.title')}>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <CheckboxInput
          {...form.field<unknown>('enabled')}
          label={t('shipping:settings.enabled')}
          helpText={t('shipping:settings.enabledHint')}
        />
        <CheckboxInput {...form.field<unknown>('useDefaults')} label={t('shipping:settings.useDefaults')} />
        <CheckboxInput
          {...form.field<unknown>('enableLocalPickup')}
          label={t('shipping:settings.enableLocalPickup')}
          helpText={t('shipping:settings.enableLocalPickupHint')}
        />
        <SelectInput
          {...form.field<unknown>('mode')}
          label={t('shipping:settings.mode')}
          choices={RATE_MODES.map((one) => ({ value: one, label: t(`shipping:live.modes.${one}`) }))}
          helpText={t(
            form.values.mode === 'flat' || settings.shippo.enabled
              ? 'shipping:settings.modeHint'
              : 'shipping:settings.noKey',
          )}
        />
        <CheckboxInput {...form.field<unknown>('enableRateNames')} label={t('shipping:settings.enableRateNames')} />
        <TextInput
          {...form.field<unknown>('rateNames')}
          label={t('shipping:settings.rateNames')}
          helpText={t('shipping:settings.rateNamesHint')}
          maxLength={600}
        />
        <EndRow>
          <Button variant="primary" onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('common:save')}
          </Button>
        </EndRow>
      </BlockStack>
    </SectionCard>
  );
}
