import { normaliseEmail } from '#app/core/text/email-address.ts';
import type { SqlTx } from '#app/server/db.server.ts';

// What is personal in the database is erased here, whole and in one place, so that a redaction cannot miss a table that another
// feature owns; `tests/support/personal-data.ts` names every column that can hold words, and a test compares the two. The ledger,
// the facts of orders and the trade names of vendors stay: they name no buyer.

/** The orders of a customer, by id, by e-mail or as the platform lists them, with the texts that stand for the person. */
export async function findCustomerOrders(
  tx: SqlTx,
  o: { customerId: bigint | null; email: string | null; orderIds: readonly bigint[] },
): Promise<{ orderId: bigint; texts: (string | null)[] }[]> {
  const rows = await tx.query<{ orderId: bigint; email: string | null; phone: string | null; name: string | null }>(
    `SELECT b.order_id AS "orderId", b.email, b.phone, b.name FROM order_buyers b
     WHERE b.store_id = $1 AND (b.order_id = ANY($2::bigint[]) OR b.customer_id = $3 OR b.email = $4)`,
    [tx.scope.storeId, [...o.orderIds], o.customerId, o.email === null ? null : normaliseEmail(o.email)],
  );
  return rows.map(({ orderId, email, phone, name }) => ({ orderId, texts: [email, phone, name] }));
}

/** What stays of the detail of an entry about an order: not the words of people, nor what leads to a fulfillment. */
const WORDLESS_DETAIL = `detail - ARRAY['note', 'tracking', 'url'] - CASE
         WHEN action IN ('order.refunded', 'order.return.received') THEN 'reason' ELSE 'note' END`;

/** Empties the buyers of orders for good, also of orders that have not arrived yet. */
export async function eraseBuyers(tx: SqlTx, orderIds: readonly bigint[]): Promise<void> {
  await tx.query(
    `INSERT INTO order_buyers (store_id, order_id, redacted) SELECT $1, o, true FROM unnest($2::bigint[]) o
     ON CONFLICT (store_id, order_id) DO UPDATE SET customer_id = NULL, email = NULL, phone = NULL, name = NULL, shipping_address = NULL,
       billing_address = NULL, note = NULL, attributes = NULL, redacted = true`,
    [tx.scope.storeId, [...orderIds]],
  );
  await tx.query(
    'UPDATE order_lines SET properties = NULL WHERE store_id = $1 AND order_id = ANY($2::bigint[]) AND properties IS NOT NULL',
    [tx.scope.storeId, [...orderIds]],
  );
  await tx.query(
    'UPDATE fulfillments SET tracking = NULL, url = NULL WHERE store_id = $1 AND order_id = ANY($2::bigint[]) AND (tracking IS NOT NULL OR url IS NOT NULL)',
    [tx.scope.storeId, [...orderIds]],
  );
  await tx.query(
    `UPDATE batch_items i SET input = i.input - ARRAY['carrier', 'tracking', 'url'] FROM batches b
     WHERE i.store_id = $1 AND i.subject_id = ANY($2::bigint[]) AND b.id = i.batch_id AND b.kind = 'orders.ship'`,
    [tx.scope.storeId, [...orderIds]],
  );
  await tx.query(`UPDATE recovery_reads SET unknown_labels = '[]' WHERE store_id = $1`, [tx.scope.storeId]);
  // A label names the buyer; what was paid for it stays.
  await tx.query('DELETE FROM shipping_label_files WHERE store_id = $1 AND order_id = ANY($2::bigint[])', [
    tx.scope.storeId,
    [...orderIds],
  ]);
  await tx.query('DELETE FROM label_rates WHERE store_id = $1 AND order_id = ANY($2::bigint[])', [
    tx.scope.storeId,
    [...orderIds],
  ]);
  await tx.query(
    'UPDATE shipping_labels SET tracking = NULL, tracking_url = NULL, problem = NULL WHERE store_id = $1 AND order_id = ANY($2::bigint[])',
    [tx.scope.storeId, [...orderIds]],
  );
  await tx.query(
    'UPDATE shipping_label_packages SET tracking = NULL, tracking_url = NULL WHERE store_id = $1 AND order_id = ANY($2::bigint[])',
    [tx.scope.storeId, [...orderIds]],
  );
  // What people wrote about an order may name its buyer.
  await tx.query(`SELECT set_config('souk.redacting', 'on', true)`);
  await tx.query('DELETE FROM order_comments WHERE store_id = $1 AND order_id = ANY($2::bigint[])', [
    tx.scope.storeId,
    [...orderIds],
  ]);
  await tx.query(
    'UPDATE adjustments SET note = NULL, undo_note = NULL WHERE store_id = $1 AND order_id = ANY($2::bigint[])',
    [tx.scope.storeId, [...orderIds]],
  );
  // So may the words of an act and what leads to a fulfillment; that it happened, and who did it, stays.
  await tx.query(
    `UPDATE audit_events SET note = NULL, detail = ${WORDLESS_DETAIL}
     WHERE store_id = $1 AND subject = 'order' AND subject_id = ANY($2::text[])`,
    [tx.scope.storeId, orderIds.map(String)],
  );
  await tx.query(`SELECT set_config('souk.redacting', '', true)`);
  // Number, seller and amounts of an issued document stay: they are the books. Who it was for goes.
  await tx.query(
    'UPDATE documents SET buyer = NULL WHERE store_id = $1 AND order_id = ANY($2::bigint[]) AND buyer IS NOT NULL',
    [tx.scope.storeId, [...orderIds]],
  );
  await tx.query(
    'UPDATE order_holds SET note = NULL WHERE store_id = $1 AND order_id = ANY($2::bigint[]) AND note IS NOT NULL',
    [tx.scope.storeId, [...orderIds]],
  );
  await tx.query(
    'UPDATE reconciliation_findings SET note = NULL WHERE store_id = $1 AND order_id = ANY($2::bigint[]) AND note IS NOT NULL',
    [tx.scope.storeId, [...orderIds]],
  );
  await tx.query('DELETE FROM fulfillment_sends WHERE store_id = $1 AND order_id = ANY($2::bigint[])', [
    tx.scope.storeId,
    [...orderIds],
  ]);
  await tx.query('UPDATE order_returns SET decline_note = NULL WHERE store_id = $1 AND order_id = ANY($2::bigint[])', [
    tx.scope.storeId,
    [...orderIds],
  ]);
  await eraseFromWebhooks(tx, orderIds);
}

