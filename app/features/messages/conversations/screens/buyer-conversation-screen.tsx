import { Banner, BlockStack, Button, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import { StoreLink } from '#app/ui/shell/store-link.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useIsBrowser } from '#app/ui/page/use-is-browser.ts';
import { Form, useNavigation } from '#app/ui/router.ts';
import { LoginCard } from '#app/ui/shell/login-shell.tsx';
import { MAX_TEXT } from '../conversation.ts';
import type { ThreadDto } from '../buyer-thread.contract.ts';
import { PictureInput } from './picture-input.tsx';
import { ReportForm } from './report-form.tsx';
import { Thread } from './thread.tsx';
import { useNames } from './use-names.ts';
import { useSeen, useThreadRefresh } from './use-thread-refresh.ts';

export type BuyerConversationProps = {
  /** Null where the link leads to nothing any more. */
  thread: ThreadDto | null;
  /** Why the last message was not taken, in the buyer's language. */
  refused: string | null;
};

/** What the link of a mail shows a buyer: the conversation and a field for the answer. It works without script. */
export function BuyerConversationScreen({ thread, refused }: BuyerConversationProps) {
  const t = useText();
  if (!thread) {
    return (
      <LoginCard title={t('conversations:page.void')} below={<StoreLink />}>
        <Text as="p">{t('conversations:page.voidBody')}</Text>
      </LoginCard>
    );
  }
  return <OpenThread thread={thread} refused={refused} />;
}

function OpenThread({ thread, refused }: { thread: ThreadDto; refused: string | null }) {
  const t = useText();
  const names = useNames()({ buyer: t('conversations:sides.you'), seller: thread.seller });
  const newest = thread.messages.at(-1);
  const lastOwn = thread.messages.findLast(({ sender }) => sender === 'buyer');
  useThreadRefresh();
  useSeen(newest && { id: newest.id, isUnread: thread.unreadCount > 0 }, (readId) => ({ readId }));
  return (
    <LoginCard title={thread.seller} below={<StoreLink />}>
      <BlockStack gap="400">
        {thread.about === '' ? null : (
          <Text as="p" tone="subdued">
            {thread.about}
          </Text>
        )}
        {refused === null ? null : <Banner tone="critical">{refused}</Banner>}
        <Thread messages={thread.messages} side="buyer" names={names} />
        {/* Each message has a form of its own: what was sent stands above, and the field is empty again. */}
        <Answer key={lastOwn?.id ?? ''} newestId={newest?.id ?? ''} />
        <ReportForm isReported={thread.reported} />
      </BlockStack>
    </LoginCard>
  );
}

function Answer({ newestId }: { newestId: string }) {
  const t = useText();
  const [text, setText] = useState('');
  const hasScript = useIsBrowser();
  const [image, setImage] = useState<string | null>(null);
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post">
      <BlockStack gap="300">
        <input type="hidden" name="readId" value={newestId} />
        <TextField
          label={t('conversations:compose.label')}
          helpText={t('conversations:compose.help')}
          name="text"
          multiline={3}
          maxLength={MAX_TEXT}
          autoComplete="off"
          value={text}
          onChange={setText}
        />
        {image === null ? null : <input type="hidden" name="image" value={image} />}
        {hasScript ? <PictureInput image={image} onChange={setImage} /> : null}
        <Button submit variant="primary" fullWidth loading={busy}>
          {t('conversations:compose.send')}
        </Button>
      </BlockStack>
    </Form>
  );
}
