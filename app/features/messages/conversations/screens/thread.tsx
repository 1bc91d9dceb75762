import { Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { useText } from '#app/ui/i18n/use-text.ts';
import { When } from '#app/ui/time/when.tsx';
import type { Side } from '../conversation.ts';
import { MessagePicture } from './message-picture.tsx';
import './conversations.css';

export type ShownMessage = {
  id: string;
  sender: Side;
  byMarketplace: boolean;
  text: string;
  image: string | null;
  imageSize: { width: number; height: number } | null;
  original?: string | null;
  createdAt: string;
  seen: boolean;
};

type Props = {
  messages: readonly ShownMessage[];
  /** The side that looks: its messages stand on the right. */
  side: Side;
  names: Record<Side, string>;
};

/** The messages of a conversation, oldest first, each with who wrote it; one's own last one says whether it was read. */
export function Thread({ messages, side, names }: Props) {
  const t = useText();
  const lastOwn = messages.findLast((one) => one.sender === side && !one.byMarketplace) ?? null;
  return (
    <ol className="chat-thread" aria-label={t('conversations:thread.label')}>
      {messages.map((message) => (
        <li key={message.id} className={message.sender === side ? 'chat-own' : 'chat-other'}>
          <Bubble message={message} names={names}>
            {message.original == null ? null : <Original text={message.original} />}
          </Bubble>
          <Text as="p" variant="bodySm" tone="subdued">
            <When at={message.createdAt} />
            {message.id === lastOwn?.id
              ? ` · ${t(message.seen ? 'conversations:thread.seen' : 'conversations:thread.sent')}`
              : null}
          </Text>
        </li>
      ))}
    </ol>
  );
}

function Bubble({
  message,
  names,
  children,
}: {
  message: ShownMessage;
  names: Record<Side, string>;
  children: ReactNode;
}) {
  const t = useText();
  const { sender, byMarketplace } = message;
  const isForOther = byMarketplace && sender !== 'admin';
  return (
    <div className="chat-bubble">
      <Text as="p" variant="bodySm" fontWeight="semibold">
        {isForOther ? t('conversations:thread.onBehalf', { name: names[sender] }) : names[sender]}
      </Text>
      {message.image === null ? null : (
        <MessagePicture image={message.image} size={message.imageSize} name={names[sender]} />
      )}
      {message.text === '' ? null : <p className="chat-text">{message.text}</p>}
      {children}
    </div>
  );
}

/** What was typed before it was masked, for the marketplace. */
function Original({ text }: { text: string }) {
  const t = useText();
  return (
    <details className="chat-original">
      <summary>{t('conversations:thread.original')}</summary>
      <p className="chat-text">{text}</p>
    </details>
  );
}