/** What programs outside were told of orders, and, whosever they are, of messages and offers: all of it may name a buyer. */
async function eraseFromWebhooks(tx: SqlTx, orderIds: readonly bigint[]): Promise<void> {
  const values = [tx.scope.storeId, [...orderIds]];
  const isAbout = `m.store_id = $1 AND (m.subject IN ('conversation', 'message', 'offer') OR (m.subject = 'order' AND m.subject_id = ANY($2::bigint[])))`;
  await tx.query(
    `UPDATE webhook_attempts a SET answer = NULL FROM webhook_messages m
     WHERE a.store_id = $1 AND a.message_id = m.id AND a.answer IS NOT NULL AND ${isAbout}`,
    values,
  );
  await tx.query(`UPDATE webhook_messages m SET body = NULL WHERE m.body IS NOT NULL AND ${isAbout}`, values);
}

const ERASED = `body = NULL, state = CASE WHEN state = 'done' THEN state ELSE 'done' END,
  error = CASE WHEN state = 'done' THEN error ELSE 'erased by a redaction' END`;

/** Erases the raw bodies of handled deliveries about orders. Returns how many. */
export async function eraseBodiesOfOrders(tx: SqlTx, shop: string, orderIds: readonly bigint[]): Promise<number> {
  const rows = await tx.query(
    `UPDATE webhook_deliveries SET ${ERASED}
     WHERE shop = $1 AND subject_id = ANY($2::text[]) AND body IS NOT NULL AND state IN ('done', 'dead') RETURNING id`,
    [shop, orderIds.map(String)],
  );
  return rows.length;
}

/** Deliveries that say nothing of their subject in their row (unreadable ones, and those about people), by id. */
export async function listUnnamedBodies(
  tx: SqlTx,
  o: { shop: string; after: bigint; limit: number },
): Promise<{ id: bigint; body: Buffer }[]> {
  return tx.query(
    `SELECT id, body FROM webhook_deliveries
     WHERE shop = $1 AND id > $2 AND body IS NOT NULL AND (topic LIKE 'customers/%' OR (subject_id IS NULL AND state IN ('dead', 'done')))
     ORDER BY id LIMIT $3`,
    [o.shop, o.after, o.limit],
  );
}

