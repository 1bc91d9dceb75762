import { OFFER_STATUSES } from '../offers/offer.ts';

/** What comes in, by where it is written: the storefront's chat, its offers, its contact form. */
export const INBOX_KINDS = ['conversation', 'offer', 'message'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** The tabs of the list: everything, and each kind alone. */
export const INBOX_VIEWS = ['all', 'conversations', 'offers', 'messages'] as const;
export type InboxView = (typeof INBOX_VIEWS)[number];

export const KIND_OF_VIEW: Readonly<Record<Exclude<InboxView, 'all'>, InboxKind>> = {
  conversations: 'conversation',
  offers: 'offer',
  messages: 'message',
};

/** What narrows the list by state. Vendors have no archived conversations. */
export const INBOX_STATES = ['unread', 'unanswered', 'reported', 'archived', ...OFFER_STATUSES] as const;
export type InboxState = (typeof INBOX_STATES)[number];

/** The states that each tab offers. */
export const STATES_OF_VIEW: Readonly<Record<InboxView, readonly InboxState[]>> = {
  all: ['unread', 'archived'],
  conversations: ['unread', 'unanswered', 'reported', 'archived'],
  offers: OFFER_STATUSES,
  messages: ['unread', 'archived'],
};

/** The place of a row: unread rows first, then by time, kind and id, all descending. */
export type InboxCursor = { isUnread: boolean; at: Date; kind: InboxKind; id: bigint };

export function encodeInboxCursor({ isUnread, at, kind, id }: InboxCursor): string {
  return Buffer.from(`${isUnread ? '1' : '0'}|${at.toISOString()}|${kind}|${String(id)}`).toString('base64url');
}

/** Reads a cursor that we gave out; anything else is undefined. */
export function decodeInboxCursor(text: string): InboxCursor | undefined {
  if (text.length > 120) return undefined;
  const [unread, at = '', kindText, id = ''] = Buffer.from(text, 'base64url').toString('utf8').split('|');
  const kind = INBOX_KINDS.find((one) => one === kindText);
  if ((unread !== '0' && unread !== '1') || !kind || !/^\d{1,19}$/.test(id) || Number.isNaN(Date.parse(at)))
    return undefined;
  return { isUnread: unread === '1', at: new Date(at), kind, id: BigInt(id) };
}
