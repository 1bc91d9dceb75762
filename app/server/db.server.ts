import { createHash } from 'node:crypto';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient, type Prisma } from '@prisma/client';
import pg from 'pg';
import type { Scope } from '#app/core/viewer.ts';
import { invariant } from '#app/core/invariant.ts';
import { arrayText } from './array-text.ts';
import { CorkingSocket } from './corking-socket.ts';
import { watchDatabaseSocket } from './database-away.ts';
import type { Log } from './log.server.ts';
import { createWatchedClient } from './watched-client.server.ts';

export { isDatabaseAway } from './database-away.ts';

export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | readonly SqlValue[] | object;

/** SQL with `$1` for its values. With a name it is parsed and planned once on each connection: see `prepared`. */
export type Statement = string | { name: string; text: string };

/** Hand-written SQL inside a unit of work. Integers of 64 bits come back as bigint, times as Date. */
export type SqlTx = {
  readonly scope: Scope;
  /** What a page has read once for all of its loaders; see `pageDatabase`. Calls, jobs and actions have none. */
  readonly pageCache?: PageCache | undefined;
  query<Row>(statement: Statement, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs after the commit, never after a rollback: to wake workers, not to write. */
  afterCommit(effect: () => void): void;
};

export type PageCache = Map<string, Promise<unknown>>;

/** A unit of work with the ORM and hand-written SQL on the same connection and transaction. */
export type Tx = SqlTx & { readonly orm: Prisma.TransactionClient };

export type Database = {
  /** One transaction in a scope, with the ORM: for screens and calls. */
  unit<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** One transaction in a scope without the ORM: for hot paths. */
  fast<T>(scope: Scope, work: (tx: SqlTx) => Promise<T>): Promise<T>;
  /** As `fast` for work of a single statement: it goes there and back once instead of three times. */
  once<T>(scope: Scope, work: (tx: SqlTx) => Promise<T>): Promise<T>;
  /** Statements without a scope: only the tenant directory and the queues are visible to them. */
  directory: PrismaClient;
  sql<Row>(statement: Statement, values?: readonly SqlValue[]): Promise<Row[]>;
  /** One transaction without a scope: for claims from the queues. */
  queue<T>(work: (query: SqlTx['query']) => Promise<T>): Promise<T>;
  /**
   * Lets PostgreSQL look at those of the tables that it has never looked at. It does so by itself within a minute; until then
   * it takes a table that is being filled for a small one, and reads all of it in every statement.
   */
  analyzeNewTables(tables: readonly string[]): Promise<void>;
  /** A connection of its own outside the pool, for LISTEN. */
  connect(): pg.Client;
  pool: pg.Pool;
  close(): Promise<void>;
};

export const APP_ROLE = 'souk_app';
/** A statement that takes longer is logged. */
const DEFAULT_SLOW_MS = 500;
const TRANSACTION_LIMIT_MS = 30_000;

const { INT8 } = pg.types.builtins;
/** int8 as bigint for our own statements; the ORM's adapter brings its own parsers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format): ((value: string) => unknown) =>
    oid === INT8 && format !== 'binary' ? BigInt : (pg.types.getTypeParser(oid, format) as (value: string) => unknown),
};

/** Opens the program's database: one pool for the ORM and for hand-written SQL, as the application role. */
export function openDatabase(o: { url: string; connections: number; log: Log; slowMs?: number }): Database {
  const options = `-c role=${APP_ROLE} -c timezone=UTC -c idle_in_transaction_session_timeout=60000`;
  const base: pg.ClientConfig = { connectionString: o.url, options, application_name: 'souk', types, keepAlive: true };
  // What does not wait for an answer is sent without waiting for one.
  const pool = new pg.Pool({
    ...base,
    Client: createWatchedClient({ log: o.log, slowMs: o.slowMs ?? DEFAULT_SLOW_MS }),
    stream: () => watchDatabaseSocket(new CorkingSocket()),
    pipeline: true,
    max: o.connections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
  });
  // A connection that is lost says so twice: to the statement that runs on it, and as an event that ends the process where
  // nobody hears it. The pool hears it of idle connections only, so each one is listened to from its beginning.
  pool.on('connect', (client) => {
    client.on('error', (error) => {
      o.log.warn({ err: error }, 'a database connection was lost');
    });
  });
  pool.on('error', () => undefined);
  const directory = new PrismaClient({
    adapter: new PrismaPg(pool, { disposeExternalPool: false }),
    transactionOptions: { maxWait: 5_000, timeout: TRANSACTION_LIMIT_MS },
  });
  return {
    pool,
    directory,
    unit: (scope, work) => unit(directory, scope, work),
    fast: (scope, work) => fast(pool, scope, work),
    once: (scope, work) => once(pool, scope, work),
    sql: async <Row>(statement: Statement, values: readonly SqlValue[] = []) =>
      (await pool.query(toQuery(statement, values))).rows as Row[],
    queue: (work) => inTransaction(pool, 'BEGIN', work),
    analyzeNewTables: (tables) => analyzeNewTables(pool, tables),
    connect: () => new pg.Client(base),
    close: async () => {
      await directory.$disconnect();
      await pool.end();
    },
  };
}

/** The same database for the loaders of one page, whose units of work share what is read once a page. */
export function pageDatabase(db: Database): Database {
  const pageCache: PageCache = new Map();
  return {
    ...db,
    unit: (scope, work) => db.unit(scope, (tx) => work({ ...tx, pageCache })),
    fast: (scope, work) => db.fast(scope, (tx) => work({ ...tx, pageCache })),
    once: (scope, work) => db.once(scope, (tx) => work({ ...tx, pageCache })),
  };
}

async function unit<T>(directory: PrismaClient, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  const after: (() => void)[] = [];
  const result = await directory.$transaction(async (orm) => {
    await orm.$queryRaw`SELECT set_config('souk.store', ${String(scope.storeId)}, true), set_config('souk.vendor', ${String(scope.vendor)}, true)`;
    return work({
      scope,
      orm,
      query: <Row>(statement: Statement, values: readonly SqlValue[] = []) =>
        orm.$queryRawUnsafe<Row[]>(typeof statement === 'string' ? statement : statement.text, ...values),
      afterCommit: (effect) => after.push(effect),
    });
  });
  for (const effect of after) effect();
  return result;
}

/** A statement that nearly every call asks: each connection parses and plans it once. */
export function prepared(text: string): Statement {
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 16), text };
}

