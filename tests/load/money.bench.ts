// Money at 10,000,000 entries of the ledger: what a vendor is owed, the list of transactions with its totals, and what a payout
// would pay; each beside the plain query that finds the same rows plus a call of ours that does nothing but know who asks.
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

const ENTRIES = Number(process.env.BENCH_ENTRIES ?? 10_000_000);
const CALLS = Number(process.env.BENCH_CALLS ?? 300);
const VENDORS = 50;
const PARTS_AN_ORDER = 2;
const ENTRIES_A_PART = 5;
const ORDERS = Math.round(ENTRIES / ENTRIES_A_PART / PARTS_AN_ORDER);
/** Vendor orders that are due: at most as many as there are. */
const DUE = Math.min(100_000, ORDERS);
/** As many as one call may name. */
const LINES = 2_000;
const MAX_RATIO = 2;
const MAX_BALANCE_MS = 2;
const MAX_PREPARE_MS = 100;
const SECONDS_BETWEEN = 60;
/** Calls before anything is timed: a process that has just begun compiles what it runs. */
const WARM_UP = 1_000;
/** A limit in milliseconds is held by a process that has been at work for a minute: until then the engine compiles what is called most. */
const WARM_UP_CALLS = 5_000;
const PAGE = 50;

const PART = `1 + (n * ${PARTS_AN_ORDER} + p) % ${VENDORS}`;
const { databaseUrl, owner, stop } = await openBenchDatabase('bench_money');
await seedPeople(owner, VENDORS);
await owner.query(`UPDATE users SET permissions = permissions || '{read_finance}'`);

/** Orders of two vendors each, up to now; what they were paid is posted, all but the newest is paid out. */
async function seed(client: pg.Client): Promise<void> {
  // The rules of the tables hold for what the program writes; ten million rows are written past them.
  await client.query('SET session_replication_role = replica');
  const orderedAt = `now() - (${ORDERS} - n) * interval '${SECONDS_BETWEEN} seconds'`;
  const series = `generate_series(1, ${ORDERS}) n, generate_series(0, ${PARTS_AN_ORDER - 1}) p`;
  const isDue = `n * ${PARTS_AN_ORDER} > ${ORDERS * PARTS_AN_ORDER - DUE}`;
  await client.query(
    `INSERT INTO vendor_orders (store_id, order_id, vendor_id, name, currency, ordered_at, financial_status, fulfillment, payout_state, item_count, goods_minor,
       discount_minor, shipping_minor, tax_minor, total_minor, commission_minor, payout_minor, posted_minor, paid_out_minor, historical, search_text, updated_at)
     SELECT 1, n, ${PART}, '#' || n, 'USD', ${orderedAt}, 'paid', 'fulfilled', CASE WHEN ${isDue} THEN 'due' ELSE 'paid' END, 2, 4000, 0, 500, 0, 4500, 400,
       4100, 4100, CASE WHEN ${isDue} THEN 0 ELSE 4100 END, false, '#' || n, ${orderedAt} FROM ${series}`,
  );
  await client.query(
    `INSERT INTO ledger_transactions (id, store_id, reference, kind, currency, order_id, source, occurred_at, recorded_at)
     SELECT n, 1, 'order/' || n || '/1', 'order', 'USD', n, '{"type":"webhook","id":"bench"}', ${orderedAt}, ${orderedAt} FROM generate_series(1, ${ORDERS}) n`,
  );
  await client.query(
    `INSERT INTO ledger_postings (store_id, transaction_id, account, vendor_id, order_id, amount_minor, currency, recorded_at)
     SELECT 1, n, x.account, ${PART}, n, x.amount, 'USD', ${orderedAt} FROM ${series},
       (VALUES ('buyer_receipts', -4500), ('vendor_payable', 4100), ('commission', 350), ('tax_kept', 30), ('shipping_kept', 20)) x (account, amount)`,
  );
  await client.query(
    `INSERT INTO vendor_balances (store_id, vendor_id, currency, payable_minor)
     SELECT 1, vendor_id, 'USD', sum(amount_minor) FROM ledger_postings WHERE account = 'vendor_payable' GROUP BY 2`,
  );
  await client.query('SET session_replication_role = DEFAULT');
  for (const table of ['vendors', 'vendor_orders', 'ledger_transactions', 'ledger_postings', 'vendor_balances'])
    await client.query(`VACUUM ANALYZE ${table}`);
  // What was written is on the disk before anything is timed.
  await client.query('CHECKPOINT');
}

const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const web = await startProcess('scripts/serve.ts', databaseUrl, port);
const misses: string[] = [];

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One call on a connection that stays open. */
async function call(cookie: string, path: string, o: { body?: string; status?: number } = {}): Promise<void> {
  const { body, status = 200 } = o;
  const headers = { cookie, origin, ...(body ? { 'content-type': 'application/json' } : {}) };
  const outgoing = request(`${origin}/api${path}`, { agent, method: body ? 'POST' : 'GET', headers }).end(body);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const said = await text(answer);
  if (answer.statusCode !== status) throw new Error(`${path} answered ${answer.statusCode}: ${said.slice(0, 300)}`);
}

