import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { MoneyInput, PercentInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { VendorOrderDto } from '#app/features/orders/orders.contract.ts';

/** Replaces the commission of one vendor's order behind a button, as it is seldom needed; both fields empty bring the frozen rates back. */
export function OverrideCard({ orderId, part: vendorOrder }: { orderId: string; part: VendorOrderDto }) {
  const t = useText();
  const { override } = vendorOrder.money;
  const form = useForm<{ percentage: string; flat: string }>({
    schema: () =>
      import('#app/features/orders/orders.contract.ts').then(({ overrideFormSchema }) => overrideFormSchema),
    initial: { percentage: override?.percentage ?? '', flat: override?.flat ?? '' },
    toPayload: ({ percentage, flat }) => {
      const isRemoved = percentage === '' && flat === '';
      return {
        intent: 'override',
        vendor: vendorOrder.vendor.name,
        orderId,
        percentage: isRemoved ? null : percentage || '0',
        flat: isRemoved ? null : flat || '0',
      };
    },
    done: t('orders:override.done'),
  });
  const [isOpen, setOpen] = useState(override !== null);
  if (!isOpen)
    return (
      <SectionCard title={t('orders:override.title', { name: vendorOrder.vendor.name })}>
        <InlineStack>
          <Button
            onClick={() => {
              setOpen(true);
            }}
          >
            {t('orders:override.open')}
          </Button>
        </InlineStack>
      </SectionCard>
    );
  return (
    <SectionCard title={t('orders:override.title', { name: vendorOrder.vendor.name })}>
      <BlockStack gap="300">
        {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
        <Text as="p" variant="bodySm" tone="subdued">
          {override ? t('orders:override.active') : t('orders:override.hint')}
        </Text>
        <PercentInput {...form.field<unknown>('percentage')} label={t('orders:override.percentage')} />
        <MoneyInput
          {...form.field<unknown>('flat')}
          label={t('orders:override.flat')}
          currency={vendorOrder.money.total.currency}
        />
        <InlineStack align="end" gap="200">
          <Button onClick={form.submit} loading={form.saving} disabled={!form.dirty}>
            {t('orders:override.action')}
          </Button>
        </InlineStack>
      </BlockStack>
    </SectionCard>
  );
}
