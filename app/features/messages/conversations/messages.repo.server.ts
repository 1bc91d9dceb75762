import type { MaskedText } from '#app/core/contact-masking/masking.ts';
import { invariant } from '#app/core/invariant.ts';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { Side } from './conversation.ts';

export type MessageRow = {
  id: bigint;
  conversationId: bigint;
  sender: Side;
  byMarketplace: boolean;
  text: MaskedText;
  masked: number;
  pictureKey: string | null;
  pictureWidth: number | null;
  pictureHeight: number | null;
  createdAt: Date;
  /** What was typed, where something of it is masked and the scope is the marketplace's. */
  original: string | null;
};

export type NewMessage = {
  conversationId: bigint;
  vendorId: bigint;
  sender: Side;
  byMarketplace: boolean;
  text: MaskedText;
  masked: number;
  original: string;
  picture: { key: string; width: number; height: number } | null;
  at: Date;
};

/** Adds a message to a conversation that is locked, and to what the conversation says of its newest one. Needs the marketplace's scope. */
export async function insertMessage(tx: SqlTx, message: NewMessage): Promise<bigint> {
  const { storeId } = tx.scope;
  const { conversationId, vendorId, sender, byMarketplace, text, masked, picture, at } = message;
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO conversation_messages (store_id, vendor_id, conversation_id, sender, by_marketplace, text, masked, created_at,
       picture_key, picture_width, picture_height)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [
      ...[storeId, vendorId, conversationId, sender, byMarketplace, text, masked, at],
      ...[picture?.key ?? null, picture?.width ?? null, picture?.height ?? null],
    ],
  );
  invariant(row, 'an inserted row returns its id');
  const { id } = row;
  if (masked > 0) {
    await tx.query('INSERT INTO conversation_originals (message_id, store_id, text) VALUES ($1, $2, $3)', [
      id,
      storeId,
      message.original,
    ]);
  }
  // Whoever writes has read what stands above.
  await tx.query(
    `UPDATE conversations SET last_message = $3, last_sender = $4, last_message_at = $5, masked = masked + $6,
       ${sender}_wrote_id = $7, ${byMarketplace ? 'admin' : sender}_read_id = $7
     WHERE store_id = $1 AND id = $2`,
    [storeId, conversationId, text, sender, at, masked, id],
  );
  return id;
}

/** The newest messages of a conversation, oldest first. */
export async function listMessages(tx: SqlTx, conversationId: bigint, limit: number): Promise<MessageRow[]> {
  const scope = scopedSql(tx.scope, 'm', 3);
  const rows = await tx.query<MessageRow>(
    `SELECT m.id, m.conversation_id AS "conversationId", m.sender, m.by_marketplace AS "byMarketplace", m.text, m.masked,
       m.picture_key AS "pictureKey", m.picture_width AS "pictureWidth", m.picture_height AS "pictureHeight", m.created_at AS "createdAt", o.text AS original
     FROM conversation_messages m LEFT JOIN conversation_originals o ON o.store_id = m.store_id AND o.message_id = m.id
     WHERE m.conversation_id = $1 AND ${scope.text} ORDER BY m.id DESC LIMIT $2`,
    [conversationId, limit, ...scope.values],
  );
  return rows.reverse();
}