type Case = { name: string; as: Role; path: string; floor: readonly string[]; body?: string; maxMs?: number };

/** The first page of a list and the totals of all of it, each found the plainest way. */
const plainList = (where: string): string[] => [
  `SELECT * FROM vendor_orders WHERE store_id = 1 AND ${where} ORDER BY ordered_at DESC, id DESC LIMIT ${PAGE}`,
  `SELECT count(*), sum(total_minor), sum(commission_minor), sum(payout_minor), sum(adjusted_minor), sum(greatest(posted_minor - paid_out_minor, 0)),
     sum(least(posted_minor, paid_out_minor)) FROM vendor_orders WHERE store_id = 1 AND ${where}`,
];

function cases(lines: readonly object[], ids: readonly string[]): Case[] {
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const week = `ordered_at >= date_trunc('week', now())`;
  return [
    {
      name: 'a vendor’s week',
      as: 'manager',
      path: '/transactions',
      floor: plainList(`vendor_id = 1 AND ${week}`),
    },
    { name: 'a vendor’s all', as: 'manager', path: '/transactions?period=all', floor: plainList('vendor_id = 1') },
    { name: 'the marketplace’s week', as: 'admin', path: '/transactions', floor: plainList(week) },
    { name: 'the marketplace’s all', as: 'admin', path: '/transactions?period=all', floor: plainList('true') },
    {
      name: `prepare, ${lines.length} lines of ${VENDORS} vendors`,
      as: 'admin',
      path: '/payment/v3/prepare',
      floor: [`SELECT * FROM vendor_orders WHERE store_id = 1 AND id IN (${ids.join(', ')})`],
      body: JSON.stringify({ payoutLines: lines }),
      maxMs: MAX_PREPARE_MS,
    },
    // Last: what was seeded has been written to the disk by then.
    {
      name: 'a vendor’s balance',
      as: 'manager',
      path: `/balances?day=${yesterday}`,
      floor: ['SELECT payable_minor FROM vendor_balances WHERE store_id = 1 AND vendor_id = 1'],
      maxMs: MAX_BALANCE_MS,
    },
  ];
}

try {
  const began = performance.now();
  await seed(owner);
  console.log(`${ENTRIES} entries of ${ORDERS} orders in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const { rows: due } = await owner.query<{ id: string; name: string; order_id: string; vendor: string }>(
    `SELECT o.id, o.name, o.order_id, v.name AS vendor FROM vendor_orders o JOIN vendors v ON v.id = o.vendor_id
     WHERE o.payout_state = 'due' ORDER BY o.id LIMIT ${LINES}`,
  );
  const lines = due.map(({ name, order_id: orderId, vendor }) => ({ orderName: name, orderId, vendor }));
  const ids = due.map(({ id }) => id);
  const warm = await cookieOf(owner, 'manager');
  for (let index = 0; index < WARM_UP; index++) await call(warm, '/products/bulk/1', { status: 404 });
  console.log(`p95 of ${CALLS} calls, ${ROUNDS} rounds`);
  for (const { name, as, path, floor: queries, body, maxMs } of cases(lines, ids)) {
    const cookie = await cookieOf(owner, as);
    const ask = () => call(cookie, path, body ? { body } : {});
    // Totals of millions of rows take their time, in the floor too.
    const isLong = path.includes('all');
    const calls = isLong ? Math.max(10, Math.round(CALLS / 30)) : CALLS;
    const warmUp = maxMs === undefined ? WARM_UP : WARM_UP_CALLS;
    for (let index = 0; index < (isLong || body ? 1 : warmUp); index++) await ask();
    const empty = () => call(cookie, '/products/bulk/1', { status: 404 });
    const parts = [...queries.map((query) => () => owner.query(query)), empty];
    const { floor, ours, spread } = await measureBeside(parts, ask, calls);
    const isFine = maxMs === undefined ? ours <= floor * MAX_RATIO : ours <= maxMs;
    // A floor that moves says nothing of a limit in milliseconds.
    const isVoid = maxMs === undefined && spread > MAX_SPREAD;
    if (!isFine || isVoid) misses.push(name);
    const limit = maxMs === undefined ? `at most ${MAX_RATIO} of it` : `at most ${maxMs} ms`;
    console.log(
      `${name.padEnd(40)} floor ${floor.toFixed(1)} ms (spread ${(spread * 100).toFixed(0)} %), ours ${ours.toFixed(1)} ms, ratio ${(ours / floor).toFixed(2)} (${limit})${isVoid ? ' void' : isFine ? '' : ' TOO SLOW'}`,
    );
  }
} finally {
  web.kill('SIGKILL');
  await stop();
}
if (misses.length > 0) console.log(`too slow or void: ${misses.join(', ')}`);
process.exit(misses.length > 0 ? 1 : 0);
