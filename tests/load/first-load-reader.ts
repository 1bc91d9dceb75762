import { SignJWT } from 'jose';
import pg from 'pg';
import { loadBundle } from '#scripts/build-loader.ts';

/** What a reader does: installs the program in a store and reads its products, stopping once where that is asked. */
export type ReaderTask = { shop: string; subjectId: string; stops: boolean };
/** `peakMb` is the most memory that the process had, `restMb` what it had before. `stoppedAt` counts products. */
export type ReaderReport = {
  products: number;
  seconds: number;
  peakMb: number;
  restMb: number;
  stoppedAt: number | null;
};

const POLL_MS = 25;
const LIMIT_MS = 1_800_000;

type LoadRow = { loaded: number; total: number | null; finished: boolean };

/** Runs in a process of its own: the built program alone, and a connection that looks at how far it is. */
export async function runReader(): Promise<void> {
  const task = JSON.parse(process.env.BENCH_TASK ?? '{}') as ReaderTask;
  const { runtime } = await loadBundle();
  const program = await runtime.boot(process.env, { web: true, worker: true });
  const owner = new pg.Client(process.env.MIGRATION_DATABASE_URL);
  await owner.connect();
  const restMb = process.memoryUsage().rss / 1024 ** 2;
  const look = async (): Promise<LoadRow | undefined> =>
    (await owner.query<LoadRow>('SELECT loaded, total, finished_at IS NOT NULL AS finished FROM product_loads'))
      .rows[0];
  const until = async (what: string, isSo: (row: LoadRow) => boolean): Promise<LoadRow> => {
    for (const began = performance.now(); performance.now() - began < LIMIT_MS;) {
      const row = await look();
      if (row && isSo(row)) return row;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error(`Waited in vain: ${what}`);
  };
  const began = performance.now();
  await install(program, task);
  let stoppedAt: number | null = null;
  if (task.stops) {
    await until('a third is not read', ({ loaded, total }) => total !== null && loaded > total / 3);
    await owner.query('UPDATE product_loads SET stopped_at = now()');
    // A step that was on its way is still written; nothing comes after it.
    let seen = -1;
    while (seen !== (stoppedAt = (await look())?.loaded ?? 0)) {
      seen = stoppedAt;
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    }
    await owner.query('UPDATE product_loads SET stopped_at = NULL');
    await owner.query(
      `INSERT INTO scheduled_jobs (store_id, kind, key, payload, due_at) VALUES (1, 'products.load', 'bench', '{"storeId": "1"}', now())`,
    );
  }
  const done = await until('the reading does not end', (row) => row.finished);
  const seconds = (performance.now() - began) / 1000;
  const report: ReaderReport = {
    products: done.loaded,
    seconds,
    peakMb: process.resourceUsage().maxRSS / 1024,
    restMb,
    stoppedAt,
  };
  await owner.end();
  process.send?.(report, () => process.exit(0));
}

type Booted = Awaited<ReturnType<Awaited<ReturnType<typeof loadBundle>>['runtime']['boot']>>;

/** Installs the booted program in a store of the sandbox, as opening it in the store admin does. */
export async function install(
  program: Booted,
  { shop, subjectId }: Pick<ReaderTask, 'shop' | 'subjectId'>,
): Promise<void> {
  const query = new URLSearchParams({
    shop,
    host: Buffer.from(`admin.shopify.com/store/${shop.split('.')[0] ?? ''}`).toString('base64url'),
    embedded: '1',
    id_token: await staffToken(shop, subjectId),
  });
  const address = `${process.env.SHOPIFY_APP_URL ?? ''}/admin?${query.toString()}`;
  await program.container.shopify.authenticateAdmin(new Request(address));
}

function staffToken(shop: string, subjectId: string): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ dest: `https://${shop}`, sid: 'bench' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`https://${shop}/admin`)
    .setAudience(process.env.SHOPIFY_API_KEY ?? '')
    .setSubject(subjectId)
    .setIssuedAt(now)
    .setNotBefore(now - 5)
    .setExpirationTime(now + 60)
    .setJti(crypto.randomUUID())
    .sign(new TextEncoder().encode(process.env.SHOPIFY_API_SECRET ?? ''));
}
