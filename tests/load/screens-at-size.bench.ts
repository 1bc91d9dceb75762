// Every screen of the portal, as a vendor's manager and as an admin open it, at a hundredth of a large store and at the whole one:
// statements and rows read a page, p95 at both sizes and what it grows by.
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { at } from '#scripts/paths.ts';
import { FIRST_FILLED, fillStore, type StoreSize } from '#tests/factories/large-store.ts';
import { BENCH_SHOP } from './bench-orders.ts';
import { cookieOf, freePort, openBenchDatabase, seedPeople, startProcess, type Role } from './bench-program.ts';

/** 1 is 1,000 vendors, 100,000 products, 1,000,000 vendor orders, 50,000 conversations and offers. */
const SCALE = Number(process.env.BENCH_SCALE ?? 1);
const CALLS = Number(process.env.BENCH_CALLS ?? 60);
/** Visits before the first that is timed: the engine compiles what a page runs. */
const WARM_UP = 5;
const SMALL = 0.01;
const MAX_GROWTH = 2;
/** Below this a page waits for the program and not for the database, and its ratio says nothing. */
const LEAST_MS = 20;

const sizeOf = (part: number): StoreSize => ({
  vendors: Math.max(2, Math.round(1_000 * part)),
  products: Math.round(100_000 * part),
  vendorOrders: Math.round(1_000_000 * part),
  conversations: Math.round(50_000 * part),
});

/** The addresses of the table of screens, with the ids of what was filled in for their parameters. */
function readPaths(): string[] {
  const source = readFileSync(at('app/routes.ts'), 'utf8');
  const month = new Date().toISOString().slice(0, 7);
  return [...source.matchAll(/screen\('([^'*]+)'/g)]
    .map((found) => found[1] ?? '')
    .filter((path) => !path.endsWith('.csv') && !path.includes(':orderId'))
    .map((path) => path.replace(':month', month).replace(/:\w+/g, String(FIRST_FILLED + 1)))
    .flatMap((path) => (path === PAY ? [path, `${path}?vendors=${CHOSEN.join(',')}`] : path));
}

/** The page that is about as many vendors as are paid at once: the same ten at both sizes, and everybody, for which there is no limit. */
const PAY = 'payouts/pay';
const CHOSEN = Array.from({ length: 10 }, (_, index) => FIRST_FILLED + index);

type Measured = Map<string, { p95: number; rows: number; statements: number }>;
type Counted = { rows: number; statements: number };

/** Opens every screen that the role may see, and asks the database what was read meanwhile. */
async function measure(owner: pg.Client, origin: string, role: Role): Promise<Measured> {
  const measured: Measured = new Map();
  let before = await readCounter(owner);
  for (const path of ['', ...readPaths()]) {
    const cookie = await cookieOf(owner, role);
    const open = async () => {
      const answer = await fetch(`${origin}/app${path ? `/${path}` : ''}`, {
        headers: { cookie, accept: 'text/html' },
        redirect: 'manual',
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    if ((await open()) !== 200) continue;
    for (let call = 1; call < WARM_UP; call++) await open();
    const times: number[] = [];
    for (let call = 0; call < CALLS; call++) {
      const started = performance.now();
      await open();
      times.push(performance.now() - started);
    }
    const after = await readCounter(owner);
    times.sort((a, b) => a - b);
    measured.set(`${role} /${path}`, {
      p95: times[Math.ceil(times.length * 0.95) - 1] ?? 0,
      rows: Math.round((after.rows - before.rows) / (CALLS + WARM_UP)),
      statements: Math.round((after.statements - before.statements) / (CALLS + WARM_UP)),
    });
    before = after;
  }
  return measured;
}

/** How many rows every connection has read, and how many statements the program has sent, all since the start. */
async function readCounter(owner: pg.Client): Promise<Counted> {
  // Connections report what they read at most once a second.
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const { rows } = await owner.query<{ rows: string; statements: string }>(
    `SELECT (SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables) AS rows,
       (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s
        WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND s.userid <> (SELECT oid FROM pg_roles WHERE rolname = current_user)) AS statements`,
  );
  return { rows: Number(rows[0]?.rows ?? 0), statements: Number(rows[0]?.statements ?? 0) };
}

/** Bytes of the tables that grow with orders, with their indexes, for each vendor order. */
async function printSizes(owner: pg.Client, vendorOrders: number): Promise<void> {
  const { rows } = await owner.query<{ name: string; bytes: string; indexes: string; rows: string }>(
    `SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes, pg_indexes_size(c.oid) AS indexes, c.reltuples::bigint AS rows
     FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.reltuples > 0 ORDER BY 2 DESC LIMIT 20`,
  );
  console.log(`\nbytes of a vendor order, by table (${vendorOrders} vendor orders)`);
  for (const { name, bytes, indexes, rows: count } of rows) {
    console.log(
      `${name.padEnd(28)} ${(Number(bytes) / vendorOrders).toFixed(0).padStart(6)} of which indexes ${(Number(indexes) / vendorOrders).toFixed(0).padStart(6)}, ${count} rows`,
    );
  }
  const total = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
  console.log(`together ${(total / vendorOrders).toFixed(0)} bytes`);
}

async function run(part: number, name: string): Promise<Measured> {
  const { databaseUrl, owner, stop } = await openBenchDatabase(name, { countsStatements: true });
  await seedPeople(owner, 2);
  await owner.query(
    `UPDATE users SET permissions = permissions || '{read_finance}', vendor_id = CASE WHEN role = 'manager' THEN $1::bigint END`,
    [FIRST_FILLED],
  );
  const size = sizeOf(part);
  const began = performance.now();
  await fillStore(owner, 1n, size);
  // As it stands in a store that came to this size over years; without it the database tidies up beside what is measured.
  await owner.query('VACUUM ANALYZE');
  await owner.query('CHECKPOINT');
  console.log(`${BENCH_SHOP}: ${JSON.stringify(size)} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const port = await freePort();
  const web = await startProcess('scripts/serve.ts', databaseUrl, port);
  try {
    const origin = `http://127.0.0.1:${port}`;
    const measured = new Map([
      ...(await measure(owner, origin, 'manager')),
      ...(await measure(owner, origin, 'admin')),
    ]);
    await printSizes(owner, size.vendorOrders);
    return measured;
  } finally {
    web.kill('SIGKILL');
    await stop();
  }
}

const small = await run(SCALE * SMALL, 'bench_screens_small');
const large = await run(SCALE, 'bench_screens_large');
const misses: string[] = [];
console.log(`\np95 of ${CALLS} pages; at most ${MAX_GROWTH} times`);
console.log(`${'screen'.padEnd(48)} statements  rows small  rows large  p95 small  p95 large  ratio`);
for (const [name, { p95, rows, statements }] of large) {
  const before = small.get(name);
  if (!before) continue;
  const ratio = p95 / Math.max(before.p95, LEAST_MS);
  const isFine = ratio <= MAX_GROWTH || name === `admin /${PAY}`;
  if (!isFine) misses.push(name);
  console.log(
    `${name.padEnd(48)} ${String(statements).padStart(10)} ${String(before.rows).padStart(11)} ${String(rows).padStart(11)} ${before.p95.toFixed(1).padStart(10)} ${p95.toFixed(1).padStart(10)} ${ratio.toFixed(2).padStart(6)}${isFine ? '' : ' TOO SLOW'}`,
  );
}
if (misses.length > 0) console.log(`too slow: ${misses.join(', ')}`);
process.exit(misses.length > 0 ? 1 : 0);
