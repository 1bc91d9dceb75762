import { Banner, BlockStack, Modal, Text } from '@shopify/polaris';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useFormat } from '#app/ui/shell/shell-context.tsx';
import type { AdjustmentDto } from '../adjustments.contract.ts';
import { useAdjustmentName } from '../shared/adjustment-rows.tsx';
import { NOTE_MAX } from '../limits.ts';

/** Asks once before an adjustment is undone, and for the note that says why. */
export function UndoDialog({ one, onClose }: { one: AdjustmentDto; onClose: () => void }) {
  const t = useText();
  const format = useFormat();
  const name = useAdjustmentName();
  const form = useForm<{ note: string }>({
    schema: () => import('../adjustments.contract.ts').then(({ undoBody }) => undoBody),
    initial: { note: '' },
    toPayload: ({ note }) => ({ intent: 'undo', id: one.id, note }),
    done: t('adjustments:undo.done'),
    onDone: onClose,
  });
  return (
    <Modal
      open
      title={t('adjustments:undo.title')}
      onClose={onClose}
      primaryAction={{ content: t('adjustments:undo.action'), loading: form.saving, onAction: form.submit }}
      secondaryActions={[{ content: t('common:cancel'), onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
          <Text as="p" fontWeight="semibold">
            {name(one)}
          </Text>
          <Text as="p">{t('adjustments:undo.body', { amount: format.money(one.vendor ? one.owed : one.amount) })}</Text>
          <TextInput
            {...form.field<unknown>('note')}
            label={t('adjustments:note')}
            helpText={t('adjustments:noteHint')}
            lines={2}
            maxLength={NOTE_MAX}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
