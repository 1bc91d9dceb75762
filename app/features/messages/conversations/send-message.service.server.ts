import { AppError, invalidInput, stateRefuses } from '#app/core/errors.ts';
import { rule } from '#app/core/rules.ts';
import { can, marketplaceScope, scopeOf } from '#app/core/viewer.ts';
import { maskText } from '#app/core/contact-masking/masking.ts';
import { supportedLocale } from '#app/platform/mails/sending.service.server.ts';
import { findStoreById } from '#app/platform/stores/stores.service.server.ts';
import { findVendorByName } from '#app/platform/vendors/vendors.service.server.ts';
import { buildBuyerKey } from '#app/platform/buyer-bans/buyer-identity.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isOfMarketplace } from './conversation-dto.server.ts';
import { chooseSender, MARKETPLACE, MAX_MESSAGES, type Side } from './conversation.ts';
import { hasContent } from './buyer-thread.contract.ts';
import type { ChatWithSellerInput, ConversationDetailDto, OrderChatDto, SendInput } from './conversations.contract.ts';
import * as repo from './conversations.repo.server.ts';
import type { ConversationRow, NewConversation } from './conversations.repo.server.ts';
import { getConversation, withConversation } from './conversations.service.server.ts';
import { storePicture, type StoredPicture } from './pictures/message-pictures.service.server.ts';
import { listOrderBuyers, type OrderOfBuyer } from './subjects.repo.server.ts';
import { requireConversations, writeMessage } from './write-message.service.server.ts';

/**
 * Writes a message of a vendor or of the marketplace, also the first one to the buyer of an order. Throws not_found (404) for
 * another's conversation or order, missing_permission (403) for a side that the viewer cannot write as, invalid_state (409) where it
 * is archived or nothing of the buyer is known, invalid_input (422) where an order of several vendors names none, rate_limited (429).
 */
export async function sendMessage(ctx: Ctx, input: SendInput): Promise<ConversationDetailDto> {
  await ctx.limits.hit(`chat|${ctx.viewer.store.id}|member|${ctx.viewer.actor.id}`, MAX_MESSAGES.memberAMinute, 60);
  const id =
    input.conversationId ??
    (await (input.marketplace === true ? startWithMarketplace(ctx) : startWithBuyer(ctx, input)));
  const picture = await storePicture(ctx, input.image);
  await withConversation(ctx, id, async (tx, row) => {
    await write(ctx, tx, row, { text: input.text, picture, replyAs: input.replyAs });
  });
  return getConversation(ctx, id);
}

/**
 * Opens the one conversation of the marketplace with a vendor, and writes in it where there is a text or a picture. Throws
 * not_found (404) for a vendor that is not there.
 */
export async function chatWithSeller(ctx: Ctx, input: ChatWithSellerInput): Promise<ConversationDetailDto> {
  const { store } = ctx.viewer;
  // An admin who acts for a vendor is that vendor, which does not write to itself.
  if (ctx.viewer.vendorScope !== '*') throw stateRefuses('marketplace_view_only');
  await ctx.limits.hit(`chat|${store.id}|member|${ctx.viewer.actor.id}`, MAX_MESSAGES.memberAMinute, 60);
  const id = await ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireConversations(tx);
    const vendor = await findVendorByName(tx, input.targetVendor);
    if (!vendor || vendor.deletedAt) throw new AppError('not_found');
    return startOfMarketplace(ctx, tx, vendor.id);
  });
  if (hasContent(input)) {
    const picture = await storePicture(ctx, input.image);
    await withConversation(ctx, id, async (tx, row) => {
      await write(ctx, tx, row, { text: input.text, picture, replyAs: 'admin' });
    });
  }
  return getConversation(ctx, id);
}

/** The conversation with the buyer of an order, where there is one. Throws not_found (404) for another's order. */
export async function readOrderChat(
  ctx: Ctx,
  { orderId, vendor }: { orderId: bigint; vendor?: string | undefined },
): Promise<OrderChatDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    const parts = await listOrderBuyers(tx, orderId);
    const [first] = parts;
    if (!first) throw new AppError('not_found');
    const part = choosePart(parts, vendor);
    const found = part && (await repo.findByKey(tx, buildKey(part)));
    const isOpen = found?.archivedAt === null || ctx.viewer.vendorScope === '*';
    return {
      order: { id: String(orderId), name: first.orderName },
      vendor: part?.vendor ?? null,
      vendors: parts.map((one) => one.vendor),
      buyer: maskText(first.buyerName ?? '').text,
      conversationId: found && isOpen ? String(found.id) : null,
      canWrite: part !== undefined && isKnown(part) && can(ctx.viewer, 'write_orders') && found?.archivedAt == null,
    };
  });
}

