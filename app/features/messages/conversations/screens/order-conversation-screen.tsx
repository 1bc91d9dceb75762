import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { Rows } from '#app/ui/lists/rows.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { SectionCard } from '#app/ui/components/cards.tsx';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import type { OrderChatDto } from '../conversations.contract.ts';
import type { SavedReplyDto } from '../saved-replies.contract.ts';
import { Composer } from './composer.tsx';
import { useNames } from './use-names.ts';

type Props = { chat: OrderChatDto; saved: readonly SavedReplyDto[] };

/** The first message to the buyer of an order; where the order has several vendors, for whom it is comes first. */
export function OrderConversationScreen({ chat, saved }: Props) {
  const t = useText();
  const seesAll = useShell().viewer.vendor === null;
  const { order, vendor, vendors, canWrite } = chat;
  const names = useNames()({ buyer: chat.buyer, seller: vendor ?? '' });
  return (
    <ScreenPage
      title={t('conversations:order.title', { order: order.name })}
      subtitle={names.buyer}
      back={{ label: order.name, url: `/orders/${order.id}` }}
    >
      {vendor === null ? (
        <SectionCard title={t('conversations:order.choose')} flush>
          <Rows
            label={t('conversations:order.choose')}
            hasChevron
            rows={vendors.map((name) => ({
              id: name,
              title: name,
              url: `/conversations/orders/${order.id}?vendor=${encodeURIComponent(name)}`,
            }))}
          />
        </SectionCard>
      ) : (
        <SectionCard title={t('conversations:thread.label')}>
          {canWrite ? (
            <Composer
              replyAs={seesAll ? ['admin', 'seller'] : ['seller']}
              names={names}
              saved={saved}
              payload={{ orderId: order.id, vendor }}
            />
          ) : (
            <Text as="p" tone="subdued">
              {t('conversations:order.unknown')}
            </Text>
          )}
        </SectionCard>
      )}
    </ScreenPage>
  );
}
