/** @jsxImportSource preact */
/// <reference types="@shopify/ui-extensions/customer-account.page.render" />
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { call } from './call.ts';
import { Conversation } from './conversation.tsx';
import { formatDay, formatMoney, t, type Money } from './host.ts';
import { Offer, type OfferAnswer } from './offer.tsx';
import { WhenLoaded } from './parts.tsx';
import { useLoaded } from './use-loaded.ts';

/** What the page uses of `GET /buyer/overview`. */
export type OverviewAnswer = {
  conversations: { id: string; vendor: string; about: string; text: string; at: string; isUnread: boolean }[] | null;
  offers:
    | {
        id: string;
        vendor: string;
        product: string;
        quantity: number;
        price: Money;
        status: OfferAnswer['offer']['status'];
        at: string;
      }[]
    | null;
};

/** What is opened, with what stands above it. */
type Opened = { kind: 'conversation' | 'offer'; id: string; vendor: string; title: string };

export default function renderPage(): void {
  render(<MessagesPage />, document.body);
}

/** The conversations and offers of the account, or the one that is opened. */
function MessagesPage() {
  const [opened, setOpened] = useState<Opened | null>(null);
  if (opened === null)
    return (
      <s-page heading={t('messages.heading')}>
        <Overview open={setOpened} />
      </s-page>
    );
  return (
    <s-page heading={opened.title}>
      <s-button slot="breadcrumb-actions" onClick={() => setOpened(null)}>
        {t('messages.back')}
      </s-button>
      <s-section>
        {opened.kind === 'offer' ? (
          <Offer id={opened.id} />
        ) : (
          <Conversation vendor={opened.vendor} conversationId={opened.id} firstPath="" />
        )}
      </s-section>
    </s-page>
  );
}

function Overview({ open }: { open: (opened: Opened) => void }) {
  const { loaded, reload } = useLoaded(() => call<OverviewAnswer>('/overview'));
  return (
    <WhenLoaded loaded={loaded} reload={reload}>
      {({ conversations, offers }) =>
        conversations === null && offers === null ? (
          <s-text color="subdued">{t('messages.off')}</s-text>
        ) : (
          <s-stack gap="base">
            {conversations === null ? null : <Conversations conversations={conversations} open={open} />}
            {offers === null ? null : <Offers offers={offers} open={open} />}
          </s-stack>
        )
      }
    </WhenLoaded>
  );
}

function Conversations({
  conversations,
  open,
}: {
  conversations: NonNullable<OverviewAnswer['conversations']>;
  open: (opened: Opened) => void;
}) {
  return (
    <s-section heading={t('messages.conversations')}>
      {conversations.length === 0 ? <s-text color="subdued">{t('messages.noConversations')}</s-text> : null}
      <s-stack gap="base">
        {conversations.map(({ id, vendor, about, text, at, isUnread }) => {
          const title = t('messages.with', { vendor });
          return (
            <s-stack key={id} gap="small">
              <s-stack direction="inline" gap="small" alignItems="center">
                <s-text type="strong">{title}</s-text>
                {isUnread ? <s-badge>{t('messages.unread')}</s-badge> : null}
                <s-text color="subdued">{[about, formatDay(at)].filter(Boolean).join(' · ')}</s-text>
              </s-stack>
              <s-text>{text}</s-text>
              <s-button
                accessibilityLabel={t('messages.openNamed', { name: title })}
                onClick={() => open({ kind: 'conversation', id, vendor, title })}
              >
                {t('messages.open')}
              </s-button>
            </s-stack>
          );
        })}
      </s-stack>
    </s-section>
  );
}

function Offers({ offers, open }: { offers: NonNullable<OverviewAnswer['offers']>; open: (opened: Opened) => void }) {
  return (
    <s-section heading={t('messages.offers')}>
      {offers.length === 0 ? <s-text color="subdued">{t('messages.noOffers')}</s-text> : null}
      <s-stack gap="base">
        {offers.map(({ id, vendor, product, quantity, price, status, at }) => (
          <s-stack key={id} gap="small">
            <s-stack direction="inline" gap="small" alignItems="center">
              <s-text type="strong">{product}</s-text>
              <s-badge>{t(`offer.status.${status}`)}</s-badge>
              <s-text color="subdued">{[vendor, formatDay(at)].join(' · ')}</s-text>
            </s-stack>
            <s-text>{t('messages.offered', { quantity, price: formatMoney(price) })}</s-text>
            <s-button
              accessibilityLabel={t('messages.openNamed', { name: product })}
              onClick={() => open({ kind: 'offer', id, vendor, title: product })}
            >
              {t('messages.open')}
            </s-button>
          </s-stack>
        ))}
      </s-stack>
    </s-section>
  );
}