/** The vendor order that is meant: the only one, or that of the named vendor. Throws not_found (404) for a vendor without one. */
function choosePart(parts: readonly OrderOfBuyer[], vendor: string | undefined): OrderOfBuyer | undefined {
  if (vendor === undefined || vendor === '') return parts.length === 1 ? parts[0] : undefined;
  const part = parts.find((one) => one.vendor === vendor);
  if (!part) throw new AppError('not_found');
  return part;
}

const isKnown = ({ customerId, email }: OrderOfBuyer): boolean => customerId !== null || email !== null;

const buildKey = (part: OrderOfBuyer) => ({
  vendorId: part.vendorId,
  buyerKey: buildBuyerKey(part),
  subject: `order:${part.orderId}`,
});

/** The conversation that the viewer's vendor has with the marketplace, where there is one; null in the marketplace view too. */
export async function readMarketplaceChat(ctx: Ctx): Promise<{ conversationId: string | null }> {
  const { vendorScope } = ctx.viewer;
  const found = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    return vendorScope === '*' ? undefined : repo.findByKey(tx, marketplaceKey(vendorScope));
  });
  return { conversationId: found?.archivedAt === null ? String(found.id) : null };
}

const marketplaceKey = (vendorId: bigint) => ({ vendorId, buyerKey: MARKETPLACE, subject: 'vendor' });

async function startWithMarketplace(ctx: Ctx): Promise<bigint> {
  const { vendorScope, store } = ctx.viewer;
  if (vendorScope === '*') throw stateRefuses('vendor_view_only');
  return ctx.db.fast(marketplaceScope(store.id), async (tx) => {
    await requireConversations(tx);
    return startOfMarketplace(ctx, tx, vendorScope);
  });
}

/** The one conversation of the marketplace with a vendor, whichever of them writes first. */
function startOfMarketplace(ctx: Ctx, tx: SqlTx, vendorId: bigint): Promise<bigint> {
  return start(tx, {
    ...marketplaceKey(vendorId),
    customerId: null,
    email: null,
    buyerName: maskText('').text,
    locale: 'en',
    product: null,
    order: null,
    at: ctx.clock.now(),
  });
}

async function startWithBuyer(ctx: Ctx, { orderId, vendor }: SendInput): Promise<bigint> {
  const { store } = ctx.viewer;
  const part = await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    const parts = orderId === undefined ? [] : await listOrderBuyers(tx, orderId);
    if (parts.length === 0) throw new AppError('not_found');
    return choosePart(parts, vendor);
  });
  if (!part) throw invalidInput([{ path: 'vendor', rule: 'required_field', message: rule('required_field') }]);
  if (!isKnown(part)) throw stateRefuses('buyer_unknown');
  const known = await findStoreById(ctx, store.id);
  return ctx.db.fast(marketplaceScope(store.id), (tx) =>
    start(tx, {
      ...buildKey(part),
      customerId: part.customerId,
      email: part.email,
      buyerName: maskText(part.buyerName ?? '').text,
      locale: supportedLocale(known?.locale ?? 'en'),
      product: null,
      at: ctx.clock.now(),
      order: { id: part.orderId, name: part.orderName },
    }),
  );
}

/** Begins a conversation, or finds the one that is there. */
async function start(tx: SqlTx, conversation: NewConversation): Promise<bigint> {
  const id = (await repo.insertConversation(tx, conversation)) ?? (await repo.findByKey(tx, conversation))?.id;
  if (id === undefined) throw new AppError('not_found');
  return id;
}

async function write(
  ctx: Ctx,
  tx: SqlTx,
  row: ConversationRow,
  { replyAs, ...message }: { text: string; picture: StoredPicture | null; replyAs: Side | undefined },
): Promise<void> {
  const { viewer } = ctx;
  if (row.archivedAt !== null) throw stateRefuses('conversation_archived');
  const isMarketplaceView = viewer.vendorScope === '*';
  const sender = chooseSender({ replyAs, isMarketplaceView, isMarketplace: isOfMarketplace(row) });
  if (sender === undefined) throw new AppError('missing_permission', { permission: 'switch_vendor' });
  await writeMessage(ctx, tx, row, {
    ...message,
    sender,
    actor: viewer.actor,
    byMarketplace: can(viewer, 'switch_vendor'),
  });
}
