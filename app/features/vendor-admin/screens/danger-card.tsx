import { Banner, BlockStack, Button, InlineStack, Modal, Text } from '@shopify/polaris';
import { useState } from 'react';
import { CheckboxInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Money } from '#app/ui/money/money.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import type { VendorDetailDto } from '../vendor-operations.contract.ts';

/** What cannot be undone. */
export function DangerCard({ vendor }: { vendor: VendorDetailDto }) {
  const t = useText();
  const [open, setOpen] = useState(false);
  return (
    <SectionCard title={t('vendors:remove.card')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {t('vendors:remove.what')}
        </Text>
        <InlineStack>
          <Button
            tone="critical"
            onClick={() => {
              setOpen(true);
            }}
          >
            {t('vendors:remove.open')}
          </Button>
        </InlineStack>
      </BlockStack>
      {open ? (
        <RemoveDialog
          vendor={vendor}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </SectionCard>
  );
}

/** Asks once, naming what is not settled; that has to be ticked before anything is deleted. */
function RemoveDialog({ vendor, onClose }: { vendor: VendorDetailDto; onClose: () => void }) {
  const t = useText();
  const owed = vendor.unpaid.length > 0;
  const form = useForm({
    initial: { confirm: false },
    toPayload: (values) => ({ remove: values }),
    done: t('vendors:remove.done', { name: vendor.vendor }),
    onDone: onClose,
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={t('vendors:remove.title', { name: vendor.vendor })}
      primaryAction={{
        content: t('vendors:remove.action'),
        destructive: true,
        loading: form.saving,
        disabled: owed && !form.values.confirm,
        onAction: form.submit,
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <Text as="p">{t('vendors:remove.body', { count: vendor.people.length })}</Text>
          {owed ? (
            <Banner tone="warning" title={t('vendors:remove.owed')}>
              <BlockStack gap="200">
                {vendor.unpaid.map((amount) => (
                  <Money key={amount.currency} value={amount} bold />
                ))}
                <CheckboxInput {...form.field('confirm')} label={t('vendors:remove.confirm')} />
              </BlockStack>
            </Banner>
          ) : null}
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
