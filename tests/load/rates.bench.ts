// How long a checkout waits for its rates: carts of ten vendors in a store of 1,000, each with two zones of its own; beside the
// plainest statements that find the same zones and keep as many quotes, plus a call of ours that does nothing. Then under load:
// flat rates at eight connections and at 200 checkouts a second, live rates of a provider that takes 300 ms, and of one that hangs.
// A shorter run of every day: BENCH_CALLS=100 BENCH_VENDORS=100 BENCH_SECONDS=5.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type pg from 'pg';
import { createVault } from '#app/server/crypto.server.ts';
import { BENCH_SECRET, BENCH_SHOP } from './bench-orders.ts';
import {
  freePort,
  measureBeside,
  MAX_SPREAD,
  openBenchDatabase,
  ROUNDS,
  seedPeople,
  startProcess,
} from './bench-program.ts';
import { loadByConnections, loadByPace, startRateProvider, type Load } from './rates-load.ts';

const CALLS = Number(process.env.BENCH_CALLS ?? 500);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 60);
const VENDORS = Number(process.env.BENCH_VENDORS ?? 1_000);
const PRODUCTS_A_VENDOR = 20;
const VENDORS_A_CART = 10;
const WARM_UP = Math.min(1_000, 2 * CALLS);
const MAX_RATIO = 2;
const CONNECTIONS = 8;
const CHECKOUTS_A_SECOND = 200;
const PROVIDER_MS = 300;
const MAX_FLAT_MS = 25;
const MAX_ABOVE_PROVIDER_MS = 20;
/** The platform is told this long, and the program answers half a second before three seconds at the latest. */
const PLATFORM_WAITS_MS = 10_000;
const DEADLINE_MS = 3_000;
const TOKEN = 'a'.repeat(32);

const RATES = JSON.stringify(
  ['Standard', 'Express'].map((name, at) => ({
    name,
    description: '',
    priceMinor: String(500 + 400 * at),
    field: 'TOTAL_WEIGHT',
    min: '0',
    max: null,
  })),
);

/** Where vendors ship from, each another street so that no two ask the same, and a key of the provider; live rates are off until the store says otherwise. */
async function seedLive(client: pg.Client): Promise<void> {
  const address = {
    name: 'Kari Nord',
    company: '',
    street1: 'Havnegata 1',
    street2: '',
    city: 'Bergen',
    state: '',
    zip: '5003',
    country: 'NO',
    phone: '+4755000000',
    email: 'kari@bench.test',
  };
  const size = { length: 30, width: 20, height: 10, dimUnit: 'cm', weight: 1, weightUnit: 'kg' };
  await client.query(
    `INSERT INTO vendor_ship_from (store_id, vendor_id, address, package, updated_at)
     SELECT 1, v, $1::jsonb || jsonb_build_object('street1', 'Havnegata ' || v), $2::jsonb, now() FROM generate_series(1, $3::int) v`,
    [JSON.stringify(address), JSON.stringify(size), VENDORS],
  );
  const vault = createVault([{ id: 'bench', key: Buffer.alloc(32, 3) }]);
  const key = {
    sealedKey: vault.sealText(`shippo_test_${'a'.repeat(40)}`),
    hint: 'aaaa',
    isTest: true,
    savedAt: '',
  };
  for (const [slice, value] of [
    ['shippo', { ...key, chargeVendor: false }],
    ['delivery', { enableLiveRates: false }],
  ] as const)
    await client.query(
      `INSERT INTO store_settings (store_id, section, value, version, updated_at, updated_by) VALUES (1, $1, $2, 1, now(), 'bench')`,
      [slice, JSON.stringify(value)],
    );
}

