import { AppError } from '#app/core/errors.ts';
import { countPages, cutPage, decodeCursor } from '#app/core/paging.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { toPreview } from './contact.ts';
import type { MessageRowDto, MessagesQuery, MessageDto } from './contact-messages.contract.ts';
import * as repo from './messages.repo.server.ts';

/** A page of the messages that the viewer may see, newest first, with the counts of the views. */
export async function listMessages(ctx: Ctx, query: MessagesQuery) {
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor);
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const found = await repo.listMessages(tx, query, { page: query.page, after });
    const { rows, cursor } = cutPage(found, (row) => row.receivedAt);
    const counts = await repo.countMessages(tx, query);
    return {
      messages: rows.map(toRow),
      counts,
      count: counts[query.view],
      pageCount: countPages(counts[query.view]),
      cursor,
    };
  });
}

/** One message of the viewer's; another vendor's is not_found (404). */
export function readMessage(ctx: Ctx, id: bigint): Promise<MessageDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => toDto(ctx, await requireMessage(tx, id)));
}

type Change = { read?: boolean | undefined; archived?: boolean | undefined };

/** Marks a message as read or unread, puts it away or takes it back. The state that it has already changes nothing. */
export function changeMessage(ctx: Ctx, id: bigint, change: Change): Promise<MessageDto> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    const message = await requireMessage(tx, id);
    const now = ctx.clock.now();
    const set = (before: Date | null, wanted: boolean | undefined): Date | null =>
      wanted === undefined ? before : wanted ? (before ?? now) : null;
    const state = { readAt: set(message.readAt, change.read), archivedAt: set(message.archivedAt, change.archived) };
    await repo.setState(tx, id, state);
    return toDto(ctx, { ...message, ...state });
  });
}

/** Deletes a message for good; one that is gone or another's is not_found (404). */
export async function removeMessage(ctx: Ctx, id: bigint): Promise<{ ok: true }> {
  if (!(await ctx.db.fast(scopeOf(ctx.viewer), (tx) => repo.deleteMessage(tx, id)))) throw new AppError('not_found');
  return { ok: true };
}

/** How many messages wait for the scope of the transaction. */
export function countUnreadMessages(tx: SqlTx): Promise<number> {
  return repo.countUnread(tx);
}

async function requireMessage(tx: SqlTx, id: bigint): Promise<repo.MessageRow> {
  const message = await repo.findMessage(tx, id);
  if (!message) throw new AppError('not_found');
  return message;
}

function toRow(row: repo.MessageRow): MessageRowDto {
  return {
    id: String(row.id),
    kind: row.kind,
    email: row.email,
    name: row.name,
    preview: toPreview(row),
    vendor: row.vendor,
    receivedAt: row.receivedAt.toISOString(),
    read: row.readAt !== null,
    archived: row.archivedAt !== null,
  };
}

function toDto({ viewer }: Ctx, row: repo.MessageRow): MessageDto {
  return {
    ...toRow(row),
    body: row.body,
    fields: [...row.fields],
    askedFor: row.askedFor,
    own: viewer.vendorScope === '*' ? row.vendorId === null : row.vendorId === viewer.vendorScope,
  };
}
