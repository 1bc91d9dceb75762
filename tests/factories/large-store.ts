/** The part of a connection that is needed; the owner of the tables, whom policies do not hold. */
type Connection = { query(text: string): Promise<{ rows: unknown[] }> };

export type StoreSize = { vendors: number; products: number; vendorOrders: number; conversations: number };

/** Ids of what is written here begin above this, so that rows which came to be otherwise keep theirs. */
export const FIRST_FILLED = 10_000_000;
const FIRST = FIRST_FILLED;
const VENDORS_AN_ORDER = 2;

/**
 * Fills a store by SQL, past the triggers: vendors with their products, orders of two vendors each with lines, postings, mails,
 * deliveries and notices, conversations and offers. A hundredth of each is open (to ship, due, unread, pending), at most a few
 * hundred, as in a store that keeps up with its work; an order that the program ingested before lends its facts. The kept sums and
 * counters are what the triggers would have made. Ends with ANALYZE.
 */
export async function fillStore(client: Connection, storeId: bigint, size: StoreSize): Promise<void> {
  await client.query('SET session_replication_role = replica');
  try {
    for (const statement of statements(String(storeId), size)) await client.query(statement);
  } finally {
    await client.query('SET session_replication_role = DEFAULT');
  }
  await client.query('ANALYZE');
}

const vendorOf = (n: string, vendors: number) => `${FIRST} + ((${n}) % ${vendors})`;

function statements(store: string, size: StoreSize): string[] {
  return [
    ...people(store, size),
    ...products(store, size),
    ...orders(store, size),
    ...money(store, size),
    ...messages(store, size),
    ...operations(store, size),
    ...sums(store),
  ];
}

function people(store: string, { vendors }: StoreSize): string[] {
  return [
    `INSERT INTO vendors (id, store_id, name, key, handle, email, status, created_at)
     SELECT ${FIRST} + n, ${store}, 'Seller ' || n, 'seller ' || n, 'seller-' || n, 'seller-' || n || '@vendors.test', 'active', now() - n * interval '1 hour'
     FROM generate_series(0, ${vendors - 1}) n`,
    `INSERT INTO vendor_applications (store_id, email, vendor_name, vendor_key, fields, status, received_at, decided_at)
     SELECT ${store}, 'applicant-' || n || '@vendors.test', 'Applicant ' || n, 'applicant ' || n, '[]', CASE WHEN n < 20 THEN 'pending' ELSE 'approved' END,
       now() - n * interval '1 hour', CASE WHEN n < 20 THEN NULL ELSE now() END
     FROM generate_series(0, ${vendors - 1}) n`,
  ];
}

function products(store: string, { vendors, products: count }: StoreSize): string[] {
  const open = openOf(count);
  return [
    `INSERT INTO products (store_id, id, vendor_id, vendor_name, title, handle, status, body_html, product_type, media, options, price_minor, inventory_total, search_text,
       submission, created_at, platform_updated_at, read_at)
     SELECT ${store}, ${FIRST} + n, ${vendorOf('n', vendors)}, 'Seller ' || n % ${vendors}, 'Thing ' || n, 'thing-' || n, CASE WHEN n < ${open} THEN 'DRAFT' ELSE 'ACTIVE' END,
       '<p>A thing of which there are many, number ' || n || '</p>', 'Things', '[]', '[]', 1000 + n % 900, n % 50, 'thing ' || n || ' seller ' || n % ${vendors},
       CASE WHEN n < ${open} THEN 'submitted' ELSE 'none' END, now() - n * interval '1 minute', now() - n * interval '1 minute', now()
     FROM generate_series(0, ${count - 1}) n`,
    `INSERT INTO variants (store_id, id, product_id, vendor_id, position, title, sku, barcode, price_minor, stock, track_stock, requires_shipping, taxable, options)
     SELECT ${store}, ${FIRST} + n, ${FIRST} + n, ${vendorOf('n', vendors)}, 1, 'Default', 'SKU-' || n, '', 1000 + n % 900, n % 50, true, true, true, '[]'
     FROM generate_series(0, ${count - 1}) n`,
    `INSERT INTO product_counts (store_id, vendor_id, status, sent_back, step)
     SELECT store_id, vendor_id, status, false, count(*) FROM products WHERE store_id = ${store} AND id >= ${FIRST} AND deleted_at IS NULL GROUP BY 1, 2, 3`,
    `INSERT INTO product_changes (store_id, vendor_id, product_id, state, fields, decided, opened_at, changed_at, closed_at)
     SELECT ${store}, ${vendorOf('n', vendors)}, ${FIRST} + n, CASE WHEN n < ${open} THEN 'open' ELSE 'closed' END, '[]', '[]', now() - n * interval '1 minute',
       now() - n * interval '1 minute', CASE WHEN n < ${open} THEN NULL ELSE now() END
     FROM generate_series(0, ${count - 1}) n`,
  ];
}

