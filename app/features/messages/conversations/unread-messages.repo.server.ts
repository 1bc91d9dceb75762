import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import { MARKETPLACE, type Side } from './conversation.ts';
import { UNREAD } from './conversations.repo.server.ts';

/** How many conversations wait for the scope itself: a vendor's unread ones; the marketplace's own, and what was reported to it. */
export async function countWaiting(tx: SqlTx): Promise<number> {
  const scope = scopedSql(tx.scope, 'c', 1);
  const isWaiting =
    tx.scope.vendor === '*'
      ? `(c.reported_at IS NOT NULL OR (c.buyer_key = '${MARKETPLACE}' AND c.seller_wrote_id > c.admin_read_id))`
      : UNREAD.vendor;
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM conversations c WHERE ${scope.text} AND c.archived_at IS NULL AND ${isWaiting}`,
    scope.values,
  );
  return row?.count ?? 0;
}

/** How many conversations with buyers nobody has answered, in the scope. */
export async function countUnanswered(tx: SqlTx): Promise<number> {
  const scope = scopedSql(tx.scope, 'c', 1);
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM conversations c
     WHERE ${scope.text} AND c.archived_at IS NULL AND c.buyer_key <> '${MARKETPLACE}' AND c.last_sender = 'buyer'`,
    scope.values,
  );
  return row?.count ?? 0;
}

/** How many messages of the conversations that wait for a scope its side has not read. */
export async function countMissed(tx: SqlTx, side: 'seller' | 'admin'): Promise<number> {
  const scope = scopedSql(tx.scope, 'c', 2);
  const isOwn = side === 'admin' ? `c.buyer_key = '${MARKETPLACE}'` : UNREAD.vendor;
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM conversations c
     JOIN conversation_messages m ON m.store_id = c.store_id AND m.conversation_id = c.id
     WHERE ${scope.text} AND c.archived_at IS NULL AND ${isOwn} AND m.sender <> $1 AND m.id > c.${side}_read_id`,
    [side, ...scope.values],
  );
  return row?.count ?? 0;
}

/** How many messages wait for a side of some conversations, by the ids of the conversations. */
export async function countUnread(tx: SqlTx, ids: readonly bigint[], side: Side): Promise<Map<bigint, number>> {
  const rows = await tx.query<{ id: bigint; count: number }>(
    `SELECT c.id, count(*)::int AS count FROM conversations c
     JOIN conversation_messages m ON m.store_id = c.store_id AND m.conversation_id = c.id
     WHERE c.store_id = $1 AND c.id = ANY($2::bigint[]) AND m.sender <> $3
       AND m.id > CASE $3 WHEN 'buyer' THEN c.buyer_read_id WHEN 'seller' THEN c.seller_read_id ELSE c.admin_read_id END
     GROUP BY c.id`,
    [tx.scope.storeId, [...ids], side],
  );
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Notes up to which message a side has read; an earlier one takes nothing back, and one of another conversation is none. */
export async function markRead(tx: SqlTx, id: bigint, side: Side, messageId: bigint): Promise<void> {
  const column = `${side}_read_id`;
  const scope = scopedSql(tx.scope, 'c', 3);
  await tx.query(
    `UPDATE conversations c SET ${column} = greatest(c.${column}, coalesce((SELECT max(m.id) FROM conversation_messages m
       WHERE m.store_id = c.store_id AND m.conversation_id = c.id AND m.id <= $2), 0))
     WHERE c.id = $1 AND ${scope.text}`,
    [id, messageId, ...scope.values],
  );
}
