import { BlockStack, Button, InlineStack, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';

const REASONS = ['pictures', 'description', 'price', 'fit'] as const;

type ReasonedNoteProps = {
  /** To whom the note goes. */
  name: string;
  note: string;
  onNote: (note: string) => void;
  error: string | undefined;
  helpText?: string;
};

/** A note to the vendor, begun by a reason of one tap. */
export function ReasonedNote({ name, note, onNote, error, helpText }: ReasonedNoteProps) {
  const t = useText();
  return (
    <BlockStack gap="300">
      <InlineStack gap="200">
        {REASONS.map((reason) => (
          <Button
            key={reason}
            size="slim"
            onClick={() => {
              onNote([note.trim(), t(`products:reasonText.${reason}`)].filter(Boolean).join(' '));
            }}
          >
            {t(`products:reason.${reason}`)}
          </Button>
        ))}
      </InlineStack>
      <TextField
        label={t('products:approval.note', { name })}
        value={note}
        onChange={onNote}
        multiline={3}
        maxLength={2000}
        autoComplete="off"
        error={error}
        {...(helpText ? { helpText } : {})}
      />
    </BlockStack>
  );
}

type SendBackProps = {
  /** Stands over the reasons, where no card does. */
  title?: string;
  name: string;
  busy: boolean;
  onSend: (note: string) => void;
};

/** Sends a product back with the reason, which has to be given. */
export function SendBack({ title, name, busy, onSend }: SendBackProps) {
  const t = useText();
  const [note, setNote] = useState('');
  const [wanted, setWanted] = useState(false);
  const send = (): void => {
    if (note.trim() === '') setWanted(true);
    else onSend(note);
  };
  return (
    <BlockStack gap="300">
      {title ? (
        <Text as="h3" variant="headingSm">
          {title}
        </Text>
      ) : null}
      <ReasonedNote
        name={name}
        note={note}
        onNote={(text) => {
          setNote(text);
          setWanted(false);
        }}
        error={wanted ? t('products:approval.needNote') : undefined}
      />
      <Button onClick={send} loading={busy} fullWidth>
        {t('products:approval.send')}
      </Button>
    </BlockStack>
  );
}