/** As many as are open of so many at once. */
const openOf = (count: number): number => Math.min(Math.ceil(count / 100), 300);

const orderedAt = (orders: number) =>
  `now() - (${orders} - n) * interval '${Math.floor((730 * 86_400) / orders)} seconds'`;

function orders(store: string, { vendors, products: count, vendorOrders }: StoreSize): string[] {
  const number = Math.floor(vendorOrders / VENDORS_AN_ORDER);
  const open = openOf(number);
  const at = orderedAt(number);
  const series = `generate_series(1, ${number}) n, generate_series(0, ${VENDORS_AN_ORDER - 1}) p`;
  const seller = vendorOf(`n * ${VENDORS_AN_ORDER} + p`, vendors);
  const product = `${FIRST} + (n * ${VENDORS_AN_ORDER} + p) % ${count}`;
  return [
    `INSERT INTO orders (store_id, id, name, currency, taxes_included, financial_status, total_minor, facts, terms, decisions, historical, ordered_at, paid_at,
       platform_updated_at, recorded_at)
     SELECT ${store}, ${FIRST} + n, '#' || ${FIRST} + n, 'USD', false, 'paid', 9000, coalesce(t.facts, '{}'), coalesce(t.terms, '{}'), coalesce(t.decisions, '{}'), false, ${at}, ${at}, ${at}, ${at}
     FROM generate_series(1, ${number}) n LEFT JOIN (SELECT facts, terms, decisions FROM orders WHERE store_id = ${store} ORDER BY id LIMIT 1) t ON true`,
    `INSERT INTO order_buyers (store_id, order_id, customer_id, email, name, shipping_address, attributes)
     SELECT ${store}, ${FIRST} + n, n % 5000, 'buyer-' || n % 5000 || '@buyers.test', 'Buyer ' || n % 5000, '{"city":"Gent","country":"BE"}', '[]' FROM generate_series(1, ${number}) n`,
    `INSERT INTO order_lines (store_id, id, order_id, vendor_id, position, product_id, variant_id, sku, title, variant_title, quantity, current_quantity,
       fulfilled_quantity, unit_price_minor, requires_shipping, gift_card)
     SELECT ${store}, ${FIRST} + n * ${VENDORS_AN_ORDER} + p, ${FIRST} + n, ${seller}, p, ${product}, ${product}, 'SKU-' || n, 'Thing ' || n % ${count}, '', 2, 2, 2, 2000, true, false
     FROM ${series}`,
    `INSERT INTO vendor_orders (id, store_id, order_id, vendor_id, name, currency, ordered_at, financial_status, fulfillment, payout_state, item_count, goods_minor, discount_minor,
       shipping_minor, tax_minor, total_minor, sold_minor, commission_minor, payout_minor, posted_minor, paid_out_minor, historical, search_text, fulfilled_at, updated_at)
     SELECT ${FIRST} + n * ${VENDORS_AN_ORDER} + p, ${store}, ${FIRST} + n, ${seller}, '#' || ${FIRST} + n, 'USD', ${at}, 'paid',
       CASE WHEN n > ${number - open} THEN 'unfulfilled' ELSE 'fulfilled' END, CASE WHEN n > ${number - 3 * open} THEN 'due' ELSE 'paid' END,
       2, 4000, 0, 500, 0, 4500, 4500, 400, 4100, 4100, CASE WHEN n > ${number - 3 * open} THEN 0 ELSE 4100 END, false,
       '#' || ${FIRST} + n || ' sku-' || n || ' thing ' || n % ${count} || ' buyer ' || n % 5000, CASE WHEN n > ${number - open} THEN NULL ELSE ${at} + interval '30 hours' END, ${at}
     FROM ${series}`,
    `INSERT INTO fulfillments (store_id, id, order_id, vendor_id, status, carrier, tracking, lines, updated_at, created_at)
     SELECT store_id, id, order_id, vendor_id, 'success', 'PostNL', '3S' || id, '[]', ordered_at, ordered_at FROM vendor_orders WHERE store_id = ${store} AND id > ${FIRST} AND fulfillment = 'fulfilled'`,
  ];
}

