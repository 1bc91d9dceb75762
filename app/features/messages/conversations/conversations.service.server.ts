import { AppError } from '#app/core/errors.ts';
import { countPages, cutPage, decodeCursor } from '#app/core/paging.ts';
import { can, marketplaceScope, scopeOf, type Viewer } from '#app/core/viewer.ts';
import { isBuyerBanned } from '#app/platform/buyer-bans/buyer-bans.service.server.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { isOfMarketplace, toSide, toConversationDto, toMessageDto } from './conversation-dto.server.ts';
import { MAX_SHOWN, type Side } from './conversation.ts';
import type { ConversationDetailDto, ConversationsQuery } from './conversations.contract.ts';
import * as repo from './conversations.repo.server.ts';
import * as unreadMessagesRepoServer from './unread-messages.repo.server.ts';
import type { ConversationRow } from './conversations.repo.server.ts';
import { listMessages } from './messages.repo.server.ts';
import { listCtas } from './ctas/ctas.repo.server.ts';
import { listReports } from './reports/reports.repo.server.ts';
import { pictureAddresses } from './pictures/message-pictures.service.server.ts';
import { areConversationsOn, requireConversations } from './write-message.service.server.ts';

/** A page of the viewer's conversations, newest message first, with the counts of the views, and the one that is opened. Throws not_found (404). */
export async function listConversations(ctx: Ctx, query: ConversationsQuery) {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  const side = toSide(ctx.viewer);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    const found = await repo.listConversations(tx, query, { page: query.page, after });
    const { rows, cursor } = cutPage(found, (row) => row.lastMessageAt);
    const counts = await repo.countConversations(tx, query.q);
    const unread = await unreadMessagesRepoServer.countUnread(
      tx,
      rows.map(({ id }) => id),
      side,
    );
    const ctas = await listCtas(
      tx,
      rows.map(({ id }) => id),
    );
    return {
      conversations: rows.map((row) =>
        toConversationDto(row, side, {
          unread: unread.get(row.id) ?? 0,
          ctas: ctas.filter(({ conversationId }) => conversationId === row.id),
        }),
      ),
      counts,
      count: counts[query.status],
      pageCount: countPages(counts[query.status]),
      cursor,
      opened: query.conversationId === undefined ? null : await readDetail(ctx, tx, query.conversationId),
    };
  });
}

/** One conversation with its newest messages; another vendor's, and for vendors an archived one, is not_found (404). */
export function getConversation(ctx: Ctx, id: bigint): Promise<ConversationDetailDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    return readDetail(ctx, tx, id);
  });
}

/** Notes that the viewer's side has read up to a message. Throws not_found (404). */
export function markRead(ctx: Ctx, input: { conversationId: bigint; messageId: bigint }): Promise<{ ok: true }> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    await requireConversation(ctx, tx, input.conversationId);
    await unreadMessagesRepoServer.markRead(tx, input.conversationId, toSide(ctx.viewer), input.messageId);
    return { ok: true };
  });
}

/** Says that the marketplace has conversations. Throws feature_disabled (404) where it has none. */
export async function readIsOpen(ctx: Ctx): Promise<{ isOpen: true }> {
  await ctx.db.fast(scopeOf(ctx.viewer), requireConversations);
  return { isOpen: true };
}

/** How many conversations wait for the scope of the transaction; none while conversations are off. */
export async function countWaitingConversations(tx: SqlTx): Promise<number> {
  return (await areConversationsOn(tx)) ? unreadMessagesRepoServer.countWaiting(tx) : 0;
}

/** How many messages wait for the scope of the transaction; none while conversations are off. */
export async function countMissedMessages(tx: SqlTx): Promise<number> {
  return (await areConversationsOn(tx))
    ? unreadMessagesRepoServer.countMissed(tx, toSide({ vendorScope: tx.scope.vendor }))
    : 0;
}

/** How many conversations with buyers nobody has answered; none while conversations are off. */
export async function countUnansweredConversations(tx: SqlTx): Promise<number> {
  return (await areConversationsOn(tx)) ? unreadMessagesRepoServer.countUnanswered(tx) : 0;
}

/** A conversation of the viewer's. Throws not_found (404). */
export async function requireConversation(
  { viewer }: Pick<Ctx, 'viewer'>,
  tx: SqlTx,
  id: bigint,
): Promise<ConversationRow> {
  const row = await repo.findConversation(tx, id);
  if (!row || (row.archivedAt !== null && viewer.vendorScope !== '*')) throw new AppError('not_found');
  return row;
}

/** A conversation of the viewer's with its messages, in a transaction of the viewer's scope. Throws not_found (404). */
export async function readDetail(ctx: Ctx, tx: SqlTx, id: bigint): Promise<ConversationDetailDto> {
  const { viewer } = ctx;
  const side = toSide(viewer);
  const row = await requireConversation(ctx, tx, id);
  const messages = await listMessages(tx, id, MAX_SHOWN);
  const addresses = await pictureAddresses(
    ctx,
    messages.map(({ pictureKey }) => pictureKey),
  );
  const unread = await unreadMessagesRepoServer.countUnread(tx, [id], side);
  return {
    conversation: toConversationDto(row, side, { unread: unread.get(id) ?? 0, ctas: await listCtas(tx, [id]) }),
    messages: messages.map((message) => toMessageDto(row, message, { side, addresses })),
    reports: (await listReports(tx, id)).map((one) => ({ ...one, reportedAt: one.reportedAt.toISOString() })),
    buyerBanned: side === 'admin' && !isOfMarketplace(row) ? await isBuyerBanned(tx, row) : null,
    replyAs: computeSenders(viewer, row),
  };
}

/** As whom a viewer can write in a conversation. */
function computeSenders(viewer: Viewer, row: ConversationRow): Side[] {
  if (!can(viewer, 'write_orders') || row.archivedAt !== null) return [];
  if (viewer.vendorScope !== '*') return ['seller'];
  return isOfMarketplace(row) ? ['admin', 'seller'] : ['admin', 'buyer', 'seller'];
}

/** Runs work on a conversation of the viewer's that is locked, in the marketplace's scope. Throws not_found (404). */
export async function withConversation<T>(
  ctx: Ctx,
  id: bigint,
  work: (tx: SqlTx, row: ConversationRow) => Promise<T>,
): Promise<T> {
  await ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    await requireConversation(ctx, tx, id);
  });
  return ctx.db.fast(marketplaceScope(ctx.viewer.store.id), async (tx) => {
    const row = await repo.findConversation(tx, id, { lock: true });
    if (!row) throw new AppError('not_found');
    return work(tx, row);
  });
}
