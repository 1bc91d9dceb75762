import { BlockStack, Modal, TextField } from '@shopify/polaris';
import { useState, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.ts';

type Props = {
  title: string;
  /** What stands above the field. */
  children: ReactNode;
  label: string;
  /** What a note that is too short is answered. */
  short: string;
  /** How many characters a note has, without the spaces around it. */
  least: number;
  most: number;
  action: string;
  isDestructive?: boolean;
  onClose: () => void;
  onDone: (note: string) => void;
};

/** Asks for the note that a decision needs. */
export function NoteDialog(props: Props) {
  const t = useText();
  const [note, setNote] = useState('');
  const [touched, setTouched] = useState(false);
  const isShort = note.trim().length < props.least;
  return (
    <Modal
      open
      title={props.title}
      onClose={props.onClose}
      primaryAction={{
        content: props.action,
        destructive: props.isDestructive ?? false,
        onAction: () => {
          setTouched(true);
          if (!isShort) props.onDone(note.trim());
        },
      }}
      secondaryActions={[{ content: t('common:cancel'), onAction: props.onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          {props.children}
          <TextField
            autoComplete="off"
            name="note"
            label={props.label}
            value={note}
            maxLength={props.most}
            multiline={2}
            onChange={setNote}
            onBlur={() => {
              setTouched(true);
            }}
            error={touched && isShort ? props.short : false}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
