// The dashboard at 1,000,000 orders beside the plainest queries that find its figures in the days that are summed, as the tables'
// owner without policies and without what changed since, plus a call of ours that does nothing but know who asks. Also shown: the
// same figures from the orders.
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { DAY_MS } from '#app/core/durations.ts';
import {
  cookieOf,
  freePort,
  measureBeside,
  MAX_SPREAD,
  openBenchDatabase,
  ROUNDS,
  seedPeople,
  startProcess,
  type Role,
} from './bench-program.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const CALLS = Number(process.env.BENCH_CALLS ?? 200);
const VENDORS = 50;
/** Each product is one vendor's. */
const PRODUCTS = 1_000;
/** They were ordered in this time up to now, evenly. */
const DAYS = 730;
/** Of the newest, as many as changed since the days were summed: what is sold in an hour. */
const CHANGED = Math.round(ORDERS / DAYS / 24);
const MAX_RATIO = 2;
const WARM_UP = 500;
const MAX_WAIT_MS = 600_000;

const { databaseUrl, owner, stop } = await openBenchDatabase('bench_dashboard');
await seedPeople(owner, VENDORS);
await owner.query(`UPDATE users SET permissions = permissions || '{read_finance}'`);

/** Orders of two vendors each, one in twenty refunded in part, one in fifty cancelled, nine in ten shipped and paid out. */
async function seed(client: pg.Client): Promise<void> {
  // The rules of the tables hold for what the program writes; the orders are written past them.
  await client.query('SET session_replication_role = replica');
  const orderedAt = `now() - (${ORDERS} - n) * interval '${(DAYS * DAY_MS) / ORDERS} milliseconds'`;
  const series = `generate_series(1, ${ORDERS}) n, generate_series(0, 1) p`;
  const vendor = `1 + (n * 2 + p) % ${VENDORS}`;
  const product = `(n * 7 % ${PRODUCTS / VENDORS}) * ${VENDORS} + (n * 2 + p) % ${VENDORS}`;
  await client.query(
    `INSERT INTO order_lines (store_id, id, order_id, vendor_id, position, product_id, variant_id, sku, title, variant_title, quantity, current_quantity,
       unit_price_minor, requires_shipping, gift_card)
     SELECT 1, n * 2 + p, n, ${vendor}, p, ${product}, ${product}, '', 'Thing ' || (${product}), '', 2, 2, 2000 + n % 97, true, false FROM ${series}`,
  );
  await client.query(
    `INSERT INTO vendor_orders (store_id, order_id, vendor_id, name, currency, ordered_at, financial_status, fulfillment, payout_state, item_count, goods_minor,
       discount_minor, shipping_minor, tax_minor, total_minor, sold_minor, commission_minor, payout_minor, posted_minor, paid_out_minor, historical, search_text,
       fulfilled_at, cancelled_at, updated_at)
     SELECT 1, n, ${vendor}, '#' || n, 'USD', ${orderedAt}, 'paid', 'fulfilled', 'due', 2, 4000, 0, 500, 0, CASE WHEN n % 20 = 0 THEN 3000 ELSE 4500 END, 4500, 400,
       4100, 4100, CASE WHEN n % 10 = 0 THEN 0 ELSE 4100 END, false, '#' || n, CASE WHEN n % 10 = 0 THEN NULL ELSE ${orderedAt} + interval '30 hours' END,
       CASE WHEN n % 50 = 0 THEN ${orderedAt} + interval '1 hour' END, ${orderedAt} FROM ${series}`,
  );
  await client.query('SET session_replication_role = DEFAULT');
  for (const table of ['vendors', 'vendor_orders', 'order_lines']) await client.query(`VACUUM ANALYZE ${table}`);
}

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const web = await startProcess('scripts/serve.ts', databaseUrl, port);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const misses: string[] = [];

