import type { SqlTx } from '#app/server/db.server.ts';

/** Erases raw bodies of deliveries from before a moment: the store's own, and those of shops that are no store of ours. */
export async function eraseOldBodies(tx: SqlTx, before: Date): Promise<number> {
  const rows = await tx.query(
    `UPDATE webhook_deliveries d SET body = NULL, state = CASE WHEN d.state = 'done' THEN d.state ELSE 'done' END,
       error = CASE WHEN d.state = 'done' THEN d.error ELSE 'too old: its body was erased' END
     WHERE d.received_at < $2 AND d.body IS NOT NULL
       AND (d.shop = (SELECT s.domain FROM stores s WHERE s.id = $1) OR NOT EXISTS (SELECT 1 FROM stores s WHERE s.domain = d.shop)) RETURNING d.id`,
    [tx.scope.storeId, before],
  );
  return rows.length;
}

/** Forgets uploads from before a moment that nothing refers to. Returns where their files lie. */
export async function deleteUnattached(tx: SqlTx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    `DELETE FROM uploads u WHERE u.id IN (
       SELECT u.id FROM uploads u WHERE u.store_id = $1 AND u.created_at < $2 AND u.attached_to IS NULL AND u.file_id IS NULL
         AND NOT EXISTS (SELECT 1 FROM store_settings s WHERE s.store_id = $1 AND position(u.key IN s.value::text) > 0)
         AND NOT EXISTS (SELECT 1 FROM vendors v WHERE v.store_id = $1 AND position(u.key IN v.fields::text) > 0)
         AND NOT EXISTS (SELECT 1 FROM vendor_pages g WHERE g.store_id = $1 AND position(u.key IN concat(g.live, g.draft)) > 0)
         AND NOT EXISTS (SELECT 1 FROM vendor_applications a WHERE a.store_id = $1 AND position(u.key IN a.fields::text) > 0)
         AND NOT EXISTS (SELECT 1 FROM products p WHERE p.store_id = $1 AND position(u.key IN p.media::text) > 0)
       ORDER BY u.created_at, u.id LIMIT $3)
     RETURNING u.key`,
    [tx.scope.storeId, before, limit],
  );
  return rows.map((row) => row.key);
}

/** Forgets what was kept for a short while only: stored answers, windows of limits, exports that were handed over. */
export async function deleteStale(
  tx: SqlTx,
  o: { answersBefore: Date; exportsBefore: Date; workBefore: Date; now: Date; kind: string },
): Promise<void> {
  await tx.query('DELETE FROM idempotency_keys WHERE store_id = $1 AND created_at < $2', [
    tx.scope.storeId,
    o.answersBefore,
  ]);
  await tx.query('DELETE FROM rate_buckets WHERE resets_at < $1', [o.answersBefore]);
  await tx.query(
    `UPDATE compliance_requests SET export = NULL WHERE store_id = $1 AND topic = 'customers/data_request' AND completed_at < $2 AND export IS NOT NULL`,
    [tx.scope.storeId, o.exportsBefore],
  );
  await tx.query('DELETE FROM scheduled_jobs WHERE store_id = $1 AND kind = $2 AND done_at < $3', [
    tx.scope.storeId,
    o.kind,
    o.workBefore,
  ]);
}

/** Forgets old messages of visitors, buyers of old offers, addresses that never confirmed and those that left long ago. Returns where pictures of messages lie. */
export async function deleteOldContacts(
  tx: SqlTx,
  o: { messagesBefore: Date; unconfirmedBefore: Date; unsubscribedBefore: Date },
): Promise<string[]> {
  const { storeId } = tx.scope;
  await tx.query('DELETE FROM contact_messages WHERE store_id = $1 AND received_at < $2', [storeId, o.messagesBefore]);
  const pictures = await tx.query<{ key: string }>(
    `DELETE FROM uploads u USING conversations c WHERE u.store_id = $1 AND c.store_id = $1 AND c.last_message_at < $2
       AND u.attached_to = 'conversation:' || c.id RETURNING u.key`,
    [storeId, o.messagesBefore],
  );
  await tx.query('DELETE FROM conversations WHERE store_id = $1 AND last_message_at < $2', [storeId, o.messagesBefore]);
  // What was offered stays with its seller; by whom is forgotten as a message is.
  await tx.query(
    `UPDATE offers SET email = NULL, invoice_url = NULL
     WHERE store_id = $1 AND email IS NOT NULL AND status IN ('rejected', 'completed') AND updated_at < $2`,
    [storeId, o.messagesBefore],
  );
  await tx.query(
    `DELETE FROM subscribers WHERE store_id = $1
       AND ((status = 'pending' AND requested_at < $2) OR (status = 'unsubscribed' AND unsubscribed_at < $3))`,
    [storeId, o.unconfirmedBefore, o.unsubscribedBefore],
  );
  return pictures.map(({ key }) => key);
}

/** Forgets reported usage from before a moment. */
export async function deleteOldUsage(tx: SqlTx, before: Date): Promise<void> {
  await tx.query('DELETE FROM usage_events WHERE store_id = $1 AND created_at < $2', [tx.scope.storeId, before]);
}

/** Forgets changes of products that were decided before a moment; the log keeps what they said. */
export async function deleteOldChanges(tx: SqlTx, decidedBefore: Date): Promise<void> {
  await tx.query(`DELETE FROM product_changes WHERE store_id = $1 AND state = 'closed' AND closed_at < $2`, [
    tx.scope.storeId,
    decidedBefore,
  ]);
}

/** Forgets decisions on products that took effect or were taken back before a moment; the log keeps what came of them. */
export async function deleteOldDecisions(tx: SqlTx, endedBefore: Date): Promise<void> {
  await tx.query('DELETE FROM scheduled_decisions WHERE store_id = $1 AND ended_at < $2', [
    tx.scope.storeId,
    endedBefore,
  ]);
}

/** Forgets what was answered to checkouts before a moment: their orders have come, or never will. */
export async function deleteOldQuotes(tx: SqlTx, answeredBefore: Date): Promise<void> {
  await tx.query('DELETE FROM shipping_quotes WHERE store_id = $1 AND answered_at < $2', [
    tx.scope.storeId,
    answeredBefore,
  ]);
}
