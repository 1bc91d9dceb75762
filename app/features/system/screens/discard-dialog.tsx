import { BlockStack, Modal, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';

const SHORTEST_REASON = 3;

/** Asks why something is given up; the reason is kept. */
export function DiscardDialog(props: { title: string; onClose: () => void; onDiscard: (reason: string) => void }) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [touched, setTouched] = useState(false);
  const short = reason.trim().length < SHORTEST_REASON;
  return (
    <Modal
      open
      title={props.title}
      onClose={props.onClose}
      primaryAction={{
        content: t('system:dead.discard'),
        destructive: true,
        onAction: () => {
          setTouched(true);
          if (!short) props.onDiscard(reason.trim());
        },
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: props.onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p">{t('system:dead.discardBody')}</Text>
          <TextField
            autoComplete="off"
            name="reason"
            label={t('system:dead.reason')}
            value={reason}
            onChange={setReason}
            onBlur={() => {
              setTouched(true);
            }}
            error={touched && short ? t('system:dead.reasonShort') : false}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
