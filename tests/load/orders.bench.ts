// The list of orders at 1,000,000 and at 10,000, beside the plain query that finds the same rows, as the tables' owner without
// policies, plus a call of ours that does nothing but know who asks; then the order screen, rendered on the server for eight at once.
import { Agent, request } from 'node:http';
import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { encodeCursor } from '#app/core/paging.ts';
import { buildBenchDelivery, VENDORS } from './bench-orders.ts';
import {
  ATTEMPTS,
  cookieOf,
  freePort,
  measureBeside,
  middle,
  MAX_SPREAD,
  openBenchDatabase,
  ROUNDS,
  seedPeople,
  spreadOf,
  startProcess,
  type Role,
} from './bench-program.ts';

const MANY = Number(process.env.BENCH_ORDERS ?? 1_000_000);
const FEW = Number(process.env.BENCH_FEW_ORDERS ?? 10_000);
const CALLS = Number(process.env.BENCH_CALLS ?? 200);
const PAGES = Number(process.env.BENCH_PAGES ?? 1_500);
const CONNECTIONS = 8;
const SCREENS = 20;
const MAX_RATIO = 2;
const MAX_GROWTH = 1.5;
const MAX_WAIT_MS = 60_000;
const LEAST_PAGES_A_SECOND = 300;
const STARTED = Date.UTC(2024, 0, 1);
const SECONDS_BETWEEN = 60;

/** Orders of two vendors each: the first vendor has a part of every one. The newest fiftieth is not shipped yet. */
async function seed(client: pg.Client, from: number, to: number): Promise<void> {
  const orderedAt = `timestamptz '${new Date(STARTED).toISOString()}' + n * interval '${SECONDS_BETWEEN} seconds'`;
  await client.query(
    `INSERT INTO order_buyers (store_id, order_id, email, name, shipping_address, attributes)
     SELECT 1, n, 'buyer-' || n % 5000 || '@bench.test', 'Buyer ' || n % 5000, '{"city":"Gent","country":"BE"}', '[]'
     FROM generate_series($1::bigint, $2::bigint) n`,
    [from, to],
  );
  await client.query(
    `INSERT INTO order_lines (store_id, id, order_id, vendor_id, position, product_id, variant_id, sku, title, variant_title, quantity, current_quantity,
       fulfilled_quantity, unit_price_minor, requires_shipping, gift_card)
     SELECT 1, n * 2 + p, n, CASE p WHEN 0 THEN 1 ELSE 2 + n % ${VENDORS - 1} END, p, n % 900, n % 900, 'SKU-' || n || '-' || p, 'Thing ' || n % 900, '', 2, 2, 2, 2000, true, false
     FROM generate_series($1::bigint, $2::bigint) n, generate_series(0, 1) p`,
    [from, to],
  );
  await client.query(
    `INSERT INTO vendor_orders (store_id, order_id, vendor_id, name, currency, ordered_at, financial_status, fulfillment, payout_state, item_count, goods_minor, discount_minor,
       shipping_minor, tax_minor, total_minor, commission_minor, payout_minor, posted_minor, historical, search_text, updated_at)
     SELECT 1, n, CASE p WHEN 0 THEN 1 ELSE 2 + n % ${VENDORS - 1} END, '#' || n, 'USD', ${orderedAt}, 'paid',
       CASE WHEN n % 97 = 0 THEN 'cancelled' WHEN n > $2 * 0.98 THEN 'unfulfilled' ELSE 'fulfilled' END,
       CASE WHEN n > $2 * 0.95 THEN 'due' ELSE 'paid' END, 2, 4000, 0, 500, 0, 4500, 400, 4100, 4100, false,
       '#' || n || ' sku-' || n || '-' || p || ' thing ' || n % 900 || ' buyer ' || n % 5000 || CASE WHEN n = 1 THEN ' quixotic' ELSE '' END, ${orderedAt}
     FROM generate_series($1::bigint, $2::bigint) n, generate_series(0, 1) p`,
    [from, to],
  );
  for (const table of ['order_buyers', 'order_lines', 'vendor_orders', 'order_counters'])
    await client.query(`VACUUM ANALYZE ${table}`);
}

type Case = { name: string; query: Record<string, string>; where: string; as: Role };

