import { BlockStack, Button, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Timeline } from '#app/ui/components/timeline.tsx';
import type { ProductDetail } from '../../products.contract.ts';
import { actorWords } from './actor-words.ts';

/** The comments of vendor and marketplace on a product, and a field for the next one. */
export function NotesCard(props: {
  notes: ProductDetail['notes'];
  busy: boolean;
  mayWrite: boolean;
  onComment: (text: string) => void;
}) {
  const { notes, busy, mayWrite, onComment } = props;
  const t = useText();
  const [text, setText] = useState('');
  return (
    <SectionCard title={t('products:notes.title')}>
      <BlockStack gap="300">
        <Text as="p" tone="subdued">
          {notes.length === 0 ? t('products:notes.none') : t('products:notes.private')}
        </Text>
        {notes.length > 0 ? (
          <Timeline
            entries={notes.map((note) => ({
              id: note.id,
              at: note.createdAt,
              text: note.text,
              by: actorWords(t, { name: note.author, role: note.role }),
            }))}
          />
        ) : null}
        {mayWrite ? (
          <>
            <TextField
              label={t('products:notes.label')}
              value={text}
              onChange={setText}
              multiline={2}
              maxLength={2000}
              autoComplete="off"
            />
            <Button
              loading={busy}
              disabled={text.trim() === ''}
              onClick={() => {
                onComment(text);
                setText('');
              }}
            >
              {t('products:notes.send')}
            </Button>
          </>
        ) : null}
      </BlockStack>
    </SectionCard>
  );
}
