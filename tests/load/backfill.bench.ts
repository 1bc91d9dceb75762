// Past orders a second, from what the platform gathered to rows, beside a program that writes the same rows in batches of the
// same size and computes nothing.
import pg from 'pg';
import { loadBundle } from '#scripts/build-loader.ts';
import { middle, MAX_SPREAD, ROUNDS, spreadOf } from './bench-program.ts';
import { openBenchSandbox, runInProcess, SANDBOX_SHOP } from './bench-sandbox.ts';
import { install } from './first-load-reader.ts';

/**
 * Seventy percent of these are told whole and counted. With a third of them the whole reading takes six seconds, of which the
 * engine's compiling is a good part (1.3 s of the processor's time, the same for any number); who has to wait brings more.
 */
const ORDERS = Number(process.env.BENCH_ORDERS ?? 60_000);
const BATCH = 200;
const LEAST_RATIO = 0.5;
const LIMIT_MS = 1_800_000;
/** How often the state of the reading is looked at: seldom enough to cost it nothing. */
const POLL_MS = 20;
/** What is written of a past order, and by which column its rows are of an order. */
const TABLES = {
  orders: 'id',
  order_buyers: 'order_id',
  order_lines: 'order_id',
  vendor_orders: 'order_id',
  fulfillments: 'order_id',
};
const [, , role] = process.argv;

/** `cpuSeconds` is what our process computed meanwhile, the database not counted. */
type Report = { seconds: number; cpuSeconds: number; orders: number; peakMb: number };
type Load = { loaded: number; phase: string; ready: boolean; finished: boolean };

if (role === 'reader') await read();
else process.exit((await bench()) ? 0 : 1);