function cases(orders: number): Case[] {
  const half = Math.floor(orders / 2);
  const at = new Date(STARTED + half * SECONDS_BETWEEN * 1000);
  const day = (number: number) => new Date(STARTED + number * SECONDS_BETWEEN * 1000).toISOString();
  const between = { from: day(half), to: day(half + 1_000) };
  return [
    { name: 'a vendor’s newest', query: {}, where: 'v.vendor_id = 1', as: 'manager' },
    {
      name: 'a vendor’s, in the middle',
      query: { cursor: encodeCursor({ at, id: BigInt(half * 2) }) },
      where: `v.vendor_id = 1 AND (v.ordered_at, v.id) < ('${at.toISOString()}', ${half * 2})`,
      as: 'manager',
    },
    {
      name: 'a vendor’s unfulfilled',
      query: { fulfillment: 'unfulfilled' },
      where: `v.vendor_id = 1 AND v.fulfillment = 'unfulfilled'`,
      as: 'manager',
    },
    {
      name: 'a vendor’s due',
      query: { payout: 'due' },
      where: `v.vendor_id = 1 AND v.payout_state = 'due'`,
      as: 'manager',
    },
    {
      name: 'a vendor’s cancelled',
      query: { fulfillment: 'cancelled' },
      where: `v.vendor_id = 1 AND v.fulfillment = 'cancelled'`,
      as: 'manager',
    },
    {
      name: 'a vendor’s days',
      query: between,
      where: `v.vendor_id = 1 AND v.ordered_at >= '${between.from}' AND v.ordered_at < '${between.to}'`,
      as: 'manager',
    },
    {
      name: 'a vendor’s number',
      query: { q: `#${half}` },
      where: `v.vendor_id = 1 AND v.search_text LIKE '%#${half}%'`,
      as: 'manager',
    },
    {
      name: 'a vendor’s rare word',
      query: { q: 'quixotic' },
      where: `v.vendor_id = 1 AND v.search_text LIKE '%quixotic%'`,
      as: 'manager',
    },
    { name: 'all, newest', query: {}, where: 'true', as: 'admin' },
    { name: 'all, of one vendor', query: { vendor: 'Vendor 7' }, where: 'v.vendor_id = 8', as: 'admin' },
    {
      name: 'all, unfulfilled',
      query: { fulfillment: 'unfulfilled' },
      where: `v.fulfillment = 'unfulfilled'`,
      as: 'admin',
    },
  ];
}

/** What the list shows of a row, found the plainest way. */
const plainQuery = (where: string) =>
  `SELECT v.id, v.order_id, v.vendor_id, d.name AS vendor, v.name, v.currency, v.ordered_at, v.fulfillment, v.payout_state, v.on_hold_reason AS held, v.historical, v.item_count,
     v.total_minor, v.payout_minor, v.posted_minor, v.paid_out_minor, b.name AS buyer, b.shipping_address, l.title
   FROM (SELECT * FROM vendor_orders v WHERE v.store_id = 1 AND ${where} ORDER BY v.ordered_at DESC, v.id DESC LIMIT 26) v
   JOIN vendors d ON d.store_id = 1 AND d.id = v.vendor_id
   LEFT JOIN order_buyers b ON b.store_id = 1 AND b.order_id = v.order_id
   LEFT JOIN LATERAL (SELECT title FROM order_lines l WHERE l.store_id = 1 AND l.order_id = v.order_id AND l.vendor_id = v.vendor_id ORDER BY position LIMIT 1) l ON true
   ORDER BY v.ordered_at DESC, v.id DESC`;

const { databaseUrl, owner, stop } = await openBenchDatabase('bench_orders');
// The names of tests/load/bench-orders.ts, whose first is number 0.
await seedPeople(owner, VENDORS, 0);
await owner.query(
  `INSERT INTO commission_lists (store_id, lines, version, created_at, created_by)
   VALUES (1, '[{"minMinor":{"$int":"0"},"maxMinor":null,"flatMinor":{"$int":"0"},"percent":{"$int":"100000"},"constraint":null}]', 1, '2020-01-01', 'bench')`,
);
const port = await freePort();
const web = await startProcess('scripts/serve.ts', databaseUrl, port);
const misses: string[] = [];

async function call(cookie: string, path: string, status = 200): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { cookie } });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
}

/** Measures every case at this size; `before` holds what they took at the smaller one. */
async function measureLists(
  cookies: Record<Role, string>,
  orders: number,
  before: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const taken = new Map<string, number>();
  console.log(`\n${orders} orders of ${VENDORS} vendors, p95 of ${CALLS} calls, ${ROUNDS} rounds`);
  for (const { name, query, where, as } of cases(orders)) {
    const path = `/orders?${new URLSearchParams(query).toString()}`;
    await call(cookies[as], path);
    const floorParts = [() => owner.query(plainQuery(where)), () => call(cookies[as], '/products/bulk/1', 404)];
    const { floor, ours, spread } = await measureBeside(floorParts, () => call(cookies[as], path), CALLS);
    taken.set(name, ours);
    const first = taken.get('a vendor’s newest') ?? ours;
    const small = before.get(name);
    const isFine =
      ours <= floor * MAX_RATIO &&
      (!name.endsWith('middle') || ours <= first * 2) &&
      (small === undefined || ours <= small * MAX_GROWTH);
    const isVoid = spread > MAX_SPREAD;
    // The smaller size is only there to be compared with.
    if (orders === MANY && (!isFine || isVoid)) misses.push(name);
    const growth = small === undefined ? '' : `, ${(ours / small).toFixed(2)} of that at ${FEW}`;
    console.log(
      `${name.padEnd(26)} floor ${floor.toFixed(1)} ms (spread ${(spread * 100).toFixed(0)} %), ours ${ours.toFixed(1)} ms, ratio ${(ours / floor).toFixed(2)}${growth}${isVoid ? ' void' : isFine ? '' : ' TOO SLOW'}`,
    );
  }
  return taken;
}