function money(store: string, { vendors, vendorOrders }: StoreSize): string[] {
  const payouts = Math.max(vendors, Math.floor(vendorOrders / 20));
  const open = openOf(payouts) / 10;
  return [
    `INSERT INTO ledger_transactions (id, store_id, reference, kind, currency, order_id, source, occurred_at, recorded_at)
     SELECT id, store_id, 'order:' || id, 'order', currency, id, '{}', ordered_at, ordered_at FROM orders WHERE store_id = ${store} AND id > ${FIRST}`,
    `INSERT INTO ledger_postings (store_id, transaction_id, account, vendor_id, order_id, amount_minor, currency, recorded_at)
     SELECT v.store_id, v.order_id, a.account, CASE WHEN a.account = 'vendor_payable' THEN v.vendor_id END, v.order_id, a.minor, v.currency, v.ordered_at
     FROM vendor_orders v, (VALUES ('receivable', 4500), ('vendor_payable', -4100), ('commission', -400)) a(account, minor) WHERE v.store_id = ${store} AND v.id > ${FIRST}`,
    `INSERT INTO payouts (id, store_id, vendor_id, run_id, currency, amount_minor, method, state, paid_at, actor, created_at, changed_at)
     SELECT ${FIRST} + n, ${store}, ${vendorOf('n', vendors)}, 'run-' || n, 'USD', 41000, 'manual', 'paid', now() - n * interval '10 minutes', '{"kind":"user","name":"Ada"}',
       now() - n * interval '10 minutes', now() - n * interval '10 minutes'
     FROM generate_series(1, ${payouts}) n`,
    `INSERT INTO payout_lines (store_id, payout_id, vendor_id, order_id, vendor_order_id, amount_minor, live)
     SELECT store_id, ${FIRST} + 1 + id % ${payouts}, vendor_id, order_id, id, 4100, true FROM vendor_orders WHERE store_id = ${store} AND id > ${FIRST} AND payout_state = 'paid'`,
    `INSERT INTO vendor_balances (store_id, vendor_id, currency, payable_minor)
     SELECT store_id, vendor_id, currency, sum(posted_minor - paid_out_minor) FROM vendor_orders WHERE store_id = ${store} AND id > ${FIRST} GROUP BY 1, 2, 3`,
    `INSERT INTO documents (store_id, vendor_id, order_id, kind, issuer, year, serial, number, seller, content, issued_at)
     SELECT store_id, vendor_id, order_id, 'invoice', vendor_id, 2026, id, 'INV-' || id, '{}', '{}', ordered_at FROM vendor_orders WHERE store_id = ${store} AND id > ${FIRST} AND id % 10 = 0`,
    `INSERT INTO reconciliation_exceptions (store_id, vendor_id, kind, reference, detail, found_at, resolved_at)
     SELECT ${store}, ${vendorOf('n', vendors)}, 'missing_order', 'found-' || n, '{}', now() - n * interval '1 minute', CASE WHEN n < ${open} THEN NULL ELSE now() END FROM generate_series(1, ${payouts}) n`,
  ];
}