/** One call on a connection that stays open. */
async function call(cookie: string, path: string, status = 200): Promise<string> {
  const sent = request(`${origin}/api${path}`, { agent, headers: { cookie, origin } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const said = await text(answer);
  if (answer.statusCode !== status) throw new Error(`${path} answered ${answer.statusCode}: ${said.slice(0, 300)}`);
  return said;
}

/** Lets the worker sum every day, by the job that the migration plans for stores that are there. */
async function sumDays(): Promise<number> {
  await owner.query(
    `INSERT INTO scheduled_jobs (store_id, kind, key, payload, due_at) VALUES (1, 'dashboard.roll-up', 'first', '{}', '2026-01-01')`,
  );
  const began = performance.now();
  const worker = await startProcess('scripts/worker.ts', databaseUrl, await freePort());
  try {
    while (performance.now() - began < MAX_WAIT_MS) {
      const { rows } = await owner.query(`SELECT 1 FROM sales_roll_ups WHERE covers_from = '0001-01-01'`);
      if (rows.length > 0) return (performance.now() - began) / 1000;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('The days are not summed');
  } finally {
    worker.kill('SIGKILL');
  }
}

let requests = 0;
/** The limit of the call is taken away before it is reached, so seldom that no p95 shows it. */
async function read(cookie: string, path: string): Promise<void> {
  if (requests++ % 100 === 0) await owner.query('DELETE FROM rate_buckets');
  await call(cookie, path);
}

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const vendorOf = (as: Role) => (as === 'manager' ? 'AND vendor_id = 1' : '');

/** What a range of days needs, each found the plainest way in what is summed. */
function summedFloor(as: Role, days: number): string[] {
  const [to, from, before] = [dayBefore(0), dayBefore(days - 1), dayBefore(2 * days - 1)];
  const within = (first: string) => `store_id = 1 ${vendorOf(as)} AND day BETWEEN '${first}' AND '${to}'`;
  const sums =
    'sum(orders), sum(units), sum(sales_minor), sum(refunds_minor), sum(commission_minor), sum(earnings_minor), sum(due_minor)';
  return [
    `SELECT day, currency, ${sums} FROM sales_days WHERE ${within(before)} GROUP BY 1, 2 ORDER BY 1, 2`,
    `SELECT product_id, currency, max(title), sum(units), sum(sales_minor) FROM product_days WHERE ${within(from)} GROUP BY 1, 2 ORDER BY 5 DESC LIMIT 10`,
    ...(as === 'admin'
      ? [
          `SELECT vendor_id, currency, ${sums}, sum(cancelled), sum(refunded), sum(shipped), sum(shipped_ms) FROM sales_days WHERE ${within(from)}
           GROUP BY 1, 2 ORDER BY 5 DESC LIMIT 100`,
          `SELECT count(*) FROM vendors WHERE store_id = 1 AND created_at >= '${from}'`,
        ]
      : []),
  ];
}

/** The first of them from the orders themselves, to show what the summed days are for. */
const plainSums = (as: Role, days: number) =>
  `SELECT (ordered_at AT TIME ZONE 'UTC')::date, currency, count(*), sum(item_count), sum(sold_minor), sum(total_minor), sum(commission_minor), sum(posted_minor)
   FROM vendor_orders WHERE store_id = 1 ${vendorOf(as)} AND ordered_at >= '${dayBefore(2 * days - 1)}' GROUP BY 1, 2`;

try {
  const began = performance.now();
  await seed(owner);
  console.log(`${ORDERS} orders in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  console.log(`their days summed in ${(await sumDays()).toFixed(1)} s`);
  await owner.query(
    `UPDATE vendor_orders SET total_minor = total_minor - 1 WHERE order_id > ${ORDERS - Math.max(1, CHANGED)}`,
  );
  for (const table of ['sales_days', 'product_days', 'sales_changes']) await owner.query(`VACUUM ANALYZE ${table}`);
  await owner.query('CHECKPOINT');
  console.log(`p95 of ${CALLS} calls, ${ROUNDS} rounds; ${Math.max(1, CHANGED)} orders changed since`);
  for (const as of ['manager', 'admin'] as const) {
    let cookie = await cookieOf(owner, as);
    const empty = () => call(cookie, '/products/bulk/1', 404);
    for (let index = 0; index < WARM_UP; index++) await empty();
    for (const days of [7, 30, 90, 365]) {
      // A session ends while a busy machine measures anew.
      cookie = await cookieOf(owner, as);
      const path = `/dashboard?${new URLSearchParams({ from: dayBefore(days - 1), to: dayBefore(0) }).toString()}`;
      for (let index = 0; index < WARM_UP / 10; index++) await read(cookie, path);
      const floorParts = [...summedFloor(as, days).map((query) => () => owner.query(query)), empty];
      const { floor, ours, spread } = await measureBeside(floorParts, () => read(cookie, path), CALLS);
      const isFine = ours <= floor * MAX_RATIO;
      const isVoid = spread > MAX_SPREAD;
      const name = `${as === 'admin' ? 'the marketplace’s' : 'a vendor’s'} ${days} days`;
      if (!isFine || isVoid) misses.push(name);
      const started = performance.now();
      await owner.query(plainSums(as, days));
      const plain = performance.now() - started;
      console.log(
        `${name.padEnd(28)} floor ${floor.toFixed(1)} ms (spread ${(spread * 100).toFixed(0)} %), ours ${ours.toFixed(1)} ms, ratio ${(ours / floor).toFixed(2)} (at most ${MAX_RATIO}); sums by day from the orders ${plain.toFixed(1)} ms${isVoid ? ' void' : isFine ? '' : ' TOO SLOW'}`,
      );
    }
  }
} finally {
  web.kill('SIGKILL');
  await stop();
}
if (misses.length > 0) console.log(`too slow or void: ${misses.join(', ')}`);
process.exit(misses.length > 0 ? 1 : 0);
