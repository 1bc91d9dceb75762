import { MINUTE_MS } from '#app/core/durations.ts';

/** The longest title of a saved reply, in characters. */
export const MAX_REPLY_TITLE = 60;

/** The longest message, in characters. */
export const MAX_TEXT = 500;
export const MAX_NAME = 60;
/** The shortest name of a vendor that an admin begins a conversation with. */
export const MIN_TARGET = 3;
/** How many messages a thread shows, newest last. */
export const MAX_SHOWN = 100;
/** How many messages a mail says. */
export const MAILED_MESSAGES = 5;
/** How long the link of a mail opens its conversation. */
export const LINK_DAYS = 30;
/** A side gets one mail about a conversation in this time. */
export const MAIL_EVERY_MINUTES = 10;
/** The same text of the same side within this time is the same message: a second click, a repeated request. */
export const SAME_MESSAGE_SECONDS = 60;

/** How many messages are taken: of one buyer and one network address in an hour, of a store's buyers in an hour, of a member in a minute. */
export const MAX_MESSAGES = { buyerAnHour: 30, addressAnHour: 60, storeAnHour: 3_000, memberAMinute: 20 } as const;
/** How many conversations one network address begins in an hour. */
export const MAX_NEW_AN_HOUR = 10;

export const SIDES = ['buyer', 'seller', 'admin'] as const;
export type Side = (typeof SIDES)[number];
/** Who reports a conversation to the marketplace. */
export const REPORTING_SIDES = ['buyer', 'seller'] as const;
export type ReportingSide = (typeof REPORTING_SIDES)[number];

/** What the list shows. `reported` and `archived` are for the marketplace. */
export const CONVERSATION_VIEWS = ['all', 'unread', 'unanswered', 'reported', 'archived'] as const;
export type ConversationView = (typeof CONVERSATION_VIEWS)[number];

/** The specification's two, what takes them back, and what asks the marketplace to look. */
export const MODERATIONS = [
  'ban-buyer',
  'delete-conversation',
  'unban-buyer',
  'restore-conversation',
  'report',
  'dismiss-report',
] as const;
export type Moderation = (typeof MODERATIONS)[number];

/** The key of a conversation that the marketplace itself has with a vendor. */
export const MARKETPLACE = 'marketplace';

/** Whom a message is for: a message of the marketplace reaches both sides. */
export function computeRecipients(sender: Side, isMarketplace: boolean): Side[] {
  if (isMarketplace) return [sender === 'seller' ? 'admin' : 'seller'];
  if (sender === 'admin') return ['buyer', 'seller'];
  return [sender === 'buyer' ? 'seller' : 'buyer'];
}

/** Whether whoever began the conversation was answered. */
export function isAnswered(lastSender: Side, isMarketplace: boolean): boolean {
  return lastSender !== (isMarketplace ? 'admin' : 'buyer');
}

/** The highest ids of the messages that each side wrote, and up to which each side has read. */
export type ReadState = { written: Record<Side, bigint>; read: Record<Side, bigint> };

/** Whether a side has something to read that another side wrote. */
export function hasUnread({ written, read }: ReadState, side: Side): boolean {
  return SIDES.some((other) => other !== side && written[other] > read[side]);
}

/** Whether the other side has read a message of a side. A message of the marketplace is read once both have. */
export function isSeen(
  { read }: Pick<ReadState, 'read'>,
  message: { id: bigint; sender: Side },
  isMarketplace: boolean,
) {
  return computeRecipients(message.sender, isMarketplace).every((side) => read[side] >= message.id);
}

/**
 * When the next mail about a conversation goes to a side; undefined where one is planned that will tell of this message too.
 * `lastAt` is when the last one went or will go.
 */
export function nextMailAt(lastAt: Date | null, now: Date): Date | undefined {
  if (lastAt === null) return now;
  if (lastAt > now) return undefined;
  const earliest = new Date(lastAt.getTime() + MAIL_EVERY_MINUTES * MINUTE_MS);
  return earliest > now ? earliest : now;
}

/** What an admin may write as; a vendor writes as itself only. */
export function chooseSender(o: {
  replyAs: Side | undefined;
  isMarketplaceView: boolean;
  isMarketplace: boolean;
}): Side | undefined {
  if (!o.isMarketplaceView) return o.replyAs === undefined || o.replyAs === 'seller' ? 'seller' : undefined;
  const sender = o.replyAs ?? 'admin';
  return o.isMarketplace && sender === 'buyer' ? undefined : sender;
}