/** Runs in a process of its own: installs the built program and times it from when a result is there until it is written. */
async function read(): Promise<void> {
  const { runtime } = await loadBundle();
  const program = await runtime.boot(process.env, { web: true, worker: true });
  const owner = new pg.Client(process.env.MIGRATION_DATABASE_URL);
  await owner.connect();
  await install(program, { shop: SANDBOX_SHOP, subjectId: process.env.BENCH_OWNER ?? '' });
  const began = performance.now();
  let seconds = 0;
  let readySince: number | undefined;
  let cpuSeconds = 0;
  let cpuSince = process.cpuUsage();
  for (;;) {
    const { rows } = await owner.query<Load>(
      'SELECT loaded, phase, is_ready AS ready, finished_at IS NOT NULL AS finished FROM past_order_loads',
    );
    const row = rows[0];
    const now = performance.now();
    const isWriting = row?.ready === true && !row.finished;
    if (isWriting && readySince === undefined) [readySince, cpuSince] = [now, process.cpuUsage()];
    if (!isWriting && readySince !== undefined) {
      seconds += (now - readySince) / 1000;
      const { user, system } = process.cpuUsage(cpuSince);
      cpuSeconds += (user + system) / 1e6;
      readySince = undefined;
    }
    if (row?.finished) {
      const report: Report = { seconds, cpuSeconds, orders: row.loaded, peakMb: process.resourceUsage().maxRSS / 1024 };
      await owner.end();
      process.send?.(report, () => process.exit(0));
      return;
    }
    if (now - began > LIMIT_MS) throw new Error('The reading does not end');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

type Column = { name: string; type: string };
type Table = { name: string; columns: Column[]; byOrder: unknown[][][] };

/** The rows that the program wrote, each table's by order, as texts that PostgreSQL reads again. */
async function readRows(client: pg.Client): Promise<Table[]> {
  const ids = (await client.query<{ id: string }>('SELECT id FROM orders ORDER BY id')).rows.map((row) => row.id);
  const tables: Table[] = [];
  for (const [name, key] of Object.entries(TABLES)) {
    const { rows: columns } = await client.query<Column>(
      `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
       WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`,
      [name],
    );
    const list = columns.map((column) => `"${column.name}"::text`).join(', ');
    const { rows } = await client.query<unknown[]>({
      text: `SELECT ${key}::text, ${list} FROM ${name}`,
      rowMode: 'array',
    });
    const byOrder = new Map(ids.map((id) => [id, [] as unknown[][]]));
    for (const [order, ...values] of rows) byOrder.get(String(order))?.push(values);
    tables.push({ name, columns, byOrder: [...byOrder.values()] });
  }
  return tables;
}

/** Writes all rows, as many orders a transaction as the program, one statement a table; in the role and scope that the program has. */
async function writeRows(client: pg.Client, tables: readonly Table[]): Promise<number> {
  const started = performance.now();
  for (let from = 0; from < ORDERS; from += BATCH) {
    await client.query(`BEGIN; SELECT set_config('souk.store', '1', true), set_config('souk.vendor', '*', true)`);
    for (const { name, columns, byOrder } of tables) {
      const rows = byOrder.slice(from, from + BATCH).flat();
      if (rows.length === 0) continue;
      await client.query({
        name: `floor-${name}`,
        text: `INSERT INTO ${name} (${columns.map((column) => `"${column.name}"`).join(', ')})
          SELECT ${columns.map((column, at) => `c${at}::${column.type}`).join(', ')}
          FROM unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) AS t (${columns.map((_, at) => `c${at}`).join(', ')})`,
        values: columns.map((_, at) => rows.map((row) => row[at])),
      });
    }
    await client.query('COMMIT');
  }
  return (performance.now() - started) / 1000;
}

async function bench(): Promise<boolean> {
  const { buildPastOrders } = await import('#tests/factories/orders/past-orders.ts');
  const { installApp } = await import('#sandbox/platform/store/shops.ts');
  const place = await openBenchSandbox('backfill');
  const { shop, sandbox } = place;
  shop.orders = {};
  buildPastOrders(sandbox, shop, ORDERS);
  // Those that the result does not tell whole are asked for one by one: that is the platform's pace, not ours.
  for (const order of Object.values(shop.orders))
    if (order.refunds.length > 0 || order.shippingLines.length > 1)
      Reflect.deleteProperty(shop.orders, String(order.id));
  const wanted = Object.keys(shop.orders).length;
  installApp(sandbox, shop);
  const ours: number[] = [];
  const floors: number[] = [];
  let isWhole = true;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const databaseUrl = await place.createDatabase(`ours_${round}`);
      const environment = { ...place.environmentOf(databaseUrl), BENCH_OWNER: place.ownerId };
      const report = await runInProcess<Report>(import.meta.filename, environment);
      ours.push(report.seconds);
      isWhole &&= report.orders === wanted;
      const written = new pg.Client(databaseUrl);
      await written.connect();
      const rows = await readRows(written);
      await written.end();
      const floorUrl = await place.createDatabase(`floor_${round}`);
      const floor = new pg.Client({ connectionString: floorUrl, options: '-c role=souk_app' });
      await floor.connect();
      const floorSeconds = await writeRows(floor, rows);
      floors.push(floorSeconds);
      await floor.end();
      console.log(
        `round ${round + 1}: ${report.orders} orders, ours ${report.seconds.toFixed(2)} s (${report.cpuSeconds.toFixed(2)} s of it our process's), peak ${report.peakMb.toFixed(0)} MB; floor ${floorSeconds.toFixed(2)} s`,
      );
    }
  } finally {
    await place.stop();
  }
  const spread = spreadOf(floors);
  const [own, floor] = [middle(ours), middle(floors)];
  const isFine = floor / own >= LEAST_RATIO;
  console.log(
    `${wanted} past orders: ${(wanted / own).toFixed(0)} a second, floor ${(wanted / floor).toFixed(0)}; ratio ${(floor / own).toFixed(2)} (at least ${LEAST_RATIO}); floor's own spread ${(spread * 100).toFixed(0)} %${isWhole ? '' : ' NOT ALL'}${isFine ? '' : ' TOO SLOW'}${spread > MAX_SPREAD ? ' void' : ''}`,
  );
  return isWhole && isFine && spread <= MAX_SPREAD;
}
