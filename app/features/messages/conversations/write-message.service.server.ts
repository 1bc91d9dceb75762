import { asVendorId } from '#app/core/ids.ts';
import { AppError } from '#app/core/errors.ts';
import type { Actor } from '#app/core/viewer.ts';
import { maskText } from '#app/core/contact-masking/masking.ts';
import { recordAudit } from '#app/platform/audit/audit.service.server.ts';
import { queueMails, type MailAudience, type QueuedMail } from '#app/platform/mails/mails.service.server.ts';
import { supportedLocale } from '#app/platform/mails/sending.service.server.ts';
import { readSwitches } from '#app/platform/settings/switches.service.server.ts';
import { storedName } from '#app/platform/uploads/upload.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isOfMarketplace } from './conversation-dto.server.ts';
import { nextMailAt, computeRecipients, SAME_MESSAGE_SECONDS, type Side } from './conversation.ts';
import * as repo from './conversations.repo.server.ts';
import type { ConversationRow } from './conversations.repo.server.ts';
import { insertMessage, listMessages } from './messages.repo.server.ts';
import { attachPicture, type StoredPicture } from './pictures/message-pictures.service.server.ts';

/** Throws feature_disabled (404) where the marketplace has no conversations. */
export async function requireConversations(tx: SqlTx): Promise<void> {
  if (!(await areConversationsOn(tx))) throw new AppError('feature_disabled');
}

/** Whether the marketplace has conversations. */
export async function areConversationsOn(tx: SqlTx): Promise<boolean> {
  return (await readSwitches(tx)).messages;
}

export const MAILS = {
  buyer: 'buyer-new-message',
  seller: 'vendor-new-message',
  admin: 'marketplace-new-message',
} as const satisfies Record<Side, string>;

/**
 * Writes a message into a conversation that is locked, masked for whoever reads it, and plans the mails of its readers: one for
 * each side in ten minutes. The same text of the same side within a minute is written once. Needs the marketplace's scope.
 */
export async function writeMessage(
  ctx: Ctx,
  tx: SqlTx,
  conversation: ConversationRow,
  o: { sender: Side; text: string; picture: StoredPicture | null; actor: Actor; byMarketplace: boolean },
): Promise<void> {
  const at = ctx.clock.now();
  const { text, hits } = maskText(o.text.trim());
  if (await isRepeat(tx, conversation, { ...o, text: o.text.trim(), at })) return;
  const id = await insertMessage(tx, {
    conversationId: conversation.id,
    vendorId: conversation.vendorId,
    sender: o.sender,
    byMarketplace: o.byMarketplace,
    text,
    masked: hits,
    original: o.text.trim(),
    picture: o.picture,
    at,
  });
  if (o.picture) await attachPicture(tx, ctx, o.picture, conversation.id);
  if (o.byMarketplace) await recordReply(tx, conversation, id, { ...o, at });
  const mails: QueuedMail[] = [];
  for (const side of computeRecipients(o.sender, isOfMarketplace(conversation))) {
    const dueAt = nextMailAt(conversation[`${side}MailAt`], at);
    const audience = computeAudience(conversation, side);
    if (dueAt === undefined || audience === undefined) continue;
    await repo.setMailAt(tx, conversation.id, side, dueAt);
    mails.push(newMessageMail(conversation, side, { audience, dueAt, at }));
  }
  await queueMails(tx, ctx, mails);
}

/** The mail that tells a side of its unread messages. */
export function newMessageMail(
  { id, locale }: Pick<ConversationRow, 'id' | 'locale'>,
  side: Side,
  { audience, dueAt, at }: { audience: MailAudience; dueAt: Date; at: Date },
): QueuedMail {
  return {
    dedupeKey: `${MAILS[side]}:${id}:${dueAt.toISOString()}`,
    template: MAILS[side],
    audience,
    params: { conversationId: String(id) },
    ...(side === 'buyer' ? { locale: supportedLocale(locale) } : {}),
    dueAt,
    createdAt: at,
  };
}

function computeAudience({ vendorId, email }: ConversationRow, side: Side): MailAudience | undefined {
  if (side === 'seller') return { kind: 'vendor', vendorId: asVendorId(vendorId) };
  if (side === 'admin') return { kind: 'admins' };
  return email === null ? undefined : { kind: 'address', address: email };
}

async function isRepeat(
  tx: SqlTx,
  { id }: ConversationRow,
  o: { sender: Side; byMarketplace: boolean; text: string; picture: StoredPicture | null; at: Date },
): Promise<boolean> {
  const [last] = await listMessages(tx, id, 1);
  if (!last) return false;
  const isSameSender = last.sender === o.sender && last.byMarketplace === o.byMarketplace;
  const isSameText = (last.original ?? last.text) === o.text;
  const isSamePicture = storedName(last.pictureKey ?? '') === storedName(o.picture?.key ?? '');
  return (
    isSameSender &&
    isSameText &&
    isSamePicture &&
    o.at.getTime() - last.createdAt.getTime() < SAME_MESSAGE_SECONDS * 1000
  );
}

/** Writes into the log that the marketplace wrote, and as whom; never what it wrote. */
function recordReply(
  tx: SqlTx,
  { id, vendorId }: ConversationRow,
  messageId: bigint,
  { sender, actor, at }: { sender: Side; actor: Actor; at: Date },
): Promise<void> {
  return recordAudit(tx, [
    {
      subject: 'conversation',
      subjectId: String(id),
      vendorId,
      action: 'conversation.replied',
      actor,
      detail: { replyAs: sender, messageId: String(messageId) },
      at,
    },
  ]);
}
