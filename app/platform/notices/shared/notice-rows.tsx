import { AlertDiamondIcon, CashDollarIcon, ChatIcon, OrderIcon, PersonIcon, ProductIcon } from '@shopify/polaris-icons';
import type { MouseEvent } from 'react';
import { Picture } from '#app/ui/components/picture.tsx';
import { IconTile } from '#app/ui/components/task-row.tsx';
import { useText } from '#app/ui/i18n/use-text.ts';
import { useNavigate } from '#app/ui/router.ts';
import { callApi } from '#app/ui/session/api-client.ts';
import { LayoutLink } from '#app/ui/shell/layout-link.tsx';
import { useFormat, useLayoutPath } from '#app/ui/shell/shell-context.tsx';
import { When } from '#app/ui/time/when.tsx';
import { NOTICE_KINDS, type NoticeKind } from '../notice.ts';
import type { markNoticesReadEndpoint, BellNoticeDto } from '../notices.contract.ts';

/** Notices as rows, one for each object, the unread ones marked; a click marks one as read and leads to what it is about. */
export function NoticeRows({ notices, label }: { notices: readonly BellNoticeDto[]; label: string }) {
  const t = useText();
  const words = useNoticeText();
  const open = useOpenNotice();
  return (
    <ul className="souk-notices" aria-label={label}>
      {notices.map((notice) => (
        <li key={notice.id} {...(notice.isRead ? {} : { 'data-unread': true })}>
          <LayoutLink
            url={notice.path}
            onClick={(event) => {
              open(event, notice);
            }}
          >
            <Sign notice={notice} />
            <span className="souk-notice-text">
              <span>
                {notice.isRead ? null : <span className="souk-hidden">{t('notices:unread')}: </span>}
                {words(notice)}
              </span>
              <About notice={notice} />
            </span>
            <When at={notice.at} />
          </LayoutLink>
        </li>
      ))}
    </ul>
  );
}

/** The picture of what a notice is about, or the sign of its kind. */
function Sign({ notice }: { notice: BellNoticeDto }) {
  if (notice.image !== null) return <Picture src={notice.image} size={32} />;
  const { topic } = NOTICE_KINDS[notice.kind];
  return <IconTile icon={topic === null ? AlertDiamondIcon : ICONS[topic]} />;
}

const ICONS = {
  orders: OrderIcon,
  products: ProductIcon,
  money: CashDollarIcon,
  messages: ChatIcon,
  vendors: PersonIcon,
} as const;

/** The item of an order and what it earns: without them a number says nothing. */
function About({ notice: { item, amount, kind } }: { notice: BellNoticeDto }) {
  const t = useText();
  const format = useFormat();
  if (item === null && !(amount && NOTICE_KINDS[kind].subject === 'offer')) return null;
  const parts = [
    ...(item ? [item.others > 0 ? t('notices:item', { title: item.title, count: item.others }) : item.title] : []),
    ...(amount ? [format.money(amount)] : []),
  ];
  return <span className="souk-note">{parts.join(' · ')}</span>;
}

/** What asks for shipping says nothing true any more once the order is shipped or cancelled: then it says that. */
const SHIPPABLE: ReadonlySet<NoticeKind> = new Set<NoticeKind>(['orderPlaced', 'orderPaid', 'orderReminder']);

/** What a notice says, in the viewer's language. */
function useNoticeText(): (notice: BellNoticeDto) => string {
  const t = useText();
  const format = useFormat();
  return ({ kind, name, vendor, amount, state }) => {
    const words = {
      name: name ?? t('notices:gone'),
      who: vendor ?? t('notices:gone'),
      amount: amount ? format.money(amount) : '',
    };
    return state !== null && SHIPPABLE.has(kind)
      ? t(`notices:state.${state}`, words)
      : t(`notices:kind.${kind}`, words);
  };
}

/** Marks an unread notice before its page opens, so that the bell counts right on it; a click for another window just opens it. */
function useOpenNotice(): (event: MouseEvent, notice: BellNoticeDto) => void {
  const navigate = useNavigate();
  const path = useLayoutPath();
  return (event, { id, isRead, path: place }) => {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (isRead || !isPlain) return;
    event.preventDefault();
    const go = (): void => {
      navigate(path(place));
    };
    void callApi<typeof markNoticesReadEndpoint>('PUT', '/notices/read', { body: { ids: [id] } }).then(go, go);
  };
}
