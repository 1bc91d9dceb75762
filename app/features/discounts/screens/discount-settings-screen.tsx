import { Banner, BlockStack } from '@shopify/polaris';
import { useMemo } from 'react';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { CheckboxInput, QuantityInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import type { DiscountSettingsInput } from '../discount-settings.contract.ts';
import { MAX_AUTOMATIC, MAX_NAME, MAX_RESERVED } from '../discount.ts';

const MAX_TEXT = MAX_RESERVED * (MAX_NAME + 1);
const toNames = (text: string): string[] => text.split('\n').map((name) => name.trim());

/** What vendors can do with discounts: how many automatic ones, which names they cannot take, and whether they can refuse. */
export function DiscountSettingsScreen(props: DiscountSettingsInput & { mayPayOut: boolean }) {
  const { vendorQuota, reservedNames, vendorsMayRefuse, version, mayPayOut } = props;
  const t = useText();
  const initial = useMemo(
    () => ({ vendorQuota: String(vendorQuota), reservedNames: reservedNames.join('\n'), vendorsMayRefuse }),
    [vendorQuota, reservedNames, vendorsMayRefuse],
  );
  const form = useForm({
    schema: () => import('../discount-settings.contract.ts').then(({ discountSettingsDto }) => discountSettingsDto),
    initial,
    toPayload: (values) => ({ ...values, reservedNames: toNames(values.reservedNames), version }),
    method: 'put',
    done: t('discounts:settings.saved'),
  });
  return (
    <ScreenPage title={t('settings:row.discounts.name')} saveBar={form.saveBar} kind="form">
      <Stack>
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <SectionCard title={t('discounts:settings.vendors')}>
          <BlockStack gap="400">
            <QuantityInput
              {...form.field<unknown>('vendorQuota')}
              label={t('discounts:settings.quota')}
              helpText={t('discounts:settings.quotaHelp')}
              min={0}
              max={MAX_AUTOMATIC}
            />
            <TextInput
              {...form.field<unknown>('reservedNames')}
              label={t('discounts:settings.reserved')}
              helpText={t('discounts:settings.reservedHelp', { maximum: MAX_RESERVED })}
              lines={4}
              maxLength={MAX_TEXT}
            />
          </BlockStack>
        </SectionCard>
        <SectionCard title={t('discounts:settings.borne')}>
          <CheckboxInput
            {...form.field<unknown>('vendorsMayRefuse')}
            label={t('discounts:settings.mayRefuse')}
            helpText={t(mayPayOut ? 'discounts:settings.mayRefuseHelp' : 'discounts:settings.payersOnly')}
            disabled={!mayPayOut}
          />
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}