function messages(store: string, { vendors, products: count, conversations }: StoreSize): string[] {
  const open = openOf(conversations);
  const series = `generate_series(0, ${conversations - 1}) n`;
  const at = `now() - n * interval '5 minutes'`;
  const seller = vendorOf('n', vendors);
  return [
    `INSERT INTO conversations (id, store_id, vendor_id, buyer_key, subject, email, buyer_name, locale, product_id, product_title, last_message, last_sender, last_message_at,
       buyer_wrote_id, seller_read_id, seller_wrote_id, admin_read_id, created_at)
     SELECT ${FIRST} + n, ${store}, ${seller}, 'email:buyer-' || n || '@buyers.test', 'product:' || n, 'buyer-' || n || '@buyers.test', 'Buyer ' || n, 'en', ${FIRST} + n % ${count},
       'Thing ' || n % ${count}, 'Is it in stock?', 'buyer', ${at}, ${FIRST} + n * 3, CASE WHEN n < ${open} THEN 0 ELSE ${FIRST} + n * 3 END, ${FIRST} + n * 3 - 1, 0, ${at} FROM ${series}`,
    `INSERT INTO conversation_messages (id, store_id, vendor_id, conversation_id, sender, text, created_at)
     SELECT ${FIRST} + n * 3 - p, ${store}, ${seller}, ${FIRST} + n, CASE p WHEN 1 THEN 'seller' ELSE 'buyer' END, 'Is it in stock?', ${at} FROM ${series}, generate_series(0, 2) p`,
    `INSERT INTO offers (store_id, vendor_id, product_id, variant_id, product_title, variant_title, email, locale, quantity, currency, listed_minor, minimum_minor, buyer_minor,
       price_minor, status, created_at, updated_at, expires_at, draft_key)
     SELECT ${store}, ${seller}, ${FIRST} + n % ${count}, ${FIRST} + n % ${count}, 'Thing ' || n % ${count}, '', 'buyer-' || n || '@buyers.test', 'en', 2, 'USD', 2000, 1000, 1500, 1500,
       CASE WHEN n < ${open} THEN 'pending' ELSE 'expired' END, ${at}, ${at}, ${at} + interval '7 days', lpad(n::text, 32, '0') FROM ${series}`,
    `INSERT INTO contact_messages (store_id, vendor_id, kind, email, name, body, search_text, digest, received_at, read_at)
     SELECT ${store}, ${seller}, 'vendor', 'buyer-' || n || '@buyers.test', 'Buyer ' || n, 'Hello', 'buyer ' || n || ' hello', 'digest-' || n, ${at}, CASE WHEN n < ${open} THEN NULL ELSE ${at} END
     FROM ${series}`,
    `INSERT INTO subscribers (store_id, email, status, locale, created_at, requested_at, confirmed_at)
     SELECT ${store}, 'reader-' || n || '@buyers.test', 'confirmed', 'en', ${at}, ${at}, ${at} FROM ${series}`,
    `INSERT INTO notices (store_id, vendor_id, kind, subject, subject_id, dedupe_key, created_at)
     SELECT ${store}, CASE WHEN n % 2 = 0 THEN ${seller} END, CASE WHEN n % 2 = 0 THEN 'contactMessage' ELSE 'applicationReceived' END, CASE WHEN n % 2 = 0 THEN 'message' ELSE 'application' END,
       ${FIRST} + n, 'filled-' || n, ${at} FROM generate_series(0, ${conversations * 5 - 1}) n`,
  ];
}

/** What each order leaves in the queues, all of it done. */
function operations(store: string, { vendorOrders, vendors }: StoreSize): string[] {
  const number = Math.floor(vendorOrders / VENDORS_AN_ORDER);
  const at = orderedAt(number);
  return [
    `INSERT INTO mails (store_id, vendor_id, dedupe_key, template, audience, to_address, locale, params, state, due_at, created_at, sent_at)
     SELECT ${store}, vendor_id, 'filled-' || id, 'vendor-new-order', 'vendor', 'seller@vendors.test', 'en', '{}', 'sent', ordered_at, ordered_at, ordered_at
     FROM vendor_orders WHERE store_id = ${store} AND id > ${FIRST}`,
    `INSERT INTO webhook_deliveries (shop, topic, webhook_id, subject_id, received_at, state, due_at, handled_at)
     SELECT (SELECT domain FROM stores WHERE id = ${store}), 'orders/create', 'filled-' || n, (${FIRST} + n)::text, ${at}, CASE WHEN n <= 20 THEN 'dead' ELSE 'done' END, ${at}, ${at}
     FROM generate_series(1, ${number}) n`,
    `INSERT INTO scheduled_jobs (store_id, kind, key, payload, due_at, done_at)
     SELECT ${store}, 'orders.reminder', 'filled-' || n, '{}', ${at}, ${at} FROM generate_series(1, ${number}) n`,
    `INSERT INTO audit_events (store_id, vendor_id, subject, subject_id, action, actor, detail, at)
     SELECT ${store}, ${vendorOf('n', vendors)}, CASE WHEN n % 50 = 0 THEN 'settings' ELSE 'order' END, (${FIRST} + n)::text, 'updated', '{"kind":"user","name":"Ada"}', '{}', ${at}
     FROM generate_series(1, ${number}) n`,
    `INSERT INTO usage_events (store_id, vendor_id, event, properties, created_at)
     SELECT ${store}, ${vendorOf('n', vendors)}, 'screen', '{}', ${at} FROM generate_series(1, ${number}) n`,
  ];
}

