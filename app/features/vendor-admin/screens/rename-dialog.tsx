import { Banner, BlockStack, Modal, Text } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { VENDOR_NAME_MAX } from '#app/platform/vendors/vendor.ts';

/** Gives a vendor another name, and says what follows from it. */
export function RenameDialog({ name, products, onClose }: { name: string; products: number; onClose: () => void }) {
  const t = useText();
  const form = useForm({
    schema: () => import('../vendor-operations.contract.ts').then(({ renameForm }) => renameForm),
    initial: { newVendor: name },
    toPayload: ({ newVendor }) => ({ rename: { newVendor } }),
    toField: (path) => path.replace(/^rename\./, ''),
    onDone: onClose,
    done: t('vendors:rename.done'),
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={t('vendors:rename.title', { name })}
      primaryAction={{
        content: t('vendors:rename.action'),
        loading: form.saving,
        disabled: !form.dirty,
        onAction: form.submit,
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="warning">{form.formError}</Banner> : null}
          <Text as="p">{t('vendors:rename.body', { count: products })}</Text>
          <TextInput {...form.field('newVendor')} label={t('vendors:rename.name')} maxLength={VENDOR_NAME_MAX} />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
