// A changed commission list compared on 100,000 orders of the past 90 days, asked for step by step as the screen does; beside the
// same rows read in the same steps and nothing computed of them.
import type pg from 'pg';
import { buildBenchDelivery, VENDORS } from './bench-orders.ts';
import {
  cookieOf,
  freePort,
  middle,
  MAX_SPREAD,
  openBenchDatabase,
  ROUNDS,
  seedPeople,
  spreadOf,
  startProcess,
} from './bench-program.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 100_000);
const TEMPLATES = 50;
const STEP = 2_000;
const MAX_MS = 10_000;
const MAX_WAIT_MS = 60_000;
const DAYS = 80;
const CHANGED = {
  commissions: [
    { min: '0', max: '10', flat: '0.50', percentage: '20' },
    { min: '10', max: '100', percentage: '15' },
    { min: '100', percentage: '12.5' },
    { min: '0', percentage: '5', constraint: { key: 'custom.material', value: 'Recycled glass' } },
  ],
};

const { databaseUrl, owner, stop } = await openBenchDatabase('bench_what_if');
await seedPeople(owner, VENDORS, 0);
await owner.query(
  `INSERT INTO commission_lists (store_id, lines, version, created_at, created_by)
   VALUES (1, '[{"minMinor":{"$int":"0"},"maxMinor":null,"flatMinor":{"$int":"0"},"percent":{"$int":"100000"},"constraint":null}]', 1, '2020-01-01', 'bench')`,
);
const port = await freePort();
const site = `http://127.0.0.1:${port}`;
const web = await startProcess('scripts/serve.ts', databaseUrl, port);

/** Orders as they are recorded, and then as many copies as it takes, spread over the days that are looked at. */
async function seed(): Promise<void> {
  const worker = await startProcess('scripts/worker.ts', databaseUrl, port);
  for (let index = 0; index < TEMPLATES; index++) {
    const { body, headers } = buildBenchDelivery(index, 1);
    const url = `${site}/webhooks`;
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers });
    if (answer.status !== 200) throw new Error(`A delivery was answered with ${answer.status}`);
  }
  const began = performance.now();
  for (;;) {
    const { rows } = await owner.query<{ count: string }>('SELECT count(*) FROM orders');
    if (Number(rows[0]?.count) === TEMPLATES) break;
    if (performance.now() - began > MAX_WAIT_MS) throw new Error('The deliveries are not handled');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  worker.kill('SIGKILL');
  const { rows: columns } = await owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = 'orders'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
       AND attname NOT IN ('id', 'ordered_at')`,
  );
  const list = columns.map(({ name }) => `"${name}"`).join(', ');
  await owner.query(
    `INSERT INTO orders (id, ordered_at, ${list})
     SELECT 9000000000 + n, now() - n * (interval '${DAYS} days' / $1::int), ${list}
     FROM generate_series(1, $1::int) n JOIN (SELECT o.*, row_number() OVER (ORDER BY id) AS place FROM orders o) t ON t.place = 1 + n % $2::int`,
    [ORDERS, TEMPLATES],
  );
  await owner.query('VACUUM ANALYZE orders');
}

/** Every step, as the screen asks for them. Returns how many orders were looked at. */
async function compare(cookie: string): Promise<number> {
  let cursor: string | null = null;
  let seen = 0;
  do {
    const answer: Response = await fetch(`${site}/api/settings/commission/what-if`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', origin: site },
      body: JSON.stringify({ ...CHANGED, ...(cursor ? { cursor } : {}) }),
    });
    if (answer.status !== 200) throw new Error(`A step was answered with ${answer.status}: ${await answer.text()}`);
    const step = (await answer.json()) as { count: number; next: string | null };
    seen += step.count;
    cursor = step.next;
  } while (cursor !== null);
  return seen;
}

async function readRows(client: pg.Client): Promise<void> {
  let after = { at: new Date(0), id: '0' };
  for (;;) {
    const { rows } = await client.query<{ id: string; at: Date }>(
      `SELECT id, ordered_at AS at, facts, terms, decisions FROM orders
       WHERE store_id = 1 AND (ordered_at, id) > ($1, $2) AND ordered_at > now() - interval '90 days' ORDER BY ordered_at, id LIMIT $3`,
      [after.at, after.id, STEP],
    );
    const last = rows.at(-1);
    if (!last || rows.length < STEP) return;
    after = last;
  }
}

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const started = performance.now();
  await act();
  return performance.now() - started;
};

let isFine = false;
try {
  await seed();
  const cookie = await cookieOf(owner, 'admin');
  const ours: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await timed(() => readRows(owner)));
    ours.push(
      await timed(async () => {
        const seen = await compare(cookie);
        if (seen !== ORDERS) throw new Error(`${seen} orders were looked at, not ${ORDERS}`);
      }),
    );
  }
  const [own, floor, spread] = [middle(ours), middle(floors), spreadOf(floors)];
  const isVoid = spread > MAX_SPREAD;
  isFine = own <= MAX_MS && !isVoid;
  console.log(
    `${ORDERS} orders in steps of ${STEP}: ${(own / 1000).toFixed(1)} s (at most ${MAX_MS / 1000}), floor ${(floor / 1000).toFixed(1)} s, ratio ${(own / floor).toFixed(2)}, the floor's own spread ${(spread * 100).toFixed(0)} %${isVoid ? ' void' : isFine ? '' : ' TOO SLOW'}`,
  );
} finally {
  web.kill('SIGKILL');
  await stop();
}
process.exit(isFine ? 0 : 1);
