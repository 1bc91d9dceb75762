import { AppError, stateRefuses } from '#app/core/errors.ts';
import { scopeOf } from '#app/core/viewer.ts';
import type { Ctx } from '#app/server/context.server.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { MAX_SAVED_REPLIES, type SavedReplyDto, type SaveReplyInput } from './saved-replies.contract.ts';
import * as repo from './saved-replies.repo.server.ts';
import { requireConversations } from './write-message.service.server.ts';

type Saved = { replies: SavedReplyDto[] };

/** The viewer's own saved replies by their titles. Throws feature_disabled (404). */
export function listSavedReplies(ctx: Ctx): Promise<Saved> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    return read(tx);
  });
}

/** Saves a reply over the one of its title. Throws invalid_state (409) beyond the limit. */
export function saveReply(ctx: Ctx, input: SaveReplyInput): Promise<Saved> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    await repo.upsertReply(tx, input);
    const saved = await read(tx);
    if (saved.replies.length > MAX_SAVED_REPLIES)
      throw stateRefuses('saved_replies_full', { limit: MAX_SAVED_REPLIES });
    return saved;
  });
}

/** Deletes a reply; another's is not_found (404). */
export function deleteReply(ctx: Ctx, id: bigint): Promise<Saved> {
  return ctx.db.fast(scopeOf(ctx.viewer), async (tx) => {
    await requireConversations(tx);
    if (!(await repo.deleteReply(tx, id))) throw new AppError('not_found');
    return read(tx);
  });
}

async function read(tx: SqlTx): Promise<Saved> {
  return { replies: (await repo.listReplies(tx)).map(({ id, ...reply }) => ({ id: String(id), ...reply })) };
}
