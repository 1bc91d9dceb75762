/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/customer-account.order-status.block.render" />
import { useState } from 'preact/hooks';
import { APP_URL } from './app-address.ts';
import { call, describeRefusal } from './call.ts';
import { formatDay, t } from './host.ts';
import { readValue, WhenLoaded } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

/** What is used of a conversation as the API answers with it. */
export type ThreadAnswer = {
  conversationId: string;
  seller: string;
  about: string;
  messages: {
    id: string;
    sender: 'buyer' | 'seller' | 'admin';
    text: string;
    image: string | null;
    createdAt: string;
  }[];
  unreadCount: number;
};

/** The longest message, in characters. */
const MAX_TEXT = 500;

type Props = {
  vendor: string;
  /** The conversation that there is; null where the first message begins it. */
  conversationId: string | null;
  /** Where a first message goes. */
  firstPath: string;
};

/** A conversation with a seller: what was written, and the field to write. */
export function Conversation({ vendor, conversationId, firstPath }: Props) {
  const { loaded, reload } = useLoaded(() => loadThread(conversationId));
  return (
    <WhenLoaded loaded={loaded} reload={reload}>
      {(thread) => <Thread vendor={vendor} before={thread} firstPath={firstPath} />}
    </WhenLoaded>
  );
}

/** Reads a conversation and notes that its newest message was seen. */
async function loadThread(conversationId: string | null): Promise<ThreadAnswer | null> {
  if (conversationId === null) return null;
  const path = `/conversations/${conversationId}`;
  const { thread } = await call<{ thread: ThreadAnswer }>(path);
  const messageId = thread.messages.at(-1)?.id;
  // What was seen counts on the next look too, where this call is lost.
  if (thread.unreadCount > 0 && messageId !== undefined)
    await call(`${path}/read`, { method: 'PUT', body: { messageId } }).catch(() => undefined);
  return thread;
}

function Thread({ vendor, before, firstPath }: { vendor: string; before: ThreadAnswer | null; firstPath: string }) {
  const [thread, setThread] = useState(before);
  const [text, setText] = useState('');
  const [failure, setFailure] = useState('');
  const [isSent, setSent] = useState(false);
  const [isSending, setSending] = useState(false);

  async function send(): Promise<void> {
    setSending(true);
    setFailure('');
    try {
      const path = thread ? `/conversations/${thread.conversationId}/messages` : firstPath;
      const answer = await call<{ thread: ThreadAnswer }>(path, { method: 'POST', body: { text } });
      setThread(answer.thread);
      setText('');
      setSent(true);
    } catch (error) {
      setFailure(describeRefusal(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <s-stack gap="base">
      {(thread?.messages ?? []).map((message) => (
        <Message key={message.id} vendor={vendor} message={message} />
      ))}
      {failure === '' ? null : <s-banner tone="critical">{failure}</s-banner>}
      {isSent ? <s-banner tone="success">{t('conversation.sent', { vendor })}</s-banner> : null}
      <s-text-area
        label={t('conversation.field', { vendor })}
        value={text}
        rows={3}
        maxLength={MAX_TEXT}
        onInput={(event) => setText(readValue(event))}
      />
      <s-button disabled={isSending || text.trim() === ''} onClick={() => void send()}>
        {t('conversation.send')}
      </s-button>
    </s-stack>
  );
}

function Message({ vendor, message }: { vendor: string; message: ThreadAnswer['messages'][number] }) {
  const { sender, text, image, createdAt } = message;
  const from = sender === 'seller' ? vendor : t(`conversation.from.${sender}`);
  return (
    <s-stack gap="none">
      <s-text color="subdued">{t('conversation.meta', { from, day: formatDay(createdAt) })}</s-text>
      {text === '' ? null : <s-text>{text}</s-text>}
      {image === null ? null : (
        <s-link href={new URL(image, APP_URL).toString()} target="_blank">
          {t('conversation.picture')}
        </s-link>
      )}
    </s-stack>
  );
}