/** Orders that came by webhook, whose screens have everything on them. */
async function receiveOrders(): Promise<string[]> {
  const worker = await startProcess('scripts/worker.ts', databaseUrl, port);
  try {
    const ids: string[] = [];
    for (let index = 0; index < SCREENS; index++) {
      // Of the first vendor, who looks at them.
      const { body, headers } = buildBenchDelivery(index * VENDORS, 1);
      const answer = await fetch(`http://127.0.0.1:${port}/webhooks`, {
        method: 'POST',
        body: new Uint8Array(body),
        headers,
      });
      if (answer.status !== 200) throw new Error(`A delivery was answered with ${answer.status}`);
      ids.push(String((JSON.parse(body.toString()) as { id: number }).id));
    }
    const began = performance.now();
    while (performance.now() - began < MAX_WAIT_MS) {
      const { rows } = await owner.query<{ count: string }>(
        'SELECT count(*) FROM vendor_orders WHERE vendor_id = 1 AND order_id = ANY($1)',
        [ids],
      );
      if (Number(rows[0]?.count) === SCREENS) return ids;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const { rows } = await owner.query(
      'SELECT topic, state, attempts, error FROM webhook_deliveries WHERE handled_at IS NULL',
    );
    throw new Error(`The deliveries are not handled: ${JSON.stringify(rows.slice(0, 3))}`);
  } finally {
    worker.kill('SIGKILL');
  }
}

/** Pages a second over kept connections, and the p95 in ms. */
async function load(
  cookie: string,
  paths: readonly string[],
): Promise<{ perSecond: number; p95: number; bytes: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let bytes = 0;
  const get = (path: string) =>
    new Promise<void>((resolve, reject) => {
      const started = performance.now();
      request(`http://127.0.0.1:${port}${path}`, { agent, headers: { cookie } }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`${path} answered ${answer.statusCode ?? 0}`));
        answer.on('data', (piece: Buffer) => {
          bytes += piece.length;
        });
        answer.on('end', () => {
          times.push(performance.now() - started);
          resolve();
        });
      })
        .on('error', reject)
        .end();
    });
  let next = 0;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let index = next++; index < PAGES; index = next++) await get(paths[index % paths.length] ?? '/');
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: PAGES / seconds, p95: times[Math.floor(times.length * 0.95)] ?? 0, bytes: bytes / PAGES };
}

const peakMb = () =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${web.pid ?? 0}/status`, 'utf8'))?.[1]) / 1024);

/** The order screen beside the sign-in screen, the smallest page of the same shell. */
async function measureScreens(cookie: string, ids: readonly string[]): Promise<void> {
  const screens = ids.map((id) => `/app/orders/${id}`);
  await load(cookie, screens);
  let floors: number[] = [];
  let ours: Awaited<ReturnType<typeof load>>[] = [];
  for (let attempt = 0; attempt < ATTEMPTS && (attempt === 0 || spreadOf(floors) > MAX_SPREAD); attempt++) {
    [floors, ours] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      floors.push((await load('', ['/app/login'])).perSecond);
      ours.push(await load(cookie, screens));
    }
  }
  const spread = spreadOf(floors);
  const perSecond = middle(ours.map((one) => one.perSecond));
  const isFine = perSecond >= LEAST_PAGES_A_SECOND;
  if (!isFine || spread > MAX_SPREAD) misses.push('order screen');
  console.log(
    `\norder screen, ${CONNECTIONS} connections: ${perSecond.toFixed(0)} pages a second (at least ${LEAST_PAGES_A_SECOND}), p95 ${middle(ours.map((one) => one.p95)).toFixed(1)} ms, ${((ours[0]?.bytes ?? 0) / 1000).toFixed(0)} kB each; the sign-in screen ${middle(floors).toFixed(0)} a second (spread ${(spread * 100).toFixed(0)} %)${isFine ? '' : ' TOO SLOW'}`,
  );
}

try {
  const cookies = { admin: await cookieOf(owner, 'admin'), manager: await cookieOf(owner, 'manager') };
  await seed(owner, 1, FEW);
  const small = await measureLists(cookies, FEW, new Map());
  await owner.query('TRUNCATE order_buyers, order_lines, vendor_orders, order_counters');
  await seed(owner, 1, MANY);
  await measureLists(cookies, MANY, small);
  await measureScreens(cookies.manager, await receiveOrders());
  console.log(`peak memory of the server ${peakMb()} MB`);
} finally {
  web.kill('SIGKILL');
  await stop();
}
if (misses.length > 0) console.log(`too slow or void: ${misses.join(', ')}`);
process.exit(misses.length > 0 ? 1 : 0);