/** What the triggers and the job that sums days keep. */
function sums(store: string): string[] {
  return [
    `INSERT INTO order_counters (store_id, vendor_id, fulfillment, payout_state, count)
     SELECT store_id, vendor_id, fulfillment, payout_state, count(*) FROM vendor_orders WHERE store_id = ${store} AND id > ${FIRST} GROUP BY 1, 2, 3, 4`,
    `INSERT INTO sales_days (store_id, vendor_id, day, currency, orders, units, sales_minor, refunds_minor, commission_minor, earnings_minor, due_minor, cancelled, refunded, shipped, shipped_ms, placed)
     SELECT v.store_id, v.vendor_id, (v.ordered_at AT TIME ZONE t.timezone)::date, v.currency, sum(s.orders), sum(s.units), sum(s.sales_minor), sum(s.refunds_minor), sum(s.commission_minor),
       sum(s.earnings_minor), sum(s.due_minor), sum(s.cancelled), sum(s.refunded), sum(s.shipped), sum(s.shipped_ms), sum(s.placed)
     FROM vendor_orders v JOIN stores t ON t.id = v.store_id CROSS JOIN LATERAL souk_sale(v.financial_status, v.cancelled_at, v.ordered_at, v.fulfilled_at, v.item_count, v.sold_minor,
       v.total_minor, v.commission_minor, v.posted_minor, v.paid_out_minor) s
     WHERE v.store_id = ${store} AND v.id > ${FIRST} GROUP BY 1, 2, 3, 4 ORDER BY 3, 2`,
    `INSERT INTO store_sales_days (store_id, day, currency, placed, orders, units, sales_minor, refunds_minor, commission_minor, earnings_minor, due_minor, cancelled, refunded, shipped, shipped_ms)
     SELECT store_id, day, currency, sum(placed), sum(orders), sum(units), sum(sales_minor), sum(refunds_minor), sum(commission_minor), sum(earnings_minor), sum(due_minor), sum(cancelled), sum(refunded), sum(shipped), sum(shipped_ms)
     FROM sales_days WHERE store_id = ${store} GROUP BY 1, 2, 3`,
    `INSERT INTO product_days (store_id, vendor_id, day, currency, product_id, title, units, sales_minor)
     SELECT v.store_id, v.vendor_id, (v.ordered_at AT TIME ZONE t.timezone)::date, v.currency, l.product_id, l.title, sum(l.current_quantity), sum(l.unit_price_minor * l.current_quantity)
     FROM vendor_orders v JOIN stores t ON t.id = v.store_id JOIN order_lines l ON l.store_id = v.store_id AND l.order_id = v.order_id AND l.vendor_id = v.vendor_id
     WHERE v.store_id = ${store} AND v.id > ${FIRST} GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 3, 2`,
    `INSERT INTO order_sums (store_id, vendor_id, currency, financial_status, payout_state, count, total_minor, commission_minor, payout_minor, adjusted_minor, posted_minor,
       paid_out_minor, overpaid_minor)
     SELECT store_id, vendor_id, currency, financial_status, payout_state, count(*), sum(total_minor), sum(commission_minor), sum(payout_minor), sum(adjusted_minor), sum(posted_minor),
       sum(paid_out_minor), 0
     FROM vendor_orders WHERE store_id = ${store} AND id > ${FIRST} GROUP BY 1, 2, 3, 4, 5`,
    `INSERT INTO sales_roll_ups (store_id, timezone, covers_from, updated_at, orders_summed, store_days_summed)
     SELECT id, timezone, '0001-01-01', now(), true, true FROM stores WHERE id = ${store}
     ON CONFLICT (store_id) DO UPDATE SET orders_summed = true, store_days_summed = true`,
  ];
}
