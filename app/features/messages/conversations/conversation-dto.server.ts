import type { Viewer } from '#app/core/viewer.ts';
import { hasUnread, isAnswered, isSeen, MARKETPLACE, type ReadState, type Side } from './conversation.ts';
import type { ConversationDto, ConversationMessageDto } from './conversations.contract.ts';
import type { ConversationRow } from './conversations.repo.server.ts';
import { toCtaDto } from './ctas/cta-dto.server.ts';
import type { CtaRow } from './ctas/ctas.repo.server.ts';
import type { MessageRow } from './messages.repo.server.ts';

/** The side that a viewer of the portal or the admin stands on. */
export const toSide = (viewer: Pick<Viewer, 'vendorScope'>): 'seller' | 'admin' =>
  viewer.vendorScope === '*' ? 'admin' : 'seller';

/** Whether a conversation is the marketplace's own with a vendor. */
export const isOfMarketplace = ({ buyerKey }: Pick<ConversationRow, 'buyerKey'>): boolean => buyerKey === MARKETPLACE;

export const readStateOf = (row: ConversationRow): ReadState => ({
  written: { buyer: row.buyerWroteId, seller: row.sellerWroteId, admin: row.adminWroteId },
  read: { buyer: row.buyerReadId, seller: row.sellerReadId, admin: row.adminReadId },
});

/** What a conversation is about, in words; empty where it is about neither a product nor an order. */
export const toAbout = (row: ConversationRow): string => row.productTitle ?? row.orderName ?? '';

/** A conversation as a side sees it: the buyer's address is the marketplace's to know. */
export function toConversationDto(
  row: ConversationRow,
  side: Side,
  { unread, ctas }: { unread: number; ctas: readonly CtaRow[] },
): ConversationDto {
  return {
    conversationId: String(row.id),
    buyer: row.buyerName,
    email: side === 'admin' ? row.email : null,
    seller: row.vendor,
    with: isOfMarketplace(row) ? (side === 'seller' ? 'admin' : 'seller') : 'buyer',
    product: row.productId === null ? null : { id: String(row.productId), title: row.productTitle ?? '' },
    order: row.orderId === null ? null : { id: String(row.orderId), name: row.orderName ?? '' },
    lastMessage: row.lastMessage,
    lastSender: row.lastSender,
    isAnswered: isAnswered(row.lastSender, isOfMarketplace(row)),
    lastMessageCreatedAt: row.lastMessageAt.toISOString(),
    unreadCount: hasUnread(readStateOf(row), side) ? unread : 0,
    masked: row.masked,
    archived: row.archivedAt !== null,
    reported: side === 'admin' ? row.reportedAt !== null : row.sellerReported,
    ctas: ctas.map((one) => toCtaDto(one, side)),
  };
}

/** A message as a side sees it; the original is the marketplace's to know. `addresses` are those of its picture, by keys. */
export function toMessageDto(
  row: ConversationRow,
  message: MessageRow,
  { side, addresses }: { side: Side; addresses: ReadonlyMap<string, string> },
): ConversationMessageDto {
  const { id, sender, pictureKey, pictureWidth, pictureHeight } = message;
  return {
    id: String(id),
    conversationId: String(row.id),
    sender,
    byMarketplace: message.byMarketplace,
    text: message.text,
    image: pictureKey === null ? null : (addresses.get(pictureKey) ?? null),
    imageSize: pictureWidth === null || pictureHeight === null ? null : { width: pictureWidth, height: pictureHeight },
    original: side === 'admin' ? message.original : null,
    createdAt: message.createdAt.toISOString(),
    seen: isSeen(readStateOf(row), { id, sender }, isOfMarketplace(row)),
  };
}