export async function eraseBodies(tx: SqlTx, ids: readonly bigint[]): Promise<void> {
  await tx.query(`UPDATE webhook_deliveries SET ${ERASED} WHERE id = ANY($1::bigint[])`, [[...ids]]);
}

/** Takes an address out of the log of mails; one that was not sent yet is not sent. Returns how many. */
export async function eraseMailsTo(tx: SqlTx, address: string): Promise<number> {
  const rows = await tx.query(
    `UPDATE mails SET to_address = NULL, params = '{}', error = NULL, state = CASE WHEN state = 'queued' THEN 'void' ELSE state END
     WHERE store_id = $1 AND lower(to_address) = $2 RETURNING id`,
    [tx.scope.storeId, normaliseEmail(address)],
  );
  return rows.length;
}

/** Forgets what somebody wrote under an address, or named it in, and that the address wanted to be written to. */
export async function eraseContactsOf(tx: SqlTx, address: string): Promise<void> {
  const values = [tx.scope.storeId, normaliseEmail(address)];
  await tx.query(
    `DELETE FROM contact_messages WHERE store_id = $1
       AND (email = $2 OR position(souk_search_form($2) IN search_text) > 0)`,
    values,
  );
  await tx.query('DELETE FROM subscribers WHERE store_id = $1 AND email = $2', values);
  await tx.query('DELETE FROM mail_suppressions WHERE store_id = $1 AND email = $2', values);
  await tx.query('DELETE FROM mail_opt_outs WHERE store_id = $1 AND email = $2', values);
}

/** Forgets whose offers a person's were, by the store's customer or an address. What was offered and agreed stays with the vendor. */
export async function eraseOffersOf(tx: SqlTx, o: { customerId: bigint | null; email: string | null }): Promise<void> {
  // The link of an invoice leads to its buyer.
  await tx.query(
    `UPDATE offers SET email = NULL, customer_id = NULL, invoice_url = NULL
     WHERE store_id = $1 AND (customer_id = $2 OR email = $3)`,
    [tx.scope.storeId, o.customerId, o.email === null ? null : normaliseEmail(o.email)],
  );
}

/** Forgets the conversations of a person, by the store's customer, an address or orders, with everything that both sides wrote. Returns where their pictures lie. */
export async function eraseConversationsOf(
  tx: SqlTx,
  o: { customerId: bigint | null; email: string | null; orderIds: readonly bigint[] },
): Promise<string[]> {
  const values = [tx.scope.storeId, o.customerId, o.email === null ? null : normaliseEmail(o.email), [...o.orderIds]];
  const isTheirs = 'c.store_id = $1 AND (c.customer_id = $2 OR c.email = $3 OR c.order_id = ANY($4::bigint[]))';
  await tx.query(
    `DELETE FROM conversation_originals o USING conversation_messages m, conversations c
     WHERE o.store_id = $1 AND m.id = o.message_id AND c.id = m.conversation_id AND ${isTheirs}`,
    values,
  );
  const pictures = await tx.query<{ key: string }>(
    `DELETE FROM uploads u USING conversations c
     WHERE u.store_id = $1 AND u.attached_to = 'conversation:' || c.id AND ${isTheirs} RETURNING u.key`,
    values,
  );
  await tx.query(`DELETE FROM conversations c WHERE ${isTheirs}`, values);
  return pictures.map(({ key }) => key);
}

/** Forgets stored answers that hold one of these texts, and exports that were made about the person. */
export async function eraseAnswersAbout(
  tx: SqlTx,
  o: { markers: readonly string[]; customerId: bigint | null },
): Promise<void> {
  await tx.query(
    `DELETE FROM idempotency_keys k WHERE k.store_id = $1
       AND EXISTS (SELECT 1 FROM unnest($2::text[]) m WHERE position(m IN lower(k.body::text)) > 0)`,
    [tx.scope.storeId, [...o.markers]],
  );
  await tx.query(
    `UPDATE compliance_requests SET export = NULL, state = 'completed', completed_at = coalesce(completed_at, received_at)
     WHERE store_id = $1 AND topic = 'customers/data_request' AND subject->>'customerId' = $2 AND export IS NOT NULL`,
    [tx.scope.storeId, o.customerId === null ? null : String(o.customerId)],
  );
}

