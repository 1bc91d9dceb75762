import { z } from 'zod';
import { idSchema } from '#app/core/ids.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { mailVariables, type MailOccasion, type MailVariables } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById, portalUrl, type Store } from '#app/platform/stores/stores.service.server.ts';
import type { Services } from '#app/server/context.server.ts';
import { toAbout, readStateOf } from './conversation-dto.server.ts';
import { hasUnread, MAILED_MESSAGES, type Side } from './conversation.ts';
import { findConversation, type ConversationRow } from './conversations.repo.server.ts';
import { listMessages } from './messages.repo.server.ts';
import { threadUrl } from './thread-link.server.ts';
import { areConversationsOn } from './write-message.service.server.ts';

const paramsSchema = z.object({ conversationId: idSchema, isLink: z.boolean().default(false) });

/** What a mail to a side says; undefined where the side has read everything since, or the conversation is gone. */
async function readOccasion(services: Services, { storeId, params }: MailOccasion, side: Side) {
  const { conversationId, isLink } = paramsSchema.parse(params);
  const store = await findStoreById(services, storeId);
  const found = await services.db.fast(marketplaceScope(storeId), async (tx) => {
    const row = await findConversation(tx, conversationId);
    if (!row || row.archivedAt !== null || !(await areConversationsOn(tx))) return undefined;
    return { row, messages: await listMessages(tx, conversationId, MAILED_MESSAGES) };
  });
  if (!store || !found || (!isLink && !hasUnread(readStateOf(found.row), side))) return undefined;
  const { row, messages } = found;
  return {
    about: toAbout(row),
    vendor_name: row.vendor,
    // Only the masked texts: a mail is read by the other side.
    messages: messages.map((one) => ({
      from: one.sender,
      name: chooseName(row, one.sender),
      by_marketplace: one.byMarketplace,
      text: one.text,
      picture: one.pictureKey !== null,
    })),
    url: formatUrl(services, store, row, side),
  };
}

const chooseName = (row: ConversationRow, sender: Side): string =>
  sender === 'seller' ? row.vendor : sender === 'buyer' ? row.buyerName : '';

function formatUrl(services: Services, store: Store, row: ConversationRow, side: Side): string {
  return side === 'buyer'
    ? threadUrl(services, store, row)
    : portalUrl(services, store, `/app/conversations/${row.id}`);
}

/** What the mails about new messages say: the last five messages, and the address at which a side answers. */
export const conversationMails: readonly MailVariables[] = [
  mailVariables('vendor-new-message', (services, occasion) => readOccasion(services, occasion, 'seller')),
  mailVariables('buyer-new-message', (services, occasion) => readOccasion(services, occasion, 'buyer')),
  mailVariables('marketplace-new-message', (services, occasion) => readOccasion(services, occasion, 'admin')),
];
