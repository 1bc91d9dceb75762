// The floor of the ingest bench: a bare node:http program that checks the signature and writes the rows that the program
// writes for such an order, in one statement, on a pool of the same size. It computes nothing: the amounts are constants.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';
import { BENCH_SECRET, BENCH_SHOP, VENDORS } from './bench-orders.ts';

const [databaseUrl = '', connections = '12'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(connections), options: '-c role=souk_app' });
/** As long as what the program keeps of such an order. */
const FACTS = JSON.stringify({ facts: 'x'.repeat(1780) });
const TERMS = JSON.stringify({ terms: 'x'.repeat(1480) });
const vendorIds = (number: number): [number, number] => {
  const [first, second] = [number % VENDORS, (number * 7 + 3) % VENDORS];
  return [first + 1, (second === first ? (number + 1) % VENDORS : second) + 1];
};

const STATEMENT = `
  WITH scope AS (SELECT set_config('souk.store', '1', true), set_config('souk.vendor', '*', true)),
  d AS (INSERT INTO webhook_deliveries (shop, topic, webhook_id, event_id, triggered_at, received_at, body, facts, state, due_at, handled_at)
    SELECT $1, 'orders/create', $2, $3, $4, $4, $5, $6::json, 'done', $4, $4 FROM scope ON CONFLICT DO NOTHING RETURNING id),
  o AS (INSERT INTO orders (store_id, id, name, currency, taxes_included, financial_status, total_minor, facts, terms, decisions, historical, ordered_at, paid_at, platform_updated_at, recorded_at)
    SELECT 1, $7, $8, 'USD', false, 'paid', 7211, $6::json, $9::json, '{}', false, $4, $4, $4, $4 FROM d RETURNING id),
  b AS (INSERT INTO order_buyers (store_id, order_id, customer_id, email, name, phone, shipping_address, billing_address, attributes)
    SELECT 1, id, 77, $10, 'Mara Lind', '+3212345', $11::jsonb, $11::jsonb, '[]' FROM o),
  l AS (INSERT INTO order_lines (store_id, id, order_id, vendor_id, position, product_id, variant_id, sku, title, variant_title, quantity, current_quantity, unit_price_minor, requires_shipping, gift_card)
    SELECT 1, o.id * 10 + n, o.id, v, n, o.id * 10 + n, o.id * 10 + n, 'SKU-' || o.id, 'Thing of Vendor', '', 1, 1, 2000, true, false
    FROM o, (VALUES (0, $12::bigint), (1, $12::bigint), (2, $13::bigint)) x (n, v)),
  v AS (INSERT INTO vendor_orders (store_id, order_id, vendor_id, name, currency, ordered_at, financial_status, fulfillment, payout_state, item_count, goods_minor, discount_minor,
      shipping_minor, tax_minor, total_minor, commission_minor, payout_minor, posted_minor, historical, search_text, updated_at)
    SELECT 1, o.id, v, $8, 'USD', $4, 'paid', 'unfulfilled', 'due', 2, 4700, 0, 789, 0, 5489, 470, 5019, 5019, false, $8 || ' sku-' || o.id || ' thing of vendor', $4
    FROM o, (VALUES ($12::bigint), ($13::bigint)) x (v)),
  t AS (INSERT INTO ledger_transactions (store_id, reference, kind, currency, order_id, source, occurred_at, recorded_at)
    SELECT 1, 'order/' || id || '/1', 'order', 'USD', id, '{"type":"webhook"}', $4, $4 FROM o RETURNING id, order_id),
  p AS (INSERT INTO ledger_postings (store_id, transaction_id, account, vendor_id, order_id, amount_minor, currency, recorded_at)
    SELECT 1, t.id, a, v, t.order_id, m, 'USD', $4 FROM t, (VALUES ('buyer_receipts', $12::bigint, -5489), ('vendor_payable', $12, 5019), ('commission', $12, 470),
      ('buyer_receipts', $13, -1722), ('vendor_payable', $13, 1335), ('commission', $13, 125), ('tax_kept', $13, 262)) x (a, v, m)),
  q AS (INSERT INTO vendor_balances AS b (store_id, vendor_id, currency, payable_minor)
    SELECT 1, v, 'USD', m FROM o, (VALUES ($12::bigint, 5019), ($13::bigint, 1335)) x (v, m) ORDER BY v
    ON CONFLICT (store_id, vendor_id, currency) DO UPDATE SET payable_minor = b.payable_minor + excluded.payable_minor)
  INSERT INTO mails (store_id, vendor_id, dedupe_key, template, audience, params, state, due_at, created_at)
  SELECT 1, v, 'order-placed/' || o.id || '/' || v, 'order-placed', 'vendor', '{"orderId":"7000000000","vendorId":"12"}', 'sent', $4, $4 FROM o, (VALUES ($12::bigint), ($13::bigint)) x (v)`;
const ADDRESS = JSON.stringify({
  name: 'Mara Lind',
  street1: 'Kaai 1',
  city: 'Gent',
  zip: '9000',
  country: 'BE',
  phone: '+3212345',
});

/** The scope first, in the same message: policies read it while the statement is planned and run. */
async function write(body: Buffer, webhookId: string, eventId: string): Promise<void> {
  const order = JSON.parse(body.toString('utf8')) as { id: number; name: string; email: string; created_at: string };
  const [first, second] = vendorIds(order.id - 7_000_000_000);
  const values = [
    BENCH_SHOP,
    webhookId,
    eventId,
    order.created_at,
    body,
    FACTS,
    order.id,
    order.name,
    TERMS,
    order.email,
    ADDRESS,
    first,
    second,
  ];
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SELECT set_config('souk.store', '1', true), set_config('souk.vendor', '*', true)`);
    await client.query({ name: 'floor', text: STATEMENT, values });
    await client.query('COMMIT');
  } finally {
    client.release();
  }
}

const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    const body = Buffer.concat(chunks);
    const given = Buffer.from(String(req.headers['x-shopify-hmac-sha256']), 'base64');
    const wanted = createHmac('sha256', BENCH_SECRET).update(body).digest();
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      res.writeHead(401).end();
      return;
    }
    write(body, String(req.headers['x-shopify-webhook-id']), String(req.headers['x-shopify-event-id'])).then(
      () => res.writeHead(200, { 'content-length': 0 }).end(),
      (error: unknown) => {
        console.error(error);
        res.writeHead(500).end();
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`listening ${typeof address === 'object' && address ? address.port : 0}\n`);
});