/** Vendors with zones and products, the switch, and a carrier service whose address is known. */
async function seed(client: pg.Client): Promise<void> {
  await seedPeople(client, VENDORS);
  await client.query(
    `INSERT INTO store_settings (store_id, section, value, version, updated_at, updated_by)
     VALUES (1, 'features', '{"delivery":{"enabled":true}}', 1, now(), 'bench')`,
  );
  await client.query(`INSERT INTO carrier_services (store_id, token, carrier_id, state) VALUES (1, $1, 1, 'active')`, [
    TOKEN,
  ]);
  await client.query(
    `INSERT INTO shipping_zones (store_id, vendor_id, name, rates, countries, currency, updated_at)
     SELECT 1, v, zone, $1::jsonb, countries::jsonb, 'USD', now() FROM generate_series(1, $2::int) v,
       (VALUES ('Home', '[{"code":"NO","provinces":[]},{"code":"SE","provinces":[]}]'), ('Away', '[{"code":"US","provinces":[]}]')) x (zone, countries)`,
    [RATES, VENDORS],
  );
  await client.query(
    `INSERT INTO products (store_id, id, vendor_id, vendor_name, title, handle, status, body_html, media, options, inventory_total, search_text, submission,
       created_at, platform_updated_at, read_at)
     SELECT 1, n, 1 + (n - 1) % $1::int, 'Vendor ' || (1 + (n - 1) % $1::int), 'Thing ' || n, 'thing-' || n, 'ACTIVE', '', '[]', '[]', 5, 'thing', 'approved',
       now(), now(), now() FROM generate_series(1, $1::int * ${PRODUCTS_A_VENDOR}) n`,
    [VENDORS],
  );
  for (const table of ['vendors', 'products', 'shipping_zones', 'shipping_quotes'])
    await client.query(`ANALYZE ${table}`);
  await client.query('CHECKPOINT');
}

const { databaseUrl, owner, stop } = await openBenchDatabase('bench_rates');
await seed(owner);
await seedLive(owner);
const provider = await startRateProvider();
// The program's calls to the provider go here; its own database and port are on this machine and stay.
process.env.SANDBOX_ORIGIN = provider.origin;
process.env.NODE_OPTIONS = `--import ${new URL('../../sandbox/preload.mjs', import.meta.url).href}`;
const port = await freePort();
const origin = `http://127.0.0.1:${port}`;
const web = await startProcess('scripts/serve.ts', databaseUrl, port);
const agent = new Agent({ keepAlive: true });

async function send(path: string, o: { body?: string; headers?: Record<string, string> } = {}): Promise<string> {
  const outgoing = request(`${origin}${path}`, { agent, method: o.body ? 'POST' : 'GET', headers: o.headers }).end(
    o.body,
  );
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  const said = await text(answer);
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${said.slice(0, 300)}`);
  return said;
}

let carts = 0;
/** The products of the next cart: other vendors each time, so that nothing is answered twice. */
const nextProducts = (): number[] => {
  carts += 1;
  return Array.from(
    { length: VENDORS_A_CART },
    (_, at) => 1 + ((carts * 37 + at * 101) % (VENDORS * PRODUCTS_A_VENDOR)),
  );
};

/** A checkout of the next cart, signed as the platform signs it. */
async function checkOut(): Promise<void> {
  const items = nextProducts().map((product) => ({
    name: 'Thing',
    sku: '',
    quantity: 1,
    grams: 500,
    price: 2_000,
    vendor: '',
    requires_shipping: true,
    product_id: product,
    variant_id: product,
  }));
  const destination = { country: 'NO', province: null, postal_code: String(carts), city: 'Oslo' };
  const body = JSON.stringify({ rate: { origin: {}, destination, items, currency: 'USD', locale: 'en' } });
  const said = await send(`/rates/1/${TOKEN}`, {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-shop-domain': BENCH_SHOP,
      'x-shopify-timeout': String(PLATFORM_WAITS_MS),
      'x-shopify-hmac-sha256': createHmac('sha256', BENCH_SECRET).update(body).digest('base64'),
    },
  });
  if (!said.includes('souk-fastest')) throw new Error(`no rates: ${said.slice(0, 300)}`);
}

const floor = [
  () =>
    owner.query(
      'SELECT z.* FROM shipping_zones z JOIN products p ON p.store_id = z.store_id AND p.vendor_id = z.vendor_id WHERE p.store_id = 1 AND p.id = ANY($1::bigint[])',
      [nextProducts()],
    ),
  () =>
    owner.query(
      `INSERT INTO shipping_quotes (store_id, key, cheapest_minor, fastest_minor, currency, first_at, answered_at)
       SELECT 1, 'floor/' || $1::int || '/' || n, 500, 900, 'USD', now(), now() FROM generate_series(1, ${VENDORS_A_CART}) n`,
      [(carts += 1)],
    ),
  () => send('/health'),
];

for (let call = 0; call < WARM_UP; call++) await checkOut();
const { floor: floorMs, ours, spread } = await measureBeside(floor, checkOut, CALLS);
const ratio = ours / floorMs;
console.log(
  `rates of ${VENDORS_A_CART} vendors of ${VENDORS}: p95 ${ours.toFixed(2)} ms, floor ${floorMs.toFixed(2)} ms, ratio ${ratio.toFixed(2)} (most ${MAX_RATIO}), ${ROUNDS} × ${CALLS} calls, floor's spread ${(spread * 100).toFixed(0)} %`,
);
if (spread > MAX_SPREAD) console.log('void: the floor differs too much from run to run');

