import pg from 'pg';

/** A server that starts, fails over or is being found takes its time: so long a start waits for it. */
const WAIT_MS = Number(process.env.DATABASE_WAIT_SECONDS ?? 60) * 1000;
const PAUSE_MS = 1_000;
/** Nobody answers there now, or PostgreSQL says that it is not ready yet. */
const PASSING = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P03',
  '53300',
];

const codeOf = (error: unknown): string => (error as { code?: string } | undefined)?.code ?? '';
const isPassing = (error: unknown): boolean =>
  PASSING.includes(codeOf(error)) ||
  (error instanceof Error && /timeout expired|terminated unexpectedly/i.test(error.message));

/** Waits until a database answers, at most a minute (DATABASE_WAIT_SECONDS). Throws what its last refusal was. */
export async function waitForDatabase(url: string): Promise<void> {
  const started = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      await askOnce(url);
      return;
    } catch (error) {
      if (!isPassing(error) || performance.now() - started > WAIT_MS) throw error;
      if (attempt === 1)
        console.log(`The database does not answer yet (${codeOf(error) || 'no answer'}); waiting for it.`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

async function askOnce(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'souk-prepare',
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
  } catch (error) {
    // The program's own role may not be there before the owner made it: the server answers.
    if (!['28P01', '28000'].includes(codeOf(error))) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A refusal of the database as a sentence of what to do; undefined where nobody but us can mend it. */
export function describeRefusal(error: unknown): string | undefined {
  const code = codeOf(error);
  if (isPassing(error)) return 'The database at DATABASE_URL cannot be reached. Start it, or correct the address.';
  if (code === '28P01' || code === '28000') return 'The database refuses the user or password of its address.';
  if (code === '3D000')
    return 'The server has no database of that name. Create it, owned by the user of MIGRATION_DATABASE_URL.';
  if (code === '42501')
    return 'The user of MIGRATION_DATABASE_URL does not own the database: ALTER DATABASE … OWNER TO …, and GRANT CREATE ON SCHEMA public TO ….';
  return undefined;
}
