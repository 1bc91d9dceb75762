import { Banner, BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import { TextInput } from '#app/ui/forms/fields.tsx';
import { useForm } from '#app/ui/forms/use-form.ts';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useConfirm } from '#app/ui/page/confirm.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { useAction } from '#app/ui/page/use-action.ts';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { Stack } from '#app/ui/components/layout.tsx';
import { MAX_TEXT, MAX_REPLY_TITLE } from '../conversation.ts';
import type { SavedReplyDto } from '../saved-replies.contract.ts';
import './conversations.css';

/** Texts that somebody writes again and again, each under a title. */
export function SavedRepliesScreen({ replies }: { replies: readonly SavedReplyDto[] }) {
  const t = useText();
  const [saved, setSaved] = useState(0);
  // A row is gone as soon as its reply is deleted, and could say nothing of it.
  const submitAction = useAction();
  return (
    <ScreenPage
      title={t('conversations:replies.title')}
      back={{ label: t('shell:places.inbox'), url: '/inbox' }}
      kind="form"
    >
      <Stack>
        <SectionCard title={t('conversations:replies.list')}>
          {replies.length === 0 ? (
            <Text as="p" tone="subdued">
              {t('conversations:replies.none')}
            </Text>
          ) : (
            <BlockStack gap="400">
              {replies.map((reply) => (
                <Reply key={reply.id} reply={reply} act={submitAction} />
              ))}
            </BlockStack>
          )}
        </SectionCard>
        <SectionCard title={t('conversations:replies.add')}>
          <ReplyForm
            key={saved}
            onSaved={() => {
              setSaved(saved + 1);
            }}
          />
        </SectionCard>
      </Stack>
    </ScreenPage>
  );
}

function Reply({ reply, act: { busy, send } }: { reply: SavedReplyDto; act: ReturnType<typeof useAction> }) {
  const t = useText();
  const confirm = useConfirm();
  const ask = async (): Promise<void> => {
    const question = {
      title: t('conversations:replies.ask', { title: reply.title }),
      body: t('conversations:replies.askBody'),
      action: t('conversations:replies.delete'),
    };
    if (!(await confirm(question))) return;
    const { id, title, text } = reply;
    const undo = { payload: { intent: 'save', title, text }, text: t('conversations:replies.saved') };
    send({ intent: 'delete', id }, t('conversations:replies.deleted'), undo);
  };
  return (
    <div className="chat-reply">
      <div>
        <Text as="h3" variant="headingSm">
          {reply.title}
        </Text>
        <p className="chat-text">{reply.text}</p>
      </div>
      <Button
        disabled={busy}
        tone="critical"
        variant="plain"
        accessibilityLabel={t('conversations:replies.deleteOf', { title: reply.title })}
        onClick={() => void ask()}
      >
        {t('conversations:replies.delete')}
      </Button>
    </div>
  );
}

function ReplyForm({ onSaved }: { onSaved: () => void }) {
  const t = useText();
  const form = useForm({
    schema: () => import('../saved-replies.contract.ts').then(({ saveReplySchema }) => saveReplySchema),
    initial: { title: '', text: '' },
    toPayload: (values) => ({ ...values, intent: 'save' }),
    done: t('conversations:replies.saved'),
    onDone: onSaved,
  });
  return (
    <BlockStack gap="300">
      {form.formError ? <Banner tone="critical">{form.formError}</Banner> : null}
      <TextInput
        {...form.field('title')}
        label={t('conversations:replies.name')}
        helpText={t('conversations:replies.nameHelp')}
        maxLength={MAX_REPLY_TITLE}
      />
      <TextInput
        {...form.field('text')}
        label={t('conversations:replies.text')}
        lines={3}
        maxLength={MAX_TEXT}
        showCount
      />
      <InlineStack align="end">
        <Button variant="primary" onClick={form.submit} loading={form.saving}>
          {t('conversations:replies.save')}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
