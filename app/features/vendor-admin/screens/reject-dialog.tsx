import { Banner, BlockStack, Modal, Text } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import type { ApplicationDto } from '#app/features/vendor-profiles/applications/applications.contract.ts';

/** Asks once before an applicant is refused, and takes the reason that the e-mail tells. */
export function RejectDialog({ application, onClose }: { application: ApplicationDto; onClose: () => void }) {
  const t = useText();
  const form = useForm({
    schema: () =>
      import('#app/features/vendor-profiles/applications/applications.contract.ts').then(
        ({ statusSchema }) => statusSchema,
      ),
    initial: { reason: '' },
    method: 'put',
    action: `?open=${application.id}`,
    toPayload: ({ reason }) => ({ status: 'rejected', reason }),
    done: t('applications:preview.rejected'),
    onDone: onClose,
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={t('applications:reject.title', { name: application.vendorName })}
      primaryAction={{
        content: t('applications:reject.action'),
        destructive: true,
        loading: form.saving,
        onAction: form.submit,
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <Text as="p">{t('applications:reject.body', { email: application.email })}</Text>
          <TextInput
            {...form.field('reason')}
            label={t('applications:reject.reason')}
            helpText={t('applications:reject.reasonHelp')}
            optional
            lines={3}
            maxLength={2000}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
