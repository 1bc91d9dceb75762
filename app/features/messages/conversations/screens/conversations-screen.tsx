import { Badge, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Avatar } from '#app/ui/components/picture.tsx';
import { useCan, useShell } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { CONVERSATION_VIEWS, MEMBER_VIEWS, type ConversationView } from '../conversation.ts';
import type { ConversationDto } from '../conversations.contract.ts';
import { useNames } from './use-names.ts';
import './conversations.css';

export type ConversationsScreenProps = {
  rows: readonly ConversationDto[];
  counts: Record<ConversationView, number>;
  page: ListPage;
  checkedAt: string;
};

/** Conversations with buyers and with the marketplace, newest message first; unread ones are bold. */
export function ConversationsScreen({ rows, counts, page, checkedAt }: ConversationsScreenProps) {
  const t = useText();
  const { viewer } = useShell();
  const seesAll = viewer.vendor === null;
  const mayWrite = useCan()('write_orders');
  const names = useNames();
  const preview = (row: ConversationDto) => (
    <span className="souk-hint chat-preview">
      {row.lastMessage === '' ? t('conversations:picture.name') : row.lastMessage}
    </span>
  );
  const title = (row: ConversationDto): string => names(row)[row.with];
  return (
    <ScreenPage
      title={t('conversations:title')}
      secondaryActions={
        mayWrite
          ? [
              ...(seesAll ? [] : [{ label: t('conversations:toMarketplace.open'), url: '/conversations/marketplace' }]),
              { label: t('conversations:replies.title'), url: '/conversations/replies' },
            ]
          : []
      }
      {...(seesAll && viewer.isAdmin
        ? { primaryAction: { label: t('conversations:new.open'), url: '/conversations/new' } }
        : {})}
    >
      <DataList
        name={{ singular: t('conversations:name.singular'), plural: t('conversations:name.plural') }}
        rows={rows}
        rowId={(row) => row.conversationId}
        rowUrl={(row) => `/conversations/${row.conversationId}`}
        columns={[
          {
            id: 'with',
            title: t('conversations:columns.with'),
            cell: (row) => <With row={row} title={title(row)} />,
          },
          { id: 'seller', title: t('conversations:columns.seller'), cell: (row) => row.seller, hidden: !seesAll },
          { id: 'message', title: t('conversations:columns.message'), cell: preview },
          { id: 'state', title: t('conversations:columns.state'), cell: (row) => <State row={row} /> },
          { id: 'at', title: t('conversations:columns.at'), cell: (row) => <When at={row.lastMessageCreatedAt} /> },
        ]}
        phone={(row) => ({
          picture: { name: title(row) },
          title: title(row),
          line: preview(row),
          end: <When at={row.lastMessageCreatedAt} />,
          badge: <State row={row} />,
        })}
        tabs={(seesAll ? CONVERSATION_VIEWS : MEMBER_VIEWS).map((id) => ({
          id,
          label: id === 'all' ? t('common:all') : t(`conversations:views.${id}`),
          count: counts[id],
        }))}
        searchHint={t('conversations:search')}
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('conversations:empty.title'), body: t('conversations:empty.body') }}
      />
    </ScreenPage>
  );
}

function With({ row, title }: { row: ConversationDto; title: string }) {
  const about = row.product?.title ?? row.order?.name ?? '';
  return (
    <span className="souk-name-cell">
      <Avatar name={title} size="small" />
      <span>
        <Text as="span" fontWeight={row.unreadCount > 0 ? 'bold' : 'regular'}>
          {title}
        </Text>
        {about === '' ? null : (
          <Text as="span" tone="subdued" variant="bodySm">
            {about}
          </Text>
        )}
      </span>
    </span>
  );
}

/** The one thing about a conversation that somebody should know first. */
function State({ row }: { row: ConversationDto }) {
  const t = useText();
  if (row.archived) return <Badge>{t('conversations:views.archived')}</Badge>;
  if (row.reported) return <Badge tone="warning">{t('conversations:views.reported')}</Badge>;
  if (row.unreadCount > 0)
    return <Badge tone="info">{t('conversations:unreadCount', { count: row.unreadCount })}</Badge>;
  return row.isAnswered ? null : <Badge tone="attention">{t('conversations:views.unanswered')}</Badge>;
}
