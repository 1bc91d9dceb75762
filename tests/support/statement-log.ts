import type pg from 'pg';

/** A statement as the program asked it, with the scope of the transaction that it ran in; without one outside of any scope. */
export type LoggedStatement = {
  text: string;
  values: readonly unknown[];
  scope: { store: string; vendor: string } | undefined;
};

type Query = (...args: unknown[]) => unknown;

/** The frame of a transaction is no statement of its own: it is sent along with the first and the last one. */
const FRAME = /^\s*(BEGIN|COMMIT|ROLLBACK|SET LOCAL|SET TRANSACTION|SAVEPOINT|RELEASE)\b/i;
const OPENING = /SET LOCAL souk\.store = '(\d+)'; SET LOCAL souk\.vendor = '(\*|\d+)'/;
const SET_CONFIG = /^SELECT set_config\('souk\.store'/;

/** Hears every statement of a pool from now on, whoever asks it. `take()` hands out those since the last time. */
export function logStatements(pool: pg.Pool): { take(): LoggedStatement[] } {
  let statements: LoggedStatement[] = [];
  const listened = new WeakSet<object>();
  const listen = (client: pg.PoolClient) => {
    if (listened.has(client)) return;
    listened.add(client);
    let scope: LoggedStatement['scope'];
    const query = client.query.bind(client) as Query;
    const logged: Query = (...args) => {
      const [first, second] = args as [string | { text: string; values?: readonly unknown[] }, unknown];
      const text = typeof first === 'string' ? first : first.text;
      const values =
        (typeof first === 'string' ? undefined : first.values) ?? (Array.isArray(second) ? (second as unknown[]) : []);
      const opening = OPENING.exec(text);
      if (opening) scope = { store: opening[1] ?? '', vendor: opening[2] ?? '' };
      else if (SET_CONFIG.test(text)) scope = { store: String(values[0]), vendor: String(values[1]) };
      else if (!FRAME.test(text)) statements.push({ text, values, scope });
      if (/^\s*(COMMIT|ROLLBACK)\b/i.test(text)) scope = undefined;
      return query(...args);
    };
    Object.assign(client, { query: logged });
  };
  pool.on('acquire', listen);
  return {
    take: () => {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}

/** What a statement read: rows by table, and the tables that it read from their beginning to their end. */
export type StatementReads = { rows: Map<string, number>; scanned: string[] };

/**
 * Asks a statement again as the program does, in its role and scope, and takes it back. What it reads is counted by the database,
 * also inside functions and triggers; rows that only an index was asked for come from the plan.
 */
export async function replayStatement(client: pg.Client, logged: LoggedStatement): Promise<StatementReads> {
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL ROLE souk_app');
    if (logged.scope) {
      await client.query(
        `SET LOCAL souk.store = '${logged.scope.store}'; SET LOCAL souk.vendor = '${logged.scope.vendor}'`,
      );
    }
    const before = new Map((await readCounters(client)).map((one) => [one.name, one]));
    const { rows: answer } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      text: `EXPLAIN (ANALYZE, FORMAT JSON, TIMING OFF) ${logged.text}`,
      values: [...logged.values],
    });
    const counted = (await readCounters(client)).map(({ name, scans, rows: read }) => ({
      name,
      scans: scans - (before.get(name)?.scans ?? 0),
      read: read - (before.get(name)?.rows ?? 0),
    }));
    const rows = new Map(counted.filter(({ read }) => read > 0).map(({ name, read }) => [name, read]));
    const plan = answer[0]?.['QUERY PLAN'][0].Plan;
    for (const [name, read] of plan ? indexOnlyReads(plan) : []) rows.set(name, (rows.get(name) ?? 0) + read);
    return { rows, scanned: counted.filter(({ scans }) => scans > 0).map(({ name }) => name) };
  } finally {
    await client.query('ROLLBACK');
  }
}

/** What this connection has read of each table and not reported yet: it grows from statement to statement. */
async function readCounters(client: pg.Client): Promise<{ name: string; scans: number; rows: number }[]> {
  const { rows } = await client.query<{ name: string; scans: number; rows: number }>(
    `SELECT relname AS name, seq_scan::int AS scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows FROM pg_stat_xact_user_tables`,
  );
  return rows;
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

function indexOnlyReads(plan: Plan): [string, number][] {
  const own: [string, number][] =
    plan['Node Type'] === 'Index Only Scan' && plan['Relation Name']
      ? [[plan['Relation Name'], (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']]]
      : [];
  return [...own, ...(plan.Plans ?? []).flatMap(indexOnlyReads)];
}
