import { Banner, BlockStack, Button, InlineStack, Modal } from '@shopify/polaris';
import { useState } from 'react';
import { SelectInput, TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SETTABLE_HOLD_CAUSES } from '#app/features/orders/fulfillment/hold.ts';
import type { ShownVendorOrderDto } from '#app/features/orders/orders.contract.ts';

/** What is on hold and why, with the way to release it for whoever may. It stays while nothing is, to say that it was released. */
export function HoldNotice({ hold, vendorId }: { hold: ShownVendorOrderDto['onHold']; vendorId: string }) {
  const t = useText();
  const release = useForm({
    schema: () =>
      import('#app/features/orders/fulfillment/fulfill.contract.ts').then(({ releaseBodySchema }) => releaseBodySchema),
    initial: {},
    toPayload: () => ({ intent: 'release', vendor: vendorId }),
    done: t('orders:hold.released'),
  });
  if (hold === null) return null;
  const count = hold.lines.reduce((sum, line) => sum + line.quantity, 0);
  return (
    <Banner tone="warning" title={t('orders:hold.notice', { count })}>
      <BlockStack gap="200">
        <p>{[t(`orders:hold.cause.${hold.reason}`), hold.note].filter(Boolean).join(': ')}</p>
        {release.formError ? <p>{release.formError}</p> : null}
        {hold.canRelease ? (
          <InlineStack>
            <Button onClick={release.submit} loading={release.saving}>
              {t('orders:hold.release')}
            </Button>
          </InlineStack>
        ) : hold.byVendor ? null : (
          <p>{t('orders:hold.byStore')}</p>
        )}
      </BlockStack>
    </Banner>
  );
}

/** Puts what is left on hold, after asking why. It stays while hidden, to say that it was done. */
export function HoldButton({ vendorId, isHidden }: { vendorId: string; isHidden: boolean }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    schema: () =>
      import('#app/features/orders/fulfillment/fulfill.contract.ts').then(({ holdBodySchema }) => holdBodySchema),
    initial: { reason: 'inventory_out_of_stock', note: '' },
    toPayload: (values) => ({ intent: 'hold', ...values, vendor: vendorId }),
    done: t('orders:hold.done'),
    onDone: () => {
      setOpen(false);
    },
  });
  if (isHidden) return null;
  return (
    <>
      <Button
        onClick={() => {
          setOpen(true);
        }}
      >
        {t('orders:hold.action')}
      </Button>
      <Modal
        open={isOpen}
        title={t('orders:hold.title')}
        onClose={() => {
          setOpen(false);
        }}
        primaryAction={{ content: t('orders:hold.action'), onAction: form.submit, loading: form.saving }}
      >
        <Modal.Section>
          <BlockStack gap="300">
            {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
            <p>{t('orders:hold.consequence')}</p>
            <SelectInput
              {...form.field<unknown>('reason')}
              label={t('orders:hold.reason')}
              choices={SETTABLE_HOLD_CAUSES.map((value) => ({ value, label: t(`orders:hold.cause.${value}`) }))}
            />
            <TextInput {...form.field<unknown>('note')} label={t('orders:hold.note')} optional maxLength={500} />
          </BlockStack>
        </Modal.Section>
      </Modal>
    </>
  );
}
