import { invariant } from '#app/core/invariant.ts';
import type { ConversationCta } from '@prisma/client';
import type { SqlTx } from '#app/server/db.server.ts';
import { scopedSql } from '#app/server/scoped.server.ts';
import type { CtaVariant } from './cta.ts';

export type CtaRow = Omit<ConversationCta, 'variant'> & { variant: CtaVariant };

const COLUMNS = `t.id, t.store_id AS "storeId", t.vendor_id AS "vendorId", t.conversation_id AS "conversationId", t.label,
  t.callback_url AS "callbackUrl", t.redirect, t.variant, t.prompt_title AS "promptTitle", t.prompt_confirm AS "promptConfirm",
  t.secret, t.press_id AS "pressId", t.pressed_at AS "pressedAt", t.answered_at AS "answeredAt", t.calling_until AS "callingUntil", t.created_at AS "createdAt"`;

export type NewCta = Omit<CtaRow, 'id' | 'storeId' | 'pressId' | 'pressedAt' | 'answeredAt' | 'callingUntil'>;

export async function insertCta(tx: SqlTx, o: NewCta): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `INSERT INTO conversation_ctas (store_id, vendor_id, conversation_id, label, callback_url, redirect, variant, prompt_title,
       prompt_confirm, secret, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
    [
      ...[tx.scope.storeId, o.vendorId, o.conversationId, o.label, o.callbackUrl, o.redirect, o.variant],
      ...[o.promptTitle, o.promptConfirm, o.secret, o.createdAt],
    ],
  );
  invariant(row, 'an inserted row returns its id');
  return row.id;
}

/** A button of the scope; with a lock nobody else changes it until the transaction ends. */
export async function findCta(tx: SqlTx, id: bigint, o: { lock?: boolean } = {}): Promise<CtaRow | undefined> {
  const scope = scopedSql(tx.scope, 't', 2);
  const [row] = await tx.query<CtaRow>(
    `SELECT ${COLUMNS} FROM conversation_ctas t WHERE t.id = $1 AND ${scope.text}${o.lock ? ' FOR UPDATE' : ''}`,
    [id, ...scope.values],
  );
  return row;
}

/** The buttons of some conversations of the scope, oldest first. */
export async function listCtas(tx: SqlTx, conversationIds: readonly bigint[]): Promise<CtaRow[]> {
  if (conversationIds.length === 0) return [];
  const scope = scopedSql(tx.scope, 't', 2);
  return tx.query<CtaRow>(
    `SELECT ${COLUMNS} FROM conversation_ctas t WHERE t.conversation_id = ANY($1::bigint[]) AND ${scope.text} ORDER BY t.id`,
    [[...conversationIds], ...scope.values],
  );
}

/** A page of buttons of the scope with their conversations, newest first; one row more than `limit` where there is more. */
export function listCtaPage(
  tx: SqlTx,
  o: { conversationId: bigint | undefined; before: bigint | undefined; limit: number },
): Promise<(CtaRow & { buyer: string; seller: string; about: string })[]> {
  const scope = scopedSql(tx.scope, 't', 4);
  return tx.query(
    `SELECT ${COLUMNS}, c.buyer_name AS buyer, v.name AS seller, coalesce(c.product_title, c.order_name, '') AS about
     FROM conversation_ctas t JOIN conversations c ON c.store_id = t.store_id AND c.id = t.conversation_id
     JOIN vendors v ON v.store_id = t.store_id AND v.id = t.vendor_id
     WHERE ($1::bigint IS NULL OR t.conversation_id = $1) AND ($2::bigint IS NULL OR t.id < $2) AND ${scope.text}
     ORDER BY t.id DESC LIMIT $3`,
    [o.conversationId ?? null, o.before ?? null, o.limit + 1, ...scope.values],
  );
}

/** Changes what a button says and calls. */
export async function updateCta(
  tx: SqlTx,
  id: bigint,
  o: Pick<CtaRow, 'label' | 'callbackUrl' | 'redirect' | 'variant' | 'promptTitle' | 'promptConfirm'>,
): Promise<void> {
  await tx.query(
    `UPDATE conversation_ctas SET label = $3, callback_url = $4, redirect = $5, variant = $6, prompt_title = $7,
       prompt_confirm = $8 WHERE store_id = $1 AND id = $2`,
    [tx.scope.storeId, id, o.label, o.callbackUrl, o.redirect, o.variant, o.promptTitle, o.promptConfirm],
  );
}

export async function deleteCta(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('DELETE FROM conversation_ctas WHERE store_id = $1 AND id = $2', [tx.scope.storeId, id]);
}

/**
 * Marks a button as being pressed until a moment, under the id of an earlier press where there was one. Undefined where its address
 * answered already, or is being called.
 */
export async function markPressed(
  tx: SqlTx,
  id: bigint,
  o: { pressId: string; at: Date; until: Date },
): Promise<string | undefined> {
  const [row] = await tx.query<{ pressId: string }>(
    `UPDATE conversation_ctas SET press_id = coalesce(press_id, $3), pressed_at = $4, calling_until = $5
     WHERE store_id = $1 AND id = $2 AND answered_at IS NULL AND (calling_until IS NULL OR calling_until <= $4)
     RETURNING press_id AS "pressId"`,
    [tx.scope.storeId, id, o.pressId, o.at, o.until],
  );
  return row?.pressId;
}

/** Says that a call has ended without an answer, so that the button can be pressed again. */
export async function endCall(tx: SqlTx, id: bigint): Promise<void> {
  await tx.query('UPDATE conversation_ctas SET calling_until = NULL WHERE store_id = $1 AND id = $2', [
    tx.scope.storeId,
    id,
  ]);
}

/** Notes that the address of a press answered. */
export async function markAnswered(tx: SqlTx, id: bigint, at: Date): Promise<void> {
  await tx.query(
    'UPDATE conversation_ctas SET answered_at = coalesce(answered_at, $3), calling_until = NULL WHERE store_id = $1 AND id = $2',
    [tx.scope.storeId, id, at],
  );
}
