import { AppError } from '#app/core/errors.ts';
import { marketplaceScope } from '#app/core/viewer.ts';
import { maskText, type MaskedText } from '#app/core/contact-masking/masking.ts';
import { isBuyerBanned } from '#app/platform/buyer-bans/buyer-bans.service.server.ts';
import { buildBuyerKey } from '#app/platform/buyer-bans/buyer-identity.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { BUYER } from './buyer-actor.ts';
import type { ThreadDto } from './buyer-thread.contract.ts';
import { countMessage, isArchivedByBan, readThread, withDropped } from './buyer-thread.service.server.ts';
import { readStateOf, toAbout } from './conversation-dto.server.ts';
import { hasUnread, MAX_NEW_AN_HOUR } from './conversation.ts';
import * as repo from './conversations.repo.server.ts';
import type { ConversationRow } from './conversations.repo.server.ts';
import { listOrderBuyers, type OrderOfBuyer } from './subjects.repo.server.ts';
import { markRead } from './unread-messages.repo.server.ts';
import { areConversationsOn, requireConversations, writeMessage } from './write-message.service.server.ts';

const HOUR = 3_600;

/** A conversation of a customer as a list shows it. */
export type CustomerThread = {
  id: bigint;
  vendor: string;
  about: string;
  text: MaskedText;
  at: Date;
  isUnread: boolean;
  orderId: bigint | null;
  vendorId: bigint;
};

/** A message of a customer, and from which network address it came. */
type Sent = { customerId: bigint; text: string; address: string };

/**
 * The conversations that a customer of the store has by their account, the newest message first; null while the feature is off. What
 * somebody wrote as a guest stays with the link of its mails: a typed address proves nobody.
 */
export async function listCustomerThreads(
  tx: SqlTx,
  o: { customerId: bigint; orderId?: bigint; limit: number },
): Promise<CustomerThread[] | null> {
  if (!(await areConversationsOn(tx))) return null;
  const rows = await repo.listOfCustomer(tx, o);
  const shown: CustomerThread[] = [];
  for (const row of rows) {
    if (!(await isShown(tx, row))) continue;
    shown.push({
      id: row.id,
      vendor: row.vendor,
      about: toAbout(row),
      text: row.lastMessage,
      at: row.lastMessageAt,
      isUnread: hasUnread(readStateOf(row), 'buyer'),
      orderId: row.orderId,
      vendorId: row.vendorId,
    });
  }
  return shown;
}

/** One of them with its newest messages. Another customer's is not_found (404). */
export function readCustomerThread(ctx: Ctx, o: { customerId: bigint; id: bigint }): Promise<ThreadDto> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireConversations(tx);
    const row = await requireOwn(tx, o);
    return readThread(ctx, tx, row.id);
  });
}

/** Notes that the customer has read up to a message. Throws not_found (404). */
export function markCustomerRead(
  ctx: Ctx,
  o: { customerId: bigint; id: bigint; messageId: bigint },
): Promise<{ ok: true }> {
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    await requireConversations(tx);
    const row = await requireOwn(tx, o);
    await markRead(tx, row.id, 'buyer', o.messageId);
    return { ok: true };
  });
}

/** Writes in a conversation of the customer's, under the limits of every buyer. Throws not_found (404), rate_limited (429). */
export async function writeAsCustomer(ctx: Ctx, id: bigint, sent: Sent): Promise<ThreadDto> {
  const { store } = ctx.viewer;
  await countMessage(ctx, buildBuyerKey({ customerId: sent.customerId, email: null }), sent.address);
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireConversations(tx);
    return write(ctx, tx, await requireOwn(tx, { customerId: sent.customerId, id }, { lock: true }), sent.text);
  });
}

/**
 * Asks the vendor of a part of the customer's order: begins the conversation about it, or goes on with it. Throws not_found (404) for
 * another customer's order and for a vendor without a part in it, rate_limited (429).
 */
export async function askAboutOrder(
  ctx: Ctx,
  about: { orderId: bigint; vendorId: bigint },
  sent: Sent,
): Promise<ThreadDto> {
  const scope = marketplaceScope(ctx.viewer.store.id);
  const { part, isNew } = await ctx.db.fast(scope, async (tx) => {
    await requireConversations(tx);
    const found = await requirePart(tx, about, sent.customerId);
    return { part: found, isNew: (await repo.findByKey(tx, toKey(found))) === undefined };
  });
  if (isNew) await ctx.limits.hit(`chat|${ctx.viewer.store.id}|new|${sent.address}`, MAX_NEW_AN_HOUR, HOUR);
  await countMessage(ctx, buildBuyerKey(part), sent.address);
  return ctx.db.fast(scope, async (tx) => {
    const id = await start(ctx, tx, part);
    const row = await requireOwn(tx, { customerId: sent.customerId, id }, { lock: true });
    return write(ctx, tx, row, sent.text);
  });
}

const toKey = (part: OrderOfBuyer) => ({
  vendorId: part.vendorId,
  buyerKey: buildBuyerKey(part),
  subject: `order:${part.orderId}`,
});

/** A vendor's part of an order that is the customer's. */
async function requirePart(
  tx: SqlTx,
  { orderId, vendorId }: { orderId: bigint; vendorId: bigint },
  customerId: bigint,
): Promise<OrderOfBuyer> {
  const parts = await listOrderBuyers(tx, orderId);
  const part = parts.find((one) => one.vendorId === vendorId && one.customerId === customerId);
  if (!part) throw new AppError('not_found');
  return part;
}

/** Begins the conversation about a part of an order, or finds the one that is there. */
async function start(ctx: Ctx, tx: SqlTx, part: OrderOfBuyer): Promise<bigint> {
  const started = await repo.insertConversation(tx, {
    ...toKey(part),
    customerId: part.customerId,
    email: part.email,
    buyerName: maskText(part.buyerName ?? '').text,
    locale: ctx.viewer.locale,
    product: null,
    order: { id: part.orderId, name: part.orderName },
    at: ctx.clock.now(),
  });
  const id = started ?? (await repo.findByKey(tx, toKey(part)))?.id;
  if (id === undefined) throw new AppError('not_found');
  return id;
}

/** Writes a message into a locked conversation; a banned buyer's is dropped and answered alike. */
async function write(ctx: Ctx, tx: SqlTx, row: ConversationRow, text: string): Promise<ThreadDto> {
  if (await isBuyerBanned(tx, row)) return withDropped(ctx, tx, await readThread(ctx, tx, row.id), text);
  await writeMessage(ctx, tx, row, { sender: 'buyer', text, picture: null, actor: BUYER, byMarketplace: false });
  return readThread(ctx, tx, row.id);
}

/** What was archived is gone for its buyer, but by a ban, which is not to be noticed. */
const isShown = async (tx: SqlTx, row: ConversationRow): Promise<boolean> =>
  row.archivedAt === null || isArchivedByBan(tx, row);

async function requireOwn(
  tx: SqlTx,
  { customerId, id }: { customerId: bigint; id: bigint },
  o: { lock?: boolean } = {},
): Promise<ConversationRow> {
  const row = await repo.findConversation(tx, id, o);
  if (row?.customerId !== customerId || !(await isShown(tx, row))) throw new AppError('not_found');
  return row;
}
