import { BlockStack, Modal, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { LONGEST_NOTE, SHORTEST_NOTE } from '../reconciliation.contract.ts';

/** Asks for the note with which something is set aside. */
export function SetAsideDialog(props: { what: string; onClose: () => void; onSetAside: (note: string) => void }) {
  const t = useText();
  const [note, setNote] = useState('');
  const [touched, setTouched] = useState(false);
  const isShort = note.trim().length < SHORTEST_NOTE;
  return (
    <Modal
      open
      title={t('reconciliation:aside.title')}
      onClose={props.onClose}
      primaryAction={{
        content: t('reconciliation:act.setAside'),
        onAction: () => {
          setTouched(true);
          if (!isShort) props.onSetAside(note.trim());
        },
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: props.onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <Text as="p" fontWeight="semibold">
            {props.what}
          </Text>
          <Text as="p">{t('reconciliation:aside.body')}</Text>
          <TextField
            autoComplete="off"
            name="note"
            label={t('reconciliation:aside.note')}
            value={note}
            maxLength={LONGEST_NOTE}
            multiline={2}
            onChange={setNote}
            onBlur={() => {
              setTouched(true);
            }}
            error={touched && isShort ? t('reconciliation:aside.short') : false}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