function toQuery(statement: Statement, values: readonly SqlValue[]): pg.QueryConfig<unknown[]> {
  const parameters = values.map((value) => (Array.isArray(value) ? (arrayText(value) ?? value) : value));
  return typeof statement === 'string' ? { text: statement, values: parameters } : { ...statement, values: parameters };
}

/** Opens a transaction in a scope. One message: the values are digits or a star. */
function start(scope: Scope): string {
  invariant(/^\d+$/.test(String(scope.storeId)) && /^(\*|\d+)$/.test(String(scope.vendor)), 'a scope is made of ids');
  return `BEGIN; SET LOCAL souk.store = '${scope.storeId}'; SET LOCAL souk.vendor = '${scope.vendor}'`;
}

/** Needs the right to maintain the tables, which PostgreSQL has from version 17 on; an older one warns and goes on. */
async function analyzeNewTables(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  await onConnection(pool, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE oid = ANY($1::regclass[]) AND reltuples <= 0`,
      [tables],
    );
    if (rows.length === 0) return;
    await client.query(`ANALYZE ${rows.map(({ name }) => name).join(', ')}`);
  });
}

/** Works on a connection of the pool. */
async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    const done = await work(client);
    client.release();
    return done;
  } catch (error) {
    await rollBack(client);
    throw error;
  }
}

/** Gives a connection back whose work failed. One that cannot even be rolled back is thrown away. */
async function rollBack(client: pg.PoolClient): Promise<void> {
  const broken = await client.query('ROLLBACK').then(
    () => undefined,
    (lost: unknown) => lost as Error,
  );
  client.release(broken);
}

async function fast<T>(pool: pg.Pool, scope: Scope, work: (tx: SqlTx) => Promise<T>): Promise<T> {
  const after: (() => void)[] = [];
  const result = await inTransaction(pool, start(scope), (query) =>
    work({ scope, query, afterCommit: (effect) => after.push(effect) }),
  );
  for (const effect of after) effect();
  return result;
}

/** A transaction that its first statement opens: work that finds all it needs on the page takes no connection. */
async function inTransaction<T>(
  pool: pg.Pool,
  opening: string,
  work: (query: SqlTx['query']) => Promise<T>,
): Promise<T> {
  const transaction: { connection?: Promise<{ client: pg.PoolClient; opened: Promise<unknown> }> } = {};
  const begin = async () => {
    const client = await pool.connect();
    const opened = client.query(opening);
    opened.catch(() => undefined);
    return { client, opened };
  };
  const query = async <Row>(statement: Statement, values: readonly SqlValue[] = []) => {
    transaction.connection ??= begin();
    const { client, opened } = await transaction.connection;
    // The first statement does not wait for the beginning; only its answer does.
    const [, found] = await Promise.all([opened, client.query(toQuery(statement, values))]);
    return found.rows as Row[];
  };
  try {
    const done = await work(query);
    const connection = await transaction.connection;
    if (connection) {
      await Promise.all([connection.opened, connection.client.query('COMMIT')]);
      connection.client.release();
    }
    return done;
  } catch (error) {
    const connection = await transaction.connection?.catch(() => undefined);
    if (connection) await rollBack(connection.client);
    throw error;
  }
}

async function once<T>(pool: pg.Pool, scope: Scope, work: (tx: SqlTx) => Promise<T>): Promise<T> {
  const opening = start(scope);
  const after: (() => void)[] = [];
  let isRequested = false;
  const result = await work({
    scope,
    query: <Row>(statement: Statement, values: readonly SqlValue[] = []) => {
      invariant(!isRequested, 'work of a single statement asks for one');
      isRequested = true;
      return onConnection(pool, async (client) => {
        const sent = [client.query(opening), client.query(toQuery(statement, values)), client.query('COMMIT')];
        // The connection is given back when all have answered, also where one has failed.
        const [, found] = await Promise.allSettled(sent).then(() => Promise.all(sent));
        return found?.rows as Row[];
      });
    },
    afterCommit: (effect) => after.push(effect),
  });
  for (const effect of after) effect();
  return result;
}

/** Whether a statement was refused by the named unique constraint or index. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, meta } = (error ?? {}) as { code?: string; meta?: { code?: string } };
  return code === '23505' || code === 'P2002' || meta?.code === '23505';
}
