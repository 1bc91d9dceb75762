import { BlockStack, Modal, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { LONGEST_NOTE, SHORTEST_NOTE } from '../approval.ts';

/** Asks for the note with which a request is declined. */
export function DeclineDialog(props: { onClose: () => void; onDecline: (note: string) => void }) {
  const t = useText();
  const [note, setNote] = useState('');
  const [touched, setTouched] = useState(false);
  const isShort = note.trim().length < SHORTEST_NOTE;
  return (
    <Modal
      open
      title={t('money:request.declineTitle')}
      onClose={props.onClose}
      primaryAction={{
        content: t('money:request.decline'),
        destructive: true,
        onAction: () => {
          setTouched(true);
          if (!isShort) props.onDecline(note.trim());
        },
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: props.onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p">{t('money:request.declineBody')}</Text>
          <TextField
            autoComplete="off"
            name="note"
            label={t('money:request.note')}
            value={note}
            maxLength={LONGEST_NOTE}
            multiline={2}
            onChange={setNote}
            onBlur={() => {
              setTouched(true);
            }}
            error={touched && isShort ? t('money:request.short') : false}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
