import { Badge, Text } from '@shopify/polaris';
import { useText } from '#app/ui/i18n/use-text.ts';
import { DataList } from '#app/ui/lists/data-list.tsx';
import type { ListFilter, ListPage } from '#app/ui/lists/list.ts';
import { Money } from '#app/ui/money/money.tsx';
import { ScreenPage } from '#app/ui/page/screen-page.tsx';
import { Avatar, Picture } from '#app/ui/components/picture.tsx';
import { StatusBadge } from '#app/ui/components/status-badge.tsx';
import { useSearchParams } from '#app/ui/router.ts';
import { useShell } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { OFFER_STATUSES } from '#app/features/offers/offer.ts';
import {
  INBOX_VIEWS,
  KIND_OF_VIEW,
  STATES_OF_VIEW,
  type InboxKind,
  type InboxState,
  type InboxView,
} from '../inbox.ts';
import type { InboxRowDto } from '../inbox.contract.ts';
import { useInboxActions } from './inbox-actions.ts';
import './inbox.css';

export type InboxScreenProps = {
  /** Those whose feature is on. */
  kinds: readonly InboxKind[];
  rows: readonly InboxRowDto[];
  /** How much of each kind is unread, whatever tab is open. */
  unread: Readonly<Record<InboxKind, number>>;
  page: ListPage;
  hasAny: boolean;
  checkedAt: string;
};

const PLACES: Readonly<Record<InboxKind, string>> = {
  conversation: '/conversations',
  offer: '/offers',
  message: '/messages',
};

/** Everything that was written to the viewer, what is unread first; a row opens the page of its kind. */
export function InboxScreen({ kinds, rows, unread, page, hasAny, checkedAt }: InboxScreenProps) {
  const t = useText();
  const seesAll = useShell().viewer.vendor === null;
  const view = useOpenView();
  const who = useWho();
  return (
    <ScreenPage title={t('shell:places.inbox')} {...useInboxActions(kinds)}>
      <DataList
        name={{ singular: t('inbox:name.singular'), plural: t('inbox:name.plural') }}
        rows={rows}
        rowId={(row) => `${row.kind}-${row.id}`}
        rowUrl={(row) => `${PLACES[row.kind]}/${row.id}`}
        columns={[
          { id: 'who', title: t('inbox:columns.who'), cell: (row) => <Sender row={row} who={who(row)} /> },
          { id: 'text', title: t('inbox:columns.text'), cell: (row) => <Words row={row} /> },
          {
            id: 'vendor',
            title: t('inbox:columns.vendor'),
            cell: (row) => row.vendor ?? t('inbox:for.marketplace'),
            hidden: !seesAll,
          },
          { id: 'state', title: t('inbox:columns.state'), cell: (row) => <State row={row} /> },
          { id: 'at', title: t('inbox:columns.at'), cell: (row) => <When at={row.at} /> },
        ]}
        phone={(row) => ({
          picture: row.about !== '' && row.imageUrl !== null ? { src: row.imageUrl } : { name: who(row) },
          title: who(row),
          aside: row.about === '' ? t(`inbox:kind.${row.kind}`) : row.about,
          line: <Words row={row} />,
          end: <When at={row.at} />,
          badge: <State row={row} />,
        })}
        tabs={INBOX_VIEWS.filter((one) => one === 'all' || kinds.includes(KIND_OF_VIEW[one])).map((id) => ({
          id,
          label: id === 'all' ? t('common:all') : t(`inbox:views.${id}`),
          count: id === 'all' ? unread.conversation + unread.offer + unread.message : unread[KIND_OF_VIEW[id]],
        }))}
        filters={[stateFilter(t, view, seesAll), ...(seesAll && view === 'messages' ? [addresseeFilter(t)] : [])]}
        searchHint={t('inbox:search')}
        page={page}
        hasAny={hasAny}
        checkedAt={checkedAt}
        empty={{ title: t('inbox:empty.title'), body: t('inbox:empty.body') }}
      />
    </ScreenPage>
  );
}

function useOpenView(): InboxView {
  const [params] = useSearchParams();
  return INBOX_VIEWS.find((one) => one === params.get('view')) ?? 'all';
}

const isOfferStatus = (state: string): state is (typeof OFFER_STATUSES)[number] =>
  OFFER_STATUSES.some((status) => status === state);

const stateLabel = (t: ReturnType<typeof useText>, state: InboxState): string =>
  isOfferStatus(state) ? t(`common:status.${state}`) : t(`inbox:state.${state}`);

/** The states of the open tab; vendors have nothing archived among conversations. */
function stateFilter(t: ReturnType<typeof useText>, view: InboxView, seesAll: boolean): ListFilter {
  const states = STATES_OF_VIEW[view].filter((state) => seesAll || view !== 'conversations' || state !== 'archived');
  return {
    key: 'state',
    label: t('inbox:state.label'),
    choices: states.map((value) => ({ value, label: stateLabel(t, value) })),
  };
}

const addresseeFilter = (t: ReturnType<typeof useText>): ListFilter => ({
  key: 'for',
  label: t('inbox:for.label'),
  choices: (['marketplace', 'vendors'] as const).map((value) => ({ value, label: t(`inbox:for.${value}`) })),
});

/** Who a row is from; the marketplace's own conversation is with the vendor, or with the marketplace. */
function useWho(): (row: InboxRowDto) => string {
  const t = useText();
  const { viewer, store } = useShell();
  const unnamed = { conversation: t('inbox:buyer'), offer: t('inbox:erased'), message: t('inbox:visitor') };
  return (row) => {
    if (row.isOfMarketplace) return viewer.vendor === null ? (row.vendor ?? '') : store.name;
    return row.who === '' ? unnamed[row.kind] : row.who;
  };
}

function Sender({ row, who }: { row: InboxRowDto; who: string }) {
  const t = useText();
  return (
    <span className="souk-name-cell">
      {row.imageUrl === null ? <Avatar name={who} size="small" /> : <Picture src={row.imageUrl} size={32} />}
      <span>
        <Text as="span" fontWeight={row.isUnread ? 'bold' : 'regular'}>
          {who}
        </Text>
        <Text as="span" tone="subdued" variant="bodySm">
          {row.about === '' ? t(`inbox:kind.${row.kind}`) : row.about}
        </Text>
      </span>
    </span>
  );
}

/** The first words of what was written, or what is offered. */
function Words({ row }: { row: InboxRowDto }) {
  const t = useText();
  if (row.price !== null)
    return (
      <span>
        <Money value={row.price} bold={row.isUnread} /> × {row.quantity}
        {row.text === '' ? null : ` · ${row.text}`}
      </span>
    );
  return <span className="souk-hint inbox-words">{row.text === '' ? t('inbox:picture') : row.text}</span>;
}

/** The one thing about a row that somebody should know first. */
function State({ row }: { row: InboxRowDto }) {
  const t = useText();
  if (isOfferStatus(row.state)) return <StatusBadge status={row.state} />;
  if (row.state === 'archived') return <Badge>{t('inbox:state.archived')}</Badge>;
  if (row.state === 'reported') return <Badge tone="warning">{t('inbox:state.reported')}</Badge>;
  if (row.isUnread) return <Badge tone="info">{t('inbox:unread')}</Badge>;
  return row.state === 'unanswered' ? <Badge tone="attention">{t('inbox:state.unanswered')}</Badge> : null;
}