/** What is left of a party of a monthly paper besides its trade name. */
const ERASED_PARTY = `'{"name":"","address":"","zip":"","city":"","country":"","taxNumber":""}'::jsonb`;

const STORE_STATEMENTS = [
  `INSERT INTO order_buyers (store_id, order_id, redacted) SELECT store_id, id, true FROM orders WHERE store_id = $1
   ON CONFLICT (store_id, order_id) DO NOTHING`,
  `UPDATE order_buyers SET customer_id = NULL, email = NULL, phone = NULL, name = NULL, shipping_address = NULL, billing_address = NULL,
     note = NULL, attributes = NULL, redacted = true WHERE store_id = $1`,
  `UPDATE order_lines SET properties = NULL WHERE store_id = $1 AND properties IS NOT NULL`,
  `UPDATE fulfillments SET tracking = NULL, url = NULL WHERE store_id = $1`,
  `UPDATE documents SET buyer = NULL, seller = jsonb_build_object('trade', seller->>'trade') WHERE store_id = $1`,
  `UPDATE vendor_documents SET issuer = jsonb_build_object('trade', issuer->>'trade') || ${ERASED_PARTY},
     recipient = jsonb_build_object('trade', recipient->>'trade') || ${ERASED_PARTY} WHERE store_id = $1`,
  `DELETE FROM vendor_billing WHERE store_id = $1`,
  `DELETE FROM vendor_ship_from WHERE store_id = $1`,
  `DELETE FROM shipping_zones WHERE store_id = $1`,
  `DELETE FROM vendor_rate_choices WHERE store_id = $1`,
  `DELETE FROM holidays WHERE store_id = $1`,
  `DELETE FROM display_currencies WHERE store_id = $1`,
  `DELETE FROM memberships WHERE store_id = $1`,
  `DELETE FROM discounts WHERE store_id = $1`,
  `DELETE FROM shipping_quotes WHERE store_id = $1`,
  `DELETE FROM shipping_label_files WHERE store_id = $1`,
  `DELETE FROM shipping_label_packages WHERE store_id = $1`,
  `DELETE FROM shipping_labels WHERE store_id = $1`,
  `DELETE FROM label_rates WHERE store_id = $1`,
  `DELETE FROM carrier_services WHERE store_id = $1`,
  `DELETE FROM fulfillment_sends WHERE store_id = $1`,
  `DELETE FROM batches WHERE store_id = $1`,
  `UPDATE order_holds SET note = NULL WHERE store_id = $1`,
  `DELETE FROM order_operations WHERE store_id = $1`,
  `UPDATE order_returns SET decline_note = NULL WHERE store_id = $1`,
  `UPDATE mails SET to_address = NULL, params = '{}', error = NULL, locale = NULL, state = CASE WHEN state = 'queued' THEN 'void' ELSE state END
   WHERE store_id = $1`,
  `DELETE FROM mail_templates WHERE store_id = $1`,
  `DELETE FROM mail_services WHERE store_id = $1`,
  `DELETE FROM sender_domains WHERE store_id = $1`,
  `DELETE FROM platform_problems WHERE store_id = $1`,
  `DELETE FROM refresh_tokens WHERE store_id = $1`,
  `DELETE FROM user_codes WHERE store_id = $1`,
  `DELETE FROM second_factors WHERE store_id = $1`,
  `DELETE FROM recovery_codes WHERE store_id = $1`,
  `DELETE FROM sign_in_challenges WHERE store_id = $1`,
  `DELETE FROM shop_connections WHERE store_id = $1`,
  `DELETE FROM users WHERE store_id = $1`,
  `DELETE FROM store_staff WHERE store_id = $1`,
  `DELETE FROM payer_addresses WHERE store_id = $1`,
  `DELETE FROM payer_changes WHERE store_id = $1`,
  `DELETE FROM vendor_applications WHERE store_id = $1`,
  `DELETE FROM vendor_pages WHERE store_id = $1`,
  `DELETE FROM contact_messages WHERE store_id = $1`,
  `DELETE FROM subscribers WHERE store_id = $1`,
  `DELETE FROM conversation_originals WHERE store_id = $1`,
  `DELETE FROM conversations WHERE store_id = $1`,
  `DELETE FROM banned_buyers WHERE store_id = $1`,
  `DELETE FROM saved_replies WHERE store_id = $1`,
  `DELETE FROM saved_views WHERE store_id = $1`,
  `DELETE FROM hidden_columns WHERE store_id = $1`,
  `DELETE FROM mail_suppressions WHERE store_id = $1`,
  `DELETE FROM mail_opt_outs WHERE store_id = $1`,
  `DELETE FROM usage_events WHERE store_id = $1`,
  `DELETE FROM sales_roll_ups WHERE store_id = $1`,
  `DELETE FROM sales_days WHERE store_id = $1`,
  `DELETE FROM store_sales_days WHERE store_id = $1`,
  `DELETE FROM product_days WHERE store_id = $1`,
  `DELETE FROM sales_changes WHERE store_id = $1`,
  `DELETE FROM product_sales_changes WHERE store_id = $1`,
  `DELETE FROM notices WHERE store_id = $1`,
  `DELETE FROM notice_mutes WHERE store_id = $1`,
  `UPDATE offers SET email = NULL, customer_id = NULL, invoice_url = NULL WHERE store_id = $1`,
  `DELETE FROM upload_tokens WHERE store_id = $1`,
  `UPDATE vendor_renames SET started_by = 'erased' WHERE store_id = $1`,
  `UPDATE vendors SET email = NULL, fields = '[]', payouts_on_hold_since = NULL, payouts_on_hold_reason = NULL, payouts_on_hold_by = NULL WHERE store_id = $1`,
  `DELETE FROM product_notes WHERE store_id = $1`,
  `DELETE FROM order_comments WHERE store_id = $1`,
  `DELETE FROM past_order_loads WHERE store_id = $1`,
  `UPDATE products SET acted_as = NULL, acted_until = NULL WHERE store_id = $1 AND acted_as IS NOT NULL`,
  `UPDATE commission_lists SET created_by = 'erased' WHERE store_id = $1`,
  `DELETE FROM product_changes WHERE store_id = $1`,
  `DELETE FROM scheduled_decisions WHERE store_id = $1`,
  `DELETE FROM product_price_bases WHERE store_id = $1`,
  `DELETE FROM product_saves WHERE store_id = $1`,
  `DELETE FROM product_imports WHERE store_id = $1`,
  `DELETE FROM import_templates WHERE store_id = $1`,
  `DELETE FROM import_schedules WHERE store_id = $1`,
  `DELETE FROM assistant_grants WHERE store_id = $1`,
  `DELETE FROM api_keys WHERE store_id = $1`,
  `DELETE FROM webhook_attempts WHERE store_id = $1`,
  `DELETE FROM webhook_endpoints WHERE store_id = $1`,
  `DELETE FROM store_sync_settings WHERE store_id = $1`,
  `DELETE FROM store_orders WHERE store_id = $1`,
  `DELETE FROM synced_products WHERE store_id = $1`,
  `DELETE FROM app_plans WHERE store_id = $1`,
  `DELETE FROM plan_readings WHERE store_id = $1`,
  `DELETE FROM lapsed_products WHERE store_id = $1`,
  `DELETE FROM sheet_connections WHERE store_id = $1`,
  `DELETE FROM sheet_owners WHERE store_id = $1`,
  `DELETE FROM sheet_rows WHERE store_id = $1`,
  `DELETE FROM sheet_tracking WHERE store_id = $1`,
  `DELETE FROM sheet_order_lines WHERE store_id = $1`,
  `DELETE FROM listing_slots WHERE store_id = $1`,
  `DELETE FROM catalog_listings WHERE store_id = $1`,
  `DELETE FROM catalog_entries WHERE store_id = $1`,
  `DELETE FROM vendor_entries WHERE store_id = $1`,
  `DELETE FROM entry_names WHERE store_id = $1`,
  `UPDATE audit_events SET actor = jsonb_build_object('kind', actor->>'kind', 'id', 'erased', 'name', '', 'role', actor->>'role'), note = NULL,
     detail = CASE WHEN subject = 'order' THEN ${WORDLESS_DETAIL}
       WHEN subject IN ('payout', 'commission', 'product') THEN detail ELSE '{}' END WHERE store_id = $1`,
  `UPDATE payouts SET details = NULL, destination = NULL, resolution_claim = NULL, actor = jsonb_build_object('kind', actor->>'kind', 'id', 'erased', 'name', '', 'role', actor->>'role'),
     deleted_by = CASE WHEN deleted_by IS NULL THEN NULL
       ELSE jsonb_build_object('kind', deleted_by->>'kind', 'id', 'erased', 'name', '', 'role', deleted_by->>'role') END,
     resolution = CASE WHEN resolution IS NULL THEN NULL
       ELSE resolution || '{"note": "", "by": {"kind": "person", "id": "erased", "name": "", "role": "admin"}, "confirmedBy": null}'::jsonb END WHERE store_id = $1`,
  `UPDATE adjustments SET note = NULL, undo_note = NULL,
     made_by = jsonb_build_object('kind', made_by->>'kind', 'id', 'erased', 'name', '', 'role', made_by->>'role'),
     undone_by = CASE WHEN undone_by IS NULL THEN NULL
       ELSE jsonb_build_object('kind', undone_by->>'kind', 'id', 'erased', 'name', '', 'role', undone_by->>'role') END WHERE store_id = $1`,
  `DELETE FROM provider_keys WHERE store_id = $1`,
  `DELETE FROM payout_methods WHERE store_id = $1`,
  `DELETE FROM bank_accounts WHERE store_id = $1`,
  `DELETE FROM stripe_accounts WHERE store_id = $1`,
  `DELETE FROM store_settings WHERE store_id = $1`,
  `DELETE FROM idempotency_keys WHERE store_id = $1`,
  `DELETE FROM payout_runs WHERE store_id = $1`,
  `DELETE FROM payout_requests WHERE store_id = $1`,
  `DELETE FROM automatic_payouts WHERE store_id = $1`,
  `UPDATE reconciliation_exceptions SET resolved_by = 'erased' WHERE store_id = $1 AND resolved_by IS NOT NULL`,
  `DELETE FROM reconciliation_runs WHERE store_id = $1`,
  `DELETE FROM recovery_reads WHERE store_id = $1`,
  `UPDATE reconciliation_findings SET note = NULL, set_aside_by = CASE WHEN set_aside_by IS NULL THEN NULL
     ELSE jsonb_build_object('kind', set_aside_by->>'kind', 'id', 'erased', 'name', '', 'role', set_aside_by->>'role') END WHERE store_id = $1`,
  `UPDATE compliance_requests SET export = NULL WHERE store_id = $1 AND topic = 'customers/data_request'`,
  `UPDATE stores SET email = NULL WHERE id = $1`,
  `DELETE FROM scheduled_jobs WHERE store_id = $1`,
  // Last: what is deleted above leaves its changes there.
  `DELETE FROM payer_addresses WHERE store_id = $1`,
  `DELETE FROM payer_changes WHERE store_id = $1`,
];

/** Takes every person out of a whole store. What was sold, owed and paid stays, and so do the trade names it is owed to. */
export async function eraseStore(tx: SqlTx, shop: string): Promise<void> {
  await tx.query(`SELECT set_config('souk.redacting', 'on', true)`);
  for (const statement of STORE_STATEMENTS) await tx.query(statement, [tx.scope.storeId]);
  await tx.query('DELETE FROM platform_sessions WHERE shop = $1', [shop]);
  await tx.query(`UPDATE webhook_deliveries SET ${ERASED} WHERE shop = $1 AND body IS NOT NULL`, [shop]);
  await tx.query(`SELECT set_config('souk.redacting', '', true)`);
}

/** Forgets every upload of the store. Returns where their files lie. */
export async function deleteUploads(tx: SqlTx): Promise<string[]> {
  const rows = await tx.query<{ key: string }>('DELETE FROM uploads WHERE store_id = $1 RETURNING key', [
    tx.scope.storeId,
  ]);
  return rows.map((row) => row.key);
}
