// The list of products at 500,000 of 200 vendors: each list, search and filter beside the plain query that finds the same
// rows, as the tables' owner without policies, plus a call of ours that does nothing but know who asks.
import type pg from 'pg';
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

const PRODUCTS = Number(process.env.BENCH_PRODUCTS ?? 500_000);
const VENDORS = 200;
const CALLS = Number(process.env.BENCH_CALLS ?? 200);
const MAX_RATIO = 2;

const FIRST_WORDS = ['stone', 'linen', 'oak', 'wool', 'glass', 'brass', 'clay', 'cotton', 'cork', 'slate'];
const LAST_WORDS = ['bowl', 'throw', 'lamp', 'cup', 'vase', 'tray', 'stool', 'rug', 'mirror', 'basket'];

/** Products of the mirror; the last of them carries a word that nothing else has. */
async function seed(client: pg.Client): Promise<void> {
  await seedPeople(client, VENDORS);
  await client.query(
    `INSERT INTO products (store_id, id, vendor_id, vendor_name, title, handle, status, body_html, media, options, price_minor, inventory_total,
       in_stock, search_text, tags, variant_count, submission, created_at, platform_updated_at, read_at)
     SELECT 1, n, 1 + n % ${VENDORS}, 'Vendor ' || (1 + n % ${VENDORS}), t.title, 'product-' || n,
       CASE WHEN n % 20 = 0 THEN 'ARCHIVED' WHEN n % 5 = 0 THEN 'DRAFT' ELSE 'ACTIVE' END, '', '[]', '[]', 1000 + n % 9000, n % 50, n % 50 > 4,
       lower(t.title) || ' vendor ' || (1 + n % ${VENDORS}) || ' sku-' || n || CASE WHEN n = $1 THEN ' quixotic' ELSE '' END,
       ARRAY['tag ' || n % 300], 1, 'none', '2020-01-01', timestamptz '2026-01-01' + n * interval '17 seconds', '2026-01-01'
     FROM generate_series(1, $1::int) n, LATERAL (SELECT ($2::text[])[1 + n % 10] || ' ' || ($3::text[])[1 + (n / 10) % 10] || ' ' || n AS title) t`,
    [PRODUCTS, FIRST_WORDS, LAST_WORDS],
  );
  await client.query('VACUUM ANALYZE products');
  await client.query('VACUUM ANALYZE product_counts');
}

type Case = { name: string; query: Record<string, string>; where: string; order: string; as?: 'manager' };

const cursorOf = (sort: string, key: string, id: number) =>
  Buffer.from(JSON.stringify([sort, key, String(id)])).toString('base64url');

/** The place in the middle of the list, which is as far from its ends as a page can be. */
function cases(): Case[] {
  const newest = 'platform_updated_at DESC, id DESC';
  const middle = Math.floor(PRODUCTS / 2);
  const key = new Date(Date.UTC(2026, 0, 1) + middle * 17_000).toISOString().replace('T', ' ').replace('.000Z', '+00');
  const all = { status: 'ALL' };
  return [
    { name: 'newest', query: all, where: 'true', order: newest },
    {
      name: 'newest, in the middle',
      query: { ...all, after: cursorOf('UPDATED_AT', key, middle) },
      where: `(platform_updated_at, id) < ('${key}', ${middle})`,
      order: newest,
    },
    { name: 'drafts', query: {}, where: `status = 'DRAFT'`, order: newest },
    { name: 'by title', query: { ...all, sort: 'TITLE' }, where: 'true', order: 'lower(title), id' },
    { name: 'least stock', query: { ...all, sort: 'INVENTORY_TOTAL' }, where: 'true', order: 'inventory_total, id' },
    { name: 'one vendor', query: { ...all, vendor: 'Vendor 7' }, where: 'vendor_id = 7', order: newest },
    { name: 'sold out', query: { ...all, stock: 'oos' }, where: 'NOT in_stock', order: newest },
    { name: 'a tag', query: { ...all, tag: 'tag 7' }, where: `tags @> ARRAY['tag 7']`, order: newest },
    { name: 'a rare word', query: { ...all, q: 'quixotic' }, where: `search_text LIKE '%quixotic%'`, order: newest },
    { name: 'a SKU', query: { ...all, q: 'sku-4242' }, where: `search_text LIKE '%sku-4242%'`, order: newest },
    {
      name: 'two words',
      query: { ...all, q: 'linen lamp' },
      where: `search_text LIKE '%linen%' AND search_text LIKE '%lamp%'`,
      order: newest,
    },
    { name: 'a vendor’s own', query: all, where: 'vendor_id = 1', order: newest, as: 'manager' },
    {
      name: 'a vendor’s search',
      query: { ...all, q: 'lamp' },
      where: `vendor_id = 1 AND search_text LIKE '%lamp%'`,
      order: newest,
      as: 'manager',
    },
  ];
}

const { databaseUrl, owner, stop } = await openBenchDatabase('bench_catalogue');
await seed(owner);
const port = await freePort();
const web = await startProcess('scripts/serve.ts', databaseUrl, port);
let isGood = true;
try {
  const cookies = { admin: await cookieOf(owner, 'admin'), manager: await cookieOf(owner, 'manager') };
  const call = async (path: string, as: Role, status = 200) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { cookie: cookies[as] } });
    await answer.arrayBuffer();
    if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`);
  };
  console.log(`${PRODUCTS} products of ${VENDORS} vendors, p95 of ${CALLS} calls, ${ROUNDS} rounds`);
  let first = 0;
  for (const one of cases()) {
    const as = one.as ?? 'admin';
    const plain = `SELECT id, handle, title, vendor_name, status, submission, image_url, price_minor, inventory_total, in_stock, variant_count,
      tags, platform_updated_at FROM products WHERE store_id = 1 AND deleted_at IS NULL AND ${one.where} ORDER BY ${one.order} LIMIT 26`;
    const path = `/products-v2?${new URLSearchParams(one.query).toString()}`;
    await call(path, as);
    const floorParts = [() => owner.query(plain), () => call('/products/bulk/1', as, 404)];
    const { floor, ours, spread } = await measureBeside(floorParts, () => call(path, as), CALLS);
    const ratio = ours / floor;
    if (one.name === 'newest') first = ours;
    const isDeep = one.name.endsWith('middle');
    const isFine = ratio <= MAX_RATIO && (!isDeep || ours <= first * 2);
    const isVoid = spread > MAX_SPREAD;
    isGood &&= isFine && !isVoid;
    console.log(
      `${one.name.padEnd(24)} floor ${floor.toFixed(1)} ms (spread ${(spread * 100).toFixed(0)} %), ours ${ours.toFixed(1)} ms, ratio ${ratio.toFixed(2)}${isVoid ? ' void' : isFine ? '' : ' TOO SLOW'}`,
    );
  }
} finally {
  web.kill('SIGKILL');
  await stop();
}
process.exit(isGood ? 0 : 1);
