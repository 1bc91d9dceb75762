import { BlockStack, Button, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { SectionCard } from '#app/ui/parts/cards.tsx';
import { Timeline } from '#app/ui/parts/timeline.tsx';
import type { ProductDetail } from '../products.contract.ts';

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
            entries={notes.map((note) => ({ id: note.id, at: note.createdAt, text: note.text, by: note.author }))}
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

const KNOWN = [
  'created',
  'updated',
  'submitted',
  'approved',
  'sent_back',
  'archived',
  'deleted',
  'commented',
  'tagged',
  'translated',
  'follow_refused',
] as const;
const OF_CHANGES = ['change_submitted', 'change_applied', 'change_declined', 'change_withdrawn'] as const;

type Log = ProductDetail['logs'][number];

/** What happened to the product: by whom, why, and what from what to what. */
export function LogCard({ logs }: { logs: ProductDetail['logs'] }) {
  const t = useText();
  const word = (log: Log): string | undefined => {
    const action = KNOWN.find((one) => one === log.action);
    if (action) return t(`products:log.${action}`);
    const ofChange = OF_CHANGES.find((one) => one === log.action);
    return ofChange && t(`changes:log.${ofChange}`);
  };
  const entries = logs.flatMap((log) => {
    const text = word(log);
    if (text === undefined) return [];
    const by =
      log.actor.kind === 'system'
        ? t('changes:log.system')
        : log.actor.kind === 'platform'
          ? t('changes:log.elsewhere')
          : log.actor.name;
    const hasDetail = log.changes.length > 0 || log.note !== null;
    return [{ id: log.id, at: log.at, text, by, ...(hasDetail ? { detail: <LogDetail log={log} /> } : {}) }];
  });
  return (
    <SectionCard title={t('products:log.title')}>
      {entries.length > 0 ? (
        <Timeline entries={entries} />
      ) : (
        <Text as="p" tone="subdued">
          {t('products:log.none')}
        </Text>
      )}
    </SectionCard>
  );
}

function LogDetail({ log }: { log: Log }) {
  const t = useText();
  const word = (value: string | null): string => {
    if (value === null || value === '') return t('changes:review.nothing');
    if (value === 'true') return t('changes:review.yes');
    return value === 'false' ? t('changes:review.no') : value;
  };
  return (
    <>
      {log.note ? <p>“{log.note}”</p> : null}
      {log.changes.map(({ field, old, new: now }) => (
        <p key={field} className="change-logged">
          {t('changes:log.from', {
            field:
              field === 'vendor'
                ? t('products:column.vendor')
                : field === 'status'
                  ? t('products:column.status')
                  : t(`changes:field.${field}`),
            old: word(old),
            now: word(now),
          })}
        </p>
      ))}
    </>
  );
}
