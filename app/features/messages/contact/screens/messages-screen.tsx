import { Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListPage } from '#app/ui/lists/list.ts';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Avatar } from '#app/ui/components/picture.tsx';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { MESSAGE_VIEWS, type MessageView } from '../contact.ts';
import type { MessageRowDto } from '../contact-messages.contract.ts';
import { Dot } from './dot.tsx';
import { formatSender } from './sender.ts';
import './contact.css';

export type MessagesScreenProps = {
  rows: readonly MessageRowDto[];
  counts: Record<MessageView, number>;
  page: ListPage;
  checkedAt: string;
};

/** What opens first: everything that was not put away. */
const TABS = ['all', ...MESSAGE_VIEWS.filter((view) => view !== 'all')] as const;

/** What visitors wrote, newest first; what nobody opened yet is bold. In the marketplace view, each says whom it is for. */
export function MessagesScreen({ rows, counts, page, checkedAt }: MessagesScreenProps) {
  const t = useText();
  const { viewer } = useShell();
  const seesAll = viewer.vendor === null;
  const addressee = (row: MessageRowDto): string => row.vendor ?? t('contact:marketplace');
  return (
    <ScreenPage title={t('contact:title')}>
      <DataList
        name={{ singular: t('contact:name.singular'), plural: t('contact:name.plural') }}
        rows={rows}
        rowId={(row) => row.id}
        rowUrl={(row) => `/messages/${row.id}`}
        columns={[
          { id: 'from', title: t('contact:columns.from'), cell: (row) => <Sender row={row} /> },
          {
            id: 'text',
            title: t('contact:columns.text'),
            cell: (row) => <span className="souk-hint contact-preview">{row.preview}</span>,
          },
          { id: 'for', title: t('contact:columns.for'), cell: addressee, hidden: !seesAll },
          { id: 'received', title: t('contact:columns.received'), cell: (row) => <When at={row.receivedAt} /> },
        ]}
        phone={(row) => ({
          picture: { name: formatSender(t, row) },
          title: formatSender(t, row),
          line: <span className="souk-hint contact-preview">{row.preview}</span>,
          end: <When at={row.receivedAt} />,
          ...(row.read ? {} : { badge: <Dot withText /> }),
        })}
        tabs={TABS.map((id) => ({
          id,
          label: id === 'all' ? t('common:all') : t(`contact:views.${id}`),
          count: counts[id],
          ...(id === 'unread'
            ? { empty: { title: t('contact:nothingUnread.title'), body: t('contact:nothingUnread.body') } }
            : {}),
        }))}
        {...(seesAll
          ? {
              filters: [
                {
                  key: 'for',
                  label: t('contact:for.label'),
                  choices: (['marketplace', 'vendors'] as const).map((value) => ({
                    value,
                    label: t(`contact:for.${value}`),
                  })),
                },
              ],
            }
          : {})}
        searchHint={t('contact:search')}
        page={page}
        checkedAt={checkedAt}
        empty={{ title: t('contact:empty.title'), body: t('contact:empty.body') }}
      />
    </ScreenPage>
  );
}

function Sender({ row }: { row: MessageRowDto }) {
  const t = useText();
  const sender = formatSender(t, row);
  return (
    <span className="souk-name-cell">
      <Avatar name={sender} size="small" />
      <span>
        <Text as="span" fontWeight={row.read ? 'regular' : 'bold'}>
          {row.read ? null : <Dot />}
          {sender}
        </Text>
        {row.email !== null && row.email !== sender ? (
          <Text as="span" tone="subdued" variant="bodySm">
            {row.email}
          </Text>
        ) : null}
      </span>
    </span>
  );
}