const missed: string[] = [];
function report(what: string, { p95, slowest, calls, errors }: Load, isMet: boolean, limit: string): void {
  if (!isMet) missed.push(what);
  console.log(
    `${what}: p95 ${p95.toFixed(1)} ms, slowest ${slowest.toFixed(0)} ms, ${calls} checkouts, ${errors} errors (${limit})${isMet ? '' : ': missed'}`,
  );
}
const setLive = (enableLiveRates: boolean) =>
  owner.query(`UPDATE store_settings SET value = $1 WHERE section = 'delivery'`, [
    JSON.stringify({ enableLiveRates, enableFlatRates: !enableLiveRates }),
  ]);

const flat = await loadByConnections(checkOut, { calls: CALLS, connections: CONNECTIONS });
report(
  `flat rates at ${CONNECTIONS} connections`,
  flat,
  flat.errors === 0 && flat.p95 <= MAX_FLAT_MS,
  `at most ${MAX_FLAT_MS} ms`,
);
const paced = await loadByPace(checkOut, { aSecond: CHECKOUTS_A_SECOND, seconds: SECONDS });
report(
  `${CHECKOUTS_A_SECOND} checkouts a second for ${SECONDS} s`,
  paced,
  paced.errors === 0 && paced.slowest < DEADLINE_MS,
  'no error',
);

await setLive(true);
provider.mood.delayMs = PROVIDER_MS;
await checkOut();
const askProvider = () =>
  Promise.all(
    Array.from({ length: VENDORS_A_CART }, () => fetch(`${provider.origin}/shipments`).then((answer) => answer.text())),
  );
const calls = Math.min(CALLS, 200);
for (const connections of [1, CONNECTIONS]) {
  const alone = await loadByConnections(askProvider, { calls, connections });
  const before = provider.countRequests();
  const live = await loadByConnections(checkOut, { calls, connections });
  const requested = provider.countRequests() - before;
  // At eight connections eighty questions are written and read at once by one process: shown beside the provider, without a limit.
  const isWithin = connections > 1 || live.p95 <= alone.p95 + MAX_ABOVE_PROVIDER_MS;
  report(
    `live rates at ${connections} connections, the provider alone ${alone.p95.toFixed(1)} ms, asked ${requested} times`,
    live,
    live.errors === 0 && isWithin && requested === calls * VENDORS_A_CART,
    connections > 1 ? 'shown only' : `the provider and ${MAX_ABOVE_PROVIDER_MS} ms`,
  );
}

provider.mood.delayMs = null;
const hanging = await loadByConnections(checkOut, { calls, connections: CONNECTIONS });
report('a provider that hangs', hanging, hanging.errors === 0 && hanging.slowest < DEADLINE_MS, 'before the deadline');
if (missed.length > 0) console.log(`missed: ${missed.join('; ')}`);

provider.stop();
web.kill('SIGTERM');
agent.destroy();
await stop();
process.exit(spread > MAX_SPREAD || ratio > MAX_RATIO || missed.length > 0 ? 1 : 0);
